"""`Word`: the unsigned 64-bit integer that plain Python lacks, so that bitboards mean the same everywhere.

Numba turns `uint64 + int64` into a float and NumPy raises on it; in outfox's rules a uint64 stays one, in plain
Python (here) and in compiled code (`outfox.kernel.intrinsics`): arithmetic wraps modulo 2**64 and makes what it
meets unsigned.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

MASK = 2**64 - 1


class Word(int):
    """An integer from 0 to 2**64 - 1 whose arithmetic wraps.

    Examples
    --------
    >>> Word(0) - 1 == MASK
    True
    >>> (Word(1) << 63) << 1
    Word(0)
    """

    __slots__ = ()
    # NumPy's own integers must leave mixed arithmetic to us: np.int64(1) | Word(2**63) would raise.
    __array_ufunc__ = None

    def __new__(cls, value: int = 0) -> Word:
        return int.__new__(cls, int(value) & MASK)

    def __repr__(self) -> str:
        return f"Word({int(self)})"

    __str__ = int.__repr__

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    def __invert__(self) -> Word:
        return Word(int(self) ^ MASK)

    def __neg__(self) -> Word:
        return Word(-int(self))

    def __lshift__(self, by: int) -> Word:
        return Word(int(self) << by) if 0 <= by < 64 else Word(0)

    def __rlshift__(self, other: int) -> Word:
        return Word(int(other) << int(self)) if self < 64 else Word(0)

    def __rshift__(self, by: int) -> Word:
        return Word(int(self) >> by) if 0 <= by < 64 else Word(0)

    def __rrshift__(self, other: int) -> Any:
        return int(other) >> int(self)


def _wrapping(operation: Callable[[int, int], int]) -> tuple[Any, Any]:
    def forward(self: Word, other: Any) -> Any:
        if isinstance(other, (int, np.integer)):
            return Word(operation(int(self), int(other) & MASK))
        return NotImplemented if not isinstance(other, float) else operation(int(self), other)  # type: ignore[arg-type]

    def backward(self: Word, other: Any) -> Any:
        if isinstance(other, (int, np.integer)):
            return Word(operation(int(other) & MASK, int(self)))
        return NotImplemented if not isinstance(other, float) else operation(other, int(self))  # type: ignore[arg-type]

    return forward, backward


for _name in ("add", "sub", "mul", "and", "or", "xor", "floordiv", "mod"):
    _operation = getattr(operator, _name if hasattr(operator, _name) else f"{_name}_")
    _forward, _backward = _wrapping(_operation)
    setattr(Word, f"__{_name}__", _forward)
    setattr(Word, f"__r{_name}__", _backward)


def _comparing(operation: Callable[[int, int], bool]) -> Any:
    def compare(self: Word, other: Any) -> Any:
        return operation(int(self), int(other) if isinstance(other, np.integer) else other)

    return compare


# NumPy's integers leave comparisons to us too, and int's own would not know them.
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Word, f"__{_name}__", _comparing(getattr(operator, _name)))
Word.__hash__ = int.__hash__  # type: ignore[method-assign]


class WordArray(np.ndarray[Any, Any]):
    """A uint64 array whose elements read as `Word`; what a uint64 array field of a twin is."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return Word(int(value)) if isinstance(value, np.uint64) else value

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value & MASK if isinstance(value, int) else value)

    def __iter__(self) -> Any:
        return (self[k] for k in range(len(self)))


def words(values: Any) -> WordArray:
    """Make a `WordArray` of any integers.

    Examples
    --------
    >>> words([1, 2**63])[1] >> 62
    Word(2)
    """
    array = np.array(values, dtype=np.uint64)
    return array.view(WordArray)
