"""A kernel becomes machine code once, as a whole; what was compiled on the way serves Numba's own functions too."""

from __future__ import annotations

import os

import numpy as np
import pytest
from numba import njit

from outfox.kernel import link as linker
from outfox.kernel import pieces
from outfox.rules import load
from tests.kernel.one_link import ask

pytestmark = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="nothing is compiled")

inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)


@pytest.fixture
def made(monkeypatch):
    """Return the names of the functions that machine code was made for."""
    names: list[str] = []
    finalize = pieces._Piece.finalize

    def noted(piece):
        names.append(piece.name)
        finalize(piece)

    monkeypatch.setattr(pieces._Piece, "finalize", noted)
    return names


@pytest.mark.parametrize("checked", [False, True])
def test_a_kernel_is_one_piece_of_machine_code(made, monkeypatch, fresh_cache, checked):
    monkeypatch.setattr(linker, "_LOADED", {})
    game = load("nim:piles=[1,3]")
    assert ask(game, checked=checked)[0] == game.start().legal
    assert [name for name in made if name != "nrt"] == ["first"]  # Numba's own memory, once in a process


def test_others_can_call_what_a_kernel_called(made):
    @inner
    def doubled(x):
        return 2 * x

    @inner
    def filled(n):
        return np.full(n, doubled(n))

    @njit
    def entry(n):
        return filled(n).sum()

    @njit
    def later(n):
        return doubled(n) + filled(n)[0]

    with pieces.joined(entry.targetctx):
        assert entry(3) == 18
    assert len(made) == 1
    assert later(4) == 16
    assert len(made) > 1


def test_an_error_inside_a_piece_is_raised(made):
    @inner
    def refused(x):
        if x > 2:
            raise ValueError("more than", x)
        return x

    @njit
    def entry(x):
        return refused(x) + 1

    with pieces.joined(entry.targetctx):
        assert entry(2) == 3
    with pytest.raises(ValueError, match="more than"):
        entry(3)


def test_numba_is_left_as_it_was():
    context = njit(lambda x: x).targetctx
    before = context.codegen()._library_class

    def fail():
        with pieces.joined(context):
            assert context.codegen()._library_class is pieces._Piece
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert context.codegen()._library_class is before
