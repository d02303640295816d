"""Looking a position up from compiled code: two bits out of arrays, some dozens of instructions.

`probe` is a kernel function: a search calls it with the arrays of a `Probe`, which it takes as an argument.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.runtime import count
from outfox.kernel.slots import Bytes, Ints
from outfox.methods.endgame.rank import CODES, WIDTHS

UNKNOWN = 2


class Probe(NamedTuple):
    """Tables as kernels look them up; made by `outfox.methods.endgame.Endgames.probe`.

    Attributes
    ----------
    data
        The bytes of all tables.
    begins
        For each partition with one fox, 2 * code + mover: where it begins in `data`; -1 where it is not there. Then the
        same with two foxes.
    rank : (896,)
        For row and pattern, 128 * row + pattern: its place among those with as many sheep.
    size : (56,)
        For row and number of sheep, 8 * row + sheep: how many patterns there are.
    shape : (8,)
        The places of each row and 1; then the points of the board.
    """

    data: Bytes
    begins: Ints
    rank: Ints
    size: Ints
    shape: Ints


def no_tables() -> Probe:
    """Return what stands in where there are no tables: every position is UNKNOWN."""
    begins, shape = np.full(4 * CODES, -1, np.int64), np.array([*(width + 1 for width in WIDTHS), 0], np.int64)
    return Probe(np.zeros(1, np.uint8), begins, np.zeros(896, np.int64), np.zeros(56, np.int64), shape)


def seat(empty, foxes):  # type: ignore[no-untyped-def]
    """Return the number of a placement of one fox or two among those on some empty points."""
    lower = count(empty & (foxes & -foxes) - 1)
    foxes &= foxes - 1
    if foxes == 0:
        return lower
    higher = count(empty & foxes - 1)
    return higher * (higher - 1) // 2 + lower


def seats(size, two):  # type: ignore[no-untyped-def]
    """Return how many placements of a fox, or of two, there are on `size` points."""
    return size * (size - 1) // 2 if two else size


def probe(table, foxes, sheep, turn):  # type: ignore[no-untyped-def]
    """Return player 0's payoff as a whole number, 1, 0 or -1; UNKNOWN where the table does not have the position.

    `foxes` is the bitboard of one fox or two, `sheep` of the sheep, `turn` 0 or 1.
    """
    code, place, stride = 0, 0, 1
    for r in range(7):
        pattern = sheep >> 7 * r & 127
        here = count(pattern)
        code = code * table.shape[r] + here
        place += table.rank[128 * r + pattern] * stride
        stride *= table.size[8 * r + here]
    two = foxes & foxes - 1 != 0
    begin = table.begins[2 * code + turn + (2 * CODES if two else 0)]
    if begin < 0:
        return UNKNOWN
    empty = table.shape[7] & ~sheep
    size = seats(count(empty), two)
    at = 2 * size * place + seat(empty, foxes)
    won = table.data[begin + (at >> 3)] >> (at & 7) & 1
    at += size
    return np.int64(won) - np.int64(table.data[begin + (at >> 3)] >> (at & 7) & 1)


def ending(s, table):  # type: ignore[no-untyped-def]
    """Return what `probe` does, for a state of the game: UNKNOWN also without foxes, and in the middle of jumps."""
    if s.foxes == 0 or s.jumper != 0:
        return UNKNOWN
    return probe(table, np.int64(s.foxes), np.int64(s.sheep), np.int64(s.turn))


def probe_many(table: Probe, foxes: Ints, sheep: Ints, turns: Ints, out: Ints) -> int:
    """Look up many positions; fill `out`, and return how many the table has."""
    found = 0
    for k in range(len(foxes)):
        out[k] = probe(table, foxes[k], sheep[k], turns[k])
        found += out[k] != UNKNOWN
    return found
