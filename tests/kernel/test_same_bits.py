"""Same seed, same games, to the last bit: compiled fast, compiled checked, interpreted, and by `Game` alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from outfox.rules import load
from tests.kernel.playout_twin import SPECS, linked, twin


@pytest.fixture(scope="session")
def interpreted(root):
    """Return what the linked kernel gives with NUMBA_DISABLE_JIT=1."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    command = [sys.executable, "-W", "error", "-m", "tests.kernel.playout_twin"]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("spec", SPECS, ids=[Path(spec).stem if "/" in spec else spec for spec in SPECS])
def test_same_games(spec, interpreted):
    game = load(spec)
    expected = twin(game)
    assert linked(game, checked=False) == expected
    assert linked(game, checked=True) == expected
    assert interpreted[spec] == [expected, expected]
