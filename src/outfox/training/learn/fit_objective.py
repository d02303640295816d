"""What a fit makes small: the loss of a tanh model on games, and a ridge penalty.

Everything here is in scaled parameters, each so large that one of them moves a typical row by about as much as any
other; `outfox.training.learn.fit_scale` says how.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, optimize

from outfox.training.learn.fit_settings import Loss

Array = NDArray[np.float64]

_TOLERANCE = 1e-8
_ROUNDS = 500


@dataclass(frozen=True)
class Objective:
    """Mean loss over games plus half the ridge times a quadratic form.

    Attributes
    ----------
    rows : (N, C) float64
        Scaled rows.
    outcomes : (N,) float64
        From -1 to 1.
    loss
        ``least-squares``: half the squared error of tanh. ``logistic``: cross entropy of (outcome + 1) / 2 under the
        same link, since (tanh z + 1) / 2 is the logistic function of 2 z.
    ridge
        Strength of the penalty, per game.
    penalty : (C, C) float64
        The quadratic form.
    counts : (N,) float64 or None
        How often each game counts: a bootstrap sample. None: once.
    """

    rows: Array
    outcomes: Array
    loss: Loss
    ridge: float
    penalty: Array
    counts: Array | None = None

    def value(self, parameters: Array) -> tuple[float, Array]:
        """Return what is to be made small, and its gradient.

        Examples
        --------
        >>> one = Objective(np.ones((1, 1)), np.ones(1), "least-squares", 0.0, np.zeros((1, 1)))
        >>> value, gradient = one.value(np.zeros(1))
        >>> value, gradient.tolist()
        (0.5, [-1.0])
        """
        z = self.rows @ parameters
        t = np.tanh(z)
        if self.loss == "least-squares":
            each, slope = 0.5 * (self.outcomes - t) ** 2, (t - self.outcomes) * (1.0 - t * t)
        else:
            each, slope = np.logaddexp(0.0, 2.0 * z) - (self.outcomes + 1.0) * z, t - self.outcomes
        pull = self.ridge * (self.penalty @ parameters)
        total = self._mean(each) + 0.5 * float(parameters @ pull)
        return total, self.rows.T @ self._share(slope) + pull

    def curvature(self, parameters: Array) -> Array:
        """Return the Gauss-Newton matrix of the mean loss, without the penalty: (C, C)."""
        slope = 1.0 - np.tanh(self.rows @ parameters) ** 2
        weight = slope * slope if self.loss == "least-squares" else slope
        return _gram(self.rows, self._share(weight))

    def with_ridge(self, ridge: float) -> Objective:
        """Return the same with another strength of the penalty."""
        return replace(self, ridge=ridge)

    def part(self, which: NDArray[np.bool_]) -> Objective:
        """Return the same for some of the games."""
        counts = None if self.counts is None else self.counts[which]
        return replace(self, rows=self.rows[which], outcomes=self.outcomes[which], counts=counts)

    def _mean(self, each: Array) -> float:
        return float(np.sum(self._share(each)))

    def _share(self, each: Array) -> Array:
        """Weight what belongs to single games so that its sum is a mean."""
        counts = each if self.counts is None else each * self.counts
        return counts / len(self.outcomes)


_ONE_THREAD = 2**18
"""Products that BLAS computes in one thread: more threads gain nothing on so little, and where the processors are busy
with games they wait for each other for a hundred times as long as the work takes."""


def _gram(rows: Array, weight: Array) -> Array:
    """Return the sum of weight * row' row: (C, C). The order of the sum does not depend on the number of threads."""
    size = rows.shape[1]
    total = np.zeros((size, size))
    step = max(1, _ONE_THREAD // size**2)
    for first in range(0, len(rows), step):
        part = rows[first : first + step]
        total += (part * weight[first : first + step, None]).T @ part
    return total


def minimise(objective: Objective, start: Array | None = None, metric: Array | None = None) -> Array:
    """Return the parameters at which an objective is smallest.

    BFGS in coordinates in which the curvature at the start is the same in all directions: about as few rounds as a
    Newton method, each nearly as cheap as a gradient. (2 to 3 ms for 2,000 rows of 48, where a trust region with the
    Gauss-Newton matrix takes 3 to 15. L-BFGS-B is as quick on an idle machine, but on a busy one its tiny
    factorisations wait for a second thread, fifty times as long.)

    Parameters
    ----------
    objective
    start : (C,) float64, optional
        Default: zeros, then the logistic optimum, which is the only one; least squares have no other valley to fall
        into from there.
    metric : (C, C) float64, optional
        Lower triangular factor of the curvature, where it is known already.

    Returns
    -------
    (C,) float64
    """
    if start is None:
        start = np.zeros(objective.rows.shape[1])
        if objective.loss == "least-squares":
            start = minimise(replace(objective, loss="logistic"), start)
    factor = metric_of(objective, start) if metric is None else metric

    def value(coordinates: Array) -> tuple[float, Array]:
        total, gradient = objective.value(linalg.solve_triangular(factor, coordinates, lower=True, trans="T"))
        return total, linalg.solve_triangular(factor, gradient, lower=True)

    found = optimize.minimize(
        value, factor.T @ start, jac=True, method="BFGS", options={"maxiter": _ROUNDS, "gtol": _TOLERANCE}
    )
    result: Array = linalg.solve_triangular(factor, found.x, lower=True, trans="T")
    return result


def metric_of(objective: Objective, at: Array) -> Array:
    """Return the lower triangular factor of the whole curvature; directions without any get a little."""
    matrix = objective.curvature(at) + objective.ridge * objective.penalty
    little = 1e-9 * max(float(np.trace(matrix)) / len(matrix), 1e-12)
    factor: Array = linalg.cholesky(matrix + little * np.eye(len(matrix)), lower=True)
    return factor
