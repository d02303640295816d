"""Alpha-beta: equal to plain minimax, with the table and without; right where it proves; every bound a bound."""

from __future__ import annotations

import json
import math
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from outfox.methods.search.alphabeta import AlphaBeta, AlphaBetaSettings, alphabeta
from outfox.rules import BadSetting, NotSupported, RulesError, load

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "naive"))

import alphabeta as twin  # noqa: E402  (the slow twins, plain files)
from retrograde import solve  # noqa: E402

COUNTDOWN = str(ROOT / "data" / "games" / "countdown.py")
WEIGHTS = np.array([-0.7, 0.3, 0.2, 0.1, 0.01])
BARE = {"memory": 0, "ordering": False}


@cache
def game(spec):
    return load(spec)


@cache
def searcher(spec, settings):
    return AlphaBeta(game(spec), settings, WEIGHTS)


def search(position, **changes):
    """Search with what is linked and allocated already."""
    rules = position.game
    return searcher(str(rules.path) if rules.name == "countdown" else rules.spec, AlphaBetaSettings(**changes)).search(
        position
    )


def randomly(spec, seed, plies):
    """Return a position after random plies, chance drawn with them; never one that is over."""
    random = np.random.default_rng(seed)
    position = game(spec).start()
    for _ in range(int(random.integers(plies + 1))):
        choices = [a for a, _ in position.chance] if position.is_chance else position.legal
        following = position.play(int(random.choice(choices)))
        if following.is_terminal:
            break
        position = following
    return position


TWINS = [
    # spec, random plies before, depth of the search, positions
    ("tic-tac-toe", 7, 5, 25),
    ("connect-four:rows=4,cols=4", 12, 5, 15),
    ("dots-and-boxes:rows=1,cols=2", 3, 6, 15),  # a player moves twice; payoffs other than 1
    ("dots-and-boxes:rows=2,cols=2", 8, 4, 8),
    ("nim:piles=[1,2,3]", 2, 6, 15),
    ("cat-and-mouse:rows=3,cols=3", 8, 6, 15),  # cycles, ENDLESS = -SCALE
    ("pong-hau-ki", 6, 9, 12),  # cycles, ENDLESS = 0
    ("pig:target=4,sides=3", 4, 5, 15),  # chance and cycles
    (COUNTDOWN, 4, 5, 15),  # evaluate
]


@pytest.mark.parametrize(("spec", "plies", "depth", "count"), TWINS, ids=lambda v: str(v).rpartition("/")[2])
def test_equals_the_slow_twin(spec, plies, depth, count):
    """Same value of the root and, with `exact`, of every action; the table and the order change nothing."""
    for seed in range(count):
        position = randomly(spec, seed, plies)
        here = int(np.random.default_rng(seed).integers(1, depth + 1))
        values = {here: twin.after(position, here, WEIGHTS)}
        wanted = best_of(position, values[here])
        for changes in ({}, {"memory": 0}, BARE, {"deepen": False}, {**BARE, "prune": False, "deepen": False}):
            result = search(position, depth=here, **changes)
            assert result.value == pytest.approx(wanted, abs=1e-12)
            if result.depth not in values:  # it was proven before
                values[result.depth] = twin.after(position, result.depth, WEIGHTS)
            check_bounds(result, values[result.depth])
        for changes in ({}, {"memory": 0}, BARE):
            result = search(position, depth=here, exact=True, **changes)
            assert {a.action: a.value for a in result.actions} == pytest.approx(values[here], abs=1e-12)
            if position.mover >= 0:
                assert result.actions[0].value == result.value


def best_of(position, values):
    """Return what the mover gets from the values after its actions."""
    if position.is_chance:
        return sum(odds * values[action] for action, odds in position.chance)
    return max(values.values()) if position.mover == 0 else min(values.values())


def check_bounds(result, values):
    """Whatever is said of an action holds, and only a value is called one."""
    for a in result.actions:
        assert a.low <= values[a.action] <= a.high
        assert (a.value is None) == (a.low != a.high)
        if a.value is None:
            assert a.worth.startswith(("at ", "not ")) or " to " in a.worth
    if result.mover >= 0:
        best = max(values.values()) if result.mover == 0 else min(values.values())
        assert result.actions[0].value == pytest.approx(values[result.action]) == best


PROOFS = ["tic-tac-toe", "nim:piles=[1,2,3]", "hexapawn:rows=4,cols=3", "cat-and-mouse:rows=3,cols=4", "pong-hau-ki"]


@pytest.mark.parametrize("spec", PROOFS)
def test_what_is_proven_is_true(spec):
    """At every depth: what is called proven is what retrograde analysis finds, as far away as it finds it."""
    solved = solve(game(spec))
    number = solved.graph.index
    endless = solved.graph.endless or 0.0
    proven = 0
    for seed in range(20):
        position = randomly(spec, seed, 10)
        here = number[position.key]
        truth, plies = solved.value[here], solved.remoteness[here]
        for depth in (2, 4, 7):
            for settings in ({}, {"exact": True}, BARE):
                result = search(position, depth=depth, **settings)
                assert result.bounds[0] <= truth <= result.bounds[1]
                proven += result.proven
                if abs(truth) == 1 and truth != endless:  # a forced win is found at its own length, not sooner or later
                    assert result.remoteness == (plies if plies <= depth else None)
                for a in result.actions:
                    child = number[position.play(a.action).key]
                    if a.proven:
                        assert a.value == solved.value[child]
                    if a.remoteness is not None:
                        assert a.remoteness == solved.remoteness[child] + 1
    assert proven > 20


@pytest.mark.parametrize("spec", ["cat-and-mouse:rows=3,cols=3", "pong-hau-ki", "chopsticks"])
def test_repetitions_leave_nothing_false_in_the_table(spec):
    """Cyclic games: long searches, in which states turn up on many paths, with a table and without."""
    for seed in range(12):
        position = randomly(spec, 100 + seed, 12)
        with_table = search(position, depth=9, exact=True)
        without = search(position, depth=9, exact=True, memory=0)
        small = search(position, depth=9, exact=True, memory=1)
        for other in (without, small):
            assert {a.action: a.value for a in other.actions} == {a.action: a.value for a in with_table.actions}
            assert other.value == with_table.value
            assert other.bounds == with_table.bounds


# --- faults that others made, each once ---------------------------------------------------------------------


def board(rows):
    """Return a tic-tac-toe position from three rows of marks."""
    marks = [row.split() for row in rows]
    lines = [f"{3 - k} " + " ".join(row).lower() for k, row in enumerate(marks)]
    return game("tic-tac-toe").parse("\n".join(lines))


def test_bounds_are_not_ties():
    """One reply holds; the others lose, and may not be reported as equal to it."""
    position = board([". . O", ". X .", ". X ."])
    for exact in (False, True):
        result = search(position, depth=9, exact=exact)
        assert position.name(result.action) == position.name(1)
        assert (result.value, result.proven) == (0.0, True)
        values = {a.action: a.value for a in result.actions}
        assert values[1] == 0.0
        assert all(value in (None, 1.0) for action, value in values.items() if action != 1)
        assert not exact or all(value == 1.0 for action, value in values.items() if action != 1)


def test_a_win_at_once_before_a_win_later():
    position = board(["X O .", ". O .", "X . ."])
    result = search(position, depth=9, exact=True)
    assert [(a.action, a.remoteness) for a in result.actions if a.value == 1.0] == [(3, 1), (7, 3)]
    assert result.action == 3
    assert result.remoteness == 1
    assert sorted(a.action for a in result.actions if a.value == -1.0) == [2, 5, 8]
    assert search(position, depth=9).action == 3


def test_not_decided_after_the_first_candidate():
    """The only action that holds comes last in the order of the rules."""
    position = board([". . .", ". X X", "O . ."])
    for changes in ({}, BARE):
        assert position.name(search(position, depth=6, **changes).action) == "a2"


def test_a_finished_draw_is_no_loss():
    last = board(["X O X", "X O O", "O X ."])
    result = search(last, depth=3)
    assert (result.value, result.proven, result.remoteness) == (0.0, True, None)
    # O can lose or draw; a draw that counted as a loss would make the two alike.
    position = board(["X O X", "X O O", ". X ."])
    values = {a.action: a.value for a in search(position, depth=3, exact=True).actions}
    assert values == {6: 0.0, 8: 1.0} or values[6] == 0.0


def test_cutoffs_at_equality():
    """Published: alpha-beta in row-major order visits 18,297 nodes of 549,946; pruning at less only, more."""
    from outfox.methods.search.minimax import minimax

    start = game("tic-tac-toe").start()
    assert minimax(start).nodes == 549_946
    assert minimax(start, prune=True).nodes == 18_297
    assert minimax(start).value == minimax(start, prune=True).value == 0.0


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2)])
def test_a_player_who_moves_twice(size):
    """Dots and boxes: net boxes of the first player; the sign of a value follows the mover, not the depth."""
    known = {(1, 1): -1, (1, 2): 0, (1, 3): -1, (1, 4): 0, (2, 2): 2}
    result = alphabeta(load("dots-and-boxes", rows=size[0], cols=size[1]).start(), depth=0)
    assert (result.value, result.proven) == (known[size], True)


# --- known values ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "value", "plies"),
    [
        ("connect-four:rows=4,cols=4", 0, None),
        pytest.param("connect-four:rows=4,cols=5", 0, None, marks=pytest.mark.slow),
        ("nim", -1, None),
        pytest.param("tic-tac-toe:rows=3,cols=4", 1, None, marks=pytest.mark.slow),
        pytest.param("tic-tac-toe:rows=2,cols=5", 0, None, marks=pytest.mark.slow),
        ("hexapawn:rows=4,cols=3", -1, 8),
        pytest.param("hexapawn:rows=4,cols=4", 1, 11, marks=pytest.mark.slow),
        pytest.param("hexapawn:rows=5,cols=3", 1, 11, marks=pytest.mark.slow),
        pytest.param("othello:size=4", -1, None, marks=pytest.mark.slow),
        pytest.param("breakthrough:rows=5,cols=2,piece_rows=2", -1, None, marks=pytest.mark.slow),
        pytest.param("breakthrough:rows=6,cols=2,piece_rows=2", 1, None, marks=pytest.mark.slow),
        pytest.param("breakthrough:rows=4,cols=4", 1, None, marks=pytest.mark.slow),
        pytest.param("fox-and-hounds:size=6", 1, 25, marks=pytest.mark.slow),
        ("fox-and-hounds", -1, 44),
        ("wild-tic-tac-toe", 1, 7),
    ],
)
def test_published_values(spec, value, plies):
    result = alphabeta(load(spec).start(), depth=0)
    assert (result.value, result.proven) == (value, True)
    assert plies is None or result.remoteness == plies


def test_breakthrough_is_won_by_two_steps_only():
    """4 x 4 with one row a side: only the outer pieces' straight steps win."""
    result = alphabeta(load("breakthrough:rows=4,cols=4").start(), depth=0, exact=True)
    assert len([a for a in result.actions if a.value == 1.0]) == 2


def scores(moves, **changes):
    """Return what each column of connect-four is worth to the mover: 22 less the stones that the winner has used."""
    position = load("connect-four").start()
    for column in moves:
        position = position.play(int(column) - 1)
    result = alphabeta(position, depth=0, exact=True, **changes)
    sign = 1 if position.mover == 0 else -1
    found = {}
    for a in result.actions:
        stones = (
            (len(moves) + (a.remoteness or 0) + 1) // 2 if a.value == 1 else (len(moves) + (a.remoteness or 0)) // 2
        )
        found[a.action] = int(sign * a.value) * (22 - stones)
    assert len(result.line) == (result.remoteness or 42 - len(moves))
    return [found[column] for column in range(7)]


def test_connect_four_scores():
    """A published position, seventeen discs on the board; two other solvers agree."""
    assert scores("55466554422442623") == [-4, 0, -4, -4, 0, -7, -12]


@pytest.mark.slow  # a minute
def test_connect_four_scores_after_twelve():
    assert scores("226744515337", memory=1024) == [-1, 0, -1, 7, 6, -2, 0]


@pytest.mark.slow  # ten seconds
def test_connect_four_six_by_four():
    result = alphabeta(load("connect-four", rows=4, cols=6).start(), depth=0)
    assert (result.value, result.remoteness) == (-1.0, 24)


# --- budgets, order, messages ------------------------------------------------------------------------------


def test_the_winner_hastens_and_the_loser_resists():
    """Play from every position of hexapawn 3 x 3 lasts as long as retrograde analysis says."""
    solved = solve(game("hexapawn"))
    for seed in range(10):
        position = randomly("hexapawn", seed, 3)
        number = solved.graph.index[position.key]
        plies, value = 0, solved.value[number]
        while not position.is_terminal:
            position = position.play(search(position, depth=0).action)
            plies += 1
        assert (position.payoff, plies) == (value, solved.remoteness[number])


def test_signature():
    """Nodes follow from the settings alone."""
    start = game("connect-four").start()
    wanted = {
        (8, ""): SIGNATURES[0],
        (8, "exact"): SIGNATURES[1],
        (8, "bare"): SIGNATURES[2],
    }
    found = {
        (8, ""): search(start, depth=8).nodes,
        (8, "exact"): search(start, depth=8, exact=True).nodes,
        (8, "bare"): search(start, depth=8, deepen=False, **BARE).nodes,
    }
    assert found == wanted
    assert search(start, depth=8).nodes == SIGNATURES[0]  # whatever was searched before


SIGNATURES = [8131, 26_010, 11_784]


def test_budget_of_nodes():
    start = game("connect-four").start()
    for nodes in (1, 1000, 12_345):
        result = search(start, depth=0, nodes=nodes)
        assert result.stopped == "nodes"
        assert result.nodes == max(nodes, 8)  # depth 1 is always searched
        assert search(start, depth=0, nodes=nodes).nodes == result.nodes


def test_budget_of_seconds_and_progress():
    told = []
    result = alphabeta(
        game("connect-four").start(), depth=0, seconds=0.3, progress=lambda share, text: told.append((share, text))
    )
    assert result.stopped == "time"
    assert 0.25 < result.seconds < 5
    assert told[0][0] <= told[-1][0] <= 1.0
    assert "depth" in told[0][1]


def test_interrupt_gives_what_is_known():
    def press(share, text):
        if "depth 4" in text:
            raise KeyboardInterrupt

    result = alphabeta(game("connect-four").start(), depth=30, progress=press)
    assert result.stopped == "interrupted"
    assert result.depth >= 3
    assert len(result.actions) == 7


def test_unknown_is_said():
    result = search(game("connect-four").start(), depth=4)
    assert (result.value, result.kind, result.proven, result.bounds) == (0.0, "unknown", False, (-1.0, 1.0))
    assert "unknown" in str(result)
    estimated = search(game(COUNTDOWN).start(), depth=2)
    assert estimated.kind == "estimate"
    assert search(game(COUNTDOWN).start(), depth=2, evaluate=False).kind == "unknown"
    json.dumps(result.to_dict(), allow_nan=False)
    assert list(result.to_dict()) == [
        "game", "mover", "value", "value_for_mover", "proven", "kind", "bounds", "remoteness", "actions", "line",
        "depth", "nodes", "leaves", "ends", "hits", "stopped", "seconds", "cpu_seconds", "compile_seconds",
    ]  # fmt: skip


def test_estimates_are_never_wins(tmp_path):
    """An estimate of the largest payoff, or more, does not stop the search as a win would."""
    text = Path(COUNTDOWN).read_text()
    file = tmp_path / "eager.py"
    file.write_text(text.replace("return lead * weights[s.left % 4] + weights[4] * s.left", "return 5.0"))
    result = alphabeta(load(str(file)).start(), depth=3)
    assert not result.proven
    assert result.remoteness is None
    assert 0.99 < result.value < 1.0
    assert alphabeta(load(str(file)).start(), depth=13).value == 1.0
    file.write_text(
        text.replace("return lead * weights[s.left % 4] + weights[4] * s.left", "return 0.0 / (s.left - s.left)")
    )
    with pytest.raises(RulesError):
        alphabeta(load(str(file)).start(), depth=3)


def test_chance_at_the_root():
    chance = game("pig:target=4,sides=3").start().play("roll")
    result = search(chance, depth=3)
    assert result.mover == -1
    assert [a.name for a in result.actions] == ["rolled 1", "rolled 2", "rolled 3"]
    assert result.value == pytest.approx(sum(a.value for a in result.actions) / 3)


def test_player_one_to_move():
    """Values are player 0's, whoever moves."""
    position = board(["X X .", "O O .", ". . X"])
    result = search(position, depth=5)
    assert position.mover == 1
    assert (result.value, result.value_for_mover, result.remoteness) == (-1.0, 1.0, 1)
    assert result.line == ("c2",)


def test_refusals(tmp_path):
    with pytest.raises(NotSupported, match="hidden"):
        alphabeta(load(str(ROOT / "data" / "check" / "kuhn.py")).start())
    with pytest.raises(BadSetting, match="depth"):
        alphabeta(game("nim").start(), depth=10**6)
    with pytest.raises(ValueError, match="over"):
        alphabeta(board(["X X X", "O O .", ". . ."]))
    file = tmp_path / "triple.py"
    file.write_text(
        Path(COUNTDOWN)
        .read_text()
        .replace("return -1.0 if s.turn == 0 else 1.0", "return -3.0 if s.turn == 0 else 3.0")
    )
    with pytest.raises(RulesError, match="larger than SCALE"):
        alphabeta(load(str(file)).start(), depth=13, evaluate=False)


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["tic-tac-toe", "cat-and-mouse:rows=3,cols=3", "pig:target=4,sides=3"])
def test_interpreted(spec):
    """The same kernel as plain Python."""
    position = randomly(spec, 3, 5)
    result = alphabeta(position, depth=3, exact=True)
    assert {a.action: a.value for a in result.actions} == pytest.approx(twin.after(position, 3))
    assert math.isfinite(result.value)
