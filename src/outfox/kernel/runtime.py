"""What linked rules call at run time: small functions that Numba compiles into them.

Implementations carry no annotations because Numba compares their signatures with the typing function's.

With `NUMBA_DISABLE_JIT=1` the same names are plain Python on twin states. Functions that take `line` belong to the
checked build: they raise `Fault` with the place in the user's file, which `link` turns into a `RulesError`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, njit, types
from numba.extending import overload

from outfox.rules.word import Word

JIT = not config.DISABLE_JIT

# Compiled code calls these, Python does not: without the wrappers for Python they compile in half the time.
helper = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True) if JIT else njit

INDEX, FIELD, CROWD, RANGE, ASSERTION, DIVISION, KEY = range(7)
"""Kinds of `Fault`."""


class Fault(Exception):
    """An error inside compiled rules: (place, kind, a, b), all integers; see `explain`."""


def explain(kind: int, a: int, b: int) -> str:
    """Say in words what a fault of this kind with its two numbers means."""
    return {
        INDEX: f"index {a} is out of range for {b} elements",
        FIELD: f"value {a} does not fit its field, which has {b} bits (0 to 2**bits - 1 if unsigned, else half each way)",
        CROWD: f"yields more than {b} values; BRANCHING (or OUTCOMES) is too small",
        RANGE: f"yields action {a}; actions are 0 to {b}",
        ASSERTION: "the assertion fails",
        DIVISION: "division by zero",
        KEY: f"key {a} is not in the dict",
    }[kind]




if JIT:

    def word(x: Any) -> Any:
        """Convert an integer to uint64."""
        raise NotImplementedError

    @overload(word)
    def _word(x):  # type: ignore[no-untyped-def]
        if isinstance(x, types.Array):
            return lambda x: x.astype(np.uint64)
        return lambda x: np.uint64(x)

    def copy(s: Any) -> Any:
        """Copy a state or an array."""
        raise NotImplementedError

    @overload(copy)
    def _copy(s):  # type: ignore[no-untyped-def]
        if isinstance(s, types.Record):
            dtype = np.dtype(_as_dtype(s))

            def copy_record(s):  # type: ignore[no-untyped-def]
                pool = np.empty(1, dtype)
                pool[0] = s
                return pool[0]

            return copy_record
        return lambda s: s.copy()

    def index(i: Any, n: int, line: int) -> Any:
        """Return the index `i` of an axis of length `n`, checked; an array of indices is left to Numba."""
        raise NotImplementedError

    @overload(index)
    def _index(i, n, line):  # type: ignore[no-untyped-def]
        if not isinstance(types.unliteral(i), types.Integer | types.Boolean):
            return lambda i, n, line: i

        def check(i, n, line):  # type: ignore[no-untyped-def]
            if i < -n or i >= n:
                raise Fault(line, INDEX, np.int64(i), n)
            return i

        return check

    def fit(target: Any, value: Any, line: int) -> Any:
        """Return `value`, which is to be stored in `target` (an array), if it fits."""
        raise NotImplementedError

    @overload(fit)
    def _fit(target, value, line):  # type: ignore[no-untyped-def]
        kind = target.dtype if isinstance(target, types.Array) else types.unliteral(target)
        if not isinstance(kind, types.Integer) or kind.bitwidth == 64:
            return lambda target, value, line: value
        low, high, width = int(kind.minval), int(kind.maxval), kind.bitwidth
        if isinstance(value, types.Array):

            def fit_all(target, value, line):  # type: ignore[no-untyped-def]
                for x in value.flat:
                    if x < low or x > high:
                        raise Fault(line, FIELD, np.int64(x), width)
                return value

            return fit_all
        if not isinstance(types.unliteral(value), types.Integer | types.Boolean | types.Float):
            return lambda target, value, line: value

        def fit_one(target, value, line):  # type: ignore[no-untyped-def]
            if value < low or value > high:
                raise Fault(line, FIELD, np.int64(value), width)
            return value

        return fit_one

else:

    def word(x: Any) -> Any:
        """Convert an integer to an unsigned one."""
        return x if isinstance(x, np.ndarray) else Word(x)

    def copy(s: Any) -> Any:
        """Copy a state or an array."""
        return s.copy()

    def index(i: Any, n: int, line: int) -> Any:
        """Return the index `i` of an axis of length `n`, checked."""
        if not isinstance(i, np.ndarray) and not -n <= i < n:
            raise Fault(line, INDEX, int(i), n)
        return i

    def fit(target: Any, value: Any, line: int) -> Any:
        """Return `value`: a twin checks its own fields."""
        return value


def _as_dtype(record: Any) -> Any:
    from numba.np.numpy_support import as_dtype

    return as_dtype(record)




@helper
def room(n: Any, out: Any, action: Any, most: Any, line: Any) -> Any:
    """Return `action`, number `n` of those yielded into `out`, if there is room and it is at most `most`."""
    if n >= len(out):
        raise Fault(line, CROWD, n, len(out))
    if action < 0 or action > most:
        raise Fault(line, RANGE, np.int64(action), most)
    return action


@helper
def require(condition: Any, line: Any) -> None:
    """Assert `condition`."""
    if not condition:
        raise Fault(line, ASSERTION, 0, 0)


@helper
def nonzero(x: Any, line: Any) -> Any:
    """Return the divisor `x` if it is not 0."""
    if x == 0:
        raise Fault(line, DIVISION, 0, 0)
    return x


@helper
def left(a: Any, n: Any) -> Any:
    """Return ``a << n``, 0 for 64 and more."""
    return a << n if n < 64 else a ^ a


@helper
def right(a: Any, n: Any) -> Any:
    """Return ``a >> n``, with all bits gone for 64 and more."""
    return a >> n if n < 64 else a >> 63


if JIT:
    # Numba has no bit-count of its own; LLVM has, and it is one instruction.
    from numba.extending import intrinsic

    @intrinsic
    def _ctpop(typing: Any, b: Any) -> Any:  # noqa: ARG001
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic
    def _cttz(typing: Any, b: Any) -> Any:  # noqa: ARG001
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), generate

    @helper
    def count(b: Any) -> Any:
        """Return the number of set bits."""
        return _ctpop(np.int64(b))

    @helper
    def lowest(b: Any) -> Any:
        """Return the index of the lowest set bit."""
        return _cttz(np.int64(b))

    @helper
    def clear_lowest(b: Any) -> Any:
        """Return `b` without its lowest set bit."""
        return b & (b - type_one(b))

    def type_one(b: Any) -> Any:
        """Return 1 in the type of `b`."""
        raise NotImplementedError

    @overload(type_one)
    def _type_one(b):  # type: ignore[no-untyped-def]
        if types.unliteral(b) == types.uint64:
            return lambda b: np.uint64(1)
        return lambda b: np.int64(1)

else:
    from outfox.rules.vocabulary import count, lowest

    def clear_lowest(b: Any) -> Any:
        """Return `b` without its lowest set bit."""
        return b & (b - 1)


@helper
def least(values: Any) -> Any:
    """Return ``min(values)`` of one iterable."""
    best = values[0]
    for x in values:
        if x < best:
            best = x
    return best


@helper
def most(values: Any) -> Any:
    """Return ``max(values)`` of one iterable."""
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
def has_pair(rows: Any, row: Any) -> Any:
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
def slot(keys: Any, x: Any, line: Any) -> Any:
    """Return the place of key `x` among the sorted `keys` of a constant dict."""
    k = np.searchsorted(keys, x)
    if k >= len(keys) or keys[k] != x:
        raise Fault(line, KEY, np.int64(x), 0)
    return k


@helper
def mix(h: Any, x: Any) -> Any:
    """Mix an integer into a 64-bit hash (the finaliser of splitmix64, Steele, Lea and Flood 2014)."""
    z = (h ^ word(x)) + word(0x9E3779B97F4A7C15)
    z = (z ^ (z >> word(30))) * word(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> word(27))) * word(0x94D049BB133111EB)
    return z ^ (z >> word(31))
