"""What models say: the published table says what was published; figures called whole do not depend on conventions."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import outfox
from outfox.formats.model import Model, load_model
from outfox.rules.errors import NotSupported
from outfox.training.learn.design import Column, Design, columns_of
from outfox.training.learn.fit import FitSettings, fit
from outfox.training.learn.statements import (
    remarks_of,
    statement_lines,
    statements_of,
    unit_of,
    with_intervals,
)
from outfox.training.learn.tables import correlation, table_text, tables_of
from outfox.training.learn.worths import reading_lines, reading_of, worths_of, worths_with_intervals
from tests.training.designs import foxes, played, positions

PUBLISHED = Path(str(resources.files("outfox.studies.published"))) / "starve-the-fox.json"
ROWS = {
    "fox": [".30 .30 .30", ".29 .30 .29", ".33 .41 .37 .36 .37 .41 .33", ".34 .37 .39 .37 .39 .37 .34",
            ".34 .37 .34 .35 .34 .37 .34", ".32 .31 .32", ".33 .29 .33"],
    "sheep": [".21 .13 .21", ".11 .16 .11", ".08 .16 .14 .13 .14 .16 .08", ".05 .12 .10 .13 .10 .12 .05",
              ".12 .11 .10 .13 .10 .11 .12", ".02 .05 .02", ".06 .12 .06"],
}  # fmt: skip
"""As printed, from row 7 down."""


@pytest.fixture(scope="module")
def game():
    return outfox.load("starve-the-fox")


@pytest.fixture(scope="module")
def published():
    return load_model(PUBLISHED)


@pytest.fixture(scope="module")
def fitted(published):
    """Return a fit to games whose outcomes the published table decides."""
    design = foxes(1500)
    truth = np.array([published.vector[list(column.members)].mean() for column in design.columns])
    outcomes = played(design, truth, np.random.default_rng(1))
    return design, fit(design, outcomes, FitSettings(loss="logistic", bootstrap=60, ridge=0.1))


def named(model, game):
    return {one.name: one for one in statements_of(model, game)}


def test_the_published_table_is_the_one_that_was_printed(published, game):
    for table in tables_of(published, game):
        lines = [" ".join(line.split()[1:-1]) for line in table_text(table)]
        assert lines == ROWS[table.piece]


@pytest.mark.parametrize(
    ("name", "amount"),
    [
        ("captured sheep, in all", 0.15),
        ("sheep in the pen, not out", 0.08),
        ("gained row", 0.02),
        ("edible sheep", 0.20),
    ],
)
def test_published_amounts_follow_from_the_published_table(published, game, name, amount):
    assert round(named(published, game)[name].amount, 2) == amount


@pytest.mark.parametrize(
    ("name", "digits", "units"),
    [("fox", 1, 2.3), ("one for two in the pen", 2, 0.07), ("the same, threat counted", 2, -0.27)],
)
def test_published_figures_in_sheep_follow_from_figures_as_printed(published, game, name, digits, units):
    assert round(named(published, game)[name].printed, digits) == units


def test_statements_say_for_whom(published, game):
    good_for = {name: game.players[one.player] for name, one in named(published, game).items()}
    assert good_for["fox"] == good_for["edible sheep"] == good_for["captured sheep, in all"] == "foxes"
    assert good_for["gained row"] == good_for["sheep in the pen, not out"] == "sheep"
    assert good_for["one for two in the pen"] == good_for["the same, threat counted"] == "sheep"


def test_a_position_is_worth_less_to_the_foxes_with_a_sheep_more(published):
    fewer = published.value(0, [6, 0, 0, 5, 0, 0], [0] * 33)
    more = published.value(0, [5, 0, 0, 5, 0, 0], [2, *[0] * 32])
    assert fewer - more > 0


def conventions(model):
    """Yield vectors that change no value: what features and squares both say, given to one instead of the other."""
    names = [
        "",
        "",
        *model.features,
        *(f"{piece} {point}" for piece in model.squares for point in model.squares[piece]),
    ]
    for feature, of_point in (
        ("captured", lambda point: 1.0),  # 20 less the sheep on the board; the bias takes the 20
        ("rows_gained", lambda point: -float(point[1])),  # the bias takes the rows at the start
        ("in_pen", lambda point: -float(point[0] in "cde" and point[1] in "567")),
    ):
        vector = np.array([of_point(name[6:]) if name.startswith("sheep ") else 0.0 for name in names])
        vector[names.index(feature)] = 1.0
        vector[:2] = {"captured": -20.0, "rows_gained": 58.0}.get(feature, 0.0)
        yield vector


def test_whole_figures_do_not_depend_on_what_positions_leave_open(published, game):
    positions = foxes(60).rows
    columns = columns_of(game)
    before = [(one.whole, one.whole_units) for one in statements_of(published, game)]
    for vector in conventions(published):
        scaled = 0.03 * vector
        tied = np.array([scaled[list(column.members)].mean() for column in columns])
        assert positions @ tied == pytest.approx(np.zeros(len(positions)), abs=1e-9), "no position's value changes"
        other = published.with_vector(published.vector + scaled)
        after = [(one.whole, one.whole_units) for one in statements_of(other, game)]
        assert np.array(after) == pytest.approx(np.array(before))


def test_the_published_remarks_hold_in_the_published_table(published, game):
    assert [remark.holds for remark in remarks_of(published, game)] == [True] * 4


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (0, {"d2": 0.5}),
        (1, {"c1": -0.5, "e1": -0.5}),
        (2, {"a4": 0.3, "g4": 0.3}),
        (3, {"d6": 0.02}),
    ],
)
def test_remarks_fail_where_they_should(published, game, number, changes):
    sheep = published.squares["sheep"] | {point: -value for point, value in changes.items()}
    model = replace(published, squares=published.squares | {"sheep": sheep})
    assert [remark.holds for remark in remarks_of(model, game)][number] is False


def test_row_means_and_means_are_those_of_the_points(published, game):
    sheep = tables_of(published, game)[1]
    assert sheep.row_means["2"] == pytest.approx(0.03)
    assert sheep.row_means["7"] == pytest.approx((0.21 + 0.13 + 0.21) / 3)
    assert sheep.mean == pytest.approx(0.1094, abs=5e-5)
    assert list(sheep.row_means) == list("7654321")


def test_correlation_is_pearsons(published, game):
    fox, sheep = tables_of(published, game)
    assert correlation(fox, fox) == pytest.approx(1.0)
    a, b = (np.array(list(table.values.values())) for table in (fox, sheep))
    by_hand = np.mean((a - a.mean()) * (b - b.mean())) / a.std() / b.std()
    assert correlation(fox, sheep) == pytest.approx(by_hand)
    assert correlation(fox, replace(sheep, values=dict.fromkeys(sheep.values, 0.1))) is None


def test_other_games_have_general_statements():
    game = outfox.load("tic-tac-toe")
    points = game.constant("BOARD").names
    model = Model(game.spec, (0.1, -0.1), {}, {
        "cross": {point: 0.5 if point == "b2" else 0.2 for point in points},
        "nought": {point: -0.4 if point == "b2" else -0.1 for point in points},
    })  # fmt: skip
    found = named(model, game)
    assert unit_of(model, game) == "cross"
    assert found["cross, on average"].amount == pytest.approx((0.5 + 8 * 0.2) / 9)
    assert found["nought on b2"].amount == pytest.approx(0.4)
    assert found["nought on b2"].player == 1
    assert found["cross on b2"].units == pytest.approx(0.5 / ((0.5 + 8 * 0.2) / 9))
    assert remarks_of(model, game) == []


def test_a_model_of_another_game_is_refused(published):
    with pytest.raises(NotSupported, match="does not fit tic-tac-toe"):
        tables_of(published, outfox.load("tic-tac-toe"))


def test_a_variant_of_the_game_has_the_same_statements(published, game):
    variant = outfox.load("starve-the-fox:sheep=18")
    assert named(published, variant) == named(published, game)


def test_statements_of_a_fit_have_tight_intervals_for_what_positions_settle(published, game, fitted):
    design, found = fitted
    intervals = with_intervals(published, game, found)
    right = {one.name: one for one in statements_of(published, game)}
    for one in intervals[2:5]:  # of the fox's mean 1,500 positions know little
        assert one.whole_interval.low < right[one.name].whole_units < one.whole_interval.high
    settled = found.interval(lambda vector: statements_of(published.with_vector(vector), game)[0].whole)
    assert settled.low < right["captured sheep, in all"].whole < settled.high
    assert settled.standard_error < 0.025  # .018 by the information in so many positions
    assert found.standard_errors[columns_named(design)["captured"]] > settled.standard_error
    lines = statement_lines(intervals, game.players, unit_of(published, game))
    assert max(map(len, lines)) <= 80


def whole_sheep():
    """Return a captured sheep with all that goes along, by hand from what was printed: the mean row is the fourth."""
    values = [float(value) for row in ROWS["sheep"] for value in row.split()]
    return 0.036 + sum(values) / 33 + 4 * 0.0034 + 0.017 * 9 / 33


def test_weights_are_counted_in_whole_units(published, game):
    printed = {
        "captured": 0.036, "edible_foxes_to_move": 0.096, "edible_sheep_to_move": 0.035, "fox_moves": 0.021,
        "rows_gained": -0.0034, "in_pen": -0.017,
    }  # fmt: skip
    assert {one.name: one.weight for one in worths_of(published, game)} == printed
    for one in worths_of(published, game):
        assert one.units == pytest.approx(printed[one.name] / whole_sheep(), abs=0.005)
        assert one.to_dict()["interval"] is None


def test_weights_of_a_fit_have_intervals_in_whole_units(published, game, fitted):
    worths = {one.name: one for one in worths_with_intervals(published, game, fitted[1])}
    for name, weight in published.features.items():
        assert worths[name].interval.low < weight / whole_sheep() < worths[name].interval.high
        assert worths[name].units == worths[name].interval.value
    place = 2 + list(published.features).index("edible_sheep_to_move")

    def slowly(vector):
        return vector[place] / statements_of(published.with_vector(vector), game)[0].whole

    twin, one = fitted[1].interval(slowly), worths["edible_sheep_to_move"].interval
    assert (one.low, one.value, one.high) == pytest.approx((twin.low, twin.value, twin.high))


def test_a_reading_is_text_and_json(published, game, fitted):
    reading = json.loads(json.dumps(reading_of(published, game, fitted[1]), allow_nan=False))
    lines = reading_lines(reading, game.players)
    assert max(map(len, lines)) <= 80
    for name in (*published.features, *named(published, game)):
        assert sum(line[:32].rstrip() == name and "[" in line for line in lines) == 1, name


def test_what_no_position_shows_is_worth_nothing_known():
    """A first feature that never changes is no unit: figures are unknown, and nothing fails."""
    game, design = outfox.load("tic-tac-toe"), positions("tic-tac-toe", 100)
    rows = np.array(design.rows)
    rows[:, 2:] = 0.0
    outcomes = np.where(np.arange(100) % 2, 1.0, -1.0)
    found = fit(Design(design.columns, rows), outcomes, FitSettings(bootstrap=5, ridge=0.1))
    points = game.constant("BOARD").names
    flat = Model(game.spec, (0.0, 0.0), {}, {piece: dict.fromkeys(points, 0.0) for piece in ("cross", "nought")})
    reading = json.loads(json.dumps(reading_of(flat, game, found), allow_nan=False))
    assert [one["whole_interval"] for one in reading["statements"]] == [None] * 6
    assert reading["worths"] == []


def test_points_that_symmetry_gives_one_value_count_once():
    """All corners of a board have one weight: a corner is the best point, and not two or four of them."""
    game, design = outfox.load("tic-tac-toe"), positions("tic-tac-toe", 400)
    assert max(len(column.members) for column in design.columns) == 4
    outcomes = played(design, np.linspace(-0.5, 0.5, len(design.columns)), np.random.default_rng(1))
    found = fit(design, outcomes, FitSettings(bootstrap=20))
    points = game.constant("BOARD").names
    flat = Model(game.spec, (0.0, 0.0), {}, {piece: dict.fromkeys(points, 0.0) for piece in ("cross", "nought")})
    statements = with_intervals(flat, game, found)
    assert len(statements) == 6
    for one in statements:
        assert one.interval.value == pytest.approx(one.units, rel=1e-4)
        assert one.interval.value == pytest.approx(one.amount / abs(statements[0].amount), rel=1e-4)


def columns_named(design):
    return {column.name: number for number, column in enumerate(design.columns)}


def test_text_is_at_most_80_wide(published, game):
    lines = statement_lines(statements_of(published, game), game.players, unit_of(published, game))
    assert max(map(len, lines)) <= 80


def test_a_design_of_columns_expands_to_a_model(game, published):
    columns = columns_of(game)
    assert sorted(place for column in columns for place in column.members) == list(range(len(published.vector)))
    design = Design(columns, np.zeros((1, len(columns))))
    tied = np.array([published.vector[list(column.members)].mean() for column in columns])
    assert design.expand(tied) == pytest.approx(published.vector), "the published table is symmetric"
    assert isinstance(columns[0], Column)
