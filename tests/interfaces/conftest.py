"""Commands in this process: what they print, where, and their exit code."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from outfox.interfaces.cli import main


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        """The JSON object on standard output, which must be all there is."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The JSON object on standard error, which must be all there is."""
        assert self.err.count("\n") == 1, self.err
        return json.loads(self.err)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Return a function that runs a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, code: int | None = 0, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        found = main(words)
        out, err = capsys.readouterr()
        assert code is None or found == code, f"exit code {found}\n{out}\n{err}"
        return Outcome(found, out, err)

    yield run
    link = sys.modules.get("outfox.kernel.link")
    if link is not None:
        link.announce = None


@pytest.fixture
def environment() -> dict[str, str]:
    """Return variables for a process as a person's terminal has them: with colours."""
    return {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm-256color"}
