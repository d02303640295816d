"""Help: complete, 80 columns, and there before anything heavy is loaded."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields

import pytest

import outfox as package
from outfox.interfaces.cli.application import COMMANDS, flags_of

HEAVY = {"numpy", "numba", "llvmlite", "scipy", "torch", "matplotlib", "pyspiel"}
COMMON = (
    "games new check perft search solve equilibrium endgame beat sweep diff equity dump play levels match tournament"
    " ladder watch replay engine acpc study train grade optimise weights bench cache doctor"
).split()


def test_the_commands_are_all_there():
    assert list(COMMANDS) == COMMON


def test_help_lists_every_command_in_order(command):
    shown = command("--help").out
    places = [shown.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)
    assert command().out == shown


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(command, name):
    shown = command(name, "--help").out
    assert shown.startswith(f"Usage: outfox {name}")
    assert "--json" in shown
    assert max(map(len, shown.split("\n"))) <= 80
    for flag in flags_of(name):
        assert flag in shown or f"  {flag[2:].upper()} " in shown, flag
    # Every name is explained: the meaning stands beside it or on the next line.
    assert not re.search(r"^  (-\S+( \S+)?|[A-Z]+)\n(?!  {5})", shown, re.MULTILINE)


def test_search_documents_the_settings_from_their_docstring(command):
    shown = command("search", "--help").out
    for field in fields(package.MctsSettings):
        assert f"--{field.name} " in shown
    assert "Exploration constant" in shown
    assert "[default 1.4]" in shown


def test_version(command):
    assert command("--version").out.strip() == package.__version__


def test_the_whole_application_writes_its_own_page():
    from outfox.interfaces.cli import app

    page = app.generate_docs(output_format="markdown")
    assert all(f"## outfox {name}" in page for name in COMMANDS)
    assert "--opening-plies" in page


@pytest.mark.parametrize(
    "words", [["--help"], ["games"], ["games", "--json"], ["--version"], ["match", "--help"], ["search", "--help"]]
)
def test_nothing_heavy_is_loaded(words):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "outfox", *words],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.split("\n")}
    heavy = HEAVY - {"numpy"} if "--help" in words[1:] else HEAVY
    assert not loaded & heavy


@pytest.mark.parametrize("module", ["outfox", "outfox.interfaces.cli"])
def test_runs_as_a_module(module):
    done = subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: outfox")
    assert done.stderr == ""


@pytest.mark.parametrize("columns", ["40", "60", "200"])
def test_help_keeps_to_the_width(command, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    shown = command("search", "--help").out
    assert max(map(len, shown.split("\n"))) <= min(80, int(columns))
