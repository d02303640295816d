"""Masks of two foxes on disk: a pair is kept once, since the foxes are alike.

A pair is numbered by its places among the empty points, the higher first: higher * (higher - 1) / 2 + lower. For each
configuration there are the wins of the foxes, then of the sheep, a bit for each pair; with 9 sheep that is 552 bits for
each mover. The rest is as in `packing`.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import count, lowest
from outfox.kernel.slots import Ints
from outfox.methods.endgame.board import Board
from outfox.methods.endgame.kernels import ALL, advance, begin, joined
from outfox.methods.endgame.packing import gather, get, put, spread
from outfox.methods.endgame.pairs import BOTH, PLACES, list_points, turn_of_foxes, turn_of_sheep
from outfox.methods.endgame.trapped import find_trapped, judge


def fold_pairs(
    board: Board,
    counts: Ints,
    strides: Ints,
    base: Ints,
    goals: Ints,
    after: Ints,
    foxes: Ints,
    sheep: Ints,
    wins: Ints,
) -> int:
    """Pack a solved partition: with the foxes to move into `foxes`, with the sheep to move into `sheep`.

    `wins` adds up those of the foxes and of the sheep with the foxes to move, then with the sheep to move.
    """
    digit, row, points = np.zeros(7, np.int64), np.zeros(7, np.int64), np.empty(PLACES, np.int64)
    turn, best, trapped = np.empty(BOTH, np.int64), np.empty(BOTH, np.int64), np.empty(BOTH, np.int64)
    whole = list_points(board, points)
    begin(board, counts, digit, row, False)
    for i in range(len(goals)):
        flock = joined(row)
        empty = whole & ~flock
        turn_of_sheep(board, row, strides, base, goals[i], after, i, empty, points, turn)
        turn_of_foxes(board, base, i, whole, empty, points, turn, best)
        find_trapped(board, flock, empty, whole, points, trapped)
        for n in range(BOTH):  # where neither can move, they pass
            both = trapped[n % PLACES] & trapped[PLACES + n % PLACES]
            best[n] = best[n] & ~both | turn[n] & both
        size = count(empty)
        pack_pairs(board, row, empty, points, best, foxes, size * (size - 1) * i, wins, 0)
        pack_pairs(board, row, empty, points, turn, sheep, size * (size - 1) * i, wins, 2)
        advance(board, counts, digit, row, 1)
    return len(goals)


def pack_pairs(board, row, empty, points, planes, words, offset, wins, k):  # type: ignore[no-untyped-def]
    """Pack what one configuration is worth, and count the wins."""
    for side in range(2):
        below = 0
        for n in range(PLACES):
            bit = 1 << points[n]
            if empty & bit:
                mask = planes[n] if side == 0 else ~planes[PLACES + n]
                packed = gather(board, row, empty & bit - 1 & mask)
                wins[k + side] += count(packed)
                put(words, offset, packed, below)
                offset += below
                below += 1


def unfold_pairs(
    board: Board, counts: Ints, words: Ints, size: int, ended: bool, ones: Ints, out: Ints, number: int
) -> int:
    """Unpack a partition of `number` configurations with `size` empty points, both planes of each.

    `ended`: what was packed is a turn of the foxes, wanted is what a turn of the sheep that ends there is worth, after
    which trapped foxes are removed; `ones` is then what one fox is worth with the foxes to move.
    """
    digit, row, points = np.zeros(7, np.int64), np.zeros(7, np.int64), np.empty(PLACES, np.int64)
    packed, trapped, settled = np.empty(size, np.int64), np.empty(BOTH, np.int64), np.empty(BOTH, np.int64)
    whole = list_points(board, points)
    begin(board, counts, digit, row, False)
    for i in range(number):
        flock, offset, own = joined(row), size * (size - 1) * i, BOTH * i
        empty = whole & ~flock
        unpack_pairs(board, row, empty, points, words, offset, packed, out, own)
        unpack_pairs(board, row, empty, points, words, offset + size * (size - 1) // 2, packed, out, own + PLACES)
        for n in range(PLACES):
            bit = 1 << points[n]
            out[own + n] |= ~(empty & ~bit) if empty & bit else ALL
            out[own + PLACES + n] = ~out[own + PLACES + n]
        if ended:
            find_trapped(board, flock, empty, whole, points, trapped)
            judge(trapped, points, empty, ones[2 * i], ones[2 * i + 1], settled, 0)
            for n in range(BOTH):
                either = trapped[n % PLACES] | trapped[PLACES + n % PLACES]
                out[own + n] = out[own + n] & ~either | settled[n] & either
        advance(board, counts, digit, row, 1)
    return number


def unpack_pairs(board, row, empty, points, words, offset, packed, out, own):  # type: ignore[no-untyped-def]
    """Unpack one configuration's wins of one side: the pairs, then their mirror image, then as boards."""
    for n in range(len(packed)):
        packed[n] = get(words, offset, n)
        rest, offset = packed[n], offset + n
        while rest != 0:
            packed[lowest(rest)] |= 1 << n
            rest &= rest - 1
    below = 0
    for n in range(PLACES):
        out[own + n] = 0
        if empty >> points[n] & 1:
            out[own + n] = spread(board, row, packed[below])
            below += 1
