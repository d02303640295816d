"""Intervals contain known weights as often as they say: over 20 data sets, 92 to 98 % of those at 95 %."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import outfox
from outfox.formats.model import load_model
from outfox.training.learn.design import Design
from outfox.training.learn.fit import FitSettings, cross_validate, fit
from outfox.training.learn.fit_objective import Objective, minimise
from outfox.training.learn.fit_scale import MEAN, scale_of
from outfox.training.learn.statements import statements_of
from tests.training.designs import PLAIN, foxes, plain, played

PUBLISHED = Path(str(resources.files("outfox.studies.published"))) / "starve-the-fox.json"
SETS = 20


def standardised(make, truth, settings):
    """Return (estimate - truth) / standard error of each weight in each of the data sets."""
    found = []
    for number in range(SETS):
        random = np.random.default_rng([2026, number])
        design = make(random)
        one = fit(design, played(design, truth, random), settings, seed=number)
        found.append((one.estimates - truth) / one.standard_errors)
    return np.array(found)


def require_honest(found, most=0.98):
    shown = found[np.isfinite(found)]
    assert 0.92 <= np.mean(np.abs(shown) < 1.959964) <= most
    assert np.abs(shown).max() < 4.0


@pytest.mark.parametrize("loss", ["least-squares", "logistic"])
def test_plain_weights_are_recovered(loss):
    settings = FitSettings(loss=loss, bootstrap=50, ridge=0.003)
    require_honest(standardised(lambda random: plain(600, random), PLAIN, settings))


@pytest.fixture(scope="module")
def positions():
    return foxes(12_000)


@pytest.fixture(scope="module")
def published(positions):
    vector = load_model(PUBLISHED).vector
    return np.array([vector[list(column.members)].mean() for column in positions.columns])


def drawn(positions):
    def make(random):
        chosen = random.choice(len(positions.rows), 3000, replace=False)
        return Design(positions.columns, positions.rows[chosen])

    return make


@pytest.mark.slow
@pytest.mark.parametrize(("loss", "most"), [("least-squares", 0.98), ("logistic", 0.985)])
def test_weights_of_starve_the_fox_are_recovered(positions, published, loss, most):
    # Half of the weights belong to sums of which positions settle only the whole: the open part is the same in every
    # data set, so that an interval wide enough for it contains the truth nearly always, and never exactly 95 %.
    require_honest(standardised(drawn(positions), published, FitSettings(loss=loss, bootstrap=100)), most)


@pytest.mark.slow
def test_what_positions_settle_is_recovered(positions, published):
    model, game = load_model(PUBLISHED), outfox.load("starve-the-fox")
    truth = [one.whole for one in statements_of(model, game)]
    # Whole amounts are sums of weights: what each column adds to each of them.
    parts = np.zeros((len(truth), len(positions.columns)))
    for place, column in enumerate(positions.columns):
        vector = np.zeros(len(model.vector))
        vector[list(column.members)] = 1.0
        parts[:, place] = [one.whole for one in statements_of(model.with_vector(vector), game)]
    assert parts @ published == pytest.approx(truth)
    found = []
    for number in range(SETS):
        random = np.random.default_rng([2027, number])
        design = drawn(positions)(random)
        one = fit(design, played(design, published, random), FitSettings(bootstrap=100, ridge=0.3), seed=number)
        scaled = parts[:, one.scale.seen] / one.scale.spread
        errors = np.sqrt(np.einsum("fk,kl,fl->f", scaled, one.covariance, scaled))
        found.append((parts @ one.estimates - truth) / errors)
    assert np.abs(found).max() < 4.0
    assert 0.88 <= np.mean(np.abs(found) < 1.959964) <= 1.0  # 140 intervals, of which many go together


@pytest.mark.slow
def test_points_drawn_to_the_mean_of_their_piece_predict_better_than_points_drawn_to_nothing(positions, published):
    errors = {MEAN: [], 1.0: []}
    for number in range(5):
        random = np.random.default_rng([2028, number])
        design = drawn(positions)(random)
        outcomes = played(design, published, random)
        scale = scale_of(design)
        for mean, found in errors.items():
            rows = scale.scaled(design.rows)
            objective = Objective(rows, outcomes, "least-squares", 0.0, scale.penalty(mean))
            trials = cross_validate(objective, 5, np.random.default_rng(number))
            ridge = min(trials, key=lambda trial: trial.error).ridge
            weights = scale.parameters(minimise(objective.with_ridge(ridge)))
            found.append(np.mean((np.tanh(positions.rows @ weights) - np.tanh(positions.rows @ published)) ** 2))
    assert np.mean(errors[MEAN]) < 0.75 * np.mean(errors[1.0])
