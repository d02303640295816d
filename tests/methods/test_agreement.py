"""Alpha-beta, df-pn, MCTS with proofs and brute force agree wherever two of them apply."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from outfox.methods.search.alphabeta import AlphaBeta, AlphaBetaSettings, alphabeta
from outfox.methods.search.mcts import search
from outfox.methods.solve.dfpn import dfpn
from outfox.rules import Position, load

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "naive"))

from retrograde import solve  # noqa: E402  (the slow twin, a plain file)

DIGRAPH = str(ROOT / "data" / "games" / "digraph.py")


@cache
def solved(spec):
    return solve(load(spec))


def positions(spec, count, plies):
    """Return positions after random plies, none of which is over."""
    game = load(spec)
    for seed in range(count):
        random, position = np.random.default_rng(seed), game.start()
        for _ in range(int(random.integers(plies + 1))):
            following = position.play(int(random.choice(position.legal)))
            position = position if following.is_terminal else following
        yield position


SMALL = [
    # spec, random plies, whether play can go round in circles
    pytest.param("tic-tac-toe", 4, False, marks=pytest.mark.slow),
    ("nim:piles=[1,2,3]", 2, False),
    pytest.param("hexapawn", 2, False, marks=pytest.mark.slow),
    ("dots-and-boxes:rows=1,cols=2", 3, False),
    pytest.param("cat-and-mouse:rows=3,cols=4", 6, True, marks=pytest.mark.slow),
    ("cat-and-mouse:rows=3,cols=3", 6, True),
    pytest.param("pong-hau-ki", 6, True, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("spec", "plies", "cyclic"), SMALL, ids=str)
def test_all_agree(spec, plies, cyclic):
    exact = solved(spec)
    for position in positions(spec, 6, plies):
        truth = exact.value[exact.graph.index[position.key]]
        proofs = dfpn(position)
        assert proofs.value == truth
        assert all(question.holds == asked(truth, question) for question in proofs.questions)
        check_line(position, proofs, exact)
        deep = alphabeta(position, depth=0 if not cyclic else 12)
        assert deep.bounds[0] <= truth <= deep.bounds[1]
        assert cyclic or deep.proven
        grown = search(position, simulations=20_000, seed=1)
        assert grown.bounds[0] <= truth <= grown.bounds[1]
        assert cyclic or grown.proven


def asked(value, question):
    return value > question.payoff if question.more else value >= question.payoff


def check_line(position, result, exact):
    """The line is legal, and the side that proves something keeps it at every step."""
    threshold = result.questions[-1]
    holds = asked(exact.value[exact.graph.index[position.key]], threshold)
    for name in result.line:
        position = position.play(name)
        assert asked(exact.value[exact.graph.index[position.key]], threshold) == holds or position.is_terminal
    if position.is_terminal:
        assert asked(position.payoff, threshold) == holds


def random_graph(game, seed, levels=1):
    """Return the position of a random graph; about one node in four ends the game.

    With levels, no edge leads to a lower one, and `progress` is the level.
    """
    random = np.random.default_rng(seed)
    s = game.new_state()
    nodes = len(s.owner)
    for n in range(nodes):
        s.owner[n] = int(random.integers(2))
        s.worth[n] = int(random.integers(-2, 3))
        count = 0 if random.random() < 0.25 and n else int(random.integers(1, 4))
        s.count[n] = count
        s.level[n] = n * levels // nodes
        first = next(m for m in range(nodes) if m * levels // nodes == s.level[n])
        for k in range(count):
            s.next[n, k] = int(random.integers(first, nodes))
    return Position(game, s)


@pytest.mark.parametrize("never", [-2, 0, 1])
def test_random_graphs(never):
    """Graph against history: with cycles everywhere, every search finds what brute force finds, table or no table."""
    game = load(DIGRAPH, never=never)
    with_table = AlphaBeta(game, AlphaBetaSettings(depth=14, exact=True))
    without = AlphaBeta(game, AlphaBetaSettings(depth=14, exact=True, memory=0))
    shallow = AlphaBeta(game, AlphaBetaSettings(depth=5, exact=True))
    shallow_without = AlphaBeta(game, AlphaBetaSettings(depth=5, exact=True, memory=0))
    for seed in range(250):
        position = random_graph(game, seed, levels=1 + seed % 3)
        exact = solve(game, [position.state])
        truth = exact.value[0]
        deep, plain = with_table.search(position), without.search(position)
        # No path of seven states is longer than the horizon: everything is known.
        assert (deep.value, deep.proven) == (plain.value, plain.proven) == (truth, True)
        assert {a.action: a.value for a in deep.actions} == {a.action: a.value for a in plain.actions}
        for a in deep.actions:
            number = exact.graph.index[position.play(a.action).key]
            assert not a.proven or a.value == exact.value[number]
        first, second = shallow.search(position), shallow_without.search(position)
        assert {a.action: a.value for a in first.actions} == {a.action: a.value for a in second.actions}
        assert first.bounds[0] <= truth <= first.bounds[1]
        proofs = dfpn(position)
        assert proofs.value == truth
        check_line(position, proofs, exact)


@pytest.mark.slow  # two minutes
@pytest.mark.parametrize("never", [-2, -1, 0, 1, 2])
def test_many_random_graphs(never):
    game = load(DIGRAPH, never=never, nodes=9)
    searcher = AlphaBeta(game, AlphaBetaSettings(depth=12))
    for seed in range(3000):
        position = random_graph(game, seed)
        exact = solve(game, [position.state])
        assert searcher.search(position).value == exact.value[0]
        assert dfpn(position, memory=1).value == exact.value[0]
