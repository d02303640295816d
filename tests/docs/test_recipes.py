"""The pages that tell how to do something are run: what they show works."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.docs.recipes import blocks, commands, run_page

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if "generated" not in p.parts),
]
RUN = [page for page in PAGES if any(block.kind in {"run", "python", "test"} for block in blocks(page))]
KINDS = {"file", "run", "python", "test", "compiles", "refused"}


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", RUN, ids=named)
def test_page_runs(page, tmp_path, command, monkeypatch):
    scripts = Path(sys.executable).parent  # where players find `outfox`
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    run_page(page, tmp_path, command)


def test_the_recipes_are_among_the_pages_that_run():
    assert {"CONTRIBUTING.md", "docs/tutorial.md"} <= {named(page) for page in RUN}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_marks_are_known(page):
    """A misspelt mark would silently not run."""
    marks = re.findall(r"^<!-- ([\w-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    # a benchmark fills the section that it names
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "benchmarks").glob("*.py"))
    sections = {"design-notes", *re.findall(r'(?:write|publish)\("([\w-]+)"', sources)}
    assert set(marks) <= KINDS | sections


def test_the_tutorial_game_has_about_thirty_lines():
    source = (ROOT / "docs" / "examples" / "leapers.py").read_text(encoding="utf-8")
    body = source.split('"""', 2)[2]
    code = [line for line in body.splitlines() if line.strip()]
    assert 25 <= len(code) <= 40


def test_console_blocks_split_into_commands_and_output():
    assert commands("$ outfox a\n1\n2\n$ outfox b\n") == [("outfox a", "1\n2\n"), ("outfox b", "")]
