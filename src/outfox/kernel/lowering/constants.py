"""Module constants: numbers stay numbers; tuples, lists, dicts, sets and arrays become frozen arrays.

Tuples of unequal length are padded, with their lengths beside them: ``GRAPH_n1[k]`` is the length of ``GRAPH[k]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outfox.rules.errors import RulesError

DENSE = 4096
"""Largest span of keys for which a dict becomes a plain table; sparser ones are searched."""

_UNSIGNED = 2**63


@dataclass
class Frozen:
    """A constant in linked form.

    Attributes
    ----------
    kind
        ``number``, ``array``, ``set``, ``dict``, ``range`` or ``word``.
    value
        The number or array; of a dict the values, in its own order.
    lengths
        For padded tuples: number of indices -> the array of lengths.
    keys
        Of a dict, in its own order.
    places
        Of a dict: key - `low` -> place of its value, or -1; None where the keys are searched.
    low
        The smallest key.
    source
        The tuple or list as the module has it.
    """

    kind: str
    value: Any
    lengths: dict[int, np.ndarray[Any, Any]] = field(default_factory=dict)
    keys: Any = None
    places: Any = None
    low: int = 0
    source: Any = None


def freeze(constant: str, value: Any) -> Frozen:
    """Return the linked form of a module constant.

    Raises
    ------
    RulesError
        Where it mixes numbers and tuples, or holds what is no 64-bit number.
    """
    if isinstance(value, str):
        return Frozen("word", value)
    if isinstance(value, range):
        return Frozen("range", value)
    if isinstance(value, np.uint64):
        return Frozen("number", value)
    if value is None or isinstance(value, (bool, int, float, np.generic)):
        return Frozen("number", _checked(constant, value.item() if isinstance(value, np.generic) else value))
    if isinstance(value, (set, frozenset)):
        return Frozen("set", _array(constant, sorted(value)))
    if isinstance(value, dict):
        return _from_dict(constant, value)
    if isinstance(value, np.ndarray):
        return Frozen("array", _widened(value))
    return _from_tuples(constant, value)


def _from_dict(constant: str, value: dict[Any, Any]) -> Frozen:
    keys = np.array([_checked(constant, int(key)) for key in value], np.int64)
    inner = freeze(constant, tuple(value.values()))
    low = int(keys.min()) if len(keys) else 0
    places = None
    if len(keys) and int(keys.max()) - low < DENSE:
        places = np.full(int(keys.max()) - low + 1, -1, np.int64)
        places[keys - low] = np.arange(len(keys))
    return Frozen("dict", inner.value, inner.lengths, keys, places, low, value)


def _checked(constant: str, value: Any) -> Any:
    if isinstance(value, int) and not -_UNSIGNED <= value < 2 * _UNSIGNED:
        raise RulesError(f"constant {constant} holds {value}, which needs more than 64 bits")
    return value


def _widened(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    wide = {"i": np.int64, "u": np.int64, "f": np.float64}.get(array.dtype.kind)
    if wide is not None and array.dtype != np.uint64:
        return np.array(array, dtype=wide, order="C", subok=False)
    return np.array(array, order="C", subok=False)


def _array(constant: str, values: Any) -> np.ndarray[Any, Any]:
    flat = list(values)
    if any(v is None for v in flat):
        raise RulesError(f"constant {constant} holds None; write a number that stands for nothing, such as -1")
    if any(isinstance(v, (float, np.floating)) for v in flat):
        return np.array(flat, np.float64)
    if flat and all(isinstance(v, (bool, np.bool_)) for v in flat):
        return np.array(flat, np.bool_)
    numbers = [_checked(constant, int(v)) for v in flat]
    unsigned = any(v >= _UNSIGNED for v in numbers) or any(isinstance(v, np.uint64) for v in flat)
    if unsigned and min(numbers) < 0:
        raise RulesError(f"constant {constant} holds negative numbers beside some of 64 bits; keep them apart")
    return np.array(numbers, np.uint64 if unsigned else np.int64)


def _from_tuples(constant: str, value: Any) -> Frozen:
    depth = _depth(constant, value)
    shape = [0] * depth
    _measure(value, 0, shape)
    lengths: dict[int, np.ndarray[Any, Any]] = {}
    for level in range(1, depth):
        sizes = np.zeros(shape[:level], np.int64)
        _fill_lengths(value, level, (), sizes)
        if sizes.size and (sizes != shape[level]).any():
            lengths[level] = sizes
    flat: list[Any] = []
    _flatten(value, flat)
    sample = _array(constant, flat) if flat else np.zeros(0, np.int64)
    padded = np.zeros(shape, sample.dtype)
    _fill(value, (), padded)
    return Frozen("array", padded, lengths, source=value)


def _is_nested(value: Any) -> bool:
    return isinstance(value, (tuple, list, range)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _depth(constant: str, value: Any) -> int:
    if not _is_nested(value):
        return 0
    # An empty tuple fits any depth: it is a row without elements.
    empty = [element for element in value if _is_nested(element) and len(element) == 0]
    deeper = {_depth(constant, element) for element in value if not any(element is row for row in empty)}
    if len(deeper) > 1:
        raise RulesError(f"constant {constant} mixes numbers and tuples; give every element the same form")
    return 1 + (deeper.pop() if deeper else len(empty[:1]))


def _measure(value: Any, level: int, shape: list[int]) -> None:
    if _is_nested(value) and level < len(shape):
        shape[level] = max(shape[level], len(value))
        for element in value:
            _measure(element, level + 1, shape)


def _fill_lengths(value: Any, level: int, index: tuple[int, ...], sizes: Any) -> None:
    if level == 0:
        sizes[index] = len(value)
        return
    for k, element in enumerate(value):
        _fill_lengths(element, level - 1, (*index, k), sizes)


def _flatten(value: Any, out: list[Any]) -> None:
    if _is_nested(value):
        for element in value:
            _flatten(element, out)
    else:
        out.append(value)


def _fill(value: Any, index: tuple[int, ...], out: Any) -> None:
    if _is_nested(value):
        for k, element in enumerate(value):
            _fill(element, (*index, k), out)
    else:
        out[index] = value
