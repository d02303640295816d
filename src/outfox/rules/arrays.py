"""Arrays of plain rules: NumPy arrays whose elements read as Python numbers, as they do in compiled rules.

NumPy's own scalars differ from Python's in ways that a rules file meets: ``np.True_ + np.True_`` is True, a division
by zero is a warning, int64 wraps with another. `Array` and its kinds read Python numbers; `NUMPY`, which stands for
numpy inside loaded rules, returns them.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from outfox.rules.word import MASK, Word

_get = np.ndarray.__getitem__
_set = np.ndarray.__setitem__


def plain(value: Any) -> Any:
    """Return a value with NumPy's arrays as `Array` and its scalars as Python numbers.

    Examples
    --------
    >>> plain(np.int8(3)), plain(np.array([True])) + plain(np.array([True]))
    (3, Array([ True]))
    """
    if isinstance(value, np.generic):
        return Word(int(value)) if value.dtype == np.uint64 else value.item()
    if isinstance(value, np.ndarray):
        return value if isinstance(value, Array) else value.view(WordArray if value.dtype == np.uint64 else Array)
    if type(value) in (tuple, list):
        return type(value)(plain(element) for element in value)
    return value


class Array(np.ndarray[Any, Any]):
    """An array whose elements read as Python numbers.

    Examples
    --------
    >>> cells = np.array([3, 3, 1], np.int8).view(Array)
    >>> (cells[0] == 3) + (cells[1] == 3)
    2
    """

    def __getitem__(self, key: Any) -> Any:
        value = _get(self, key)
        return value if isinstance(value, np.ndarray) else plain(value)

    def __iter__(self) -> Any:
        return (self[k] for k in range(len(self)))

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return plain(array[()]) if return_scalar else plain(array.view(np.ndarray))

    def item(self, *arguments: Any) -> Any:
        """Return an element as a Python number."""
        return plain(np.array(self.view(np.ndarray).item(*arguments), self.dtype)[()])

    def argmin(self, *arguments: Any, **options: Any) -> Any:
        """Return the index of the smallest element."""
        return plain(self.view(np.ndarray).argmin(*arguments, **options))

    def argmax(self, *arguments: Any, **options: Any) -> Any:
        """Return the index of the largest element."""
        return plain(self.view(np.ndarray).argmax(*arguments, **options))

    def dot(self, *arguments: Any, **options: Any) -> Any:
        """Return the product with another array."""
        return plain(self.view(np.ndarray).dot(*arguments, **options))


def _in_place(operation: Any) -> Any:
    """Return the operator that changes an array by storing, so that what is stored is tested."""

    def change(self: Any, other: Any) -> Any:
        self[...] = operation(self, other)
        return self

    return change


for _name in ("add", "sub", "mul", "floordiv", "mod", "truediv", "and", "or", "xor", "lshift", "rshift", "pow"):
    _operation = getattr(operator, _name if hasattr(operator, _name) else f"{_name}_")
    setattr(Array, f"__i{_name}__", _in_place(_operation))


class WordArray(Array):
    """A uint64 array: its elements read as `Word`, and what is stored wraps."""

    def __setitem__(self, key: Any, value: Any) -> None:
        _set(self, key, value & MASK if isinstance(value, int) else value)


class IntegerField(Array):
    """An integer array field of a state: int64 inside, but only what fits the field can be stored."""

    low: int
    high: int
    misfit: Any

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(value) is not int:
            value = self._whole(value)
        elif not self.low <= value <= self.high:
            raise OverflowError(self.misfit(value))
        _set(self, key, value)

    def _whole(self, value: Any) -> Any:
        array = np.asarray(value)
        if array.dtype.kind not in "iub":
            whole = array.astype(np.int64) if array.dtype.kind == "f" else None
            if whole is None or (whole != array).any():
                raise OverflowError(self.misfit(plain(array.flat[0])))
            array = whole
        wrong = (array < self.low) | (array > self.high)
        if wrong.any():
            raise OverflowError(self.misfit(plain(array[wrong].flat[0])))
        return array


class SingleField(Array):
    """A float32 array field of a state: float64 inside, rounded when stored."""

    def __setitem__(self, key: Any, value: Any) -> None:
        _set(self, key, np.asarray(value, np.float32))


def words(values: Any) -> WordArray:
    """Make a `WordArray` of any integers.

    Examples
    --------
    >>> words([1, 2**63])[1] >> 62
    Word(2)
    """
    return np.array(values, dtype=np.uint64).view(WordArray)


class _Type:
    """Stands for a NumPy type: as a dtype the widened one, as a function a conversion to a Python number."""

    def __init__(self, dtype: Any, convert: Any) -> None:
        self.dtype, self._convert = np.dtype(dtype), convert

    def __call__(self, *arguments: Any) -> Any:
        return self._convert(*arguments)


class _Function:
    """A NumPy function whose result is made plain."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return plain(self._function(*arguments, **options))

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._function, name)
        return _Function(value) if callable(value) else value


class _Numpy:
    """What the name ``np`` means inside loaded rules."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(np, name)
        if not name.startswith("_"):
            if isinstance(value, type) and issubclass(value, np.number | np.bool_):
                value = _Type(*_widened(value))
            elif callable(value) and not isinstance(value, type):
                value = _Function(value)
            self.__dict__[name] = value
        return value


def _widened(scalar: Any) -> tuple[Any, Any]:
    if scalar is np.uint64:
        return np.uint64, Word
    if issubclass(scalar, np.bool_):
        return np.bool_, bool
    if issubclass(scalar, np.integer):
        return np.int64, int
    return np.float64, float


NUMPY: Any = _Numpy()
