"""Solving layer by layer: with and without, with edges kept and made again, it is what brute force says."""

from __future__ import annotations

from zlib import crc32

import numpy as np
import pytest

from outfox.kernel import grower
from outfox.kernel.graph import by_rank, reach
from outfox.methods.solve import layers, solve
from outfox.methods.solve.checkpoint import Checkpoint
from outfox.methods.solve.estimate import DOUBT, estimate, refuse_beyond
from outfox.methods.solve.solve import solve_graph
from outfox.rules import BudgetExceeded, NotSupported, RulesError, load
from tests.naive.retrograde import solve as naive_solve

TAG = '''"""Tag on a ring: step left or right; whoever steps onto the other wins. Waiting and a turn more tire both."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
SIZE: int = 5
BREATH: int = 3
ACTIONS = 4
ENDLESS = 0.0
SYMMETRIES = 2
State = np.dtype([("side", np.int8), ("at", np.int8, (2,)), ("breath", np.int8), ("turn", np.int8)])


def initial(s):
    s.at[1] = 2
    s.breath = BREATH


def mover(s):
    return TERMINAL if s.at[0] == s.at[1] else s.turn


def legal_actions(s):
    yield 0
    yield 1
    if s.breath > 0:
        yield 2
        yield 3


def apply(s, action):
    if action < 2:
        s.at[s.turn] = (s.at[s.turn] + SIZE + 2 * action - 1) % SIZE
    else:
        s.breath -= 1
    if action < 3:
        s.turn = 1 - s.turn


def payoff(s):
    return (1.0 + s.breath % 2) * (1.0 if s.turn == 1 else -1.0)


def progress(s):
    return BREATH - s.breath


def swap(s, out):
    out.at[0], out.at[1] = s.at[1], s.at[0]
    out.breath = s.breath
    out.turn = 1 - s.turn
    out.side = s.side


def symmetry(k, s, out):
    out.at[0] = (SIZE - s.at[0]) % SIZE if k else s.at[0]
    out.at[1] = (SIZE - s.at[1]) % SIZE if k else s.at[1]
    out.breath = s.breath
    out.turn = s.turn
    out.side = s.side


def symmetry_action(k, action):
    return 1 - action if k and action < 2 else action


def action_name(s, action):
    return ("left", "right", "wait", "go again")[action]


def text(s):
    return f"{s.at[0]} {s.at[1]} {s.breath} {PLAYERS[s.turn]}"
'''


@pytest.fixture
def tag(tmp_path):
    """Return a function that loads the game with some text replaced."""

    def make(*changes):
        text = TAG
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        path = tmp_path / f"tag{crc32(text.encode())}.py"
        path.write_text(text, encoding="utf-8")
        return load(str(path))

    return make


def outcomes(game, symmetry, edges):
    graph = reach(game, symmetry=symmetry, edges=edges)
    return graph, solve_graph(graph, symmetry=symmetry)[0]


@pytest.mark.nojit
@pytest.mark.parametrize("endless", ["0.0", pytest.param("1.5", marks=pytest.mark.slow)])
def test_every_state_as_brute_force_says(monkeypatch, tag, endless):
    monkeypatch.setattr(layers, "FEWEST", 1)
    monkeypatch.setattr(layers, "CHUNK", 7)
    game = tag(("ENDLESS = 0.0", f"ENDLESS = {endless}"))
    twin = naive_solve(game)
    assert len({(v, r) for v, r in zip(twin.value, twin.remoteness, strict=True)}) > 8
    for symmetry in (True, False):
        for edges in ("keep", "drop"):
            graph, table = outcomes(game, symmetry, edges)
            assert len(layers.Layers(graph)) == 4
            assert (graph.retracer is None) == (edges == "keep")
            for number, state in enumerate(twin.graph.states):
                assert table.find(state) == (twin.value[number], twin.remoteness[number])


RANK = """
STATES = SIZE * SIZE * (BREATH + 1) * 2


def rank(s):
    return ((s.at[0] * SIZE + s.at[1]) * (BREATH + 1) + s.breath) * 2 + s.turn


def unrank(i, s):
    s.turn = i % 2
    s.breath = i // 2 % (BREATH + 1)
    s.at[1] = i // (2 * (BREATH + 1)) % SIZE
    s.at[0] = i // (2 * (BREATH + 1) * SIZE)


def progress"""


def test_states_by_rank_interrupted_and_gone_on_with(monkeypatch, tag, tmp_path):
    monkeypatch.setattr(layers, "FEWEST", 1)
    monkeypatch.setattr(grower, "CHUNK", 20)
    game = tag(("def progress", RANK.strip()))
    assert by_rank(game, False)
    twin = naive_solve(game)
    graphs = []
    for edges in ("keep", "drop"):
        checkpoint = Checkpoint(tmp_path / edges, game.start())
        checkpoint.merged = False
        with pytest.raises(KeyboardInterrupt), checkpoint:
            reach(game, symmetry=False, edges=edges, keeper=checkpoint, progress=at_the_third())
        keeper = Checkpoint(tmp_path / edges, game.start())
        assert keeper.taken() is not None
        graphs.append(reach(game, symmetry=False, edges=edges, keeper=keeper))
        table = solve_graph(graphs[-1], symmetry=False)[0]
        for number, state in enumerate(twin.graph.states):
            assert table.find(state) == (twin.value[number], twin.remoteness[number])
    assert (graphs[0].edge_count, graphs[0].states) == (graphs[1].edge_count, graphs[1].states)


def at_the_third():
    """Return something that interrupts the third time it is told of progress."""
    told = iter(range(3))

    def tell(*_):
        if next(told) == 2:
            raise KeyboardInterrupt

    return tell


@pytest.mark.parametrize("spec", ["fox-and-hounds:size=6", "cat-and-mouse:rows=3,cols=4", "tic-tac-toe"])
def test_with_edges_made_again_the_same(spec):
    """By number where there are no cycles, in one part where there are and no progress is declared."""
    game = load(spec)
    (kept, one), (made, other) = (outcomes(game, True, edges) for edges in ("keep", "drop"))
    assert (kept.states, kept.edge_count) == (made.states, made.edge_count)
    assert one.outcomes == other.outcomes
    assert (one.array("codes") == other.array("codes")).all()


def test_edges_are_made_again_where_memory_is_short():
    game = load("connect-four:rows=4,cols=4")
    whole = solve(game, symmetry=False)
    assert whole.states == 161_029
    graph = reach(game, symmetry=False, edges="spare", memory=6 << 20)
    assert graph.retracer is not None
    table, _ = solve_graph(graph, symmetry=False)
    assert (table.array("codes") == whole.table.array("codes")).all()
    with pytest.raises(BudgetExceeded, match="needs more than 6 MB"):
        reach(game, symmetry=False, edges="keep", memory=6 << 20)
    with pytest.raises(BudgetExceeded, match="needs more than 2 MB"):
        reach(game, symmetry=False, edges="spare", memory=2 << 20)


def test_the_judge_knows_that_edges_can_be_spared():
    game = load("connect-four:rows=4,cols=5")
    found = []

    def judge(probe):
        found.append(probe)
        raise KeyboardInterrupt

    for edges in ("keep", "spare"):
        with pytest.raises(KeyboardInterrupt):
            reach(game, symmetry=False, edges=edges, judge=judge)
    assert [probe.sparing for probe in found] == [False, True]
    kept, spared = found
    guess = estimate(spared)
    assert guess.least_bytes < guess.bytes == estimate(kept).least_bytes
    need = (guess.least_bytes + guess.bytes) // 2 // DOUBT
    with pytest.raises(BudgetExceeded, match="may take"):
        refuse_beyond(need, "a game")(kept)
    refuse_beyond(need, "a game")(spared)


def test_a_progress_that_falls_is_refused(tag):
    game = tag(("return BREATH - s.breath", "return s.breath"))
    with pytest.raises(RulesError, match=r"progress falls from \d to \d after (wait|go again) in \d \d \d (first|sec)"):
        solve(game, symmetry=False)


def test_images_with_another_progress_are_refused(tag):
    """Which side of a mirror the runners are on never changes in play, and does in an image."""
    game = tag(
        ("    return BREATH - s.breath", "    return s.side"),
        ("    out.side = s.side\n\n\ndef symmetry_a", "    out.side = 1 - s.side if k else s.side\n\n\ndef symmetry_a"),
    )
    assert solve(game, symmetry=False).states
    with pytest.raises(RulesError, match=r"has progress \d, and its image under symmetry or swap \d"):
        solve(game, symmetry=True)


def test_a_progress_of_64_bits_is_refused(tag):
    with pytest.raises(NotSupported, match="32 bits"):
        solve(tag(("return BREATH - s.breath", "return (BREATH - s.breath) << 40")))


def test_a_cycle_is_found_in_its_layer(tag):
    game = tag(("ENDLESS = 0.0\n", ""))
    with pytest.raises(NotSupported, match="leads back to the same position"):
        solve(game, symmetry=False)
    with pytest.raises(NotSupported, match="comes again after"):
        solve_graph(reach(game, edges="drop"))


def test_few_states_are_no_part_of_their_own(tag):
    graph = reach(tag(), symmetry=False)
    assert len(np.unique(graph.layer)) == 4
    assert layers.Layers(graph).cuts == [0, graph.states]
