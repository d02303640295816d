"""The reference pages are complete: every name of the contract, every error, every word of the glossary."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from outfox.rules import errors
from outfox.rules.contract import CONTRACT

DOCS = Path(__file__).resolve().parents[2] / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(CONTRACT))
def test_contract_page_has(name):
    assert re.search(rf"^\| [^|]*`{name}[(`]", page("reference/contract.md"), re.MULTILINE)


def test_contract_page_has_no_other_name():
    first_cells = re.findall(r"^\| ([^|]*`[^|]*) \|", page("reference/contract.md"), re.MULTILINE)
    names = {name for cell in first_cells for name in re.findall(r"`(\w+)", cell)}
    assert names == set(CONTRACT)


def test_errors_page_has_every_error():
    kinds = {
        name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.OutfoxError)
    }
    assert set(re.findall(r"`outfox\.(\w+)`", page("reference/errors.md"))) == kinds


def test_glossary_is_in_order_and_each_word_is_there_once():
    sections = page("glossary.md").split("\n## ")[1:]
    words = []
    for section in sections:
        terms = re.findall(r"^(\S.*)\n: ", section, re.MULTILINE)
        if not section.startswith("Evidence"):
            assert terms == sorted(terms, key=str.lower), section.split("\n")[0]
        words += terms
    repeated = {word for word in words if words.count(word) > 1}
    assert repeated <= {"proven"}, "of a value, and of a method's status"


@pytest.mark.parametrize(
    "word",
    "state action apply mover player CHANCE TERMINAL payoff observation policy simulation playout prior ply "
    "exploitability remoteness match rating value winner".split(),
)
def test_glossary_has(word):
    assert re.search(rf"^{word}\n: ", page("glossary.md"), re.MULTILINE)


JSON = [
    ("search", "tic-tac-toe", "--simulations", "50"),
    ("search", "tic-tac-toe", "--player", "alphabeta:depth=2"),
    ("search", "tic-tac-toe", "--player", "dfpn"),
    ("match", "tic-tac-toe", "random", "random", "--games", "2", "--sprt", "0,5"),
    ("tournament", "tic-tac-toe", "random", "mcts:simulations=2", "--games", "2"),
    ("ladder", "tic-tac-toe", "--levels", "2", "--games", "2", "--player", "mcts:simulations=4", "--win-rate", "0.5"),
    ("check", "tic-tac-toe", "--games", "1", "--states", "10", "--playouts", "10"),
    ("perft", "tic-tac-toe", "2"),
    ("play", "nim:piles=[1,2]", "--against", "random"),
    ("grade", str(DOCS.parent / "tests/data/students/correct.py"), "--games", "0"),
    ("games",),
    ("games", "nim"),
    ("cache",),
    ("cache", "trim"),
]


@pytest.mark.parametrize("words", JSON, ids=" ".join)
def test_json_page_has_every_key(words, command):
    """Compare what a command prints with the part of the page that begins with its name."""
    printed = command(*words, "--json").data
    text = page("reference/json.md")
    part = text[text.index(f"\n`{words[0]}`") :]
    part = part[: re.search(r"\n\n`\w+`:", part[1:]).end()]
    documented = set(re.findall(r"`(\w+)`", part))
    assert set(printed) <= documented
    for value in printed.values():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            assert set(value[0]) <= documented


@pytest.mark.slow
def test_json_page_has_every_key_of_a_study(command):
    test_json_page_has_every_key(("study", "tic-tac-toe", "--budget", "30s"), command)


def test_errors_page_shows_how_an_error_looks(command):
    shown = json.loads(re.search(r"```json\n(.*?)\n```", page("reference/errors.md"))[1])
    failed = command("games", "chequers", "--json", code=2)
    printed = failed.error
    assert printed.keys() == shown.keys()
    assert printed["message"].startswith(shown["message"].removesuffix("..."))
    assert failed.out == ""
