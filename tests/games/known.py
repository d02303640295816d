"""Answers from outside that tests of games compare with, by the name of the case."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "data" / "cases"


@cache
def cases() -> dict[str, dict[str, Any]]:
    """Return every case in `tests/data/cases` by its id."""
    lines = [line for file in sorted(FOLDER.glob("*.jsonl")) for line in file.read_text(encoding="utf-8").splitlines()]
    return {case["id"]: case for case in map(json.loads, lines)}


def answer(case: str) -> Any:
    """Return what a case says."""
    return cases()[case]["answer"]


def given(case: str) -> Any:
    """Return what a case starts from."""
    return cases()[case]["input"]
