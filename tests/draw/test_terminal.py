from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfox.draw import scene, text
from outfox.draw.lettering import columns
from outfox.rules import Board, grid, load
from tests.draw.stubs import GAMES, NASTY, StubPosition, after, moved, same_as_golden, small

CODES = re.compile(r"\x1b\[[0-9;]*m")


def test_golden_lines():
    position = moved("c7-d6", "b4-b5", "e7-e6", "f4-f5", "d6-c5")
    drawn = scene(position, last=position.history[-1], values={"c4-b4": -0.25, "f5-e5": 0.5})
    same_as_golden(text(drawn), "starve-the-fox.txt")
    same_as_golden(text(drawn, ascii_only=True), "starve-the-fox.ascii.txt")
    same_as_golden(text(drawn, colour=True), "starve-the-fox.colour.txt")


def test_golden_cells():
    drawn = scene(small(), last="a2-b2", heat=[0.1, None, -0.5, 1, 0, 2], seats=("human", "random"))
    same_as_golden(text(drawn), "small.txt")


def test_golden_drawn_lines():
    position = moved("a1b1", "a1a2", "b1b2", "a2b2", "c2c3", game="dots-and-boxes")
    same_as_golden(text(scene(position, last=position.history[-1])), "dots-and-boxes.txt")


def test_the_figure_of_the_rules():
    shown = text(scene(load("starve-the-fox").start()), ascii_only=True)
    lines = [line[3:] for line in shown.splitlines()[:13]]
    assert lines[1] == lines[9] == "        | \\ | / |"
    assert lines[3] == lines[11] == "        | / | \\ |"
    assert lines[5] == "| \\ | / | \\ | / | \\ | / |"
    assert lines[7] == "| / | \\ | / | \\ | / | \\ |"


@pytest.mark.parametrize("spec", [*GAMES, "cat-and-mouse:rows=30,cols=35", "breakthrough:rows=4,cols=16"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_game_keeps_to_80_columns(spec, ascii_only):
    position = after(spec, 9)
    values = dict.fromkeys(position.legal, -0.123)
    last = position.history[-1] if position.history else None
    heat = [0.5] * len(position.squares()) if position.squares() else None
    drawn = scene(position, last, values, heat, caption="many words " * 20)
    shown = text(drawn, ascii_only=ascii_only)
    assert max(map(columns, shown.splitlines())) <= 80
    assert not ascii_only or shown.isascii()
    coloured = CODES.sub("", text(drawn, colour=True, ascii_only=ascii_only))
    assert [line.rstrip() for line in coloured.splitlines()] == shown.splitlines()
    assert "\x1b" not in shown


def test_large_boards_come_closer_and_the_largest_are_words():
    framed, close = (text(scene(load(f"cat-and-mouse:rows=5,cols={n}").start())) for n in (7, 30))
    assert "┌───┬" in framed
    assert "┌" not in close
    assert "c · ·" in close
    position = StubPosition(grid(1, 60, ("hare",), "h"), [1] + [0] * 59, text="hare on a1")
    assert text(scene(position)).startswith("hare on a1")


def test_points_in_no_order_are_words():
    board = Board(((0, 0), (0.3, 0.01), (7.77, 3)), ("p", "q", "r"), ("hare",), "h")
    assert text(scene(StubPosition(board, [1, 0, 0], text="hare on p"))).startswith("hare on p")


def test_wide_marks_keep_columns_in_line():
    lines = text(scene(small(marks="狐羊"))).splitlines()
    assert len({columns(line) for line in lines[:5]}) == 1


@pytest.mark.parametrize(("pieces", "marks"), [(("ram", "ewe"), "re"), (("ram", "rat"), "12")])
def test_ascii_stands_in_for_other_marks(pieces, marks):
    shown = text(scene(small(marks="●○", pieces=pieces)), ascii_only=True)
    assert f"| {marks[0]} |" in shown
    assert f"| {marks[1]} |" in shown


def test_the_side_to_move_stands_out_in_colour():
    assert "\x1b[1mb hares\x1b[0m" in text(scene(small(mover=1)), colour=True)


def test_words_are_not_repeated():
    assert text(scene(load("nim").start())).count("to move") == 1


@given(NASTY, NASTY, NASTY, st.text())
def test_nothing_acts_on_the_terminal(piece, mark, name, words):
    position = StubPosition(grid(1, 2, (piece,), (mark,)), [1, 0], (piece, name), text=words)
    for drawn in (
        scene(position, values={name: 1.0}, seats=(name, words), caption=words),
        scene(StubPosition(text=words)),
    ):
        shown = text(drawn)
        assert all(char.isprintable() or char == "\n" for char in shown)
        assert max(map(columns, shown.split("\n"))) <= 80
