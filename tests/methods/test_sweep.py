"""Games solved over a parameter, against published values; what is refused has its row."""

from __future__ import annotations

import pytest

from outfox.methods.solve.sweep import sweep
from outfox.rules import UnknownName, load


def answers(spec, grid):
    """Return (winner's name or None, plies) for each row."""
    game = load(spec)
    rows = list(sweep(game, grid))
    assert not any(row.reason for row in rows)
    return [
        (None if row.answer.winner is None else game.players[row.answer.winner], row.answer.remoteness) for row in rows
    ]


def test_mu_torere_restriction():
    found = answers("mu-torere", {"restriction": [0, 1, 4]})
    assert found == [("first", 1), ("second", 4), (None, None)]


def test_chopsticks():
    found = list(sweep(load("chopsticks"), {"death": ["over"], "transfers": [True, False]}))
    assert [(row.answer.value, row.answer.remoteness) for row in found] == [(-1, 26), (-1, 8)]
    assert found[0].answer.states == 382
    assert found[0].values == {"transfers": True, "death": "over"}


@pytest.mark.slow  # half a minute: sixteen games are compiled
def test_published_values_over_parameters():
    mu_torere = [(None, None), ("first", 1), *[("second", 4)] * 3, (None, None)]
    assert answers("mu-torere", {"restriction": [-1, 0, 1, 2, 3, 8]}) == mu_torere
    assert answers("hexapawn", {"cols": [3], "rows": [3, 4, 5]}) == [("second", 6), ("second", 8), ("first", 11)]
    assert answers("chopsticks", {"death": ["exact"]}) == [(None, None)]
    assert answers("hexapawn", {"rows": [4], "cols": [4]}) == [("first", 11)]
    hounds = answers("fox-and-hounds", {"first": ["fox", "hounds"], "size": [4, 6, 8]})
    assert [who for who, _ in hounds] == ["hounds", "fox", "hounds", "hounds", "hounds", "hounds"]
    assert (hounds[0][1], hounds[2][1], hounds[5][1]) == (8, 44, 43)


def test_what_is_refused_has_its_row():
    rows = list(sweep(load("mu-torere"), {"restriction": [2000, 0, "often"]}, memory=2**30))
    assert [bool(row.answer) for row in rows] == [False, True, False]
    assert (rows[0].error, rows[0].game) == ("RulesError", "")
    assert "restriction is a number of plies up to 1000" in rows[0].reason
    assert "is int, not often" in rows[2].reason


def test_what_is_too_large_has_its_row():
    (large,) = sweep(load("connect-four"), {"cols": [7]}, memory=2**20)
    assert (large.error, large.game, large.answer) == ("BudgetExceeded", "connect-four", None)


def test_unknown_parameters_stop_the_sweep():
    with pytest.raises(UnknownName, match="did you mean 'piles'"):
        sweep(load("nim"), {"pile": [1]})
