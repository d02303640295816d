"""`import outfox` is light, and its public names are where they are said to be."""

from __future__ import annotations

import subprocess
import sys

import pytest

import outfox

HEAVY = ("numba", "llvmlite", "scipy", "torch", "matplotlib")


def modules_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_loads_nothing_heavy():
    loaded = modules_after("import outfox")
    assert not loaded.intersection(HEAVY)
    assert "numpy" not in loaded, "the names are lazy, so a bare import needs no arrays either"


def test_playing_in_plain_python_loads_no_compiler():
    loaded = modules_after("import outfox\noutfox.load('tic-tac-toe').start()")
    assert not loaded.intersection(HEAVY)


@pytest.mark.parametrize("name", outfox.__all__)
def test_public_names_exist(name):
    assert getattr(outfox, name) is not None
    assert name in dir(outfox)


def test_public_names_are_sorted():
    assert list(outfox.__all__) == sorted(outfox.__all__)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = outfox.lode
