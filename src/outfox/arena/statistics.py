"""Shares and scores with their intervals.

Sources: Wilson 1927; Brown, Cai and DasGupta 2001 (why Wilson's interval and not the normal one).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Z95 = 1.959963984540054
"""Standard normal quantile of a two-sided 95 % interval."""


ROUNDING = 1e-12

NOTHING = 1e-18
"""A sum of squares that is 0 but for rounding."""


def wilson(count: int, of: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for a share.

    Parameters
    ----------
    count, of
        How many of how many. Of none, all is possible: (0, 1).
    z
        Quantile of the standard normal distribution; the default is for 95 %.

    Examples
    --------
    >>> low, high = wilson(48, 100)
    >>> round(low, 3), round(high, 3)
    (0.385, 0.577)
    """
    if of == 0:
        return 0.0, 1.0
    share = count / of
    return _interval(share, share * (1.0 - share), of, 1, z)


def score_interval(scores: Sequence[float], games: int = 1, z: float = Z95) -> tuple[float, float]:
    """Return the interval of a mean score.

    Wilson's, with the variance that the scores have instead of that of a coin. A pair of games with swapped
    seats is one score, the mean of two games: what the seats decide then cancels out, and what the opening
    decides, which both games share, is not counted as evidence twice. For single games that are won or lost
    it is Wilson's interval itself; for one pair alone, which has no variance, Wilson's for two games.

    Parameters
    ----------
    scores
        From 0 to 1, independent of each other. Of none, all is possible: (0, 1).
    games
        Each score is the mean of so many games.
    z
        As in `wilson`.

    Examples
    --------
    >>> low, high = score_interval([1.0] * 48 + [0.0] * 52)
    >>> round(low, 3), round(high, 3)
    (0.385, 0.577)
    >>> low, high = score_interval([0.5] * 50, games=2)
    >>> round(low, 3), round(high, 3)
    (0.482, 0.518)
    """
    n = len(scores)
    if n == 0:
        return 0.0, 1.0
    mean = math.fsum(scores) / n
    squares = math.fsum((score - mean) ** 2 for score in scores)
    if games == 1:
        variance = squares / n
    else:
        variance = squares / (n - 1) if n > 1 else mean * (1.0 - mean) / games
    return _interval(mean, variance, n, games, z)


def mean_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Return Student's 95 % interval of the mean of independent values; None of fewer than two.

    Examples
    --------
    >>> [round(x, 3) for x in mean_interval([1.0, 2.0, 3.0])]
    [-0.484, 4.484]
    """
    n = len(values)
    if n < 2:
        return None
    from scipy.special import stdtrit  # late: most commands need no scipy

    mean = math.fsum(values) / n
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    half = float(stdtrit(n - 1, 0.975)) * math.sqrt(variance / n)
    return mean - half, mean + half


def variance_ratio(plain: Sequence[float], corrected: Sequence[float]) -> float | None:
    """Return how many times the variance of the one is that of the other; None where it cannot be said.

    Examples
    --------
    >>> variance_ratio([2.0, -2.0], [1.0, -1.0])
    4.0
    """
    if len(plain) < 2:
        return None
    squares = [
        math.fsum((value - math.fsum(values) / len(values)) ** 2 for value in values) for values in (plain, corrected)
    ]
    return squares[0] / squares[1] if squares[1] > NOTHING else None


def _interval(mean: float, variance: float, n: int, games: int, z: float) -> tuple[float, float]:
    """Return Wilson's interval of the mean of `n` scores, each the mean of so many games.

    It adds z**2 games of variance 1/4 around 1/2 to those that were played, as Wilson's formula does.
    """
    added = z * z / games
    middle = (n * mean + added / 2) / (n + added)
    half = z * math.sqrt(n * variance + added / (4 * games)) / (n + added)
    low, high = middle - half, middle + half
    # What is 0 or 1 but for rounding is so: on the scale of Elo the difference is infinite.
    return 0.0 if low < ROUNDING else low, 1.0 if high > 1.0 - ROUNDING else high


@dataclass(frozen=True)
class Share:
    """How many of how many, with Wilson's 95 % interval.

    Attributes
    ----------
    count, of

    Examples
    --------
    >>> print(Share(48, 100))
    48.0 % [38.5, 57.7]
    """

    count: int
    of: int

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"

    @property
    def share(self) -> float:
        """The share; 0 of none."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return wilson(self.count, self.of)

    def to_dict(self) -> dict[str, Any]:
        """Return ``count``, ``of``, ``share``, ``interval``."""
        return {"count": self.count, "of": self.of, "share": self.share, "interval": list(self.interval)}
