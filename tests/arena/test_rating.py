"""Ratings, against formulas, a search over a grid, and simulation; cycles."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import optimize

from outfox.arena.cycles import cycles
from outfox.arena.elo import elo_of, score_of
from outfox.arena.rating import Meeting, expected, rate


@pytest.mark.parametrize("score", [0.5, 0.6, 0.9])
def test_two_players_differ_by_the_elo_of_their_score(score):
    scores = [1.0] * round(100 * score) + [0.0] * round(100 * (1 - score))
    ratings = rate(2, [Meeting(0, 1, scores, games=1)], prior=0.0)
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(elo_of(score), abs=1e-6)
    assert ratings.elo.sum() == pytest.approx(0.0, abs=1e-9)
    assert expected(ratings.elo[0] - ratings.elo[1]) == pytest.approx(score)


def test_draws_are_half_points():
    won = rate(2, [Meeting(0, 1, [1.0] * 30 + [0.0] * 10)])
    drawn = rate(2, [Meeting(0, 1, [0.75] * 40)])
    assert drawn.elo == pytest.approx(won.elo)
    assert drawn.dispersion < 0.2 < won.dispersion, "what scatters less is known better"
    assert _width(drawn.difference(0, 1)) < 0.5 * _width(won.difference(0, 1))


def _width(interval):
    return interval[1] - interval[0]


def naive_likelihood(elo, results):
    """Sum over games of the logarithm of what the model promised: the obvious way."""
    return sum(
        points * math.log(score_of(elo[i] - elo[j])) + (games - points) * math.log(score_of(elo[j] - elo[i]))
        for i, j, points, games in results
    )


def test_three_players_against_a_search_that_knows_no_derivatives():
    results = [(0, 1, 13.5, 20), (0, 2, 17.0, 20), (1, 2, 11.0, 20)]
    meetings = [Meeting(i, j, [p / n] * n, games=1) for i, j, p, n in results]
    ratings = rate(3, meetings, prior=0.0)
    found = optimize.minimize(
        lambda elo: -naive_likelihood([*elo, 0.0], results), [90.0, 50.0], method="Nelder-Mead", options={"fatol": 1e-9}
    )
    best = np.array([*found.x, 0.0])
    best -= best.mean()
    assert ratings.elo == pytest.approx(best, abs=0.1)


def test_an_interval_ends_where_the_likelihood_has_fallen():
    results = [(0, 1, 13.0, 20), (0, 2, 17.0, 20), (1, 2, 11.0, 20)]
    meetings = [Meeting(i, j, [1.0] * int(p) + [0.0] * int(n - p), games=1) for i, j, p, n in results]
    ratings = rate(3, meetings, prior=0.0)
    low, high = ratings.interval(0)
    top = naive_likelihood(ratings.elo, results)
    for end in (low, high):
        # The others may adapt: the best that is left with the first held there, by a scan over the second.
        left = max(
            naive_likelihood([end, -end / 2 + shift, -end / 2 - shift], results) for shift in np.arange(-400, 400, 0.5)
        )
        assert 2 * (top - left) / ratings.dispersion == pytest.approx(3.841, abs=0.02)
    assert low < ratings.elo[0] < high


def test_ratings_do_not_depend_on_who_is_a():
    meetings = [Meeting(0, 1, [1.0, 0.5, 0.75]), Meeting(1, 2, [0.25, 0.5, 1.0])]
    turned = [Meeting(1, 0, [0.0, 0.5, 0.25]), Meeting(2, 1, [0.75, 0.5, 0.0])]
    assert rate(3, meetings).elo == pytest.approx(rate(3, turned).elo)


def test_who_lost_everything_is_not_infinitely_weak():
    ratings = rate(3, [Meeting(0, 1, [1.0] * 20), Meeting(0, 2, [1.0] * 20), Meeting(1, 2, [1.0] * 20)])
    assert np.isfinite(ratings.elo).all()
    assert list(np.argsort(-ratings.elo)) == [0, 1, 2]
    low, high = ratings.difference(0, 2)
    assert 200 < low < ratings.elo[0] - ratings.elo[2] < high
    more = rate(2, [Meeting(0, 1, [1.0] * 200)])
    assert more.elo[0] > rate(2, [Meeting(0, 1, [1.0] * 20)]).elo[0]


def test_who_has_not_played_is_unknown():
    ratings = rate(3, [Meeting(0, 1, [0.5, 0.75])])
    assert ratings.interval(2) == (-math.inf, math.inf)
    assert ratings.elo[2] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("kind", ["games", "draws", "opening"])
def test_intervals_cover(kind):
    """Four players of known strength, 30 pairs for each two, 150 tournaments."""
    truth = np.array([120.0, 40.0, -20.0, -140.0])
    random, hits = np.random.default_rng(8), 0
    for _ in range(150):
        meetings = []
        for a, b in itertools.combinations(range(4), 2):
            p, n = score_of(truth[a] - truth[b]), 30
            if kind == "opening":  # it decides both games of a pair
                scores = (random.random(n) < p).astype(float)
            elif kind == "draws":
                draw = 2 * min(p, 1 - p) * 0.8
                u = random.random((n, 2))
                scores = np.where(u < draw, 0.5, u < draw + p - draw / 2).mean(axis=1)
            else:
                scores = (random.random((n, 2)) < p).mean(axis=1)
            meetings.append(Meeting(a, b, scores.tolist()))
        ratings = rate(4, meetings)
        low, high = ratings.interval(0)
        hits += low <= truth[0] <= high
    assert 0.90 <= hits / 150 <= 0.99


# -- cycles ------------------------------------------------------------------------------------------------


def test_no_cycle_in_an_order():
    assert cycles({0: {1, 2, 3}, 1: {2, 3}, 2: {3}, 3: set()}) == []


def test_longer_cycles_where_there_is_no_shorter():
    assert cycles({0: {1}, 1: {2}, 2: {3}, 3: {0}}) == [(0, 1, 2, 3)]
    assert cycles({0: {1}, 1: {2}, 2: {0, 3}, 3: {4}, 4: {5}, 5: {6}, 6: {3}}) == [(0, 1, 2), (3, 4, 5, 6)]


def test_cycles_against_all_orders():
    random = np.random.default_rng(1)
    for _ in range(50):
        k = 5
        beats = {i: set() for i in range(k)}
        for i, j in itertools.combinations(range(k), 2):
            winner = random.integers(3)
            if winner < 2:
                beats[(i, j)[winner]].add((j, i)[winner])
        triples = {
            (a, b, c)
            for a, b, c in itertools.permutations(range(k), 3)
            if a == min(a, b, c) and b in beats[a] and c in beats[b] and a in beats[c]
        }
        found = cycles(beats)
        assert {c for c in found if len(c) == 3} >= triples
        for cycle in found:
            assert all(b in beats[a] for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True))
