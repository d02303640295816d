"""A kernel's entry as bytes and back: what Numba compiled, to be stored where outfox can answer for it.

Numba's own cache writes beside the source or into a place of its choice, and trusts what it finds there. Its result can
be reduced to bytes all the same, which is what its cache does.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba.core.compiler import CompileResult

from outfox.kernel.flags import quick_flags
from outfox.kernel.pieces import in_circles, joined

SHORT = 6000
"""Characters of a kernel that is compiled at LLVM's highest level of optimisation, longer ones at level 1.

Level 3, Numba's default, took a quarter longer to compile the tree search and ran no faster (starve-the-fox, othello
and connect-four, measured side by side); random playouts of connect-four, where all is in one loop, ran 17 % faster.
"""


def level(kernel: str) -> int:
    """Return the level of optimisation for a kernel's text."""
    return 3 if len(kernel) < SHORT else 1


@contextmanager
def quick_build(highest: int) -> Iterator[None]:
    """Compile at a level of optimisation, unless the process has chosen a lower one for all uses of Numba."""
    config: Any = numba.config
    before = config.OPT
    config.OPT = type(before)(min(highest, int(before)))
    try:
        yield
    finally:
        config.OPT = before


def compile_entry(entry: Any, signature: Any) -> None:
    """Compile the entry for its signature, and for no other."""
    with joined(entry.targetctx), quick_flags(), _without_collection():
        entry.compile(signature)
    entry.disable_compile()


@contextmanager
def _without_collection() -> Iterator[None]:
    """Look for no reference cycles meanwhile: a compiler makes hundreds of thousands of objects, and keeps most."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def dump(entry: Any) -> bytes | None:
    """Return the compiled entry as bytes; None where it holds addresses of this process.

    These are constants above 1 MB, and functions that call each other in a circle, which Numba joins at run time.
    """
    (compiled,) = entry.overloads.values()
    library = compiled.library
    if library.has_dynamic_globals or in_circles(library):
        return None
    return bytes(numba.core.serialize.dumps(compiled._reduce()))


def restore(entry: Any, stored: bytes) -> None:
    """Give the entry what `dump` stored; the bytes must be trusted."""
    context = entry.targetctx
    context.refresh()
    compiled = CompileResult._rebuild(context, *pickle.loads(stored))  # noqa: S301 - hashed, private: see cache.read
    context.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
    entry.add_overload(compiled)
    entry.disable_compile()
