"""SPRT: a test that stops as soon as it knows which of two differences in Elo fits better.

The generalised test compares the likelihood of the results under two hypotheses about their mean: under each, all
else about their distribution is what fits the results best. So it needs no model of draws, and it works on pairs of
games with swapped seats, whose two games are not independent. A test decides; it does not measure: it stops in a
moment that flatters one side, so the score and Elo after it are biased.

Sources: A. Wald, *Sequential Analysis*, 1947; M. Van den Bergh, *The generalized maximum likelihood ratio for the
expectation value of a distribution*, 2019 (the statistic, and adding a thousandth to empty cells).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outfox.arena.elo import bayes_shares, draw_elo, score_of
from outfox.rules.errors import BadSetting

EMPTY = 1e-3
"""What counts in a cell in which nothing has been seen: no result is taken for impossible."""


@dataclass(frozen=True)
class Sprt:
    """What to test: H1, a difference of `elo1`, against H0, one of `elo0`.

    Attributes
    ----------
    elo0, elo1
        Differences in logistic Elo of A over B, ``elo0 < elo1``.
    alpha
        How often H1 may be accepted where H0 is true.
    beta
        How often H0 may be accepted where H1 is true.

    Examples
    --------
    >>> test = Sprt(0, 5)
    >>> round(test.bounds[1], 3)
    2.944
    >>> test.decision(test.llr({1.0: 880, 0.5: 1863, 0.0: 759}))
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadSetting(f"an SPRT needs elo0 below elo1, not {self.elo0:g} and {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < value < 0.5:
                raise BadSetting(f"an SPRT needs {name} between 0 and 0.5, not {value:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Log likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def llr(self, counts: Mapping[float, float], games: int = 1) -> float:
        """Return the log likelihood ratio of H1 against H0.

        Parameters
        ----------
        counts
            How many units had each score.
        games
            Games in each unit: 2 for pairs.
        """
        cells = _cells(counts, games)
        if not any(counts.values()):
            return 0.0
        likelihoods = [_log_likelihood(cells, score_of(elo)) for elo in (self.elo0, self.elo1)]
        return likelihoods[1] - likelihoods[0]

    def decision(self, llr: float) -> str | None:
        """Return ``"H0"``, ``"H1"``, or None where the test goes on."""
        low, high = self.bounds
        return "H1" if llr >= high else "H0" if llr <= low else None

    def units_left(self, counts: Mapping[float, float], games: int = 1) -> int | None:
        """Return about how many more units the test takes if the results go on as they do.

        None where nothing can be said: before two units, or where the results fit both hypotheses alike.
        """
        n, llr = sum(counts.values()), self.llr(counts, games)
        if n < 2 or llr == 0.0:
            return None
        low, high = self.bounds
        bound = high if llr > 0.0 else low
        return max(0, math.ceil((bound - llr) / (llr / n)))

    def to_dict(self) -> dict[str, Any]:
        """Return the hypotheses and the bounds."""
        asked = {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta}
        return {"model": "logistic", **asked, "bounds": list(self.bounds)}


def _cells(counts: Mapping[float, float], games: int) -> list[tuple[float, float]]:
    """Return every score that a unit can have, with its count."""
    possible = [k / (2 * games) for k in range(2 * games + 1)]
    unknown = set(counts) - set(possible)
    if unknown:
        raise BadSetting(f"no unit of {games} games has the score {min(unknown)}")
    return [(score, counts.get(score, 0) or EMPTY) for score in possible]


def _log_likelihood(cells: list[tuple[float, float]], mean: float) -> float:
    """Return the largest log likelihood of a distribution with this mean, up to a constant.

    The distribution is ``p / (1 + t * (score - mean))`` for the observed shares `p`, with the one `t` for which
    its mean is right: Lagrange's multiplier.
    """
    total = sum(count for _, count in cells)
    excess = [(score - mean, count) for score, count in cells]
    low, high = -1.0 / excess[-1][0], -1.0 / excess[0][0]
    for _ in range(100):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if sum(count * d / (1.0 + middle * d) for d, count in excess) > 0.0:
            low = middle
        else:
            high = middle
    t = (low + high) / 2.0
    return sum(count * math.log(count / total / (1.0 + t * d)) for d, count in excess)


def llr_of_games(wins: int, draws: int, losses: int, test: Sprt) -> float:
    """Return the log likelihood ratio of single games in the logistic model, as if they were independent.

    By the formula that testing frameworks have long used: scores are taken for normal, with the variance that was
    observed. `Sprt.llr` takes no shape for granted; the two differ in the third decimal here.

    Examples
    --------
    >>> test = Sprt(0, 5)
    >>> round(llr_of_games(880, 1863, 759, test), 3)
    2.953
    >>> round(test.llr({1.0: 880, 0.5: 1863, 0.0: 759}), 3)
    2.947
    """
    games = wins + draws + losses
    mean = (wins + draws / 2) / games
    variance = (wins + draws / 4) / games - mean**2
    if variance == 0.0:
        return 0.0
    low, high = score_of(test.elo0), score_of(test.elo1)
    return games * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)


def bayes_llr_of_games(wins: int, draws: int, losses: int, test: Sprt) -> float:
    """Return the log likelihood ratio of single games in BayesElo's model; the hypotheses are in its Elo.

    Examples
    --------
    >>> round(bayes_llr_of_games(880, 1863, 759, Sprt(0, 5)), 2)
    2.27
    """
    drawelo = draw_elo(wins, draws, losses)
    under = [bayes_shares(elo, drawelo) for elo in (test.elo0, test.elo1)]
    counts = (wins, draws, losses)
    return math.fsum(n * math.log(after / before) for n, before, after in zip(counts, *under, strict=True) if n)
