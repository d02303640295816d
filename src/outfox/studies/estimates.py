"""Numbers with intervals for trends: contrasts of scores over the cells of a budget matrix.

A contrast is a sum of cell scores with fixed weights: the slope along the diagonal, the gain from a doubling,
a difference of two cells. Weights are fixed by the plan before a game is played, never by what was found.

Sources: Price and Bonett 2004, "An improved confidence interval for a linear function of binomial
proportions", whose pseudo-games keep the interval honest where a cell is all wins; here a draw counts a half.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from outfox.arena.statistics import mean_interval as interval_of_mean

Z = 1.959963984540054
"""Half-width of a 95 % interval in standard errors."""


class Count(NamedTuple):
    """Games of one cell: won by player 0, drawn, won by player 1."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Player 0's share: a win counts 1, a draw a half; 0.5 without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def sign(self) -> int:
        """1 or -1 where the interval lies on one side of 0, else 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    def __neg__(self) -> Estimate:
        return Estimate(-self.value, -self.high, -self.low)

    def to_dict(self) -> dict[str, float | list[float]]:
        """Return ``value`` and ``interval``."""
        return {"value": tidy(self.value), "interval": [tidy(self.low), tidy(self.high)]}


def tidy(x: float) -> float:
    """Round to six places, and -0.0 to 0.0.

    Examples
    --------
    >>> tidy(1 / 3), tidy(-1e-9)
    (0.333333, 0.0)
    """
    return round(float(x), 6) + 0.0


def contrast(cells: Sequence[Count], weights: Sequence[float]) -> Estimate:
    """Return the weighted sum of the cells' scores, with its interval.

    Parameters
    ----------
    cells
        Independent samples.
    weights
        One a cell.

    Examples
    --------
    >>> gain = contrast([Count(10, 0, 30), Count(30, 0, 10)], [-1.0, 1.0])
    >>> gain.value, gain.sign
    (0.5, 1)
    """
    used = [(cell, w) for cell, w in zip(cells, weights, strict=True) if w and cell.games]
    if not used:
        return Estimate(0.0, -math.inf, math.inf)
    value = sum(w * cell.score for cell, w in used)
    pseudo = 2.0 / len(used)  # added to the wins and to the losses of each cell
    centre = variance = 0.0
    for cell, w in used:
        games = cell.games + 2 * pseudo
        mean = (cell.wins + pseudo + cell.draws / 2) / games
        square = (cell.wins + pseudo + cell.draws / 4) / games
        centre += w * mean
        variance += w * w * (square - mean * mean) / games
    half = Z * math.sqrt(variance)
    return Estimate(value, min(value, centre - half), max(value, centre + half))


def score(cell: Count) -> Estimate:
    """Return player 0's score in one cell with its interval, between 0 and 1."""
    if not cell.games:
        return Estimate(0.5, 0.0, 1.0)
    one = contrast([cell], [1.0])
    return Estimate(one.value, max(0.0, one.low), min(1.0, one.high))


def slope_weights(x: Sequence[float]) -> list[float]:
    """Return the weights whose sum with y is the least-squares slope of y over x.

    Examples
    --------
    >>> slope_weights([0, 1, 2])
    [-0.5, 0.0, 0.5]
    """
    if len(x) < 2:
        return [0.0] * len(x)
    middle = sum(x) / len(x)
    spread = sum((one - middle) ** 2 for one in x)
    return [(one - middle) / spread for one in x]


def mean_interval(values: Sequence[float]) -> Estimate | None:
    """Return the mean with Student's interval; None for fewer than two values."""
    found = interval_of_mean(values)
    return None if found is None else Estimate(math.fsum(values) / len(values), *found)


def mean_share(values: Sequence[float]) -> Estimate:
    """Return the mean of shares with Student's interval, within 0 and 1; that is all of it for fewer than two values.

    Examples
    --------
    >>> found = mean_share([0.2, 0.3, 0.4])
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.3, 0.052, 0.548)
    """
    found = mean_interval(values) or Estimate(math.fsum(values) / max(len(values), 1), 0.0, 1.0)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))
