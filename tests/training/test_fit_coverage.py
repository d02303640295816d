"""Intervals contain known weights as often as they say: over 20 data sets, 92 to 98 % of those at 95 %."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from outfox.formats.model import load_model
from outfox.training.learn.design import Design
from outfox.training.learn.fit import FitSettings, fit
from tests.training.designs import PLAIN, foxes, plain, played

PUBLISHED = Path(__file__).parents[1] / "data" / "models" / "starve-the-fox-published.json"
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


def require_honest(found):
    shown = found[np.isfinite(found)]
    assert 0.92 <= np.mean(np.abs(shown) < 1.959964) <= 0.98
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


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["least-squares", "logistic"])
def test_weights_of_starve_the_fox_are_recovered(positions, published, loss):
    def make(random):
        chosen = random.choice(len(positions.rows), 2000, replace=False)
        return Design(positions.columns, positions.rows[chosen])

    require_honest(standardised(make, published, FitSettings(loss=loss, bootstrap=100)))
