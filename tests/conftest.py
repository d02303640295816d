"""What every test shares: a cache of its own for compiled rules, and a Hypothesis profile without chance."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# Set before matplotlib is imported anywhere; a test that wants colours or a width sets its own.
os.environ["MPLBACKEND"] = "Agg"
os.environ["NO_COLOR"] = "1"
os.environ["COLUMNS"] = "80"

settings.register_profile(
    "gate",
    derandomize=True,  # the same examples on every run: a red gate can be run again
    deadline=None,  # a first call compiles
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


def pytest_configure(config: pytest.Config) -> None:
    """Give the session one cache, which xdist's workers inherit: each kernel is compiled once.

    OUTFOX_TEST_CACHE names a folder to keep between runs: quicker while working on a test.
    """
    if hasattr(config, "workerinput"):
        return
    kept = os.environ.get("OUTFOX_TEST_CACHE")
    if kept:
        os.environ["OUTFOX_CACHE"] = kept
        return
    folder = tempfile.mkdtemp(prefix="outfox-tests-")
    os.environ["OUTFOX_CACHE"] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def cache_folder() -> Path:
    """Return the cache of this test session, shared by all its workers."""
    return Path(os.environ["OUTFOX_CACHE"])


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache for this test alone, for tests that damage it or count builds."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("OUTFOX_CACHE", str(folder))
    return folder


@pytest.fixture
def outfox(tmp_path: Path):
    """Return a function that runs the command in a process of its own, in `tmp_path`, without input."""

    def run(*arguments: str, code: int | None = 0, **options) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "outfox.interfaces.cli", *arguments],
            **{"cwd": tmp_path, "stdin": subprocess.DEVNULL, "capture_output": True, "text": True, **options},
            check=False,
        )
        assert code is None or done.returncode == code, f"exit code {done.returncode}\n{done.stderr}"
        return done

    return run


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
    """Return a function that runs a command in this process, in a folder of its own: no start of Python to wait for."""
    from outfox.interfaces.cli import main

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
