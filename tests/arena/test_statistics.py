"""Intervals, against published and recomputed values, and against simulation."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.arena import Share, score_interval, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (48, 100, 0.385, 0.577),
        (26, 30, 0.703, 0.947),
        (255, 500, 0.466, 0.554),
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.278),
        (10, 10, 0.722, 1.0),
    ],
)
def test_wilson(count, of, low, high):
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-4)
    assert score_interval([1.0] * count + [0.0] * (of - count)) == pytest.approx((low, high), abs=5e-4)


def test_share():
    share = Share(26, 30)
    assert share.to_dict() == {"count": 26, "of": 30, "share": 26 / 30, "interval": list(wilson(26, 30))}
    assert str(share) == "86.7 % [70.3, 94.7]"
    assert Share(0, 0).share == 0.0


def test_pairs_of_independent_games_are_worth_their_games():
    pairs = [1.0] * 250 + [0.5] * 500 + [0.0] * 250
    assert score_interval(pairs, games=2) == pytest.approx(wilson(1000, 2000), abs=1e-4)


def test_pairs_that_the_opening_decides_are_worth_half():
    assert score_interval([1.0] * 500 + [0.0] * 500, games=2) == pytest.approx(wilson(500, 1000), abs=1e-4)


def test_one_pair_is_two_games():
    assert score_interval([0.5], games=2) == pytest.approx(wilson(1, 2))
    assert score_interval([1.0], games=2) == pytest.approx(wilson(2, 2))
    assert score_interval([], games=2) == (0.0, 1.0)


def test_no_evidence_makes_no_certainty():
    low, high = score_interval([0.5] * 10, games=2)
    assert 0.4 < low < 0.5 < high < 0.6, "ten split pairs do not prove a half"
    assert score_interval([1.0] * 10, games=2) == pytest.approx(wilson(20, 20))


@pytest.mark.parametrize("kind", ["independent", "opening", "seat", "draws"])
@pytest.mark.parametrize("score", [0.5, 0.8])
def test_coverage(kind, score):
    random, hits, repeats, n = np.random.default_rng(5), 0, 1000, 30
    for _ in range(repeats):
        u = random.random((n, 2))
        if kind == "independent":
            points = (u < score).mean(axis=1)
        elif kind == "opening":  # decides both games of the pair
            points = (u[:, 0] < score).astype(float)
        elif kind == "seat":
            points = (u < [min(1.0, score + 0.2), score - 0.2]).mean(axis=1)
        else:
            points = np.where(u < 0.6, score, u < 0.6 + 0.4 * score).mean(axis=1)
        low, high = score_interval(points.tolist(), games=2)
        hits += low <= score <= high
    assert 0.92 <= hits / repeats <= 0.99
