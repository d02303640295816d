"""How well a fit predicts games that it has not seen, and whether its figures mean what they say."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.arena.statistics import Z95, score_interval

Array = NDArray[np.float64]

BINS = 10


@dataclass(frozen=True)
class Errors:
    """Mean squared errors, on outcomes from -1 to 1.

    Attributes
    ----------
    fitted
        On the games that the weights were fitted to.
    held_out
        On the games kept apart; None where there are none, as for what follows.
    constant
        There, of the mean outcome of the fitted games: what is known without looking at the position.
    gain, gain_interval
        How much the fit is better than that, with its 95 % interval.
    held_out_games
        How many were kept apart.
    """

    fitted: float
    held_out: float | None
    constant: float | None
    gain: float | None
    gain_interval: tuple[float, float] | None
    held_out_games: int

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name."""
        return asdict(self)


@dataclass(frozen=True)
class Bin:
    """Games for which the prediction lies in one tenth of the range.

    Attributes
    ----------
    low, high
        The tenth.
    count
        How many games.
    predicted, outcome
        Means over them; None of none.
    interval
        95 % interval of the mean outcome.
    """

    low: float
    high: float
    count: int
    predicted: float | None
    outcome: float | None
    interval: tuple[float, float]

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name."""
        return asdict(self)


def errors_of(outcomes: Array, predicted: Array, kept: NDArray[np.intp], apart: NDArray[np.intp]) -> Errors:
    """Measure errors.

    Parameters
    ----------
    outcomes, predicted : (N,) float64
    kept, apart
        Games that the weights were fitted to, and the others.
    """
    squares = (outcomes - predicted) ** 2
    fitted = float(squares[kept].mean())
    if not len(apart):
        return Errors(fitted, None, None, None, None, 0)
    without = (outcomes[apart] - outcomes[kept].mean()) ** 2
    gains = without - squares[apart]
    gain, half = float(gains.mean()), Z95 * float(gains.std()) / float(np.sqrt(len(apart)))
    held_out, constant = float(squares[apart].mean()), float(without.mean())
    return Errors(fitted, held_out, constant, gain, (gain - half, gain + half), len(apart))


def calibration_of(outcomes: Array, predicted: Array) -> tuple[Bin, ...]:
    """Compare predictions with outcomes, by tenths of the range from -1 to 1.

    Examples
    --------
    >>> bins = calibration_of(np.array([1.0, -1.0, 1.0, 1.0]), np.full(4, 0.5))
    >>> bins[7].count, bins[7].outcome
    (4, 0.5)
    """
    place = np.clip(((predicted + 1.0) / 2.0 * BINS).astype(np.int64), 0, BINS - 1)
    return tuple(_bin(k, outcomes[place == k], predicted[place == k]) for k in range(BINS))


def _bin(k: int, outcomes: Array, predicted: Array) -> Bin:
    low, high = -1.0 + 2.0 * k / BINS, -1.0 + 2.0 * (k + 1) / BINS
    if not len(outcomes):
        return Bin(round(low, 3), round(high, 3), 0, None, None, (-1.0, 1.0))
    least, most = score_interval(((outcomes + 1.0) / 2.0).tolist())
    return Bin(
        round(low, 3),
        round(high, 3),
        len(outcomes),
        float(predicted.mean()),
        float(outcomes.mean()),
        (2.0 * least - 1.0, 2.0 * most - 1.0),
    )
