"""The twin of a State: the same fields with room to compute, for rules that run as plain Python.

A NumPy record of small integers wraps, warns or raises where compiled code widens; it has attributes of its own
(`size`, `round`) that hide fields of that name; and it is slow. A twin has Python numbers and wide arrays instead,
and what is stored must fit its field:

- integer scalars are Python ints; arrays read as Python ints (see `outfox.rules.arrays`);
- uint64 fields are `Word`s, which wrap (see `outfox.rules.word`);
- float32 fields are rounded on assignment; booleans become bools;
- a field of records is a twin, an array of records a row of twins; assigning copies, as in an array.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.rules.arrays import Array, IntegerField, SingleField, WordArray
from outfox.rules.word import Word

MAX_CACHED = 256

_set = object.__setattr__


class Twin:
    """A state of plain Python values; subclasses are made by `twin_class`, one for each State."""

    __slots__ = ()
    dtype: np.dtype[Any]
    names: tuple[str, ...]
    _makers: tuple[tuple[str, Callable[[], Any]], ...]
    _converters: dict[str, Callable[[Any], Any] | None]
    _arrays: tuple[str, ...]
    _nested: tuple[str, ...]

    def __init__(self) -> None:
        for name, make in self._makers:
            _set(self, name, make())

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._converters:
            raise AttributeError(self._unknown(name))
        convert = self._converters[name]
        if convert is not None:
            _set(self, name, convert(value))
        elif name in self._nested:
            _assign_parts(getattr(self, name), value)
        else:
            getattr(self, name)[...] = value

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(self._unknown(name))

    def _unknown(self, name: str) -> str:
        close = difflib.get_close_matches(name, self.names, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"it has {', '.join(self.names)}"
        return f"State has no field {name!r}; {hint}"

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Twin) and self.dtype == other.dtype and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return "State(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in self.names) + ")"

    def copy(self) -> Any:
        """Return an independent copy."""
        other = type(self)()
        other.assign(self)
        return other

    def assign(self, other: Any) -> None:
        """Take over every field of another twin of the same State."""
        for name, convert in self._converters.items():
            if convert is not None:
                _set(self, name, getattr(other, name))
        for name in self._arrays:
            np.copyto(getattr(self, name), getattr(other, name))
        for name in self._nested:
            _assign_parts(getattr(self, name), getattr(other, name))

    def key(self, fields: tuple[str, ...] | None = None) -> tuple[Any, ...]:
        """Return the values of `fields` (default: all) as something hashable."""
        chosen = self.names if fields is None else fields
        return tuple(_frozen(getattr(self, name)) for name in chosen)

    def normalise(self) -> None:
        """Test that what the arrays hold fits their fields, however it got there.

        Raises
        ------
        OverflowError
            Where a value does not fit; the message names the field and both.
        """
        for name in self._arrays:
            array = getattr(self, name)
            if isinstance(array, IntegerField):
                array[...] = array
        for name in self._nested:
            for part in _parts(getattr(self, name)):
                part.normalise()

    def record(self) -> Any:
        """Return the state as an array of shape (1,) of the State dtype."""
        out = np.zeros(1, self.dtype)
        self._store(out[0])
        return out

    def _store(self, record: Any) -> None:
        for name in self.names:
            value = getattr(self, name)
            if name not in self._nested:
                record[name] = value
            elif isinstance(value, Row):
                for k, part in enumerate(value):
                    part._store(record[name][k])
            else:
                value._store(record[name])

    def load(self, record: Any) -> None:
        """Read every field from a NumPy record of the State dtype."""
        for name in self.names:
            if name in self._nested:
                value = getattr(self, name)
                if isinstance(value, Row):
                    for k, part in enumerate(value):
                        part.load(record[name][k])
                else:
                    value.load(record[name])
            elif name in self._arrays:
                getattr(self, name)[...] = record[name]
            else:
                setattr(self, name, record[name].item())


class Row(tuple[Any, ...]):
    """An array of records: assigning to an element copies into it."""

    __slots__ = ()

    def __setitem__(self, key: int, value: Any) -> None:
        self[key].assign(value)


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, Row) else (value,)


def _assign_parts(mine: Any, theirs: Any) -> None:
    for part, other in zip(_parts(mine), _parts(theirs), strict=True):
        part.assign(other)


def _frozen(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, Row):
        return tuple(part.key() for part in value)
    return value.key() if isinstance(value, Twin) else value


_CLASSES: dict[Any, type[Twin]] = {}


def twin_class(state: np.dtype[Any]) -> type[Twin]:
    """Return the twin class of a State dtype.

    Parameters
    ----------
    state
        A structured dtype of integers, floats, booleans, fixed arrays of them, and nested records.

    Raises
    ------
    TypeError
        Where a field has another type; the message names the field.

    Examples
    --------
    >>> State = np.dtype([("piles", np.int8, (2,)), ("turn", np.int8)])
    >>> s = twin_class(State)()
    >>> s.piles[0] = 100
    >>> s.piles[0] + s.piles[0]
    200
    >>> s.turn = 300
    Traceback (most recent call last):
    OverflowError: field 'turn' is int8 and holds -128 to 127, but was given 300
    """
    signature = str(state.descr) + str(state)
    if signature not in _CLASSES:
        if len(_CLASSES) > MAX_CACHED:
            _CLASSES.clear()
        _CLASSES[signature] = _make_class(state)
    return _CLASSES[signature]


def _make_class(state: np.dtype[Any]) -> type[Twin]:
    converters: dict[str, Callable[[Any], Any] | None] = {}
    arrays: list[str] = []
    nested: list[str] = []
    makers: list[tuple[str, Callable[[], Any]]] = []
    for name in state.names or ():
        assert state.fields is not None
        base, shape = state.fields[name][0].base, state.fields[name][0].shape
        converters[name] = None
        if base.names:
            nested.append(name)
            makers.append((name, _record_maker(twin_class(base), shape)))
        elif base.kind not in "iufb" or base.itemsize > 8:
            raise TypeError(f"field {name!r} of State is {base}: use an integer, float or boolean type")
        elif shape:
            arrays.append(name)
            makers.append((name, _array_maker(name, base, shape)))
        else:
            converters[name] = convert = _converter(name, base)
            makers.append((name, _scalar_maker(convert)))
    space: dict[str, Any] = {
        "dtype": state, "names": state.names, "__slots__": tuple(state.names or ()), "_makers": tuple(makers),
        "_converters": converters, "_arrays": tuple(arrays), "_nested": tuple(nested),
    }  # fmt: skip
    return type("State", (Twin,), space)


def _misfit(name: str, base: np.dtype[Any], value: Any) -> str:
    limits = np.iinfo(base)
    if isinstance(value, (float, np.floating)) and limits.min <= value <= limits.max:
        return f"field {name!r} is {base}, but was given {value!r}: use // or int()"
    return f"field {name!r} is {base} and holds {limits.min} to {limits.max}, but was given {value!r}"


def _converter(name: str, base: np.dtype[Any]) -> Callable[[Any], Any]:
    if base.kind == "b":
        return bool
    if base.kind == "f":
        kind = base.type
        return lambda value: float(kind(_number(name, base, value)))
    if base == np.uint64:
        return lambda value: Word(_whole(name, base, value))
    low, high = int(np.iinfo(base).min), int(np.iinfo(base).max)

    def convert(value: Any) -> int:
        if type(value) is not int:
            value = _whole(name, base, value)
        if value < low or value > high:
            raise OverflowError(_misfit(name, base, value))
        return value  # type: ignore[no-any-return]

    return convert


def _whole(name: str, base: np.dtype[Any], value: Any) -> int:
    value = _number(name, base, value)
    if isinstance(value, (float, np.floating)) and not float(value).is_integer():
        raise OverflowError(_misfit(name, base, value))
    return int(value)


def _number(name: str, base: np.dtype[Any], value: Any) -> Any:
    if value is None or not np.isscalar(value) or isinstance(value, str):
        raise TypeError(f"field {name!r} is {base}, but was given {value!r:.60}")
    return value


def _scalar_maker(convert: Callable[[Any], Any]) -> Callable[[], Any]:
    return lambda: convert(0)


def _array_maker(name: str, base: np.dtype[Any], shape: tuple[int, ...]) -> Callable[[], Any]:
    if base == np.uint64:
        return lambda: np.zeros(shape, np.uint64).view(WordArray)
    if base.kind == "b":
        return lambda: np.zeros(shape, np.bool_).view(Array)
    if base.kind == "f":
        kind = SingleField if base.itemsize < 8 else Array
        return lambda: np.zeros(shape, np.float64).view(kind)
    limits = np.iinfo(base)
    space = {"low": limits.min, "high": limits.max, "misfit": staticmethod(lambda value: _misfit(name, base, value))}
    field = type("IntegerField", (IntegerField,), space)
    return lambda: np.zeros(shape, np.int64).view(field)


def _record_maker(cls: type[Twin], shape: tuple[int, ...]) -> Callable[[], Any]:
    if not shape:
        return cls
    if len(shape) > 1:
        raise TypeError("an array of records in State may have one dimension only")
    return lambda: Row(cls() for _ in range(shape[0]))
