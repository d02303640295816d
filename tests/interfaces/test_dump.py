"""`outfox dump --table`: the values of a game tree from a file, without solving again."""

from __future__ import annotations

import importlib

import pytest

LATE = ("--moves", "a1 b2 c3 a3 c1 b1")


@pytest.fixture
def unsolvable(monkeypatch):
    """Return what makes everybody fail who solves from then on."""
    module = importlib.import_module("outfox.methods.solve.solve")

    def refuse(*_, **__):
        raise AssertionError("solved again")

    return lambda: monkeypatch.setattr(module, "solve", refuse)


@pytest.mark.parametrize(("spec", "words"), [("tic-tac-toe", LATE), ("nim", ()), ("pig:target=8", ())])
def test_the_tree_of_a_table_is_that_of_the_solver(command, unsolvable, spec, words):
    solved = command("dump", spec, *words, "--depth", "3", "--json").data
    command("solve", spec, "--save", "a.table")
    unsolvable()
    data = command("dump", spec, *words, "--depth", "3", "--table", "a.table", "--json").data
    assert data.pop("table") == "a.table"
    assert data == solved
    assert data["solved"]
    assert "keeps the value" in command("dump", spec, *words, "--table", "a.table").out


def test_a_table_that_has_not_what_is_asked(command):
    command("solve", "nim", "--save", "nim.table")
    assert "--table b.table: there is no such file; outfox solve --save makes it" in command(
        "dump", "nim", "--table", "b.table", code=2
    ).err  # fmt: skip
    assert "is a table of nim, not of tic-tac-toe" in command("dump", "tic-tac-toe", "--table", "nim.table", code=2).err
    command("solve", "nim", "--moves", "1 from pile 1", "--save", "later.table")
    refused = command("dump", "nim", "--table", "later.table", code=3)
    assert refused.err.count("\n") == 1
    assert "this position of nim is not in the table" in refused.err
    assert not refused.out
