"""The kinds of numbers that the rules tell apart, as far as the two worlds treat kinds differently.

Python has one integer; compiled code has several. A value is of one of these kinds:

- `WORD`: uint64, from fields, constants above 2**63 - 1, and in a game with such a field ``1 << n``;
- `FLOAT`: it makes floats of words;
- `Rows`: an array, whose elements may be of fewer than 64 bits;
- `STATE`, and `PRIVATE`, a copy of one.

A tuple has the kinds of its elements; `Each` is a list or generator of one kind; everything else is `PLAIN`.
`outfox.rules.inferred` says of which kind an expression is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Kind = Any
PLAIN, WORD, FLOAT, STATE, PRIVATE = "plain", "word", "float", "state", "private"

_ORDER = {PLAIN: 0, WORD: 1, FLOAT: 2, STATE: 3, PRIVATE: 4}


@dataclass(frozen=True)
class Each:
    """The kind of a list, set or generator: that of its elements."""

    kind: Kind


@dataclass(frozen=True)
class Rows:
    """The kind of an array: how many indices it takes, whether its elements are narrow, or it is a tuple in Python."""

    ndim: int
    narrow: bool = False
    sequence: bool = False


def join(a: Kind, b: Kind) -> Kind:
    """Return the kind of what is sometimes of kind `a` and sometimes of kind `b`."""
    if a == b:
        return a
    if isinstance(a, Rows) or isinstance(b, Rows):
        if isinstance(a, Rows) and isinstance(b, Rows):
            return Rows(max(a.ndim, b.ndim), a.narrow or b.narrow, a.sequence and b.sequence)
        return a if isinstance(a, Rows) else b
    if isinstance(a, tuple) and isinstance(b, tuple):
        return (
            tuple(join(x, y) for x, y in zip(a, b, strict=True))
            if len(a) == len(b)
            else Each(join(element(a), element(b)))
        )
    if isinstance(a, (tuple, Each)) or isinstance(b, (tuple, Each)):
        if isinstance(a, (tuple, Each)) and isinstance(b, (tuple, Each)):
            return Each(join(element(a), element(b)))
        return a if isinstance(a, (tuple, Each)) else b
    return a if _ORDER[a] > _ORDER[b] else b


def element(kind: Kind) -> Kind:
    """Return the kind of what iterating gives."""
    if isinstance(kind, Each):
        return kind.kind
    if isinstance(kind, Rows):
        return replace(kind, ndim=kind.ndim - 1) if kind.ndim > 1 else PLAIN
    if isinstance(kind, tuple):
        result: Kind = PLAIN
        for part in kind:
            result = join(result, part)
        return result
    return kind


def has_word(state: np.dtype[Any]) -> bool:
    """Say whether a State has a uint64 field."""
    if state.names:
        assert state.fields is not None
        return any(has_word(state.fields[name][0].base) for name in state.names)
    return state == np.uint64


def constant_kind(value: Any) -> Kind:
    """Return the kind of a module constant."""
    if isinstance(value, np.ndarray):
        return WORD if value.dtype == np.uint64 else FLOAT if value.dtype.kind == "f" else PLAIN
    if isinstance(value, (np.uint64, int)) and not isinstance(value, bool):
        return WORD if int(value) >= 2**63 or isinstance(value, np.uint64) else PLAIN
    if isinstance(value, (float, np.floating)):
        return FLOAT
    if isinstance(value, dict):
        return constant_kind(tuple(value.values()))
    if isinstance(value, (tuple, list, set, frozenset)):
        kinds = {constant_kind(part) for part in value}
        return FLOAT if FLOAT in kinds else WORD if WORD in kinds else PLAIN
    return PLAIN


def rows_of(value: Any, narrow: bool = False) -> Kind:
    """Return the kind of a module constant as far as it is an array or a tuple."""
    depth, sequence = 0, isinstance(value, (tuple, list, dict))
    while isinstance(value, (tuple, list, dict)) and value:
        value, depth = next(iter(value.values() if isinstance(value, dict) else value)), depth + 1
    depth += value.ndim if isinstance(value, np.ndarray) else 0
    return Rows(max(depth, 1), narrow, sequence) if depth or sequence else PLAIN
