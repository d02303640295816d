"""Answers that everybody can look up, from a whole solve: sizes, values, the only winning moves."""

from __future__ import annotations

from outfox.methods.solve import solve
from outfox.rules import load


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    solution = solve(load("connect-four:rows=4,cols=4"))
    assert (solution.value, solution.states) == (0.0, 161_029)


def test_breakthrough_on_four_by_four_is_won_by_the_outer_pieces_straight_steps_alone() -> None:
    solution = solve(load("breakthrough:rows=4,cols=4"))
    assert solution.winner == 0
    assert {action.name for action in solution.actions if action.value > 0} == {"a4a3", "d4d3"}


def test_othello_on_four_by_four_is_won_by_the_second_player_by_eight() -> None:
    assert solve(load("othello:size=4,count=margin")).value == -8.0
