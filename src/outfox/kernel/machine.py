"""A kernel's entry as bytes and back: what Numba compiled, to be stored where outfox can answer for it.

Numba's own cache writes beside the source or into a place of its choice, and trusts what it finds there. Its result can
be reduced to bytes all the same, which is what its cache does.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba.core.compiler import CompileResult

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
    entry.compile(signature)
    entry.disable_compile()


def dump(entry: Any) -> bytes | None:
    """Return the compiled entry as bytes; None where it holds addresses of this process.

    These are constants above 1 MB, and functions that call each other in a circle, which Numba joins at run time.
    """
    (compiled,) = entry.overloads.values()
    library = compiled.library
    joined = any(held.name.startswith(".numba.unresolved$") for held in library._final_module.global_variables)
    if library.has_dynamic_globals or joined:
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
