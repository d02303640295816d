"""Intervals of trends: against simulated tables whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.studies.estimates import Count, Estimate, contrast, mean_interval, score, slope_weights


@pytest.mark.parametrize("games", [12, 48])
@pytest.mark.parametrize("odds", [(0.45, 0.1, 0.45), (0.9, 0.06, 0.04), (0.02, 0.08, 0.9)])
def test_a_slope_is_covered_as_often_as_it_says(games, odds):
    random = np.random.default_rng(1)
    weights = slope_weights([0.0, 1.0, 2.0, 3.0, 4.0])
    drawn = random.multinomial(games, odds, size=(4000, 5))
    estimates = [contrast([Count(*map(int, cell)) for cell in table], weights) for table in drawn]
    covered = np.mean([one.low <= 0.0 <= one.high for one in estimates])
    assert 0.93 <= covered <= 1.0


@pytest.mark.parametrize("games", [12, 48])
def test_a_true_slope_is_covered_too(games):
    random = np.random.default_rng(2)
    wins = np.array([0.5, 0.6, 0.7, 0.8])
    weights = slope_weights([0.0, 1.0, 2.0, 3.0])
    drawn = random.binomial(games, wins, size=(4000, 4))
    estimates = [contrast([Count(int(w), 0, games - int(w)) for w in table], weights) for table in drawn]
    covered = np.mean([one.low <= 0.1 <= one.high for one in estimates])
    assert 0.93 <= covered <= 0.98
    assert np.mean([one.value for one in estimates]) == pytest.approx(0.1, abs=0.003)


def test_a_cell_of_wins_alone_is_not_certain():
    own = score(Count(12, 0, 0))
    assert (own.value, own.high) == (1.0, 1.0)
    assert 0.6 < own.low < 0.9
    assert contrast([Count(5, 0, 0), Count(5, 0, 0)], [1.0, -1.0]).sign == 0


def test_a_value_lies_in_its_interval():
    for cell in (Count(1, 0, 0), Count(0, 1, 0), Count(0, 0, 1), Count(0, 0, 200), Count(200, 0, 0)):
        own = score(cell)
        assert 0.0 <= own.low <= own.value <= own.high <= 1.0


def test_no_games_allow_everything():
    assert contrast([Count(0, 0, 0)], [1.0]).sign == 0
    assert score(Count(0, 0, 0)) == Estimate(0.5, 0.0, 1.0)
    assert mean_interval([1.0]) is None


def test_students_interval_of_a_mean():
    scipy_stats = pytest.importorskip("scipy.stats")
    values = [3.0, -1.0, 4.0, 1.0, 5.0]
    mean = mean_interval(values)
    low, high = scipy_stats.t.interval(0.95, 4, np.mean(values), scipy_stats.sem(values))
    assert (mean.value, mean.low, mean.high) == pytest.approx((np.mean(values), low, high))
