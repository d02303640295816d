"""The words that a rules file imports: who moves when nobody does, private copies, and bits.

All of them work in plain Python and in compiled rules, with the same meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

CHANCE = -1
"""What `mover` returns where a chance outcome decides."""

TERMINAL = -2
"""What `mover` returns where the game is over."""

BOTH = 2
"""What `sees` returns where both players learn the outcome."""

NOBODY = 3
"""What `sees` returns where no player learns the outcome."""

_WORD = 2**64 - 1


def copy(s: Any) -> Any:
    """Return a private copy of a state, to try something on.

    Examples
    --------
    >>> from outfox.rules import load
    >>> s = load("tic-tac-toe").new_state()
    >>> copy(s) == s, copy(s) is s
    (True, False)
    """
    return s.copy()


def lowest(b: int) -> int:
    """Return the index of the lowest set bit of `b`, which must not be 0.

    Examples
    --------
    >>> lowest(0b10100)
    2
    """
    b = int(b)
    return (b & -b).bit_length() - 1


def count(b: int) -> int:
    """Return how many of the 64 bits of `b` are set.

    Examples
    --------
    >>> count(0b10100)
    2
    """
    return (int(b) & _WORD).bit_count()


def bits(b: int) -> Iterator[int]:
    """Yield the indices of the set bits of `b`, lowest first.

    Examples
    --------
    >>> list(bits(0b10100))
    [2, 4]
    """
    rest = int(b) & _WORD
    while rest:
        low = rest & -rest
        yield low.bit_length() - 1
        rest ^= low
