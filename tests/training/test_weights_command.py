"""`outfox weights`, as a person and as a program see it."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from outfox.draw.heat import heat_map, heat_scene
from outfox.interfaces.cli import main
from outfox.rules import load

PUBLISHED = str(resources.files("outfox.studies.published").joinpath("starve-the-fox.json"))

UNKNOWN = '{"format": "outfox-model-1", "game": "no-such-game", "bias": [0, 0], "features": {}, "squares": {}}'


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*words, code=0):
        capsys.readouterr()
        assert main(["weights", *words]) == code
        return capsys.readouterr()

    return run


def test_shows_the_published_statements_in_80_columns(command):
    shown = command(PUBLISHED, "--against", PUBLISHED).out
    assert max(map(len, shown.split("\n"))) <= 80
    for line in (
        "captured                          +0.0360     +.22",
        "edible_foxes_to_move              +0.0960     +.59",
        "captured sheep, in all        foxes   +0.145   +1.00    +1.00    +1.00",
        "fox                           foxes   +0.342   +2.09    +2.35    +2.27",
        "one for two in the pen        sheep   +0.016    -.01     +.11     +.07",
        "2                .02   .05   .02                 .03",
        "correlation: +1.00",
        "yes  d6 is high (d6 .16, beside it .11, all points .11)",
    ):
        assert line in shown


def test_json_has_the_same_figures(command):
    data = json.loads(command(PUBLISHED, "--json", "--against", PUBLISHED).out)
    by_name = {one["name"]: one for one in data["statements"]}
    assert by_name["the same, threat counted"]["printed"] == pytest.approx(-0.04 / 0.15)
    assert data["features"]["rows_gained"] == -0.0034
    assert data["tables"][1]["row_means"][5] == {"row": "2", "mean": pytest.approx(0.03)}
    assert data["correlations"] == {"fox": 1.0, "sheep": 1.0}
    assert all(remark["holds"] for remark in data["remarks"])


def test_draws_heat_maps(command, tmp_path):
    shown = command(PUBLISHED, "--svg", "maps").out
    for piece, value in (("fox", ".41"), ("sheep", ".21")):
        file = tmp_path / "maps" / f"starve-the-fox-{piece}.svg"
        assert f"drawn in maps/{file.name}" in shown
        texts = [element.text for element in ET.fromstring(file.read_text("utf-8")).iter() if element.text]
        assert texts.count(value) == 2
        assert f"position values of {piece}" in texts


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no file 'model.json'"),
        ("{", "model.json is no model"),
        (
            '{"format": "outfox-model-1", "game": "no-such-game", "bias": [0, 0], "features": {}, "squares": {}}',
            "--rules",
        ),
    ],
)
def test_mistakes_are_one_line(command, tmp_path, content, message):
    if content is not None:
        (tmp_path / "model.json").write_text(content, "utf-8")
    error = command("model.json", code=2).err
    assert message in error
    assert error.count("\n") == 1


def test_a_model_of_another_game_is_refused(command):
    assert "does not fit tic-tac-toe" in command(PUBLISHED, "--rules", "tic-tac-toe", code=3).err


def test_heat_is_drawn_on_an_empty_board():
    game = load("starve-the-fox")
    scene = heat_scene(game, {"d6": 0.25})
    assert set(scene.pieces) == {0}
    assert scene.heat[scene.names.index("d6")] == 0.25
    assert sum(value is not None for value in scene.heat) == 1
    assert ">.25<" in heat_map(game, {"d6": 0.25})
    with pytest.raises(ValueError, match="'z9'"):
        heat_scene(game, {"z9": 1.0})


def test_json_page_has_every_key(command):
    data = json.loads(command(PUBLISHED, "--json", "--against", PUBLISHED).out)
    page = (Path(__file__).parents[2] / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    part = page[page.index("\n`weights`:") : page.index("\n`bench`:")]
    documented = set(re.findall(r"`(\w+)`", part))
    assert set(data) <= documented
    assert data["fit"] is None  # somebody else's table
    for key in ("statements", "tables", "remarks", "worths"):
        assert set(data[key][0]) <= documented
