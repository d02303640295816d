"""Reads the marked blocks of a markdown page and runs them in order, in one folder.

A comment before a fenced block says what it is:

    <!-- file: NAME -->                   the block is written to NAME
    <!-- file: NAME from PATH -->         PATH (beside the page) is copied to NAME
    <!-- run -->, <!-- run: exit N -->    each line after `$ ` is run; lines below are its expected output;
                                          what `outfox` does is asked of the function behind that command
    <!-- python -->                       the block is run as a script
    <!-- test: NAME -->                   the block is written to NAME and run by pytest, and where it has
                                          tests marked `nojit`, those again as plain Python
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"^<!-- (?P<mark>[^\n]+?) -->\n+```[^\n]*\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "markers=nojit: run twice"]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """One marked block of a page: `kind` and `rest` of the mark, the code, the line where it stands."""

    kind: str
    rest: str
    code: str
    line: int


def blocks(page: Path) -> list[Block]:
    """Return the marked blocks of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        kind, _, rest = match["mark"].partition(":")
        line = text.count("\n", 0, match.start("code")) + 1
        found.append(Block(kind.strip(), rest.strip(), match["code"], line))
    return found


def run_page(page: Path, folder: Path, outfox: Callable[..., Any]) -> None:
    """Run every marked block of a page in `folder`; the first failure names page and line.

    `outfox` runs that command in this process and in `folder`.
    """
    for block in blocks(page):
        where = f"{page.name}:{block.line}"
        if block.kind == "file":
            write(block, page, folder)
        elif block.kind == "run":
            exit_code = int(block.rest.removeprefix("exit") or 0)
            for command, expected in commands(block.code):
                name, *words = shlex.split(command)
                if name == "outfox":
                    done = outfox(*words, code=None)
                    assert done.code == exit_code, f"{where}: {command} ended with {done.code}\n{done.out}\n{done.err}"
                    output = done.out
                else:
                    output = execute([name, *words], folder, where, exit_code)
                if expected:
                    assert doctest.OutputChecker().check_output(expected, output, OPTIONS), (
                        f"{where}: {command}\nexpected:\n{expected}\ngot:\n{output}"
                    )
        elif block.kind == "python":
            execute([sys.executable, "-c", block.code], folder, where)
        elif block.kind == "test":
            (folder / block.rest).write_text(block.code, encoding="utf-8")
            execute([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", block.rest], folder, where)


def write(block: Block, page: Path, folder: Path) -> None:
    """Write a file block, or copy the file that it includes."""
    name, _, source = block.rest.partition(" from ")
    if source:
        shutil.copy(page.parent / source, folder / name)
    else:
        (folder / name).write_text(block.code, encoding="utf-8")


def commands(code: str) -> list[tuple[str, str]]:
    """Split a console block into commands and the output shown below each."""
    found: list[tuple[str, str]] = []
    for line in code.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def execute(command: list[str], folder: Path, where: str, exit_code: int = 0, **variables: str) -> str:
    """Run a command as a reader would, without input; return its standard output."""
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": scripts + os.pathsep + os.environ["PATH"], **variables}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == exit_code, (
        f"{where}: {shlex.join(command)[:200]} ended with {done.returncode}, not {exit_code}\n"
        f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    )
    return done.stdout
