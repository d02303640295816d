"""The reference pages are complete: every name of the contract, every error, every word of the glossary."""

from __future__ import annotations

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
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.OutfoxError)
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
