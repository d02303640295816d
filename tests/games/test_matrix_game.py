"""Matrix games: the table decides, names are the user's, and what is no zero-sum table is refused by name."""

from __future__ import annotations

import json

import pytest

from outfox.rules import RulesError, load
from outfox.rules.errors import UnknownName


def payoffs(game):
    """Return what player 0 wins by each pair of names."""
    start = game.start()
    table = {}
    for row in start.legal:
        after = start.play(row)
        for column in after.legal:
            table[start.name(row), after.name(column)] = after.play(column).payoff
    return table


def test_rock_paper_scissors():
    wins = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    found = payoffs(load("matrix-game"))
    assert {pair for pair, payoff in found.items() if payoff == 1.0} == wins
    assert {pair[::-1] for pair, payoff in found.items() if payoff == -1.0} == wins
    assert all(found[name, name] == 0.0 for name in ("rock", "paper", "scissors"))


def test_a_table_of_ones_own():
    game = load('matrix-game:table=[[2.5,-1],[0,4],[1,1]],rows=["top","middle","down"]')
    assert payoffs(game) == {
        ("top", "column 1"): 2.5, ("top", "column 2"): -1.0, ("middle", "column 1"): 0.0,
        ("middle", "column 2"): 4.0, ("down", "column 1"): 1.0, ("down", "column 2"): 1.0,
    }  # fmt: skip
    assert (game.scale, game.actions) == (4.0, 3)
    assert load(game.spec).rules_key == game.rules_key
    position = game.start().play("middle")
    assert game.parse(position.text).state == position.state


def test_pairs_of_payoffs_that_sum_to_zero():
    pairs = load("matrix-game:table=[[[2,-2],[-1,1]],[[-1,1],[1,-1]]]")
    assert payoffs(pairs) == payoffs(load("matrix-game:table=[[2,-1],[-1,1]]"))


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ([[[3, 3], [0, 5]], [[5, 0], [1, 1]]], "table is general-sum: what one player wins the other must lose"),
        ([[1, 2], [3]], "the rows of table must be equally long"),
        ([[1, [1, -1]]], "table holds numbers, or pairs of numbers: no other"),
        ([["one"]], "table holds numbers, or pairs of numbers: no other"),
        ([1, 2], "table is a list of rows"),
        ([], "table needs a row"),
    ],
)
def test_tables_that_are_none(table, says):
    with pytest.raises(RulesError, match=says):
        load(f"matrix-game:table={json.dumps(table)}")


def test_names_fit_the_table():
    with pytest.raises(RulesError, match="rows must be as many names as the table has rows"):
        load('matrix-game:rows=["a","b"]')
    with pytest.raises(RulesError, match="columns must be different names"):
        load('matrix-game:columns=["a","b","A"]')
    with pytest.raises(UnknownName):
        load("matrix-game:table=7")
