"""Tests and figures of strength: published values, obvious formulas, simulation."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from scipy import optimize, stats

from outfox.arena import Sprt, match, score_interval, wilson
from outfox.arena.elo import bayes_shares, draw_elo, elo_interval, elo_of, score_of, superiority
from outfox.arena.planning import games_for_margin, games_to_show, sign_test, units_to_decide
from outfox.arena.sprt import bayes_llr_of_games, llr_of_games

BOTS = "tests/players/bots.py"

# -- published figures -------------------------------------------------------------------------------------

WINS, DRAWS, LOSSES = 880, 1863, 759  # of single games, tested with elo0=0, elo1=5, alpha=beta=0.05
GAMES = [1.0] * WINS + [0.5] * DRAWS + [0.0] * LOSSES


def test_a_published_sprt():
    test = Sprt(0, 5)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert llr_of_games(WINS, DRAWS, LOSSES, test) == pytest.approx(2.953, abs=5e-4)
    assert test.decision(llr_of_games(WINS, DRAWS, LOSSES, test)) == "H1"
    assert bayes_llr_of_games(WINS, DRAWS, LOSSES, test) == pytest.approx(2.270, abs=2e-3)
    assert draw_elo(WINS, DRAWS, LOSSES) == pytest.approx(206.4, abs=0.05)


def test_published_elo_and_superiority():
    score = (WINS + DRAWS / 2) / (WINS + DRAWS + LOSSES)
    low, high = elo_interval(GAMES)
    assert elo_of(score) == pytest.approx(12.0, abs=0.05)
    assert (high - low) / 2 == pytest.approx(7.9, abs=0.05)
    assert superiority(GAMES) == pytest.approx(0.9986, abs=5e-5)


@pytest.mark.parametrize(("more", "fewer", "one", "two"), [(255, 245, 0.3437, 0.687), (26, 4, None, 5.9e-5)])
def test_published_p_values(more, fewer, one, two):
    found = sign_test(more, fewer)
    if one is not None:
        assert found[0] == pytest.approx(one, abs=5e-5)
    assert found[1] == pytest.approx(two, rel=1e-2)


def test_published_sizes():
    assert games_for_margin(0.03) == 1068
    assert games_to_show(0.55) == 783
    assert wilson(48, 100) == pytest.approx((0.385, 0.577), abs=5e-4)


# -- against obvious formulas ------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "fewer"), [(0, 0), (0, 7), (3, 3), (5, 4), (26, 4), (400, 350)])
def test_sign_test_is_the_binomial_test(more, fewer):
    one, two = sign_test(more, fewer)
    if more + fewer:
        assert one == pytest.approx(stats.binomtest(more, more + fewer, alternative="greater").pvalue)
        assert two == pytest.approx(stats.binomtest(more, more + fewer).pvalue)
    else:
        assert (one, two) == (1.0, 1.0)


def test_elo_and_score_are_inverse():
    for score in (0.01, 0.5, 0.507, 0.9):
        assert score_of(elo_of(score)) == pytest.approx(score)
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)
    assert sum(bayes_shares(30.0, 200.0)) == pytest.approx(1.0)
    with pytest.raises(ValueError, match="one win and one loss"):
        draw_elo(3, 2, 0)


def likeliest(counts: dict[float, float], mean: float) -> float:
    """The largest log likelihood under a mean, by an optimiser that knows nothing of multipliers: the slow twin."""
    values, seen = np.array(list(counts)), np.array(list(counts.values()))
    result = optimize.minimize(
        lambda p: -seen @ np.log(p), np.full(len(values), 1 / len(values)), method="SLSQP",
        bounds=[(1e-9, 1)] * len(values),
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ values - mean}],
        options={"ftol": 1e-12, "maxiter": 500},
    )  # fmt: skip
    return -result.fun


@pytest.mark.parametrize(
    "counts",
    [
        {0.0: 3, 0.25: 10, 0.5: 40, 0.75: 14, 1.0: 6},
        {0.0: 1, 0.25: 2, 0.5: 3, 0.75: 4, 1.0: 5},
        {0.0: 30, 0.25: 1, 0.5: 1, 0.75: 1, 1.0: 20},
    ],
)
def test_the_ratio_of_pairs_is_that_of_the_likeliest_distributions(counts):
    test = Sprt(-10, 30)
    slow = likeliest(counts, score_of(30)) - likeliest(counts, score_of(-10))
    assert test.llr(counts, 2) == pytest.approx(slow, abs=1e-4)


def test_the_ratio_of_many_games_is_near_the_normal_formula():
    counts = {1.0: WINS, 0.5: DRAWS, 0.0: LOSSES}
    assert Sprt(0, 5).llr(counts) == pytest.approx(llr_of_games(WINS, DRAWS, LOSSES, Sprt(0, 5)), rel=5e-3)


def test_a_few_results_decide_nothing():
    test = Sprt(0, 5)
    assert test.llr({}, 2) == 0.0
    for score in (0.0, 0.5, 1.0):
        assert abs(test.llr({score: 3}, 2)) < 0.2
    assert test.units_left({1.0: 1}, 2) is None
    left = test.units_left({1.0: 20, 0.5: 20}, 2)
    assert left is not None
    assert test.decision(test.llr({1.0: 20 + left / 2, 0.5: 20 + left / 2}, 2)) == "H1"


def test_wrong_tests_are_refused():
    for arguments in ((5, 0), (0, 5, 0.6), (0, 5, 0.05, 0.0)):
        with pytest.raises(ValueError, match="an SPRT needs"):
            Sprt(*arguments)
    with pytest.raises(ValueError, match=r"no unit of 2 games has the score 0\.3"):
        Sprt(0, 5).llr({0.3: 1}, 2)


# -- against simulation ------------------------------------------------------------------------------------

VALUES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
PAIRS = np.array([0.15, 0.15, 0.4, 0.15, 0.15])  # of equal players; neither game of a pair tells the other's


def tilted(mean: float) -> np.ndarray:
    """The distribution of pairs with another mean."""

    def shares(factor: float) -> np.ndarray:
        weights = PAIRS * np.exp(factor * VALUES)
        return weights / weights.sum()

    return shares(optimize.brentq(lambda factor: shares(factor) @ VALUES - mean, -9, 9))


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "H1"), (60.0, "H0")])
def test_the_test_errs_as_rarely_as_it_says(truth, wrong):
    """Of 400 tests with alpha = beta = 0.1 about 40 may err; 57 or more would happen once in 400 such files."""
    random, test, errors, lengths = np.random.default_rng(11), Sprt(0, 60, 0.1, 0.1), 0, []
    shares = tilted(score_of(truth))
    for _ in range(400):
        counts: Counter[float] = Counter()
        decision = None
        while decision is None:
            counts.update(random.choice(VALUES, size=4, p=shares).tolist())  # a look after every fourth pair
            decision = test.decision(test.llr(counts, 2))
        errors += decision == wrong
        lengths.append(counts.total())
    assert 10 <= errors <= 56
    assert 20 < np.mean(lengths) < 200, "far fewer than the 500 pairs of a fixed match"


@pytest.mark.parametrize("truth", [0.0, 80.0])
def test_elo_intervals_of_pairs_cover(truth):
    random, shares, hits = np.random.default_rng(3), tilted(score_of(truth)), 0
    for _ in range(1000):
        low, high = elo_interval(random.choice(VALUES, size=60, p=shares).tolist(), 2)
        hits += low <= truth <= high
    assert 0.93 <= hits / 1000 <= 0.97


def test_the_planned_number_of_games_shows_the_difference_four_times_in_five():
    random, shares = np.random.default_rng(4), tilted(0.56)
    sample = np.repeat(VALUES, np.round(shares * 100).astype(int))
    units = units_to_decide(sample.tolist(), 2) + len(sample)
    shown = sum(score_interval(random.choice(VALUES, size=units, p=shares).tolist(), 2)[0] > 0.5 for _ in range(500))
    assert 0.75 <= shown / 500 <= 0.88


def test_nothing_to_plan():
    assert units_to_decide([1.0]) is None
    assert units_to_decide([0.0, 1.0]) is None
    assert units_to_decide([1.0] * 50) == 0


def test_superiority_without_a_difference():
    assert superiority([0.5, 0.5]) is None
    assert superiority([1.0, 0.0]) == pytest.approx(0.5)


# -- in a match --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_ends_when_its_test_decides(workers):
    options = {"seed": 3, "workers": workers}
    test = Sprt(0, 200)
    result = match("tic-tac-toe", "mcts:simulations=50", "random", games=400, sprt=test, **options)
    assert result.decision == "H1"
    assert result.biased
    assert 8 <= result.games < 100
    assert result.games % 2 == 0
    data = result.to_dict()
    assert data["sprt"]["llr"] >= test.bounds[1]
    assert data["sprt"]["decision"] == "H1"
    assert data["games_to_decide"] == 0
    shorter = match("tic-tac-toe", "mcts:simulations=50", "random", games=result.games - 2, sprt=test, seed=3)
    assert shorter.decision is None, "the pair before did not decide"
    assert "biased" in str(result)
    assert "undecided" in str(shorter)
    assert not shorter.biased


def test_copies_do_not_decide_a_test():
    result = match("tic-tac-toe", f"{BOTS}:first_legal", f"{BOTS}:Stubborn", games=300, sprt=Sprt(0, 100))
    assert result.decision is None, "two games are two games, however often they are played"
    assert (result.games, result.distinct_games, result.counted) == (300, 2, 2)


def test_what_a_match_says_of_strength():
    result = match("tic-tac-toe", "mcts:simulations=50", "random", games=40, seed=1)
    pairs = [sum(pair) / 2 for pair in result.pairs]
    assert result.elo == pytest.approx(elo_of(np.mean(pairs)))
    assert result.elo_interval == pytest.approx(elo_interval(pairs, 2))
    more, fewer = sum(p > 0.5 for p in pairs), sum(p < 0.5 for p in pairs)
    assert result.p_value == pytest.approx(stats.binomtest(more, more + fewer).pvalue)
    assert result.games_to_decide == 0
    won, _, lost = result.outcomes
    assert result.seat_p_value == pytest.approx(stats.binomtest(won.count, won.count + lost.count).pvalue)
    even = match("tic-tac-toe", "random", "random", games=21, seed=2)
    assert even.games_to_decide is None or even.games_to_decide % 2 == 0
