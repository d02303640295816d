"""How many games: for an interval of a width, to show a difference, and what a count of wins proves.

Sources: Fisher's sign test; the usual formula for the size of a sample by the normal distribution (Fleiss,
*Statistical Methods for Rates and Proportions*).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean

from outfox.arena.statistics import Z95, score_interval

POWER = 0.8
"""How often the planned number of games shows a difference that is there."""

Z_POWER = NormalDist().inv_cdf(POWER)


def sign_test(more: int, fewer: int) -> tuple[float, float]:
    """Return how often a fair coin gives so many heads: the exact p-values, one-sided and two-sided.

    Parameters
    ----------
    more, fewer
        Wins and losses; draws are left out.

    Returns
    -------
    tuple of float
        At least `more` heads; and a difference at least as large to either side.

    Examples
    --------
    >>> one, two = sign_test(255, 245)
    >>> round(one, 4), round(two, 3)
    (0.3437, 0.687)
    """
    n = more + fewer
    if n == 0:
        return 1.0, 1.0
    most = max(more, fewer)
    return _tail(n, more), min(1.0, 2.0 * _tail(n, most))


def _tail(n: int, least: int) -> float:
    """Return the probability of at least so many heads in `n` tosses."""
    from scipy.special import bdtrc  # late: most commands need no scipy

    return 1.0 if least <= 0 else float(bdtrc(least - 1, n, 0.5))


def games_for_margin(margin: float, score: float = 0.5) -> int:
    """Return how many single games make a 95 % interval of ``score +- margin``.

    Examples
    --------
    >>> games_for_margin(0.03)
    1068
    """
    return math.ceil(Z95 * Z95 * score * (1.0 - score) / margin**2)


def games_to_show(score: float, against: float = 0.5) -> int:
    """Return how many single games show, four times in five, that a score is not another one.

    Without draws; the test has a two-sided level of 5 % and a power of 80 %.

    Examples
    --------
    >>> games_to_show(0.55)
    783
    """
    spread = Z95 * math.sqrt(against * (1.0 - against)) + Z_POWER * math.sqrt(score * (1.0 - score))
    return math.ceil((spread / (score - against)) ** 2)


def units_to_decide(scores: Sequence[float], games: int = 1) -> int | None:
    """Return how many more units would show who is better, if the true score is the one so far.

    The plan is that of `games_to_show` with the variance that the units have.

    Parameters
    ----------
    scores, games
        As in `outfox.arena.score_interval`.

    Returns
    -------
    int or None
        0 where the interval excludes a half already; None where nothing can be said: the score is a half, or
        there are fewer than two units.

    Examples
    --------
    >>> units_to_decide([1.0] * 55 + [0.0] * 45)
    683
    """
    if len(scores) < 2:
        return None
    low, high = score_interval(scores, games)
    if low > 0.5 or high < 0.5:
        return 0
    mean = fmean(scores)
    if mean == 0.5:
        return None
    variance = math.fsum((score - mean) ** 2 for score in scores) / len(scores)
    null = math.fsum((score - 0.5) ** 2 for score in scores) / len(scores)
    spread = Z95 * math.sqrt(null) + Z_POWER * math.sqrt(variance)
    return max(1, math.ceil((spread / (mean - 0.5)) ** 2) - len(scores))
