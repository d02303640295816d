from __future__ import annotations

import importlib.util
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from outfox.draw import Scene, scene, svg
from outfox.rules import Board, grid, load
from tests.draw.stubs import GAMES, NASTY, StubPosition, after, moved, same_as_golden, small

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(picture).iter(f"{SVG}text")]


def test_golden_lines():
    position = moved("c7-d6", "b4-b5", "e7-e6", "f4-f5", "d6-c5")
    values = {"c4-b4": -0.25, "f5-e5": 0.5}
    picture = svg(scene(position, last=position.history[-1], values=values, seats=("human", "random")))
    same_as_golden(picture, "starve-the-fox.svg")


def test_golden_cells():
    same_as_golden(svg(scene(small(), last="a2-b2", heat=[0.1, None, -0.5, 1, 0, 2])), "small.svg")


def test_golden_text():
    same_as_golden(svg(scene(load("nim").start())), "nim.svg")


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_game_is_drawn_well_formed_inside_its_frame(spec, theme):
    position = after(spec, 12)
    values = dict.fromkeys(position.legal, 0.5)
    last = position.history[-1] if position.history else None
    root = ET.fromstring(svg(scene(position, last=last, values=values), theme=theme))
    width, height = (float(size) for size in root.get("viewBox").split()[2:])
    assert width < 800
    assert height < 900
    for element in root.iter():
        for name in ("x", "y", "cx", "cy", "width", "height", "r"):
            assert float(element.get(name, 0)) <= max(width, height)
            assert "nan" not in element.get(name, "")


def test_it_is_read_aloud():
    root = ET.fromstring(svg(scene(small(), last="c1")))
    assert root.get("role") == "img"
    assert root.get("aria-label") == "stub, hounds to move"
    assert root.find(f"{SVG}title").text == "stub, hounds to move"
    assert root.find(f"{SVG}desc").text == "hound on a2; hare on c1; last action: c1"


def test_it_is_self_contained():
    picture = svg(scene(after("starve-the-fox", 5)))
    assert not re.search(r'href|url\(|@import|<script|\bid="', picture)


def test_themes():
    auto, light, dark = (svg(scene(small()), theme=theme) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme:dark" in auto
    assert "prefers-color-scheme" not in light + dark
    assert "#f6efe2" in light
    assert "#f6efe2" not in dark
    with pytest.raises(ValueError, match="'pink' is none of auto, light, dark"):
        svg(scene(small()), theme="pink")


def test_a_notebook_shows_it():
    picture = svg(scene(small()))
    assert picture._repr_svg_() == picture._repr_html_() == str(picture)
    assert "<svg" in load("tic-tac-toe").start()._repr_html_()


def test_size_is_the_longer_side():
    root = ET.fromstring(svg(scene(load("connect-four").start()), size=300))
    assert max(float(root.get("width")), float(root.get("height"))) == 300


def test_coordinates_stand_at_the_edges():
    assert {"a", "b", "c", "1", "2"} <= set(texts(svg(scene(small()))))
    odd = Board(((0, 0), (1, 0)), ("left", "right"), ("hound",), "h")
    assert "left" not in texts(svg(scene(StubPosition(odd, [1, 0]))))


def test_large_boards_stay_small_files():
    assert len(svg(scene(load("cat-and-mouse:rows=30,cols=35").start()))) < 60_000


@given(NASTY, NASTY, NASTY, NASTY)
def test_nasty_names_are_escaped(piece, mark, caption, words):
    position = StubPosition(grid(1, 2, (piece,), (mark,)), [1, 0], (piece, caption), text=words)
    for drawn in (scene(position, caption=caption, seats=(words, words)), Scene(game=piece, text=words)):
        picture = svg(drawn)
        root = ET.fromstring(picture.encode("utf-8"))
        assert not list(root.iter(f"{SVG}script"))


def test_the_picture_of_the_readme_is_up_to_date(root):
    spec = importlib.util.spec_from_file_location("picture", root / "docs" / "_picture.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PICTURE.read_text(encoding="utf-8") == module.picture(), "run python docs/_picture.py"
