"""`games` and `new`: what is listed is what `load` finds, and what is written runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import outfox as package
from outfox.interfaces.cli import catalogue
from outfox.rules import game_files

NAMES = sorted(catalogue.packaged())
KEYS = {"name", "summary", "players", "parameters", "file"}


def test_the_catalogue_has_what_load_finds():
    assert {entry.name: entry.path for entry in catalogue.entries()} == game_files()


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_says_what_the_game_says(name):
    (entry,) = (entry for entry in catalogue.entries() if entry.name == name)
    game = package.load(name)
    assert entry.players == game.players
    assert entry.parameters == {p.name: p.default for p in game.parameters.values()}
    assert entry.summary[0].isupper()
    assert not entry.summary.endswith(".")


def test_list(command):
    listed = command("games")
    assert all(f"{name} " in listed.out for name in NAMES)
    assert max(map(len, listed.out.split("\n"))) <= 80
    data = command("games", "--json").data
    assert [set(entry) for entry in data["games"]] == [KEYS] * len(NAMES)
    assert [entry["name"] for entry in data["games"]] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_page_of_a_game(command, name):
    shown = command("games", name).out
    assert max(map(len, shown.split("\n"))) <= 80
    assert ("Parameters:" in shown) == bool(package.load(name).parameters)
    data = command("games", name, "--json").data
    wanted = "name spec players parameters actions branching outcomes endless file doc"
    assert list(data) == wanted.split()


def test_page_of_a_game_with_parameters(command):
    data = command("games", "nim:piles=[2,2]", "--json").data
    assert data["spec"] == "nim:piles=[2,2]"
    expected = {"type": "tuple[int, ...]", "default": [1, 3, 5, 7], "value": [2, 2]}
    assert data["parameters"]["piles"] == expected


@pytest.mark.parametrize(("given", "file"), [("mine", "mine.py"), ("my-game", "my_game.py"), ("a/b.py", "a/b.py")])
def test_new_writes_a_game_that_runs(command, tmp_path, given, file):
    (tmp_path / "a").mkdir()
    data = command("new", given, "--json").data
    assert data == {"file": file, "next": [f"outfox check {file}", f"outfox play {file}"]}
    position = package.load(tmp_path / file).start()
    assert position.name(position.legal[0]) == "take 1"


def test_new_leaves_files_alone(command, tmp_path):
    (tmp_path / "mine.py").write_text("mine")
    assert "is there already" in command("new", "mine.py", code=2).err
    assert (tmp_path / "mine.py").read_text() == "mine"


def test_an_installed_package_offers_games(tmp_path):
    """A distribution with the entry point is found by name, without an installation."""
    (tmp_path / "wolves.py").write_bytes(game_files()["nim"].read_bytes())
    info = tmp_path / "wolves-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wolves\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[outfox.games]\nwolves = wolves\n")
    code = "import sys; sys.path.insert(0, '.'); from outfox.interfaces.cli import main; main(['games'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "\nwolves " in done.stdout
