"""States as short keys: the numbers in their fields, each in as many bits as it needs.

A state's *leaves* are the numbers in its fields, in order, arrays element by element; those of KEY come first. A
packing gives each leaf a lowest value and a width in bits, and puts the leaves one after the other into 64-bit words; a
leaf never crosses from one word into the next. The words of KEY say which state it is; fields outside KEY have words of
their own behind them, so that a state can be made again. Most small games fit one word, so that comparing, hashing and
sorting states is comparing, hashing and sorting integers.

Leaves are signed 64-bit integers; an unsigned or a floating number is its bit pattern.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

WORD = 64


class Leaf(NamedTuple):
    """One field, or array of fields, that belongs to the key.

    Attributes
    ----------
    path
        As Python writes it, after the name of the state: ``.cells``.
    shape
        Of the array; empty for a single number.
    base
        Type of the numbers.
    """

    path: str
    shape: tuple[int, ...]
    base: np.dtype[Any]

    @property
    def size(self) -> int:
        """How many leaves it stands for."""
        return int(np.prod(self.shape, dtype=np.int64))


def key_fields(dtype: np.dtype[Any], names: tuple[str, ...], prefix: str = "") -> list[Leaf]:
    """Return the fields under `names` with their numbers, records opened.

    Examples
    --------
    >>> state = np.dtype([("cells", np.int8, (3,)), ("turn", np.int8)])
    >>> [(leaf.path, leaf.size) for leaf in key_fields(state, ("cells", "turn"))]
    [('.cells', 3), ('.turn', 1)]
    """
    found: list[Leaf] = []
    assert dtype.fields is not None
    for name in names:
        base, shape = dtype.fields[name][0].base, dtype.fields[name][0].shape
        if not base.names:
            found.append(Leaf(f"{prefix}.{name}", shape, base))
        elif not shape:
            found += key_fields(base, base.names, f"{prefix}.{name}")
        else:
            for k in range(shape[0]):
                found += key_fields(base, base.names, f"{prefix}.{name}[{k}]")
    return found


def leaf_values(record: Any, names: tuple[str, ...]) -> Ints:
    """Return the leaves of a state.

    Parameters
    ----------
    record : structured scalar or array of shape (1,)
        The state.
    names
        The fields of KEY.
    """
    parts: list[Any] = []
    _gather(record, names, parts)
    return np.concatenate(parts)


def view_key(view: Any, seat: int) -> Ints:
    """Return what stands for an information set in files and trees: the numbers of a View, and behind them its player.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> kuhn = load("kuhn")
    >>> seen = seen_by(kuhn, kuhn.start().play("first gets K").play("second gets J"))
    >>> len(view_key(seen.view, seen.mover)), int(view_key(seen.view, seen.mover)[-1])
    (7, 0)
    """
    return np.append(leaf_values(view.record()[0], view.names), seat).astype(np.int64)


def _gather(record: Any, names: tuple[str, ...], parts: list[Any]) -> None:
    for name in names:
        field = np.asarray(record[name])
        if field.dtype.names:
            for part in field.reshape(-1):
                _gather(part, field.dtype.names, parts)
        elif field.dtype.kind == "f":
            parts.append(field.astype(np.float64).reshape(-1).view(np.int64))
        elif field.dtype == np.uint64:
            parts.append(field.reshape(-1).view(np.int64))
        else:
            parts.append(field.astype(np.int64).reshape(-1))


def store_leaves(record: Any, names: tuple[str, ...], leaves: Ints) -> None:
    """Set the fields `names` of a state, a structured scalar, to what `leaf_values` gave."""
    _scatter(record, names, leaves, 0)


def _scatter(record: Any, names: tuple[str, ...], leaves: Ints, at: int) -> int:
    for name in names:
        field = record.dtype[name]
        base, shape = field.base, field.shape
        count = int(np.prod(shape, dtype=np.int64))
        if base.names:
            parts = record[name].reshape(-1) if shape else [record[name]]
            for part in parts:
                at = _scatter(part, base.names, leaves, at)
            continue
        mine = leaves[at : at + count]
        raw = mine.view(np.float64 if base.kind == "f" else np.uint64 if base == np.uint64 else np.int64)
        record[name] = raw.astype(base).reshape(shape) if shape else raw.astype(base)[0]
        at += count
    return at


class Packing(NamedTuple):
    """Where each leaf goes; kernels take it as it is.

    Attributes
    ----------
    low, width : (leaves,) int64
        Lowest value; bits.
    word, shift : (leaves,) int64
        Number of the word; place of the leaf's lowest bit in it.
    same : (1,) int64
        How many words say which state it is: those of KEY.
    """

    low: Ints
    width: Ints
    word: Ints
    shift: Ints
    same: Ints

    @property
    def words(self) -> int:
        """How many words a state has."""
        return int(self.word[-1]) + 1

    def leaves(self, key: tuple[int, ...]) -> Ints:
        """Return the leaves of a state by its words.

        Examples
        --------
        >>> packed([0, -1], [3, 1]).leaves((10,)).tolist()
        [2, 1]
        """
        found = []
        for low, width, word, shift in zip(*(a.tolist() for a in self[:4]), strict=True):
            value = (((key[word] & (2**WORD - 1)) >> shift) & ((1 << width) - 1)) + low
            found.append(value - 2**WORD if value >> (WORD - 1) == 1 else value)
        return np.array(found, np.int64)

    def key(self, leaves: Ints) -> tuple[int, ...] | None:
        """Return the words of KEY by the leaves of KEY, or None where a leaf is out of the packing's range.

        Examples
        --------
        >>> packed([0, -1], [3, 1]).key(np.array([2, 1]))
        (10,)
        """
        words = [0] * int(self.same[0])
        columns = (a.tolist()[: len(leaves)] for a in self[:4])
        for value, low, width, word, shift in zip(leaves.tolist(), *columns, strict=True):
            offset = (value - low) & (2**WORD - 1)
            if offset >> width:
                return None
            words[word] |= offset << shift
        return tuple(w - 2**WORD if w >> (WORD - 1) else w for w in words)


def packed(low: Any, high: Any, keyed: int | None = None) -> Packing:
    """Return the packing of leaves with these lowest and highest values; a full word is from 0 to -1.

    `keyed` is how many leaves belong to KEY; default: all.

    Examples
    --------
    >>> packed([0, -1, 0], [3, 1, -1]).words
    2
    """
    spans = [(int(b) - int(a)) & (2**WORD - 1) for a, b in zip(low, high, strict=True)]
    return from_widths(low, [span.bit_length() for span in spans], keyed)


def from_widths(low: Any, widths: Any, keyed: int | None = None) -> Packing:
    """Return the packing of leaves with these lowest values and widths in bits."""
    keyed = len(widths) if keyed is None else keyed
    lows = np.array(low, np.int64)
    words, shifts, word, used = [], [], 0, 0
    for number, width in enumerate(widths):
        if used + width > WORD or number == keyed:
            word, used = word + 1, 0
        words.append(word)
        shifts.append(min(used, WORD - 1))
        used += width
    return Packing(lows, *(np.array(a, np.int64) for a in (widths, words, shifts, [words[keyed - 1] + 1])))


class Ranges:
    """The range of each leaf seen so far; the elements of one array share theirs.

    Parameters
    ----------
    fields
        From `key_fields`.
    keyed
        How many leaves belong to KEY.
    """

    def __init__(self, fields: list[Leaf], keyed: int) -> None:
        self.keyed = keyed
        self.bases = [leaf.base for leaf in fields]
        self.group = np.repeat(np.arange(len(fields)), [leaf.size for leaf in fields])
        self.whole = np.array([leaf.base == np.uint64 or leaf.base.kind == "f" for leaf in fields])
        self.low = [0] * len(fields)
        self.high = [0] * len(fields)

    def take_all(self, bits: int) -> bool:
        """Let every leaf have all values of its type, if that takes no more than so many bits; return whether."""
        widths = [1 if base.kind == "b" else 8 * base.itemsize for base in self.bases]
        if sum(widths[group] for group in self.group) > bits:
            return False
        for group, base in enumerate(self.bases):
            if not self.whole[group] and base.kind != "b":
                self.low[group], self.high[group] = int(np.iinfo(base).min), int(np.iinfo(base).max)
            else:
                self.high[group] = (1 << widths[group]) - 1
        return True

    def see(self, leaves: Ints) -> None:
        """Take in the leaves of one state."""
        for group, value in zip(self.group.tolist(), leaves.tolist(), strict=True):
            self.widen(group, value)

    def widen(self, group: int, value: int) -> None:
        """Let the leaves of a group have a value."""
        if self.whole[group]:
            self.high[group] |= value & (2**WORD - 1)
        elif value < self.low[group]:
            self.low[group] = value
        elif value > self.high[group]:
            self.high[group] = value

    def round_up(self, group: int) -> None:
        """Widen a group's range to a whole number of bits: what goes past it once may do so again."""
        if not self.whole[group]:
            bits = (self.high[group] - self.low[group]).bit_length()
            self.high[group] = self.low[group] + (1 << bits) - 1

    def packing(self) -> Packing:
        """Return the packing for what was seen."""
        return packed([self.low[g] for g in self.group], [self.high[g] for g in self.group], self.keyed)
