"""Fits against known weights, finite differences and another optimiser."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import optimize

from outfox.rules.errors import NotSupported
from outfox.training.learn.design import Column, Design
from outfox.training.learn.fit import STRENGTHS, FitSettings, fit
from outfox.training.learn.fit_errors import calibration_of
from outfox.training.learn.fit_objective import Objective, minimise
from outfox.training.learn.fit_scale import MEAN, scale_of
from tests.training.designs import PLAIN, plain, played

LOSSES = "least-squares", "logistic"
QUICK = FitSettings(bootstrap=20)  # as many as its tests need


@pytest.fixture(scope="module")
def games():
    random = np.random.default_rng(3)
    design = plain(800, random)
    return design, played(design, PLAIN, random)


def counted(objective, random):
    return replace(objective, counts=random.integers(0, 3, len(objective.outcomes)).astype(float))


def objective_of(games, loss, ridge=0.05):
    design, outcomes = games
    scale = scale_of(design)
    return Objective(scale.scaled(design.rows), outcomes, loss, ridge, scale.penalty(MEAN))


def naive(objective, parameters):
    """Return the objective, game by game."""
    total = 0.0
    for row, outcome in zip(objective.rows, objective.outcomes, strict=True):
        z = sum(a * b for a, b in zip(row, parameters, strict=True))
        if objective.loss == "least-squares":
            total += (outcome - np.tanh(z)) ** 2 / 2
        else:
            chance = 1 / (1 + np.exp(-2 * z))
            total -= (1 + outcome) / 2 * np.log(chance) + (1 - outcome) / 2 * np.log(1 - chance)
    drawn = sum(
        objective.penalty[a, b] * parameters[a] * parameters[b]
        for a in range(len(parameters))
        for b in range(len(parameters))
    )
    return total / len(objective.outcomes) + objective.ridge / 2 * drawn


@pytest.mark.parametrize("loss", LOSSES)
def test_objective_is_what_it_says_game_by_game(games, loss):
    objective = objective_of(games, loss)
    parameters = np.random.default_rng(0).normal(size=objective.rows.shape[1])
    assert objective.value(parameters)[0] == pytest.approx(naive(objective, parameters))


@pytest.mark.parametrize("loss", LOSSES)
def test_gradient_against_finite_differences(games, loss):
    objective = counted(objective_of(games, loss), np.random.default_rng(1))
    parameters = np.random.default_rng(2).normal(size=objective.rows.shape[1]) / 2
    steps = np.eye(len(parameters)) * 1e-6
    slopes = [(objective.value(parameters + s)[0] - objective.value(parameters - s)[0]) / 2e-6 for s in steps]
    assert objective.value(parameters)[1] == pytest.approx(np.array(slopes), abs=1e-8)


def test_a_bootstrap_count_is_a_game_that_stands_there_twice(games):
    objective = objective_of(games, "logistic")
    counts = np.random.default_rng(4).multinomial(800, np.full(800, 1 / 800)).astype(float)
    places = np.repeat(np.arange(800), counts.astype(int))
    repeated = replace(objective, rows=objective.rows[places], outcomes=objective.outcomes[places])
    parameters = np.random.default_rng(5).normal(size=objective.rows.shape[1])
    expected = repeated.value(parameters)
    found = replace(objective, counts=counts).value(parameters)
    assert found[0] == pytest.approx(expected[0])
    assert found[1] == pytest.approx(expected[1])


def test_least_squares_find_what_another_optimiser_finds(games):
    objective = objective_of(games, "least-squares")
    root = np.linalg.cholesky(objective.penalty * objective.ridge + 1e-14 * np.eye(len(objective.penalty))).T

    def residuals(parameters):
        missed = (objective.outcomes - np.tanh(objective.rows @ parameters)) / np.sqrt(len(objective.outcomes))
        return np.concatenate([missed, root @ parameters])

    twin = optimize.least_squares(residuals, np.zeros(objective.rows.shape[1]), xtol=1e-12, ftol=1e-12, gtol=1e-12)
    assert minimise(objective) == pytest.approx(twin.x, abs=1e-5)


def test_logistic_finds_what_another_optimiser_finds(games):
    objective = objective_of(games, "logistic")
    start = np.zeros(objective.rows.shape[1])
    twin = optimize.minimize(
        lambda parameters: objective.value(parameters)[0], start, method="Powell", options={"xtol": 1e-9, "ftol": 1e-14}
    )
    assert minimise(objective) == pytest.approx(twin.x, abs=1e-4)


@pytest.mark.parametrize("loss", LOSSES)
def test_cross_validation_is_strict_with_noise_and_lenient_with_signal(loss):
    random = np.random.default_rng(6)
    design = plain(1000, random)
    noise = random.choice([-1.0, 1.0], 1000)
    settings = FitSettings(loss=loss, bootstrap=2)
    assert fit(design, noise, settings).ridge >= 1.0
    assert fit(design, played(design, PLAIN * 2, random), settings).ridge <= 0.01


def test_the_ridge_may_be_given(games):
    found = fit(*games, replace(QUICK, ridge=0.25))
    assert found.ridge == 0.25
    assert found.trials == ()
    assert [trial.ridge for trial in fit(*games, QUICK).trials] == list(STRENGTHS)


def test_the_same_seed_gives_the_same_fit(games):
    first, second, other = (fit(*games, QUICK, seed) for seed in (7, 7, 8))
    assert first.to_dict() == second.to_dict()
    assert np.array_equal(first.covariance, second.covariance)
    assert first.errors != other.errors


def test_the_unit_of_a_feature_does_not_matter(games):
    design, outcomes = games
    tens = np.array([1, 1, 10, 1, 1, 1, 1, 1])
    scaled = fit(Design(design.columns, design.rows * tens), outcomes, QUICK)
    assert scaled.parameters * tens == pytest.approx(fit(design, outcomes, QUICK).parameters, abs=2e-5)


def test_errors_are_those_of_games_kept_apart(games):
    found = fit(*games, QUICK)
    errors = found.errors
    assert errors.held_out_games == 160
    assert sum(part.count for part in found.calibration) == 160
    assert errors.fitted < errors.constant
    assert errors.gain == pytest.approx(errors.constant - errors.held_out)
    low, high = errors.gain_interval
    assert 0 < low < errors.gain < high
    none = fit(*games, replace(QUICK, held_out=0.0))
    assert none.errors.held_out is None
    assert "none were kept apart" in str(none)


def test_calibration_of_true_expectations_holds():
    random = np.random.default_rng(9)
    expected = random.uniform(-1, 1, 20_000)
    outcomes = np.where(random.random(20_000) < (1 + expected) / 2, 1.0, -1.0)
    bins = calibration_of(outcomes, expected)
    assert [part.count > 1800 for part in bins] == [True] * 10
    inside = [part.interval[0] < part.predicted < part.interval[1] for part in bins]
    assert sum(inside) >= 8
    wrong = calibration_of(outcomes, expected / 2)
    assert sum(part.interval[0] < part.predicted < part.interval[1] for part in wrong if part.count) <= 3


def test_what_is_said_twice_is_settled_only_together():
    random = np.random.default_rng(10)
    rows = random.integers(0, 2, (1500, 4)).astype(float)
    rows = np.column_stack([np.ones(1500), rows[:, 0] + rows[:, 1], rows[:, :2]])  # the feature counts both points
    columns = [Column("bias", "bias", (0,)), Column("count", "feature", (1,))]
    columns += [Column(f"man on {point}", "square", (2 + k,)) for k, point in enumerate("ab")]
    design = Design(tuple(columns), rows)
    truth = np.array([-0.5, 0.4, 0.1, 0.3])
    found = fit(design, played(design, truth, random), FitSettings(bootstrap=100))
    total = found.interval(lambda vector: vector[1] + vector[2:].mean())
    assert total.low < 0.6 < total.high
    assert total.standard_error < 0.05
    assert min(found.standard_errors[1:]) > 2 * total.standard_error
    inside = (found.intervals[:, 0] < truth) & (truth < found.intervals[:, 1])
    assert inside.all()


def test_a_point_without_games_has_the_mean_of_its_piece_and_no_interval():
    random = np.random.default_rng(11)
    rows = np.column_stack([np.ones(400), random.integers(0, 2, (400, 2)), np.zeros(400)])
    columns = [Column("bias", "bias", (0,))]
    columns += [Column(f"man on {point}", "square", (1 + k,)) for k, point in enumerate("abc")]
    design = Design(tuple(columns), rows)
    found = fit(design, played(design, np.array([0.0, 0.5, -0.2, 0.0]), random), QUICK)
    assert found.parameters[3] == pytest.approx(found.parameters[1:3].mean(), abs=1e-6)
    row = found.to_dict()["weights"][3]
    assert row["standard_error"] is None
    assert row["interval"] is None
    assert "no position shows it" in str(found)


def test_intervals_of_derived_figures_agree_with_those_of_weights(games):
    found = fit(*games, QUICK)
    one = found.interval(lambda vector: vector[3])
    assert one.value == pytest.approx(found.estimates[3], abs=1e-6)
    assert one.standard_error == pytest.approx(found.standard_errors[3], rel=0.06)
    assert [one.low, one.high] == pytest.approx(found.intervals[3], abs=0.15 * found.standard_errors[3])


def test_a_fit_is_json_and_reads_in_80_columns(games):
    found = fit(*games, QUICK)
    content = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert [row["name"] for row in content["weights"]] == [column.name for column in games[0].columns]
    assert max(map(len, str(found).split("\n"))) <= 80


def test_what_cannot_be_fitted_is_refused(games):
    design, outcomes = games
    with pytest.raises(NotSupported, match="at least 20 games, has 3"):
        fit(Design(design.columns, design.rows[:3]), outcomes[:3])
    with pytest.raises(ValueError, match="from -1 to 1"):
        fit(design, outcomes * 2)
    with pytest.raises(ValueError, match="least-squares or logistic"):
        FitSettings(loss="absolute")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="held_out"):
        FitSettings(held_out=1.0)


@pytest.mark.parametrize("outcome", [-1.0, 0.0, 1.0])
def test_equal_outcomes_are_fitted_too(games, outcome):
    found = fit(games[0], np.full(800, outcome), QUICK)
    assert np.isfinite(found.parameters).all()
    predicted = np.tanh(games[0].rows @ found.parameters)
    assert predicted == pytest.approx(outcome, abs=0.05)
