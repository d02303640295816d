"""What a fit found: weights for play, estimates with intervals, errors, calibration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from outfox.arena.statistics import Z95
from outfox.training.learn.design import expand
from outfox.training.learn.fit_errors import Bin, Errors
from outfox.training.learn.fit_scale import Scale

if TYPE_CHECKING:
    from outfox.training.learn.design import Column
    from outfox.training.learn.fit_settings import FitSettings

Array = NDArray[np.float64]

DRAWS = 2000
"""Draws from which the interval of a derived figure is read."""


@dataclass(frozen=True)
class Trial:
    """A ridge strength with its error on games that its fit had not seen: the loss, and its standard error."""

    ridge: float
    error: float
    standard_error: float


@dataclass(frozen=True)
class Interval:
    """A derived figure with its standard error and 95 % interval; `value` is the figure of the estimates."""

    value: float
    standard_error: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Return ``value``, ``standard_error``, ``interval``."""
        return {"value": self.value, "standard_error": self.standard_error, "interval": [self.low, self.high]}


@dataclass(frozen=True, eq=False)
class Fit:
    """Weights with all that is known about them.

    Attributes
    ----------
    columns
        The parameters' names and kinds.
    parameters : (C,) float64
        Weights for play: drawn together by the ridge. To six places.
    estimates : (C,) float64
        Weights for reading: almost without a penalty. Standard errors and intervals are theirs.
    scaled, covariance, scale
        The estimates of the parameters that were fitted, scaled; the covariance of their errors; and the scale.
    ridge
        Strength, per game.
    trials
        What cross-validation found; empty where the ridge was given.
    errors, calibration
        On games kept apart.
    games
        How many rows.
    settings, seed
        As given.
    """

    columns: tuple[Column, ...]
    parameters: Array
    estimates: Array
    scaled: Array
    covariance: Array
    scale: Scale
    ridge: float
    trials: tuple[Trial, ...]
    errors: Errors
    calibration: tuple[Bin, ...]
    games: int
    settings: FitSettings
    seed: int

    @property
    def standard_errors(self) -> Array:
        """Of each estimate, (C,); NaN where no position shows the parameter."""
        found = np.full(len(self.columns), np.nan)
        found[self.scale.seen] = np.sqrt(np.diag(self.covariance)) / self.scale.spread
        return found

    @property
    def intervals(self) -> Array:
        """95 % interval of each estimate: (C, 2); NaN where no position shows the parameter."""
        half = Z95 * self.standard_errors
        return np.column_stack([self.estimates - half, self.estimates + half])

    def expand(self, parameters: Array) -> Array:
        """Return `Model.vector` for parameters: those of the fit, its estimates, or draws of them."""
        return expand(self.columns, parameters)

    def interval(self, function: Callable[[Array], float]) -> Interval:
        """Return the interval of a figure that follows from the weights.

        Parameters
        ----------
        function
            Takes `Model.vector`, returns the figure. It is called some thousand times.
        """
        return self.intervals_of(lambda vector: np.array([function(vector)]))[0]

    def intervals_of(self, function: Callable[[Array], Array]) -> list[Interval]:
        """Return the intervals of several figures that follow from the weights.

        Normal draws with the estimates' covariance, the same at every call; intervals are quantiles, so that they are
        lopsided where a figure is, as a ratio's. The standard error is half of what lies between the quantiles of one
        standard deviation: a ratio whose denominator may be 0 has no other.

        Parameters
        ----------
        function
            Takes `Model.vector`, returns figures: (F,).
        """
        values = function(self.expand(self.scale.parameters(self.scaled)))
        figures = np.array([function(self.expand(parameters)) for parameters in self.draws()])
        low, below, above, high = np.quantile(figures, [0.025, 0.158655, 0.841345, 0.975], axis=0)
        return [
            Interval(float(value), float(one_up - one_down) / 2.0, float(down), float(up))
            for value, one_down, one_up, down, up in zip(values, below, above, low, high, strict=True)
        ]

    def draws(self, count: int = DRAWS) -> Array:
        """Return parameters that the data allow for, as likely as they are: (count, C)."""
        values, vectors = np.linalg.eigh(self.covariance)
        factor = vectors * np.sqrt(np.maximum(values, 0.0))
        random = np.random.default_rng(self.seed)
        return self.scale.parameters(self.scaled + random.standard_normal((count, len(values))) @ factor.T)

    def to_dict(self) -> dict[str, Any]:
        """Return everything for JSON: numbers that are not known are None."""
        return {
            "games": self.games,
            "loss": self.settings.loss,
            "ridge": self.ridge,
            "ridge_tried": [asdict(trial) for trial in self.trials],
            "errors": self.errors.to_dict(),
            "calibration": [part.to_dict() for part in self.calibration],
            "weights": self.weights(),
            "bootstrap": self.settings.bootstrap,
            "held_out": self.settings.held_out,
            "seed": self.seed,
        }

    def weights(self) -> list[dict[str, Any]]:
        """Return each parameter: ``name``, ``kind``, ``weight``, ``estimate``, ``standard_error``, ``interval``."""
        rows = zip(
            self.columns, self.parameters, self.estimates, self.standard_errors, self.intervals, strict=True
        )  # fmt: skip
        return [
            {
                "name": column.name,
                "kind": column.kind,
                "weight": float(weight),
                "estimate": float(estimate),
                "standard_error": None if np.isnan(error) else float(error),
                "interval": None if np.isnan(error) else [float(low), float(high)],
            }
            for column, weight, estimate, error, (low, high) in rows
        ]

    def __str__(self) -> str:
        from outfox.training.learn.fit_text import fit_text

        return fit_text(self)
