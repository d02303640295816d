"""`outfox study cat-and-mouse --reproduce` and maps: what is printed, and one line for what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from outfox.rules import load
from outfox.rules.errors import RulesError
from outfox.rules.text_map import map_parameters


def test_the_published_tables(command) -> None:
    here = command("study", "cat-and-mouse", "--reproduce", "tables")
    assert "54,760" in here.out
    assert "45,240" in here.out
    assert here.out.count("23") >= 2
    assert here.err == ""


def test_the_published_tables_as_json(command) -> None:
    data = command("study", "cat-and-mouse", "--reproduce", "tables", "--json").data
    assert (data["mouse"], data["cat"], data["winner"], data["moves"], data["plies"]) == (54760, 45240, "cat", 10, 23)
    assert data["published"] == {"mouse": 54760, "cat": 45240, "winner": "cat", "moves": 10, "plies": 23}
    assert (data["agrees"], data["perfect"], data["exact_plies"]) == (True, True, 23)


def test_another_run_has_no_published_figures(command) -> None:
    words = ("--reproduce", "tables", "--rows", "4", "--cols", "5", "--iterations", "500", "--seed", "3", "--json")
    data = command("study", "cat-and-mouse", *words).data
    assert data["settings"] == {"rows": 4, "cols": 5, "first": "cat", "iterations": 500, "start": "weak"}
    assert (data["published"], data["agrees"]) == (None, None)
    assert data["mouse"] + data["cat"] == 500


def test_a_window_that_is_hardly_trained_is_a_negative_finding(command) -> None:
    words = ("--reproduce", "window", "--games", "20", "--most", "1", "--rounds", "1", "--json")
    data = command("study", "cat-and-mouse", *words, code=1).data
    assert data["agrees"] is False
    assert [board["exact_plies"] for board in data["boards"]] == [14, 54, 74, 123, None]
    assert data["published"]["phase_2_begins"] == 821


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--reproduce", "tables", "--iterations", "0"), "iterations must be at least 1"),
        (("--reproduce", "window", "--games", "0"), "games must be at least 1"),
        (("--reproduce", "tables", "--iterations", "many"), "--iterations is a whole number"),
        (("--reproduce", "tables", "--start", "odd"), "start is weak or strong"),
        (("--reproduce", "tables", "--stay", "true"), "knows nothing of stay"),
        (("--reproduce", "tables", "--seed", "-1"), "seeds from 0"),
        (("--reproduce", "window", "--rows", "3"), "at least four rows"),
        (("--reproduce", "window", "--first", "mouse"), "the mouse begins there"),
        (("--reproduce", "tables", "--steps", "3"), "has no flag '--steps'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_one_line_for_what_cannot_be(command, words, said: str) -> None:
    here = command("study", "cat-and-mouse", *words, code=2)
    assert said in here.err
    assert here.err.count("\n") == 1
    assert here.out == ""


def test_other_games_have_no_published_run(command) -> None:
    assert "cat-and-mouse alone" in command("study", "nim", "--reproduce", "tables", code=2).err


# --- maps -------------------------------------------------------------------------------------------

DRAWN = "....m\n.#.#.\n.....\nc.#..\n"


def test_a_map_gives_the_walls(command, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text(DRAWN)
    spec = "cat-and-mouse:rows=4,cols=5,walls=[2,11,13]"
    for given in ("map.txt", "@map.txt"):
        assert command("solve", "cat-and-mouse", "--map", given, "--json").data["game"] == spec


def test_a_board_as_the_game_prints_it_is_a_map() -> None:
    game = load("cat-and-mouse", **map_parameters(DRAWN))
    board = "\n".join(game.start().text.splitlines()[:-1])
    assert map_parameters(board) == map_parameters(DRAWN) == {"rows": 4, "cols": 5, "walls": (2, 11, 13)}


@pytest.mark.parametrize(("rows", "cols", "walls"), [(2, 30, (4, 40)), (12, 2, (3,)), (3, 1, ()), (1, 3, ())])
def test_every_printed_board_is_a_map(rows: int, cols: int, walls: tuple[int, ...]) -> None:
    """Also beyond column z, with two digits in front, and of one column."""
    game = load("cat-and-mouse", rows=rows, cols=cols, walls=walls)
    board = "\n".join(game.start().text.splitlines()[:-1])
    assert map_parameters(board) == {"rows": rows, "cols": cols, "walls": walls}


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("...#m\n...##\nc....\n", "the mouse is walled in"),
        ("...m\nc....\n", "map.txt:2: this row has 5 cells"),
        ("..x.m\nc....\n", "map.txt:1: 'x' means nothing"),
        ("....m\n.c...\n", "c starts in the lower left corner"),
        ("....#\nc....\n", "a wall stands in the upper right corner"),
        ("\n\n", "the map is empty"),
    ],
)
def test_one_line_for_a_map_that_cannot_be(command, tmp_path: Path, drawn: str, said: str) -> None:
    (tmp_path / "map.txt").write_text(drawn)
    here = command("solve", "cat-and-mouse", "--map", "map.txt", code=2)
    assert said in here.err
    assert here.err.count("\n") == 1
    with pytest.raises(RulesError):
        map_parameters(drawn)


def test_maps_of_nothing(command, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text(DRAWN)
    assert "cannot read 'none.txt'" in command("solve", "cat-and-mouse", "--map", "none.txt", code=2).err
    assert "leave --rows out" in command("solve", "cat-and-mouse", "--map", "map.txt", "--rows", "4", code=2).err
    assert "nim is none" in command("solve", "nim", "--map", "map.txt", code=2).err
