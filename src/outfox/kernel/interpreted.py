"""The functions of `intrinsics` and `tested` as plain Python: what linked rules call with `NUMBA_DISABLE_JIT=1`."""

from __future__ import annotations

import operator
import sys
from typing import Any

import numpy as np

from outfox.kernel.faults import (
    ASSERTION,
    CROWD,
    DEEPEST,
    DEPTH,
    DIVISION,
    FIELD,
    FORM,
    INDEX,
    KEY,
    LARGE,
    MINUS,
    PLAYER,
    PLUS,
    RANGE,
    SHIFT,
    TIMES,
    WHOLE,
    Fault,
)  # fmt: skip
from outfox.rules.arrays import IntegerField, plain
from outfox.rules.contract import SLOTS
from outfox.rules.settle import to_word as word
from outfox.rules.vocabulary import count, lowest
from outfox.rules.word import Word

__all__ = [
    "back", "bools", "clear_lowest", "copy", "count", "depth", "fit", "given", "helper", "index", "invert",
    "key_of", "leaf", "left", "left_checked", "lowest", "minus", "mover_number", "nonzero", "number", "ordinary",
    "payoff_number", "player", "plus", "require", "right", "right_checked", "room", "times", "wide", "word",
]  # fmt: skip


def with_plain_numpy(rules: str) -> str:
    """Return the text of linked rules with the NumPy of plain rules, whose results are Python numbers."""
    return rules.replace("\nimport numpy as np\n", "\nfrom outfox.rules.arrays import NUMPY as np\n", 1)


def make_plain(rules: dict[str, Any]) -> None:
    """Let the slots of a module take what kernels hand them as plain rules take it."""
    for name in (*SLOTS, "outfox_mover", "outfox_payoff", "outfox_legal_actions", "outfox_apply"):
        if name in rules:
            rules[name] = _taking_plain(rules[name])


def _taking_plain(slot: Any) -> Any:
    def run(*arguments: Any) -> Any:
        return slot(*(plain(argument) for argument in arguments))

    return run


def helper(function: Any) -> Any:
    """Return the function: there is nothing to compile."""
    return function


def ordinary(x: Any, line: int) -> int:
    """Convert a word to an ordinary integer; one of 64 bits does not fit."""
    if isinstance(x, Word) and x >= 2**63:
        raise Fault(line, LARGE, 0, 0)
    return int(x)


def invert(x: Any) -> Any:
    """Return ``~x`` as Python means it, of a boolean too."""
    return ~int(x) if isinstance(x, bool | np.bool_) else ~x


def clear_lowest(b: Any) -> Any:
    """Return `b` without its lowest set bit."""
    return b & (b - 1)


def left(a: Any, n: int) -> Any:
    """Return ``a << n`` in 64 bits."""
    if isinstance(a, np.ndarray):
        return a << n
    return (Word(a) if isinstance(a, Word) else a) << n if 0 <= n < 64 else a ^ a


def right(a: Any, n: int) -> Any:
    """Return ``a >> n``."""
    return a >> (n if 0 <= n < 64 else 63)


def left_checked(a: Any, n: int, line: int) -> Any:
    """Return ``a << n``, which must be a 64-bit integer."""
    result = left(a, n) if n >= 0 else a
    if n < 0 or (not isinstance(a, (Word, np.ndarray)) and (a << min(n, 64)) != result):
        raise Fault(line, SHIFT, int(n), 0)
    if not isinstance(a, (Word, np.ndarray)) and not -(2**63) <= result < 2**63:
        raise Fault(line, SHIFT, int(n), 0)
    return result


def right_checked(a: Any, n: int, line: int) -> Any:
    """Return ``a >> n`` for `n` of at least 0."""
    if n < 0:
        raise Fault(line, SHIFT, int(n), 0)
    return right(a, n)


def number(x: Any) -> Any:
    """Return `x`."""
    return x


def room(n: int, out: Any, action: Any, most: int, line: int) -> Any:
    """Return `action`, number `n` of those yielded into `out`, if there is room and it is at most `most`."""
    if n >= len(out):
        raise Fault(line, CROWD, n, len(out))
    if not 0 <= action <= most:
        raise Fault(line, RANGE, int(action), most)
    return action


def require(condition: Any, line: int) -> None:
    """Assert `condition`."""
    if not condition:
        raise Fault(line, ASSERTION, 0, 0)


def depth(n: int, line: int) -> int:
    """Return `n`, how deep a function has called itself, if that is no sign of an endless recursion."""
    if n > min(DEEPEST, sys.getrecursionlimit() - 200):  # who calls is some way down already
        raise Fault(line, DEPTH, DEEPEST, 0)
    return n


def player(who: Any, line: int) -> Any:
    """Return what mover returned, if it is one of the four."""
    if not -2 <= who <= 1:
        raise Fault(line, PLAYER, int(who), 0)
    return who


def key_of(k: int, x: Any, line: int) -> int:
    """Return the place `k` of key `x` of a constant dict, if it is there."""
    if k < 0:
        raise Fault(line, KEY, int(x), 0)
    return k


def back(i: Any, n: int, line: int) -> Any:
    """Return an index into a padded row of `n` elements, counted from its front."""
    if not -n <= i < n:
        raise Fault(line, INDEX, int(i), n)
    return i + n if i < 0 else i


def given(x: Any, known: bool, line: int) -> Any:
    """Return `x`: Python itself knows whether it has a value."""
    return x


def mover_number(value: Any) -> Any:
    """Return `value`: a kernel fails where it is no number."""
    return value


payoff_number = mover_number


def index(i: Any, n: int, line: int) -> Any:
    """Return the index `i` of an axis of length `n`, tested."""
    if isinstance(i, np.ndarray):
        if i.dtype.kind in "iu" and ((i < -n) | (i >= n)).any():
            raise Fault(line, INDEX, int(i[(i < -n) | (i >= n)].flat[0]), n)
    elif not isinstance(i, (tuple, list)) and not -n <= i < n:
        raise Fault(line, INDEX, int(i), n)
    return i


def nonzero(x: Any, line: int) -> Any:
    """Return the divisor `x` if it is not 0."""
    if np.any(x == 0):
        raise Fault(line, DIVISION, 0, 0)
    return x


def _tested(operation: Any, kind: int) -> Any:
    def run(a: Any, b: Any, line: int) -> Any:
        result = operation(a, b)
        if isinstance(result, int) and not isinstance(result, Word) and not -(2**63) <= result < 2**63:
            raise Fault(line, kind, int(a), int(b))
        return result

    return run


times, plus, minus = _tested(operator.mul, TIMES), _tested(operator.add, PLUS), _tested(operator.sub, MINUS)


def fit(target: Any, value: Any, line: int) -> Any:
    """Return `value`, which is to be stored in `target` (an array or a scalar of the field's type), if it fits."""
    low, high = _limits(target)
    if high is None or isinstance(value, (list, tuple)):
        return value
    numbers = np.asarray(value)
    if isinstance(target, np.ndarray) and numbers.ndim:
        for size, room in zip(numbers.shape[::-1], target.shape[::-1], strict=False):
            if size not in (1, room):
                raise Fault(line, FORM, room, size)
    if numbers.dtype.kind == "f" and (np.floor(numbers) != numbers).any():
        raise Fault(line, WHOLE, 0, 0)
    for x in numbers.flat:
        if not low <= int(x) <= high:
            raise Fault(line, FIELD, int(x), (high - low).bit_length() * (1 if low == 0 else -1))
    return value


def _limits(target: Any) -> tuple[Any, Any]:
    if isinstance(target, IntegerField):
        return target.low, target.high
    if isinstance(target, np.integer) and target.dtype != np.uint64:
        return np.iinfo(target.dtype).min, np.iinfo(target.dtype).max
    return None, None


def copy(x: Any) -> Any:
    """Copy a state, an array, a list or a set."""
    return x.copy()


def leaf(x: Any) -> int:
    """Return a number of a state as a signed integer: a word as its bit pattern."""
    return int(x) - (1 << 64) if int(x) >> 63 == 1 else int(x)


def wide(x: Any) -> Any:
    """Return `x`: a twin has wide arrays."""
    return x


def bools(x: Any) -> Any:
    """Return `x`: a twin has boolean arrays."""
    return x
