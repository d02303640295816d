"""Which module constants rules can use, and why not."""

from __future__ import annotations

import enum
import sys
import types
from typing import Any

import numpy as np

_NUMBERS = (bool, int, float, np.generic)


def unusable(name: str, value: Any) -> str | None:
    """Return why a module constant cannot be used in rules, or None."""
    if isinstance(value, np.dtype):
        way = "for a scratch state write `t = copy(s)` (from outfox.rules import copy)"
        return f"{name} cannot be used inside a rule: {way}"
    if isinstance(value, type):
        if issubclass(value, enum.IntEnum):
            return f"use a member of {name} by its name, such as {name}.{next(iter(value.__members__), 'MEMBER')}"
        if value.__module__.partition(".")[0] in sys.stdlib_module_names:
            return _foreign(name, value.__module__)
        return f"the class {name} does not compile; keep the values in fields of State and integers"
    if isinstance(value, types.ModuleType):
        return f"rules may use math, numpy, outfox.rules and other game files, not {value.__name__}"
    if isinstance(value, str):
        return f"the word {name} can only be compared with words, such as {name} == {value!r}"
    if value is None or isinstance(value, range):
        return None
    return _content(name, value) or _form(name, value)


def _foreign(name: str, module: str) -> str:
    return f"{name} comes from {module}, which rules cannot use: rules may use math, numpy, outfox.rules"


def _content(name: str, value: Any) -> str | None:
    """Return what is wrong with what a constant holds."""
    if isinstance(value, (tuple, list)):
        return next((problem for problem in (_element(name, element) for element in value) if problem), None)
    if isinstance(value, dict):
        if not all(isinstance(key, (int, np.integer)) for key in value):
            return f"the keys of {name} must be whole numbers; number them, for example row * COLS + col"
        if any(isinstance(inner, (dict, set, frozenset)) for inner in value.values()):
            return f"{name} holds dicts or sets in a dict; number the pairs of keys, for example a * SIZE + b"
        return next((problem for problem in (_element(name, inner) for inner in value.values()) if problem), None)
    if isinstance(value, (set, frozenset)):
        return None if all(isinstance(v, (int, np.integer)) for v in value) else f"{name} must hold whole numbers only"
    if isinstance(value, np.ndarray):
        return (
            None if value.dtype.kind in "iufb" else f"{name} is an array of {value.dtype}; use whole numbers or floats"
        )
    if isinstance(value, _NUMBERS):
        large = isinstance(value, int) and not -(2**63) <= value < 2**64
        return f"{name} holds {value}, which needs more than 64 bits" if large else None
    if callable(value):
        if hasattr(value, "__wrapped__"):
            return f"{name} has a decorator; outfox compiles functions by itself, leave it out"
        return _foreign(name, getattr(value, "__module__", "") or "elsewhere")
    return f"{name} is a {type(value).__name__}, which does not compile; use numbers, tuples or arrays"


def _element(name: str, value: Any) -> str | None:
    if callable(value):
        return f"functions kept in {name} do not compile; write an `if` for each and call it by name"
    if isinstance(value, str):
        return f"{name} holds strings, which do not compile; use whole numbers"
    if value is None:
        return f"{name} holds None; write a number that stands for nothing, such as -1"
    if isinstance(value, (dict, set, frozenset)):
        return f"{name} holds dicts or sets; make them constants of their own"
    return None if isinstance(value, range) else _content(name, value)


def _nested(value: Any) -> bool:
    return isinstance(value, (tuple, list, range)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _form(name: str, value: Any) -> str | None:
    """Return what is wrong with the form of a nested constant: every element must be as deep as the others."""
    value = tuple(value.values()) if isinstance(value, dict) else value
    if not isinstance(value, (tuple, list)) or _depth(value) is not None:
        return None
    return f"{name} mixes numbers and tuples; give every element the same form"


def _depth(value: Any) -> int | None:
    """Return how deep a nested constant is, None where its elements differ; an empty tuple fits any depth."""
    if isinstance(value, np.ndarray):
        return int(value.ndim)
    if not _nested(value):
        return 0
    depths = {_depth(element) for element in value if not (_nested(element) and len(element) == 0)}
    if None in depths or len(depths) > 1:
        return None
    deepest = depths.pop() if depths else 0
    if deepest == 0 and any(_nested(element) for element in value):
        return 2 if all(_nested(element) for element in value) else None
    return 1 + (deepest or 0)


def ragged_levels(value: Any) -> set[int]:
    """Return the levels of a nested constant whose rows differ in length; level 1 are the rows of the whole.

    Examples
    --------
    >>> ragged_levels(((1, 2), (3,))), ragged_levels(((1, 2), (3, 4)))
    ({1}, set())
    """
    value = tuple(value.values()) if isinstance(value, dict) else value
    found: set[int] = set()
    rows, level = [value], 0
    while rows and all(_nested(row) for row in rows):
        if level and len({len(row) for row in rows}) > 1:
            found.add(level)
        rows = [element for row in rows for element in row]
        level += 1
    return found
