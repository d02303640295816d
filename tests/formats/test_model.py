"""Files of models: read back as they were written, and refused in one line where they are not what they should be."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from outfox.formats.model import Model, Tuning, load_model
from outfox.rules import DamagedFile, NotSupported, load

SQUARES = {"fox": {"a": 0.25, "b": -0.5}, "goose": {"a": 0.0, "b": 1.0}}


@pytest.fixture
def model() -> Model:
    return Model("toy", (0.5, -0.25), {"lead": 0.125, "tempo": -1.0}, SQUARES, {"games": 20})


def test_value_is_the_sum_through_the_link(model):
    # 0.5 + 2 * 0.125 - 3 * 1.0 - 0.5 (fox on b) = -2.75; with player 1 to move and a goose on b: -0.25 + 1.0
    assert model.value(0, [2.0, 3.0], [0, 1]) == pytest.approx(math.tanh(-2.75))
    assert model.value(1, [0.0, 0.0], [0, 2]) == pytest.approx(math.tanh(0.75))


def test_written_and_read(model, tmp_path):
    model.save(tmp_path / "m.json")
    assert load_model(tmp_path / "m.json") == model
    assert list(tmp_path.iterdir()) == [tmp_path / "m.json"]


def test_vector_is_piece_by_piece(model):
    assert model.vector.tolist() == [0.5, -0.25, 0.125, -1.0, 0.25, -0.5, 0.0, 1.0]


def test_a_model_says_how_a_search_uses_it(model):
    assert model.tuning == Tuning()
    assert Model("toy", (0.0, 0.0), {}, {}, {"cut": 0, "c": 0.25}).tuning == (0, 0.25)


def spoil(content: dict, change: str) -> object:
    if change == "list":
        return [1]
    if change == "format":
        return {**content, "format": "another"}
    if change == "missing":
        return {k: v for k, v in content.items() if k != "bias"}
    if change == "word":
        return {**content, "features": {"lead": "much"}}
    if change == "tuning":
        return {**content, "about": {"cut": -3}}
    if change == "constant":
        return {**content, "about": {"c": "much"}}
    if change == "infinite":
        return {**content, "features": {"lead": math.inf, "tempo": 0}}
    return {**content, "squares": {"fox": {"a": 1}, "goose": {"b": 1}}}


@pytest.mark.parametrize("change", ["list", "format", "missing", "word", "tuning", "constant", "infinite", "points"])
def test_what_is_no_model_is_refused_in_one_line(model, tmp_path, change):
    path = tmp_path / "m.json"
    model.save(path)
    path.write_text(json.dumps(spoil(json.loads(path.read_text()), change)))
    with pytest.raises(DamagedFile) as caught:
        load_model(path)
    assert str(caught.value).startswith(f"{path} is no model: ")
    assert "\n" not in str(caught.value)


def test_half_a_file_is_refused(model, tmp_path):
    path = tmp_path / "m.json"
    model.save(path)
    path.write_text(path.read_text()[:100])
    with pytest.raises(DamagedFile, match="is no model"):
        load_model(path)


def test_another_game_is_refused(model):
    with pytest.raises(NotSupported, match="a model of toy does not fit tic-tac-toe, whose features are none"):
        model.weights(load("tic-tac-toe"))


def test_weights_leave_room_for_what_rules_fill():
    game = load("tic-tac-toe")
    points = dict.fromkeys(game.constant("BOARD").names, 1.0)
    pieces = dict.fromkeys(game.constant("BOARD").pieces, points)
    weights = Model("tic-tac-toe", (1.0, 1.0), {}, pieces).weights(game)
    assert len(weights) == 1 + 2 + 18 + 9
    assert np.array_equal(weights[-9:], np.zeros(9))
    assert 0 < weights[0] < game.scale  # an estimate stays below a win
