"""The verdict claims what the intervals allow and nothing else."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from outfox.arena import wilson
from outfox.studies.findings import Trends
from outfox.studies.tally import Tally
from outfox.studies.verdict import CAUTION, direction, verdict
from tests.studies.helpers import BUDGETS, findings, played

PLAYERS = "foxes", "sheep"


def words(found):
    return " ".join(verdict(found, PLAYERS))


def test_a_clear_favourite_is_named():
    text = words(findings(lambda _, game: 1.0 if game % 10 else -1.0, equal=60, games=12))
    assert "90 % [80, 95] of 60 games were won by foxes and 10 % [5, 20] by sheep" in text
    assert "favours foxes" in text
    assert "no direction that these games can show" in text
    assert "do not tell to whom it was worth more" in text
    assert text.endswith(CAUTION)


def test_an_even_game_names_nobody():
    text = words(findings(lambda _, game: 1.0 if game % 2 else -1.0, equal=60))
    assert "does not tell who is favoured" in text
    assert "favours" not in text


@pytest.mark.parametrize(("games", "told"), [(1, False), (4, False), (5, False), (6, True), (20, True)])
def test_a_handful_of_wins_is_not_enough(games, told):
    text = words(findings(lambda budgets, game: 1.0, equal=games))
    assert "100 % [" in text
    assert ("favours foxes" in text) == told
    assert ("does not tell who is favoured" in text) != told


def test_an_even_game_is_seldom_called_uneven():
    for games in range(1, 60):
        called = 0.0
        for wins in range(games + 1):
            cell = Tally(tuple(played(k, 1.0 if k < wins else -1.0) for k in range(games)))
            called += math.comb(games, wins) / 2**games if cell.favoured is not None else 0.0
        assert called <= 0.05


def test_draws_decide_nothing():
    text = words(findings(lambda budgets, game: 0.0))
    assert "None was decided" in text
    assert "100 % [51, 100] were drawn" in text
    assert "favours" not in text


def test_few_decided_games_among_many_draws():
    text = words(findings(lambda budgets, game: -1.0 if game < 8 else 0.0, equal=60))
    assert "Of those that were decided, 100 % [68, 100] went to sheep" in text
    assert "at this budget that favours sheep" in text


@pytest.mark.parametrize(("towards", "rising"), [("foxes", True), ("sheep", False)])
def test_a_trend_along_the_diagonal(towards, rising):
    share = dict(zip(BUDGETS, (0.2, 0.5, 0.8) if rising else (0.8, 0.5, 0.2), strict=True))
    won = lambda budgets, game: 1.0 if game < 60 * share[budgets[0]] else -1.0
    text = words(findings(won, equal=60, games=60))
    assert f"more thinking time moved it towards {towards}" in text


def test_who_gains_more():
    def wins(budgets, game):  # a doubling of the sheep's budget costs the foxes more than theirs brings
        share = 0.5 + 0.05 * np.log2(budgets[0] / 8) - 0.25 * np.log2(budgets[1] / 8)
        return 1.0 if game + 0.5 < 100 * share else -1.0

    text = words(findings(wins, equal=100, games=100))
    assert re.search(r"worth \+5.0 points \[.*?\] to foxes and \+25.0 points \[.*?\] to sheep; it was", text)
    assert "it was worth more to sheep." in text
    assert "moved it towards sheep" in text


def test_a_study_without_games_says_nothing():
    assert words(findings(lambda budgets, game: None)) == (
        "No game between equal budgets was finished: nothing can be said."
    )


def test_a_study_cut_short_leaves_out_what_it_cannot_say():
    count = iter(range(5))
    found = findings(lambda budgets, game: 1.0 if next(count, None) is not None else None)
    text = words(found)
    assert "A doubling for one side alone" not in text
    assert found.trends.gains is None


def test_an_interval_that_is_printed_as_touching_zero_shows_no_direction():
    from outfox.studies.estimates import Estimate

    trends = Trends(Estimate(0.02, 0.0004, 0.04), None, None)
    assert direction(trends, BUDGETS, PLAYERS).endswith(
        "by +2.0 points [0.0, +4.0]: no direction that these games can show."
    )


@pytest.mark.parametrize("seed", range(60))
def test_no_table_gets_more_than_its_intervals_allow(seed):
    random = np.random.default_rng(seed)
    odds = random.dirichlet([0.7, 0.4, 0.7], size=9)
    places = {(a, b): k for k, (a, b) in enumerate((a, b) for a in BUDGETS for b in BUDGETS)}
    payoffs = lambda budgets, _: float(random.choice([1.0, 0.0, -1.0], p=odds[places[budgets]]))
    found = findings(payoffs, equal=int(random.integers(1, 40)), games=int(random.integers(1, 20)))
    text = words(found)
    wins, _, losses = found.matrix[16, 16].count
    for player, own in (("foxes", wins), ("sheep", losses)):
        if f"favours {player}" in text:
            assert wilson(own, wins + losses)[0] > 0.5
    both, difference = found.trends.both, found.trends.difference
    for side, sign in (("foxes", 1), ("sheep", -1)):
        if f"moved it towards {side}" in text:
            assert both.sign == sign
        if f"worth more to {side}" in text:
            assert difference.sign == sign
    assert text.endswith(CAUTION)
    assert "proves" not in text
    assert "wins" not in text  # what was won, not what wins
