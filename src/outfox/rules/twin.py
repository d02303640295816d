"""The twin of a State: the same fields with room to compute, for rules that run as plain Python.

A NumPy record of small integers wraps, warns or raises where compiled code widens; it has attributes of its own
(`size`, `round`) that hide fields of that name; and it is slow. A twin has Python integers and int64 arrays
instead. `normalise`, called after `initial` and `apply`, is the range check: it names the field that cannot hold
its value. Semantics of the fields:

- integer scalars are Python ints, integer and boolean arrays are int64 arrays;
- uint64 fields are `Word`s, which wrap (see `outfox.rules.word`);
- float32 fields are rounded on assignment; booleans become bools;
- a field of records is a twin, an array of records a tuple of twins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.rules.word import Word, WordArray

MAX_CACHED = 256


class Twin:
    """A state of plain Python values; subclasses are made by `twin_class`, one for each State."""

    __slots__ = ()
    dtype: np.dtype[Any]
    names: tuple[str, ...]
    _scalars: tuple[tuple[str, Callable[[Any], Any]], ...]
    _arrays: tuple[tuple[str, int, int, str], ...]
    _nested: tuple[str, ...]

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
        """Take over every field of another twin or record of the same State."""
        for name, _ in self._scalars:
            setattr(self, name, getattr(other, name))
        for name, *_ in self._arrays:
            getattr(self, name)[...] = getattr(other, name)
        for name in self._nested:
            for mine, theirs in zip(_parts(getattr(self, name)), _parts(getattr(other, name)), strict=True):
                mine.assign(theirs)

    def key(self, fields: tuple[str, ...] | None = None) -> tuple[Any, ...]:
        """Return the values of `fields` (default: all) as something hashable."""
        chosen = self.names if fields is None else fields
        return tuple(_frozen(getattr(self, name)) for name in chosen)

    def normalise(self) -> None:
        """Bring every field to its own type.

        Raises
        ------
        OverflowError
            Where a value does not fit the field; the message names both.
        """
        for name, convert in self._scalars:
            setattr(self, name, convert(getattr(self, name)))
        for name, low, high, kind in self._arrays:
            array = getattr(self, name)
            if low < high and array.size and (array.min() < low or array.max() > high):
                bad = array[(array < low) | (array > high)].flat[0]
                raise OverflowError(_misfit(name, bad, low, high, kind))
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
            elif isinstance(value, tuple):
                for k, part in enumerate(value):
                    part._store(record[name][k])
            else:
                value._store(record[name])

    def load(self, record: Any) -> None:
        """Read every field from a NumPy record of the State dtype."""
        for name in self.names:
            if name in self._nested:
                value = getattr(self, name)
                if isinstance(value, tuple):
                    for k, part in enumerate(value):
                        part.load(record[name][k])
                else:
                    value.load(record[name])
            elif any(name == array[0] for array in self._arrays):
                getattr(self, name)[...] = record[name]
            else:
                setattr(self, name, record[name].item())


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _frozen(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, tuple):
        return tuple(part.key() for part in value)
    return value.key() if isinstance(value, Twin) else value


def _misfit(name: str, value: Any, low: int, high: int, kind: str) -> str:
    return f"field {name!r} is {kind} and holds {low} to {high}, but was given {value}"


def _integer(name: str, dtype: np.dtype[Any]) -> Callable[[Any], int]:
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)

    def convert(value: Any) -> int:
        if type(value) is not int:
            if isinstance(value, (float, np.floating)) and not float(value).is_integer():
                raise OverflowError(f"field {name!r} is {dtype}, but was given {value!r}: use // or int()")
            value = int(value)
        if value < low or value > high:
            raise OverflowError(_misfit(name, value, low, high, str(dtype)))
        return value

    return convert


def _property(slot: str, convert: Callable[[Any], Any]) -> property:
    """Return a property that converts on assignment, for the types whose value changes in their field."""

    def get(self: Any) -> Any:
        return getattr(self, slot)

    def put(self: Any, value: Any) -> None:
        setattr(self, slot, convert(value))

    return property(get, put)


def _array_property(slot: str) -> property:
    """Return a property for an array field: assigning to it fills it, as a record's field does."""

    def get(self: Any) -> Any:
        return getattr(self, slot)

    def put(self: Any, value: Any) -> None:
        getattr(self, slot)[...] = value

    return property(get, put)


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
    np.int64(200)
    >>> s.turn = 300
    >>> s.normalise()
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
    space: dict[str, Any] = {"dtype": state, "names": state.names}
    slots: list[str] = []
    scalars: list[tuple[str, Callable[[Any], Any]]] = []
    arrays: list[tuple[str, int, int, str]] = []
    nested: list[str] = []
    makers: list[tuple[str, Callable[[], Any]]] = []
    for name in state.names or ():
        assert state.fields is not None
        base, shape = state.fields[name][0].base, state.fields[name][0].shape
        slot = f"_{name}"
        if base.names:
            nested.append(name)
            slots.append(name)
            makers.append((name, _record_maker(twin_class(base), shape)))
        elif base.kind not in "iufb" or base.itemsize > 8:
            raise TypeError(f"field {name!r} of State is {base}: use an integer, float or boolean type")
        elif shape:
            slots.append(slot)
            space[name] = _array_property(slot)
            makers.append((slot, _array_maker(base, shape)))
            arrays.append((name, *_limits(base), str(base)))
        else:
            convert = _converter(name, base)
            scalars.append((name, convert))
            if base == np.uint64 or base.kind in "fb":
                slots.append(slot)
                space[name] = _property(slot, convert)
            else:
                slots.append(name)
            makers.append((name, _scalar_maker(convert)))
    space.update(__slots__=tuple(slots), _scalars=tuple(scalars), _arrays=tuple(arrays), _nested=tuple(nested))

    def init(self: Any) -> None:
        for attribute, make in makers:
            setattr(self, attribute, make())

    space["__init__"] = init
    return type("State", (Twin,), space)


def _limits(base: np.dtype[Any]) -> tuple[int, int]:
    if base.kind == "b":
        return 0, 1
    if base.kind == "f" or base in (np.int64, np.uint64):
        return 0, 0  # nothing to check: the array itself refuses what does not fit
    return int(np.iinfo(base).min), int(np.iinfo(base).max)


def _converter(name: str, base: np.dtype[Any]) -> Callable[[Any], Any]:
    if base == np.uint64:
        return Word
    if base.kind == "b":
        return bool
    if base.kind == "f":
        return (lambda value: float(base.type(value))) if base.itemsize < 8 else float
    return _integer(name, base)


def _scalar_maker(convert: Callable[[Any], Any]) -> Callable[[], Any]:
    return lambda: convert(0)


def _array_maker(base: np.dtype[Any], shape: tuple[int, ...]) -> Callable[[], Any]:
    if base == np.uint64:
        return lambda: np.zeros(shape, np.uint64).view(WordArray)
    if base.kind == "f":
        return lambda: np.zeros(shape, base)
    return lambda: np.zeros(shape, np.int64)


def _record_maker(cls: type[Twin], shape: tuple[int, ...]) -> Callable[[], Any]:
    if not shape:
        return cls
    if len(shape) > 1:
        raise TypeError("an array of records in State may have one dimension only")
    return lambda: tuple(cls() for _ in range(shape[0]))
