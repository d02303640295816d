"""Fitting an evaluation to outcomes: a tanh model with a ridge, its error on games kept apart, honest intervals.

Each row is a position drawn from a game of its own, so rows are independent. The model says that the expected outcome
is tanh of a sum of weights.

Two sets of weights come out, for two purposes. `Fit.parameters` are for play: the ridge, whose strength is chosen by
cross-validation, draws them together, which makes the error on new positions smallest. Drawn weights are biased by
intent, and no interval around them can be right for all truths. So `Fit.estimates`, for reading, come from a second fit
whose penalty is only as strong as is needed to settle what the positions leave open; intervals belong to these.

What the positions leave open is common: captured sheep and the values of all sheep that are left say the same twice,
and no number of games can divide their sum. A single weight of such a set has a wide interval, however many games there
are: what is open is taken to be about as large as weights are here. Sums that are settled have tight ones: ask
`Fit.interval`.

Time: some 70 fits for cross-validation and `bootstrap` more, each a few milliseconds for 2,000 games and 50 parameters.
Memory: a few copies of the rows.

Sources
    A. E. Hoerl and R. W. Kennard, *Ridge Regression*, Technometrics 12(1), 1970. G. Wahba, *Bayesian Confidence
    Intervals for the Cross-Validated Smoothing Spline*, Journal of the Royal Statistical Society B 45(1), 1983, and
    D. Nychka, Journal of the American Statistical Association 83, 1988: the expected squared bias of a penalty belongs
    into the variance. P. Buehlmann, *Statistical Significance in High-Dimensional Linear Models*, Bernoulli 19(4),
    2013: inference from a ridge corrected for its bias. B. Efron, *Bootstrap Methods*, Annals of Statistics 7(1), 1979.

Status: measured (tests/training/test_fit_coverage.py: shares of intervals that contain known weights)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from outfox.rules.errors import BadSetting, NotSupported
from outfox.training.learn.fit_errors import calibration_of, errors_of
from outfox.training.learn.fit_light import light
from outfox.training.learn.fit_objective import Objective, minimise
from outfox.training.learn.fit_result import Fit, Trial
from outfox.training.learn.fit_scale import MEAN, scale_of
from outfox.training.learn.fit_settings import FitSettings
from outfox.workers.seeds import root_seed, task_seed

if TYPE_CHECKING:
    from outfox.training.learn.design import Design

Array = NDArray[np.float64]

STRENGTHS = tuple(float(strength) for strength in 10.0 ** np.arange(-4.0, 1.51, 0.5))
"""What cross-validation tries: ridge strengths per game, on scaled parameters."""

FEWEST = 20
"""Games that a fit needs."""

_APART, _FOLDS, _BOOTSTRAP = range(3)  # keys of the seeds


def fit(design: Design, outcomes: Array, settings: FitSettings | None = None, seed: int = 0) -> Fit:
    """Fit weights to the outcomes of games.

    Parameters
    ----------
    design
        The parameters, and a row for each game.
    outcomes : (N,) float64
        Player 0's, from -1 to 1.
    settings
        Default: ``FitSettings()``.
    seed
        Which games are kept apart, the folds, the bootstrap. The same seed gives the same fit.

    Returns
    -------
    Fit

    Raises
    ------
    NotSupported
        Where there are fewer than 20 games.

    Examples
    --------
    >>> from outfox.training.learn.design import Column, Design
    >>> rows = np.column_stack([np.ones(500), np.arange(500) % 5 - 2.0])
    >>> outcomes = np.where(np.arange(500) % 10 < 3, -1.0, 1.0)
    >>> columns = Column("bias", "bias", (0,)), Column("lead", "feature", (1,))
    >>> found = fit(Design(columns, rows), outcomes, FitSettings(bootstrap=20))
    >>> found.games, len(found.parameters)
    (500, 2)
    """
    chosen = settings or FitSettings()
    _refuse(design, outcomes)
    root = root_seed(seed)
    order = _random(root, _APART).permutation(len(outcomes))
    cut = round(chosen.held_out * len(outcomes))
    apart, kept = np.sort(order[:cut]), np.sort(order[cut:])
    scale = scale_of(design, kept)
    rows = scale.scaled(design.rows)
    objective = Objective(rows[kept], outcomes[kept], chosen.loss, chosen.ridge, scale.penalty(MEAN))
    trials = () if chosen.ridge else cross_validate(objective, chosen.folds, _random(root, _FOLDS))
    ridge = chosen.ridge or min(trials, key=lambda trial: trial.error).ridge
    predicted = np.tanh(rows @ minimise(objective.with_ridge(ridge)))
    return _whole(design, outcomes, chosen, ridge, root, seed, trials, predicted, kept, apart)


def _whole(
    design: Design,
    outcomes: Array,
    settings: FitSettings,
    ridge: float,
    root: np.random.SeedSequence,
    seed: int,
    trials: tuple[Trial, ...],
    predicted: Array,
    kept: NDArray[np.intp],
    apart: NDArray[np.intp],
) -> Fit:
    """Fit all games with a ridge that is known by now."""
    scale = scale_of(design)
    objective = Objective(scale.scaled(design.rows), outcomes, settings.loss, ridge, scale.penalty(MEAN))
    found = minimise(objective)
    samples = [_random(root, _BOOTSTRAP, k) for k in range(settings.bootstrap)]
    estimates, covariance = light(objective, found, scale, samples)
    return Fit(
        columns=design.columns,
        parameters=np.round(scale.parameters(found), 6) + 0.0,
        estimates=np.round(scale.parameters(estimates), 6) + 0.0,
        scaled=estimates,
        covariance=covariance,
        scale=scale,
        ridge=ridge,
        trials=trials,
        errors=errors_of(outcomes, predicted, kept, apart),
        calibration=calibration_of(outcomes[apart], predicted[apart]),
        games=len(outcomes),
        settings=settings,
        seed=seed,
    )


def cross_validate(objective: Objective, folds: int, random: np.random.Generator) -> tuple[Trial, ...]:
    """Return the error of each ridge strength on games that its fit has not seen.

    Parameters
    ----------
    objective
        Its ridge is not looked at.
    folds
        Each game is kept apart once.
    random
        Deals the games to folds.
    """
    fold = random.permutation(len(objective.outcomes)) % folds
    errors = np.zeros((folds, len(STRENGTHS)))
    for k in range(folds):
        training, test = objective.part(fold != k), objective.part(fold == k)
        parameters = None
        for j in reversed(range(len(STRENGTHS))):  # from stiff to loose: each fit begins near the last
            parameters = minimise(training.with_ridge(STRENGTHS[j]), parameters)
            errors[k, j] = test.with_ridge(0.0).value(parameters)[0]
    spread = errors.std(axis=0, ddof=1) / np.sqrt(folds)
    return tuple(
        Trial(ridge, float(error), float(spread))
        for ridge, error, spread in zip(STRENGTHS, errors.mean(axis=0), spread, strict=True)
    )


def _random(root: np.random.SeedSequence, *task: int) -> np.random.Generator:
    return np.random.default_rng(task_seed(root, *task))


def _refuse(design: Design, outcomes: Array) -> None:
    if len(design.rows) != len(outcomes):
        raise BadSetting(f"{len(design.rows)} rows and {len(outcomes)} outcomes")
    if not (np.isfinite(design.rows).all() and np.all(np.abs(outcomes) <= 1.0)):
        raise BadSetting("rows must be finite, and outcomes from -1 to 1")
    if len(outcomes) < FEWEST:
        raise NotSupported(f"a fit needs at least {FEWEST} games, has {len(outcomes)}")


__all__ = ["FEWEST", "STRENGTHS", "FitSettings", "cross_validate", "fit"]
