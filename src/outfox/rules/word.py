"""`Word`: the unsigned 64-bit integer that plain Python lacks, so that bitboards mean the same everywhere.

Numba turns `uint64 + int64` into a float and NumPy raises on it; in outfox's rules a uint64 stays one, in plain
Python (here) and in compiled code (`outfox.kernel.runtime.word`): arithmetic wraps modulo 2**64 and makes what it
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
        """Wrap a number to 64 bits."""
        return int.__new__(cls, int(value) & MASK)

    def __repr__(self) -> str:
        return f"Word({int(self)})"

    __str__ = int.__repr__
    __hash__ = int.__hash__

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    def __invert__(self) -> Word:
        return Word(int(self) ^ MASK)

    def __neg__(self) -> Word:
        return Word(-int(self))

    def __pos__(self) -> Word:
        return self

    def __abs__(self) -> Word:
        return self

    def __lshift__(self, by: int) -> Word:
        return Word(int(self) << by) if by < 64 else Word(0)

    def __rlshift__(self, other: int) -> Any:
        return int(other) << int(self)

    def __rshift__(self, by: int) -> Word:
        return Word(int(self) >> by) if by < 64 else Word(0)

    def __rrshift__(self, other: int) -> Any:
        return int(other) >> int(self)

    def __pow__(self, other: Any, modulo: Any = None) -> Any:
        if isinstance(other, float):
            return float(self) ** other
        return Word(pow(int(self), int(other), MASK + 1 if modulo is None else int(modulo)))

    def __rpow__(self, other: Any, modulo: Any = None) -> Any:
        return other ** int(self) if isinstance(other, float) else Word(other) ** self

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self


def _array(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Return an operation of a word and an array, which stays or becomes unsigned."""
    from outfox.rules.arrays import words

    return words(operation(np.asarray(a, np.uint64), np.asarray(b, np.uint64)))


def _wrapping(operation: Callable[[int, int], int]) -> tuple[Any, Any]:
    def forward(self: Word, other: Any) -> Any:
        if isinstance(other, (int, np.integer)):
            return Word(operation(int(self), int(other) & MASK))
        if isinstance(other, np.ndarray):
            return _array(operation, np.uint64(int(self)), other)
        return operation(int(self), other) if isinstance(other, float) else NotImplemented  # type: ignore[arg-type]

    def backward(self: Word, other: Any) -> Any:
        if isinstance(other, (int, np.integer)):
            return Word(operation(int(other) & MASK, int(self)))
        if isinstance(other, np.ndarray):
            return _array(operation, other, np.uint64(int(self)))
        return operation(other, int(self)) if isinstance(other, float) else NotImplemented  # type: ignore[arg-type]

    return forward, backward


def _comparing(operation: Callable[[Any, Any], bool]) -> Any:
    def compare(self: Word, other: Any) -> Any:
        if isinstance(other, (int, float, np.integer)):
            return operation(int(self), other if isinstance(other, float) else int(other))
        return operation(np.uint64(int(self)), other) if isinstance(other, np.ndarray) else NotImplemented

    return compare


for _name in ("add", "sub", "mul", "and", "or", "xor", "floordiv", "mod"):
    _forward, _backward = _wrapping(getattr(operator, _name if hasattr(operator, _name) else f"{_name}_"))
    setattr(Word, f"__{_name}__", _forward)
    setattr(Word, f"__r{_name}__", _backward)
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Word, f"__{_name}__", _comparing(getattr(operator, _name)))
