"""Every position of a game with its value: counted against published numbers and against brute force."""

from __future__ import annotations

from collections import Counter

import pytest

from outfox.methods.solve.states import solve_states
from outfox.rules import TERMINAL, BudgetExceeded, NotSupported, load
from tests.naive import retrograde as naive


def test_tic_tac_toe_as_published():
    solved = solve_states(load("tic-tac-toe"))
    assert (solved.positions, solved.graph.states) == (5478, 765)
    ends = {value: plies[0] for value, plies in solved.histogram().items()}
    assert ends == {1.0: 626, -1.0: 316, 0.0: 16}
    assert solved.shares(0).states == 5478 - 958


def test_pong_hau_ki_as_published():
    solved = solve_states(load("pong-hau-ki"))
    assert solved.positions == 56
    found = solved.histogram()
    assert sum(found[1.0].values()) + sum(found[-1.0].values()) == 12  # won or lost,
    assert found[1.0][0] + found[-1.0][0] == 4  # four of them at once


@pytest.mark.parametrize("spec", ["mu-torere:restriction=1", "chopsticks", "nim:piles=[1,2]"])
def test_shares_and_distances_as_brute_force_counts_them(spec):
    game = load(spec)
    graph = naive.explore(game)
    value = naive.values(graph)
    plies = naive.remoteness(graph, value)
    solved = solve_states(game)
    assert solved.positions == len(value)
    counted = {(v, d): n for v, found in solved.histogram().items() for d, n in found.items()}
    assert counted == Counter(zip(value, plies, strict=True))
    moving = [(who, v) for who, v in zip(graph.who, value, strict=True) if who != TERMINAL]
    mover, first = solved.shares(), solved.shares(0)
    assert mover.won == sum((v > 0) == (who == 0) for who, v in moving if v)
    assert (first.won, first.drawn, first.lost) == tuple(sum(f(v) for _, v in moving) for f in SIGNS)
    assert solved.shares(1).won == first.lost


SIGNS = (lambda v: v > 0, lambda v: v == 0, lambda v: v < 0)


def test_a_game_of_chance_has_shares_and_no_distances():
    solved = solve_states(load("pig:target=10"))
    assert {plies for found in solved.histogram().values() for plies in found} == {None}
    assert solved.shares().states < solved.positions


def test_limits():
    with pytest.raises(BudgetExceeded, match="more than 100 states"):
        solve_states(load("tic-tac-toe"), symmetry=False, states=100)
    with pytest.raises(NotSupported, match="hidden"):
        solve_states(load("tests/data/check/kuhn.py"))
