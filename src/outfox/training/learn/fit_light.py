"""The weights for reading: a fit with as little penalty as possible, and how uncertain it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from outfox.training.learn.fit_objective import Objective, metric_of, minimise
from outfox.training.learn.fit_scale import Scale

Array = NDArray[np.float64]

OPEN = 2.0
"""Variance beforehand of what the positions leave open, as a multiple of the mean square of the scaled parameters.

More than once, because such a direction is more than a single parameter: all sheep together, all sheep by row.
"""

MEAN = 0.1
"""How strongly the mean of a piece is drawn to 0, beside the points to their mean: a piece may be worth much."""


def light(
    objective: Objective, ridged: Array, scale: Scale, samples: Sequence[np.random.Generator]
) -> tuple[Array, Array]:
    """Fit almost without a penalty.

    Parameters
    ----------
    objective
        With the ridge for play.
    ridged : (K,) float64
        Its scaled parameters.
    scale
    samples
        A generator for each sample of the bootstrap.

    Returns
    -------
    (K,) float64, (K, K) float64
        Scaled parameters, and the covariance of their errors: that of the bootstrap, which sees what chance does, and
        the expected squares of what the penalty does, which are the same in every sample.
    """
    noise, sharpness = _noise(objective, ridged)
    games, size = objective.rows.shape
    hidden = size * noise / (games * max(sharpness, 1e-9))  # what so many parameters might be, unnoticed
    length = max(float(np.sum(ridged[~scale.free] ** 2)) + hidden, 1e-9)
    # So loose that one parameter as large as all together would be no surprise.
    loose = replace(objective, ridge=max(noise, 1e-6) / (length * games), penalty=scale.penalty(MEAN))
    found = minimise(loose, ridged)
    drawn = _bootstrap(loose, found, samples)
    return found, np.cov(drawn, rowvar=False).reshape(size, size) + OPEN * length / max(np.sum(~scale.free), 1) * _bias(
        loose, found
    )


def _noise(objective: Objective, parameters: Array) -> tuple[float, float]:
    """Return the variance of outcomes and the mean curvature, both as the loss sees them."""
    t = np.tanh(objective.rows @ parameters)
    slope = 1.0 - t * t
    least = objective.loss == "least-squares"
    pull = (objective.outcomes - t) * (slope if least else 1.0)
    curvature = slope * slope if least else slope
    return float(np.sum(pull**2) / max(np.sum(curvature), 1e-9)), float(np.mean(curvature))


def _bootstrap(objective: Objective, found: Array, samples: Sequence[np.random.Generator]) -> Array:
    """Fit games drawn with replacement, once for each sample: (samples, K)."""
    metric = metric_of(objective, found)
    games = len(objective.outcomes)
    drawn = []
    for random in samples:
        counts = np.bincount(random.integers(0, games, games), minlength=games).astype(np.float64)
        drawn.append(minimise(replace(objective, counts=counts), found, metric))
    return np.array(drawn)


def _bias(objective: Objective, found: Array) -> Array:
    """Return the mean square of what the penalty does to parameters that it describes: (K, K).

    It describes parameters whose covariance is the inverse of its quadratic form.
    """
    pull = objective.ridge * objective.penalty
    factor = metric_of(objective, found)
    inverse = linalg.cho_solve((factor, True), np.eye(len(factor)))
    moved: Array = objective.ridge * inverse @ pull @ inverse
    return moved
