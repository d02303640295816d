"""Masks on disk: for each configuration the wins of the foxes, then of the sheep, a bit for each empty point.

With 9 sheep that is 48 bits for each mover. The configurations of a partition follow each other without gaps, in words
of 64 bits, lowest bits first.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import count
from outfox.kernel.slots import Ints
from outfox.methods.endgame.board import Board
from outfox.methods.endgame.kernels import (
    advance,
    begin,
    joined,
    jumpers,
    near,
    wins_to_move,
)


def put(words, offset, value, size):  # type: ignore[no-untyped-def]
    """Store `size` bits, at most 48, at an offset in bits; what stands there is 0."""
    w, s = offset >> 6, offset & 63
    words[w] |= value << s
    if s + size > 64:
        words[w + 1] |= value >> 64 - s


def get(words, offset, size):  # type: ignore[no-untyped-def]
    """Return `size` bits, at most 48, at an offset in bits."""
    w, s = offset >> 6, offset & 63
    value = words[w] >> s
    if s + size > 64:
        value = value & (1 << 64 - s) - 1 | words[w + 1] << 64 - s
    return value & (1 << size) - 1


def spread(board, row, packed):  # type: ignore[no-untyped-def]
    """Return a mask over the board from one over the empty points."""
    mask = np.int64(0)
    for r in range(7):
        empty = board.points[r] & ~row[r]
        mask |= np.int64(board.deposit[128 * empty + (packed & 127)]) << 7 * r
        packed >>= board.gaps[128 * r + row[r]]
    return mask


def gather(board, row, mask):  # type: ignore[no-untyped-def]
    """Return a mask over the empty points from one over the board."""
    packed, size = np.int64(0), 0
    for r in range(7):
        empty = board.points[r] & ~row[r]
        packed |= np.int64(board.extract[128 * empty + (mask >> 7 * r & 127)]) << size
        size += board.gaps[128 * r + row[r]]
    return packed


def fold(
    board: Board, counts: Ints, base: Ints, after: Ints, turn: Ints, size: int, foxes: Ints, sheep: Ints, wins: Ints
) -> int:
    """Pack a solved partition: with the foxes to move into `foxes`, with the sheep to move into `sheep`.

    `size` is the number of empty points. `wins` adds up those of the foxes and of the sheep with the foxes to move,
    then with the sheep to move.
    """
    digit, row = np.zeros(7, np.int64), np.zeros(7, np.int64)
    begin(board, counts, digit, row, False)
    for i in range(len(after) // 2):
        offset = 2 * size * i
        for side in range(2):
            mask = wins_to_move(base, after, turn, i, side == 0)
            wins[side] += count(mask)
            wins[2 + side] += count(turn[2 * i + side])
            put(foxes, offset + side * size, gather(board, row, mask), size)
            put(sheep, offset + side * size, gather(board, row, turn[2 * i + side]), size)
        advance(board, counts, digit, row, 1)
    return len(after) // 2


def unfold(board: Board, counts: Ints, words: Ints, size: int, ended: bool, out: Ints, at: int, number: int) -> int:
    """Unpack a partition of `number` configurations into ``out[2 * at:]``.

    `ended`: what was packed is a turn of the foxes, wanted is what a turn of the sheep that ends there is worth, in
    which a trapped fox is removed.
    """
    digit, row = np.zeros(7, np.int64), np.zeros(7, np.int64)
    begin(board, counts, digit, row, False)
    whole = joined(board.points)
    for i in range(number):
        offset = 2 * size * i
        foxes = spread(board, row, get(words, offset, size))
        sheep = spread(board, row, get(words, offset + size, size))
        if ended:
            flock = joined(row)
            empty = whole & ~flock
            trapped = empty & ~near(empty, board.lines) & ~jumpers(flock, empty, board.jumps)
            foxes, sheep = foxes & ~trapped, sheep | trapped
        j = 2 * (at + i)
        out[j], out[j + 1] = foxes, sheep
        advance(board, counts, digit, row, 1)
    return number
