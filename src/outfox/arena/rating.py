"""Ratings: one number for each contestant that explains all scores, by maximum likelihood.

The model is that of Bradley and Terry on the scale of Elo: the score of one against another is the logistic function
of the difference of their ratings. A draw counts as half a win and half a loss. What the scores scatter more or less
than single won games would (draws, pairs whose opening decides both games) goes into one factor, the dispersion, by
which the likelihood is tempered: so the intervals are those of pairs, not of games. They are profile intervals, which
stay honest where somebody won nearly everything.

Each two who met are given `PRIOR` drawn games more. Without them whoever lost all games would be infinitely weak.

Sources: R. Bradley and M. Terry, *Rank analysis of incomplete block designs*, 1952; R. Wedderburn, *Quasi-likelihood
functions*, 1974; D. Hunter, *MM algorithms for generalized Bradley-Terry models*, 2004 (when ratings are finite).

Status: proven (two players: the Elo of their score; three: a search without derivatives; coverage by simulation).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from outfox.arena.statistics import Z95

Matrix = npt.NDArray[np.float64]

PRIOR = 1.0
"""Drawn games that each two who met are given."""

ELO = 400.0 / math.log(10.0)
"""Elo in a unit of log odds."""

FARTHEST = 30.0
"""Log odds at which an end of an interval is taken for infinite."""


@dataclass(frozen=True)
class Meeting:
    """What two contestants scored against each other.

    Attributes
    ----------
    a, b
        By number.
    scores
        A's, of each unit: pairs of games with swapped seats.
    games
        Games in each unit.
    """

    a: int
    b: int
    scores: Sequence[float]
    games: int = 2


@dataclass(frozen=True)
class Ratings:
    """The ratings that fit best; their mean is 0.

    Attributes
    ----------
    elo
        By contestant.
    dispersion
        Variance of the scores as a multiple of that of won and lost games; draws make it smaller.
    points
        ``points[i, j]``: points that i got against j, the prior's included.
    """

    elo: Matrix
    dispersion: float
    points: Matrix

    def interval(self, i: int) -> tuple[float, float]:
        """Return the 95 % interval of a rating."""
        return self.contrast(np.eye(len(self.elo))[i])

    def difference(self, i: int, j: int) -> tuple[float, float]:
        """Return the 95 % interval of the rating of `i` less that of `j`."""
        unit = np.eye(len(self.elo))
        return self.contrast(unit[i] - unit[j])

    def contrast(self, weights: Matrix) -> tuple[float, float]:
        """Return the 95 % interval of a weighted sum of ratings."""
        return self._end(weights, -1.0), self._end(weights, 1.0)

    def _end(self, weights: Matrix, side: float) -> float:
        """Go out from the estimate until the likelihood has fallen by what the interval allows."""
        from scipy.optimize import brentq  # late: most of the arena needs no scipy

        best = self.elo / ELO
        middle = float(weights @ best)
        top = _likelihood(best, self.points)

        def excess(distance: float) -> float:
            at = _fit(self.points, best, weights, middle + side * distance)
            return 2.0 * (top - _likelihood(at, self.points)) / self.dispersion - Z95 * Z95

        far = 0.25
        while excess(far) < 0.0:
            far *= 2.0
            if far > FARTHEST:
                return side * math.inf
        return ELO * (middle + side * float(brentq(excess, 0.0, far, xtol=1e-4)))


def rate(contestants: int, meetings: Sequence[Meeting], prior: float = PRIOR) -> Ratings:
    """Return the ratings that fit best.

    Parameters
    ----------
    contestants
        Their number.
    meetings
        Who met whom; each two at most once.
    prior
        Drawn games that each two are given; 0: none.

    Examples
    --------
    >>> ratings = rate(2, [Meeting(0, 1, [1.0, 0.5, 1.0, 0.5])], prior=0.0)
    >>> round(float(ratings.elo[0] - ratings.elo[1]), 1)  # of a score of 0.75
    190.8
    """
    points = np.zeros((contestants, contestants))
    for meeting in meetings:
        if meeting.scores:
            games, got = meeting.games * len(meeting.scores), meeting.games * math.fsum(meeting.scores)
            points[meeting.a, meeting.b] += got + prior / 2.0
            points[meeting.b, meeting.a] += games - got + prior / 2.0
    best = _fit(points, np.zeros(contestants))
    return Ratings(ELO * best, _dispersion(best, meetings), points)


def expected(difference: float) -> float:
    """Return the score that a difference of ratings in Elo promises."""
    return float(_chance(np.array(difference / ELO)))


def _chance(odds: Matrix) -> Matrix:
    return np.asarray(0.5 * (1.0 + np.tanh(odds / 2.0)))


def _likelihood(ratings: Matrix, points: Matrix) -> float:
    odds = ratings[:, None] - ratings[None, :]
    return float(-(points * np.logaddexp(0.0, -odds)).sum())


def _fit(points: Matrix, begin: Matrix, weights: Matrix | None = None, value: float = 0.0) -> Matrix:
    """Return the likeliest ratings with mean 0, and perhaps with a weighted sum held at a value: Newton's method.

    The likelihood is concave and the conditions are linear: each step solves the equations of the constrained
    quadratic, and is shortened until it gains.
    """
    k = len(points)
    rows = np.ones((1, k)) if weights is None else np.vstack([np.ones(k), weights])
    wanted = np.array([0.0] if weights is None else [0.0, value])
    at = begin + np.linalg.lstsq(rows, wanted - rows @ begin, rcond=None)[0]
    total = points + points.T
    zero = np.zeros((len(rows), len(rows)))
    for _ in range(200):
        won = _chance(at[:, None] - at[None, :])
        gradient = (points - total * won).sum(axis=1)
        curves = total * won * (1.0 - won)
        hessian = np.diag(curves.sum(axis=1)) - curves + 1e-9 * np.eye(k)  # who has not played stays where he is
        system = np.block([[hessian, rows.T], [rows, zero]])
        step = np.linalg.lstsq(system, np.concatenate([gradient, np.zeros(len(rows))]), rcond=None)[0][:k]
        now, length = _likelihood(at, points), 1.0
        while length > 1e-6 and _likelihood(at + length * step, points) < now:
            length /= 2.0
        at = at + length * step
        if np.abs(length * step).max(initial=0.0) < 1e-10:
            break
    return np.asarray(at)


def _dispersion(ratings: Matrix, meetings: Sequence[Meeting]) -> float:
    """Return Pearson's estimate, drawn towards 1 by a handful of units, as many as Wilson's formula adds."""
    total, units = Z95 * Z95, Z95 * Z95 - (len(ratings) - 1)
    for meeting in meetings:
        won = float(_chance(ratings[meeting.a] - ratings[meeting.b]))
        won = min(max(won, 1e-3), 1.0 - 1e-3)
        total += math.fsum((score - won) ** 2 for score in meeting.scores) * meeting.games / (won * (1.0 - won))
        units += len(meeting.scores)
    return total / max(units, Z95 * Z95)
