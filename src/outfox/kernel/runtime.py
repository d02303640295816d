"""What linked rules call at run time: small functions that Numba compiles into them.

Those that are a few machine instructions are in `outfox.kernel.intrinsics`, and in `outfox.kernel.tested` for the
checked build; with `NUMBA_DISABLE_JIT=1` the same names are plain Python on twin states, from
`outfox.kernel.interpreted`. Functions that take `line` raise `Fault` with the place in the user's file, which `link`
turns into a `RulesError`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel import start
from outfox.kernel.faults import (
    ABSENT,
    EMPTY,
    FINITE,
    POWER,
    SIZED,
    STUCK,
    Fault,
)

JIT: bool = start.JIT
"""Whether anything is compiled."""

_primitive: Any
_tested: Any
if JIT:
    from outfox.kernel import intrinsics as _primitive
    from outfox.kernel import tested as _tested
else:
    from outfox.kernel import interpreted as _primitive

    _tested = _primitive

back = _tested.back
bools = _primitive.bools
clear_lowest = _primitive.clear_lowest
copy = _primitive.copy
count = _primitive.count
depth = _tested.depth
fit = _tested.fit
given = _tested.given
helper = _primitive.helper
index = _tested.index
invert = _primitive.invert
key_of = _tested.key_of
leaf = _primitive.leaf
left = _primitive.left
left_checked = _primitive.left_checked
lowest = _primitive.lowest
minus = _tested.minus
mover_number = _primitive.mover_number
nonzero = _tested.nonzero
number = _primitive.number
ordinary = _tested.ordinary
payoff_number = _primitive.payoff_number
player = _tested.player
plus = _tested.plus
require = _tested.require
right = _primitive.right
right_checked = _primitive.right_checked
room = _tested.room
times = _tested.times
wide = _primitive.wide
word = _primitive.word


@helper
def nothing(line: Any) -> Any:
    """Refuse to take the first of nothing."""
    if line >= 0:
        raise Fault(line, EMPTY, 0, 0)
    return 0


@helper
def finite(value: Any, line: Any) -> Any:
    """Return a payoff if it is a finite number."""
    number = 0.0 + value
    if not np.isfinite(number):
        raise Fault(line, FINITE, 0, 0)
    return number


@helper
def some_actions(n: Any, who: Any) -> Any:
    """Return `n`, the number of legal actions of `who`, if there are any."""
    if n == 0:
        raise Fault(-1, STUCK, who, 0)
    return n


@helper
def power(a: Any, n: Any, line: Any) -> Any:
    """Return ``a ** n`` of integers, if it is one of 64 bits."""
    result = np.int64(1)
    if n < 0:
        raise Fault(line, POWER, a, n)
    for _ in range(n):
        result = times(result, a, line)
    return result


@helper
def bit_list(b: Any) -> Any:
    """Return the indices of the set bits of `b`, lowest first."""
    out = [np.int64(0) for _ in range(0)]
    while b != 0:
        out.append(lowest(b))
        b = clear_lowest(b)
    return out


@helper
def least(values: Any, line: Any) -> Any:
    """Return ``min(values)`` of one iterable."""
    if len(values) == 0:
        raise Fault(line, EMPTY, 0, 0)
    best = values[0]
    for x in values:
        if x < best:
            best = x
    return best


@helper
def most(values: Any, line: Any) -> Any:
    """Return ``max(values)`` of one iterable."""
    if len(values) == 0:
        raise Fault(line, EMPTY, 0, 0)
    best = values[0]
    for x in values:
        if x > best:
            best = x
    return best


@helper
def total(values: Any) -> Any:
    """Return ``sum(values)`` of one iterable."""
    result = 0
    for x in values:
        result += x
    return result


@helper
def some(values: Any) -> Any:
    """Return ``any(values)``."""
    for x in values:
        if x:
            return True
    return False


@helper
def every(values: Any) -> Any:
    """Return ``all(values)``."""
    for x in values:
        if not x:
            return False
    return True


@helper
def has(values: Any, x: Any) -> Any:
    """Return ``x in values`` for a constant of numbers."""
    for y in values:
        if y == x:
            return True
    return False


@helper
def has_row(rows: Any, row: Any) -> Any:
    """Return ``row in rows`` for a constant of equally long tuples."""
    for k in range(len(rows)):
        same = True
        for j in range(len(row)):
            if rows[k, j] != row[j]:
                same = False
        if same:
            return True
    return False


@helper
def place(values: Any, x: Any, line: Any) -> Any:
    """Return ``values.index(x)`` for a constant of numbers."""
    for k in range(len(values)):
        if values[k] == x:
            return k
    raise Fault(line, ABSENT, np.int64(x), 0)


@helper
def tally(values: Any, x: Any) -> Any:
    """Return ``values.count(x)`` for a constant of numbers."""
    n = 0
    for y in values:
        if y == x:
            n += 1
    return n


@helper
def dense(places: Any, low: Any, x: Any) -> Any:
    """Return the place of key `x` of a constant dict, or -1: ``places[x - low]``."""
    return places[x - low] if low <= x < low + len(places) else -1


@helper
def sparse(keys: Any, order: Any, x: Any) -> Any:
    """Return the place of key `x` of a constant dict, or -1: ``order`` of its place among the sorted `keys`."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < x:
            low = middle + 1
        else:
            high = middle
    return order[low] if low < len(keys) and keys[low] == x else -1


@helper
def get(values: Any, k: Any, default: Any) -> Any:
    """Return ``values[k]``, or `default` where the key is not there."""
    return values[k] if k >= 0 else default


@helper
def sized(values: Any, n: Any, line: Any) -> Any:
    """Return `values`, which are taken apart into `n` variables, if there are as many."""
    if len(values) != n:
        raise Fault(line, SIZED, len(values), n)
    return values


@helper
def all_along(x: Any, axis: Any) -> Any:
    """Return ``x.all(axis)`` of a two-dimensional array."""
    axis = axis + 2 if axis < 0 else axis
    out = np.ones(x.shape[1 - axis], np.bool_)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if not x[i, j]:
                out[i if axis == 1 else j] = False
    return out


@helper
def any_along(x: Any, axis: Any) -> Any:
    """Return ``x.any(axis)`` of a two-dimensional array."""
    axis = axis + 2 if axis < 0 else axis
    out = np.zeros(x.shape[1 - axis], np.bool_)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j]:
                out[i if axis == 1 else j] = True
    return out


@helper
def mix(h: Any, x: Any) -> Any:
    """Mix an integer into a 64-bit hash (the finaliser of splitmix64, Steele, Lea and Flood 2014)."""
    z = (h ^ word(x)) + word(0x9E3779B97F4A7C15)
    z = (z ^ (z >> word(30))) * word(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> word(27))) * word(0x94D049BB133111EB)
    return z ^ (z >> word(31))
