"""Elo: scores as differences on a scale, in the logistic model and in that of BayesElo.

The logistic model, ``score = 1 / (1 + 10 ** (-elo / 400))``, knows nothing of draws: a draw is half a win. BayesElo
has a parameter for draws, `drawelo`; its Elo is another unit, smaller where there are many draws. Everything in
outfox is logistic; the other is here to compare with what others publish.

Sources: A. Elo, *The Rating of Chessplayers*, 1978; R. Coulom, *Bayesian Elo Rating*, 2005.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from outfox.arena.statistics import score_interval
from outfox.rules.errors import BadSetting


def elo_of(score: float) -> float:
    """Return the difference in Elo that a score means; infinite at 0 and 1.

    Examples
    --------
    >>> round(elo_of(0.75), 1), elo_of(0.5), elo_of(1.0)
    (190.8, 0.0, inf)
    """
    if not 0.0 < score < 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -400.0 * math.log10(1.0 / score - 1.0) + 0.0  # never -0.0


def score_of(elo: float) -> float:
    """Return the score that a difference in Elo means.

    Examples
    --------
    >>> round(score_of(5), 5)
    0.5072
    """
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo_interval(scores: Sequence[float], games: int = 1) -> tuple[float, float]:
    """Return the 95 % interval of the difference in Elo: that of the score, on the other scale.

    Parameters
    ----------
    scores, games
        As in `outfox.arena.score_interval`.

    Examples
    --------
    >>> low, high = elo_interval([1.0] * 880 + [0.0] * 759 + [0.5] * 1863)
    >>> round((high - low) / 2, 1)
    7.9
    """
    low, high = score_interval(scores, games)
    return elo_of(low), elo_of(high)


def superiority(scores: Sequence[float]) -> float | None:
    """Return the likelihood of superiority: how sure it is that the mean score is above a half.

    From the normal distribution of the mean, with the variance around a half that the scores have: draws say
    nothing, and a pair that the opening decided speaks once.

    Parameters
    ----------
    scores
        Of units that are independent of each other: pairs, or single games.

    Returns
    -------
    float or None
        None where no score differs from a half.

    Examples
    --------
    >>> round(superiority([1.0] * 880 + [0.0] * 759 + [0.5] * 1863), 4)
    0.9986
    """
    spread = math.sqrt(math.fsum((score - 0.5) ** 2 for score in scores))
    if spread == 0.0:
        return None
    return NormalDist().cdf(math.fsum(score - 0.5 for score in scores) / spread)


def draw_elo(wins: int, draws: int, losses: int) -> float:
    """Return BayesElo's parameter of draws for a count of single games.

    Raises
    ------
    BadSetting
        Without a win and a loss.

    Examples
    --------
    >>> round(draw_elo(880, 1863, 759), 1)
    206.4
    """
    if not wins or not losses:
        raise BadSetting("drawelo needs at least one win and one loss")
    games = wins + draws + losses
    won, lost = wins / games, losses / games
    return 200.0 * math.log10((1.0 - lost) / lost * (1.0 - won) / won)


def bayes_shares(elo: float, drawelo: float) -> tuple[float, float, float]:
    """Return the shares of wins, draws and losses in BayesElo's model.

    Examples
    --------
    >>> [round(share, 3) for share in bayes_shares(0.0, 206.4)]
    [0.234, 0.533, 0.234]
    """
    won, lost = score_of(elo - drawelo), score_of(-elo - drawelo)
    return won, 1.0 - won - lost, lost
