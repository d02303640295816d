"""Settling a loaded module: its functions, as plain Python, then mean what compiled rules mean.

Constants get the types that compiled code gives them, ``np`` results of Python numbers, and a function that
`outfox.rules.unsigned` or the reading of imports rewrote runs as rewritten, at its own lines of its own file.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from outfox.rules.arrays import NUMPY, Array, words
from outfox.rules.kinds import WORD, constant_kind
from outfox.rules.source import Reached, copy_tree
from outfox.rules.unsigned import convert
from outfox.rules.word import Word


def settle(namespace: dict[str, Any], reached: Reached, state: np.dtype[Any]) -> None:
    """Make plain functions and constants agree with compiled ones; `namespace` is that of the rules file."""
    convert(state, reached)
    for function in reached.functions.values():
        for name, linked in function.names.items():
            if linked in reached.constants and name in function.space:
                function.space[name] = widened(reached.constants[linked])
    spaces = {id(space): space for space in [namespace, *(f.space for f in reached.functions.values())]}
    for space in spaces.values():
        for name, value in list(space.items()):
            if value is np:
                space[name] = NUMPY
        space["rt_word"], space["rt_ordinary"] = to_word, to_int
    _define_again(spaces.values(), reached)


def widened(value: Any) -> Any:
    """Return a constant with the width that compiled code gives it; what rules may not change is read-only."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "iufb":
        array = words(value) if value.dtype == np.uint64 else value.astype(_WIDE[value.dtype.kind]).view(Array)
        array.flags.writeable = False
        return array
    if isinstance(value, np.generic):
        return Word(int(value)) if isinstance(value, np.uint64) else value.item()
    if constant_kind(value) == WORD:
        return _as_words(value)
    return value


_WIDE = {"i": np.int64, "u": np.int64, "f": np.float64, "b": np.bool_}


def _as_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_words(part) for key, part in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return type(value)(_as_words(part) for part in value)
    return Word(value) if isinstance(value, int) and not isinstance(value, bool) else value


def to_word(value: Any) -> Any:
    """Convert a number or an array to unsigned."""
    return words(value.astype(np.uint64)) if isinstance(value, np.ndarray) else Word(value)


def to_int(value: Any) -> int:
    """Convert a number to an ordinary one, which has 63 bits and a sign."""
    if isinstance(value, Word) and value >= 2**63:
        raise OverflowError(f"{int(value)} is too large for an ordinary number")
    return int(value)


def _define_again(spaces: Iterable[dict[str, Any]], reached: Reached) -> None:
    """Run the definitions of rewritten functions again and put the new ones where the old ones are."""
    new: dict[int, tuple[Any, Any]] = {}
    for function in reached.functions.values():
        if function.rewritten:
            tree = ast.Module([copy_tree(function.node)], [])
            scratch = dict(function.space)
            exec(compile(tree, str(function.path), "exec"), scratch)
            made = scratch[function.node.name]
            new[id(function.object)] = (
                function.object,
                types.FunctionType(made.__code__, function.space, made.__name__, made.__defaults__),
            )
    for space in spaces:
        for name, value in list(space.items()):
            if id(value) in new:
                space[name] = new[id(value)][1]
