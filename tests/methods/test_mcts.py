"""MCTS: equal to its slow twin to the last bit, right where it proves, the same for any threads and batches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from outfox.methods.search.mcts import MctsSettings, Searcher, search
from outfox.rules import CHANCE, NotSupported, RulesError, load

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "naive"))

from mcts import Mcts  # noqa: E402  (the slow twin, a plain file)

COUNTDOWN = str(ROOT / "data" / "games" / "countdown.py")
WEIGHTS = np.array([-0.7, 0.3, 0.2, 0.1, 0.01])

TWINS = [
    ("tic-tac-toe", 3000, {}),
    ("tic-tac-toe", 400, {"solver": False, "c": 2.0}),
    ("nim:piles=[1,2,3]", 3000, {}),
    ("connect-four:rows=4,cols=4", 500, {}),
    ("dots-and-boxes:rows=1,cols=2", 2000, {}),  # a player moves twice; payoffs other than 1
    ("dots-and-boxes:rows=1,cols=2", 300, {"solver": False}),
    ("pig:target=10", 600, {}),  # chance, cycles
    ("pig:target=10", 300, {"puct": True}),
    ("cat-and-mouse:rows=3,cols=4", 1500, {}),  # cycles
    ("othello:size=4", 200, {}),  # passes
    (COUNTDOWN, 500, {}),
    (COUNTDOWN, 500, {"cut": 0}),
    (COUNTDOWN, 500, {"cut": 2, "solver": False}),
    (COUNTDOWN, 500, {"cut": 0, "puct": True}),
    (COUNTDOWN, 100, {"cut": 0, "puct": True, "solver": False}),
]


@pytest.mark.parametrize(("spec", "simulations", "changes"), TWINS, ids=lambda v: str(v).rpartition("/")[2])
@pytest.mark.parametrize("seed", [0, 1])
def test_equals_the_slow_twin(spec: str, simulations: int, changes: dict[str, object], seed: int) -> None:
    position = load(spec).start()
    result = search(position, MctsSettings(simulations=simulations), seed=seed, weights=WEIGHTS, **changes)
    twin = Mcts(position.game, weights=WEIGHTS, **changes)
    root = twin.search(position, simulations, seed)
    theirs = {child.action: (child.visits, child.low == child.high) for child in root.children}
    assert {a.action: (a.visits, a.proven) for a in result.actions} == theirs
    assert result.proven == (root.low == root.high)
    assert result.value == (root.low if result.proven else root.total / root.visits)


def exact(position, memo):
    """Return player 0's value by plain minimax, for games without cycles."""
    if position.is_terminal:
        return position.payoff
    if position.key not in memo:
        values = [exact(position.play(action), memo) for action in position.legal]
        memo[position.key] = max(values) if position.mover == 0 else min(values)
    return memo[position.key]


@pytest.mark.parametrize(
    "spec",
    ["tic-tac-toe", "nim", "dots-and-boxes:rows=2,cols=2", "othello:size=4", "connect-four:rows=3,cols=4,connect=3"],
)
def test_what_is_proven_is_true(spec: str) -> None:
    """Every proven root and action value, from many positions, equals plain minimax."""
    game, memo, random = load(spec), {}, np.random.default_rng(5)
    searcher = Searcher(game, MctsSettings(simulations=20_000))
    proven = 0
    for number in range(25):
        position = game.start()
        plies = int(random.integers(3, 9)) + (6 if spec.startswith("othello") else 0)
        for _ in range(plies):
            if position.is_terminal:
                break
            position = position.play(int(random.choice(position.legal)))
        if position.is_terminal:
            continue
        searcher.forget()
        result = searcher.search(position, number)
        if result.proven:
            assert result.value == exact(position, memo)
        for action in result.actions:
            if action.proven:
                proven += 1
                assert action.value == exact(position.play(action.action), memo)
        if result.proven:  # and the action it would play keeps the value
            assert exact(position.play(result.action), memo) == result.value
    assert proven > 10  # a proven root leaves the rest of its actions open


def forced_captures(rows: int, cols: int) -> dict[tuple[int, int, int], bool]:
    """Return (cat cell, mouse cell, mover) -> whether the cat forces capture, by iterating to a fixed point."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    near = {a: [b for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1] for a in cells}
    won = {(c, m, t): c == m for c in cells for m in cells for t in (0, 1)}
    while True:
        new = {
            (c, m, t): v or (any(won[n, m, 1] for n in near[c]) if t == 0 else all(won[c, n, 0] for n in near[m]))
            for (c, m, t), v in won.items()
        }
        if new == won:
            return won
        won = new


def test_cycles_prove_nothing_false() -> None:
    """Cat and mouse: the cat's win is proven where it is one, and nothing is proven where play is endless."""
    won = forced_captures(3, 4)
    assert won[(0, 0), (2, 3), 0]
    result = search(load("cat-and-mouse:rows=3,cols=4").start(), simulations=20_000, seed=3)
    assert result.proven
    assert result.value == 1.0
    assert not forced_captures(3, 3)[(0, 0), (2, 2), 0]
    endless = search(load("cat-and-mouse:rows=3,cols=3").start(), simulations=20_000, seed=3)
    assert not (endless.proven and endless.value == 1.0)
    assert endless.bounds[0] == -1.0


@pytest.mark.parametrize(("spec", "value"), [("tic-tac-toe", 0.0), ("nim", -1.0), ("connect-four:rows=4,cols=4", 0.0)])
def test_proofs_within_two_million(spec: str, value: float) -> None:
    """Published values: tic-tac-toe draws, misère nim 1,3,5,7 is lost, connect-four 4 x 4 draws (c = 1.4)."""
    for seed in range(3):
        result = search(load(spec).start(), simulations=2_000_000, c=1.4, seed=seed)
        assert result.proven
        assert result.value == value
        assert result.simulations < 2_000_000


def test_player_one_to_move_and_signs() -> None:
    """Values are player 0's, whoever moves: the second player wins at once here."""
    position = load("tic-tac-toe").start()
    for square in (0, 3, 1, 4, 8):
        position = position.play(square)
    result = search(position, simulations=300, seed=1)
    assert position.mover == 1
    assert (result.value, result.value_for_mover, result.proven) == (-1.0, 1.0, True)
    assert position.play(result.action).payoff == -1.0


def test_chance_values() -> None:
    """Pig to 2 by hand; the average of UCT is a little low, for it also tries the worse action."""
    game = load("pig:target=2")
    position = game.start()
    result = search(position, simulations=20_000, seed=2)
    # p wins: roll 2-6 then hold (5/6); else the other is in the same place: p = 5/6 + 1/6 (1 - p), p = 6/7.
    assert result.value == pytest.approx(2 * 6 / 7 - 1, abs=0.05)
    chance = position.play("roll")
    assert chance.mover == CHANCE
    assert search(chance, simulations=20_000, seed=2).value == pytest.approx(2 * 6 / 7 - 1, abs=0.05)


def test_threads_do_not_change_the_result() -> None:
    position = load("connect-four").start()
    one = search(position, simulations=9000, trees=3, threads=1, seed=4)
    two = search(position, simulations=9000, trees=3, threads=2, seed=4)
    assert one.actions == two.actions
    assert one.line == two.line
    assert one.simulations == 9000


def test_trees_merge() -> None:
    """The visits of k trees are those of k searches with their seeds."""
    position = load("connect-four").start()
    merged = search(position, simulations=2000, trees=2, seed=4)
    assert sum(a.visits for a in merged.actions) == 2000 - 2  # each tree's first simulation stops at its root


def evaluator(game, states):
    lead = np.where(states["turn"] == 0, 1.0, -1.0)
    return lead * WEIGHTS[states["left"] % 4] + WEIGHTS[4] * states["left"]


def evaluator_with_priors(game, states):
    priors = 1.0 + 0.25 * np.arange(1, 4) + 0.01 * states["left"].astype(float)[:, None]
    return evaluator(game, states), priors


@pytest.mark.parametrize("solver", [False, True])
def test_batches_of_one_equal_the_compiled_path(solver: bool) -> None:
    position = load(COUNTDOWN, pile=40).start()
    for puct, function in ((False, evaluator), (True, evaluator_with_priors)):
        ours = MctsSettings(simulations=800, cut=0, puct=puct, solver=solver)
        compiled = search(position, ours, weights=WEIGHTS, seed=6)
        outside = search(position, ours, evaluator=function, batch=1, seed=6)
        for a, b in zip(compiled.actions, outside.actions, strict=True):
            assert (a.action, a.visits, a.proven) == (b.action, b.visits, b.proven)
            assert a.value == pytest.approx(b.value, abs=1e-6)  # priors are float32 in the tree


@pytest.mark.parametrize("batch", [4, 32])
def test_larger_batches_spend_the_budget(batch: int) -> None:
    position = load("starve-the-fox").start()
    sizes = []

    def count(game, states):
        sizes.append(len(states))
        return np.zeros(len(states))

    result = search(position, simulations=1000, evaluator=count, batch=batch, seed=1, solver=False)
    assert result.simulations == 1000
    assert max(sizes) == batch
    assert sum(a.visits for a in result.actions) == 999


@pytest.mark.parametrize("answer", [np.zeros(3), np.array([np.nan]), (np.zeros(1), np.zeros((1, 2)))])
def test_wrong_evaluator_is_told(answer: object) -> None:
    with pytest.raises(ValueError, match="the evaluator returned"):
        search(load("starve-the-fox").start(), simulations=10, evaluator=lambda game, states: answer)


def test_reuse_keeps_what_was_found() -> None:
    game = load("connect-four")
    searcher = Searcher(game, MctsSettings(simulations=3000))
    first = searcher.search(game.start(), 1)
    best = first.actions[0]
    after = game.start().play(best.action)
    second = searcher.search(after, 2)
    assert second.simulations == 3000
    assert sum(a.visits for a in second.actions) >= 3000 + best.visits - 2
    fresh = Searcher(game, MctsSettings(simulations=3000)).search(after, 2)
    assert abs(fresh.value - second.value) < 0.15


def test_reuse_of_a_root_proven_by_its_hash() -> None:
    """Whatever the kept tree knows of its new root, there is an action to play, and it keeps a proven value."""
    game, memo = load("tic-tac-toe"), {}
    for seed in range(20):
        searcher, position = Searcher(game, MctsSettings(simulations=400)), game.start()
        while not position.is_terminal:
            result = searcher.search(position, seed)
            if result.proven:
                assert exact(position.play(result.action), memo) == result.value == exact(position, memo)
            position = position.play(result.action)


def test_memory_limit_freezes_the_tree() -> None:
    game = load("connect-four")
    result = search(game.start(), simulations=60_000, memory=1, seed=1)
    assert result.simulations == 60_000
    assert result.stopped == "memory"
    assert result.nodes * 56 <= 2**20


def test_time_limit() -> None:
    result = search(load("connect-four").start(), simulations=0, seconds=0.2, seed=1)
    assert result.stopped == "time"
    assert 0.1 < result.seconds < 5.0


def test_one_simulation_still_has_an_action() -> None:
    for spec in ("connect-four", "pig:target=10"):
        position = load(spec).start()
        result = search(position, simulations=1)
        assert sorted(a.action for a in result.actions) == sorted(position.legal)
        assert result.action in position.legal


def test_refusals() -> None:
    with pytest.raises(NotSupported, match="evaluate"):
        search(load("connect-four").start(), cut=4)
    with pytest.raises(NotSupported, match="budget"):
        search(load("connect-four").start(), simulations=0)
    over = load("tic-tac-toe").start()
    for square in (0, 3, 1, 4, 2):
        over = over.play(square)
    with pytest.raises(ValueError, match="over"):
        search(over)


def test_a_game_that_never_ends_is_told(tmp_path: Path) -> None:
    file = tmp_path / "forever.py"
    rules = Path(COUNTDOWN).read_text(encoding="utf-8")
    file.write_text(rules.replace("s.left -= action + 1", "s.left = 13"), encoding="utf-8")
    with pytest.raises(RulesError, match="ENDLESS"):
        search(load(str(file)).start(), simulations=2)


def test_a_payoff_above_scale_is_told(tmp_path: Path) -> None:
    """Bounds rest on SCALE: a proof with a larger payoff about would be wrong."""
    file = tmp_path / "triple.py"
    text = (
        Path(COUNTDOWN)
        .read_text()
        .replace("return -1.0 if s.turn == 0 else 1.0", "return -3.0 if s.turn == 0 else 3.0")
    )
    file.write_text(text)
    with pytest.raises(RulesError, match=r"triple.py:\d+: a payoff is larger than SCALE, 1"):
        search(load(str(file)).start(), simulations=500)
    file.write_text(text + "\n\nSCALE = 3.0\n")
    assert search(load(str(file)).start(), simulations=500).value == 3.0


def test_progress_and_interrupt() -> None:
    shares: list[float] = []
    search(load("connect-four").start(), simulations=50_000, progress=lambda share, text: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0

    def interrupt(share: float, text: str) -> None:
        raise KeyboardInterrupt

    result = search(load("connect-four").start(), simulations=50_000_000, progress=interrupt)
    assert result.stopped == "interrupted"
    assert 0 < result.simulations < 50_000_000


SCRIPT = """
import json
from outfox.methods.search.mcts import search
from outfox.rules import load
out = []
for spec in ("tic-tac-toe", "pig:target=10", "cat-and-mouse:rows=3,cols=3", "dots-and-boxes:rows=1,cols=2"):
    r = search(load(spec).start(), simulations=60, seed=3)
    out.append([[a.action, a.visits, a.value] for a in r.actions])
print(json.dumps(out))
"""


def test_same_numbers_without_the_compiler() -> None:
    results = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        results.append(json.loads(done.stdout))
    assert results[0] == results[1]
