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

LEVEL = 1
"""LLVM's level of optimisation. Level 3, Numba's default, took a quarter longer to compile the tree search and ran no
faster (starve-the-fox, othello and connect-four, measured side by side)."""


@contextmanager
def quick_build() -> Iterator[None]:
    """Compile at `LEVEL`, whatever level the process has chosen for other uses of Numba."""
    config: Any = numba.config
    before = config.OPT
    config.OPT = type(before)(min(LEVEL, int(before)))
    try:
        yield
    finally:
        config.OPT = before


def compile_entry(entry: Any, signature: Any) -> None:
    """Compile the entry for its signature, and for no other."""
    entry.compile(signature)
    entry.disable_compile()


def dump(entry: Any) -> bytes | None:
    """Return the compiled entry as bytes; None where it holds addresses of this process (constants above 1 MB)."""
    (compiled,) = entry.overloads.values()
    if compiled.library.has_dynamic_globals:
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
