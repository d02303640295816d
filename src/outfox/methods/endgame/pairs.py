"""The solver's kernels for two foxes: one partition at a time, all places of one fox at once for each of the other.

The foxes are alike. A configuration of sheep has a mask over the point of one fox for each point of the other: `PLACES`
rows, in the order of the points. A row and the mask in it are the same pair seen from either fox, so the rows are
symmetric. They come in two planes, where the foxes win and where they do not lose; whatever the sheep do is an "and" of
both planes, whatever the foxes do an "or".

Placements that cannot be, on a sheep or both on one point, are ones in both planes of `after`, what a turn of the sheep
that ends there is worth. So a step of sheep is an "and" of all rows of another configuration, and those placements in
which a fox bars it are left as they are. For the foxes, a step of the one within the mask is a shift, a step of the
other leads to another row; captures by the other lead to a row of a configuration with a sheep less, captures by the
one are the same with rows and columns exchanged.

Both foxes are judged on the same position at the end of a turn of the sheep. One that is trapped leaves the other with
the value that the table of one fox has; two have lost. So `after` is settled there before anything spreads (`judge`),
and never changes.

Rows of a configuration: `BASE` of `PLACES` words in `base`, both planes of what steps up lead to (`UP`) and of captures
(`TAKE`), and where some fox is trapped (`TRAPPED`); both planes in `after`. `goals` has the points that sheep can step
to. Then `sweep_pairs` spreads from where nobody has won or lost until nothing changes; the rest is a draw.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import count, lowest
from outfox.kernel.slots import Bytes, Ints
from outfox.methods.endgame.board import Board
from outfox.methods.endgame.kernels import ALL, advance, begin, joined, near, place, wake
from outfox.methods.endgame.trapped import find_trapped, judge

PLACES = 33
BOTH = 2 * PLACES
"""Words of both planes: where the foxes win, then where they do not lose."""

UP, TAKE, TRAPPED, BASE = 0, BOTH, 2 * BOTH, 2 * BOTH + PLACES
"""Words of a configuration in `base`."""


def list_points(board, points):  # type: ignore[no-untyped-def]
    """List the points of the board; return them as a bitboard."""
    whole = np.int64(0)
    for r in range(7):
        whole |= board.points[r] << 7 * r
    rest = whole
    for n in range(len(points)):
        points[n] = lowest(rest)
        rest &= rest - 1
    return whole


def prepare_pairs(board: Board, counts: Ints, ones: Ints, base: Ints, goals: Ints, after: Ints) -> int:
    """Begin with what a configuration says by itself: where sheep can step, where foxes are trapped, a full pen.

    Parameters
    ----------
    ones
        For each configuration what one fox is worth with the foxes to move: where the foxes win, where the sheep win.
    base, goals, after
        What is filled.
    """
    digit, row, points = np.zeros(7, np.int64), np.zeros(7, np.int64), np.empty(PLACES, np.int64)
    trapped = np.empty(BOTH, np.int64)
    whole = list_points(board, points)
    begin(board, counts, digit, row, False)
    for i in range(len(goals)):
        sheep = joined(row)
        empty = whole & ~sheep
        k, own, over = BASE * i, BOTH * i, sheep & board.pen[0] == board.pen[0]
        goals[i] = ALL if over else steps_to(board, sheep, empty, row)
        for n in range(BOTH):
            base[k + UP + n] = 0 if over else ALL
            base[k + TAKE + n] = 0
        find_trapped(board, sheep, empty, whole, points, trapped)
        if over:  # as if both were trapped: the foxes have lost
            for n in range(PLACES):
                bit = 1 << points[n]
                trapped[n] = trapped[PLACES + n] = empty & ~bit if empty & bit else 0
        for n in range(PLACES):
            base[k + TRAPPED + n] = trapped[n] | trapped[PLACES + n]
        judge(trapped, points, empty, ones[2 * i], ones[2 * i + 1], after, own)
        advance(board, counts, digit, row, 1)
    return len(goals)


def steps_to(board, sheep, empty, row):  # type: ignore[no-untyped-def]
    """Return the points that sheep can step to."""
    goals, rest = np.int64(0), sheep
    while rest != 0:
        point = lowest(rest)
        rest &= rest - 1
        for e in range(board.up_first[point], board.up_first[point + 1]):
            goals |= empty & 1 << board.up_goal[e]
    for r in range(7):
        pattern = 128 * r + row[r]
        for e in range(board.side_first[pattern], board.side_first[pattern + 1]):
            goals |= board.side_goal[e]
    return goals


def take_in(into, at, source, j):  # type: ignore[no-untyped-def]
    """Take in what a step of sheep leads to: both planes of another configuration."""
    mine, theirs = into[at : at + BOTH], source[j : j + BOTH]
    for n in range(BOTH):
        mine[n] &= theirs[n]


def join_steps(board: Board, counts: Ints, r: int, strides: Ints, source: Ints, base: Ints) -> int:
    """Take in steps up from a row; `source` is `after` of the partition that they lead to, `strides` are its own."""
    digit, row = np.zeros(7, np.int64), np.zeros(7, np.int64)
    begin(board, counts, digit, row, False)
    number = len(base) // BASE
    for i in range(number):
        rest = place(board, row, strides, 0, r, r + 1)
        sheep = row[r]
        while sheep != 0:
            column = lowest(sheep)
            sheep &= sheep - 1
            left = rest + board.rank[128 * r + (row[r] ^ 1 << column)] * strides[r]
            for e in range(board.up_first[7 * r + column], board.up_first[7 * r + column + 1]):
                bit = 1 << board.up_goal[e] - 7 * (r + 1)
                if row[r + 1] & bit == 0:
                    j = left + board.rank[128 * (r + 1) + (row[r + 1] | bit)] * strides[r + 1]
                    take_in(base, BASE * i + UP, source, BOTH * j)
        advance(board, counts, digit, row, 1)
    return number


def join_captures(board: Board, counts: Ints, r: int, strides: Ints, source: Ints, base: Ints) -> int:
    """Take in captures by the other fox of a sheep in a row; an empty `source`: each of them wins for the foxes."""
    digit, row, points = np.zeros(7, np.int64), np.zeros(7, np.int64), np.empty(PLACES, np.int64)
    whole = list_points(board, points)
    begin(board, counts, digit, row, False)
    number = len(base) // BASE
    for i in range(number):
        sheep = joined(row)
        empty, rest = whole & ~sheep, place(board, row, strides, 0, r, r)
        remaining = row[r] if sheep & board.pen[0] != board.pen[0] else 0
        while remaining != 0:
            column = lowest(remaining)
            remaining &= remaining - 1
            over = 7 * r + column
            j = BOTH * (rest + board.rank[128 * r + (row[r] ^ 1 << column)] * strides[r])
            for e in range(board.jump_first[over], board.jump_first[over + 1]):
                origin, goal = board.jump_from[e], board.jump_to[e]
                if empty >> origin & empty >> goal & 1:
                    n, m = count(whole & (1 << origin) - 1), count(whole & (1 << goal) - 1)
                    free = empty & ~(1 << origin | 1 << goal)
                    for plane in range(0, BOTH, PLACES):
                        found = source[j + plane + m] if len(source) != 0 else ALL
                        base[BASE * i + TAKE + plane + n] |= free & found
        advance(board, counts, digit, row, 1)
    return number


def mirror_captures(board: Board, base: Ints) -> int:
    """Add the captures by the one fox to those by the other."""
    points, was = np.empty(PLACES, np.int64), np.empty(BOTH, np.int64)
    whole = list_points(board, points)
    number = len(base) // BASE
    for i in range(number):
        k = BASE * i + TAKE
        for n in range(BOTH):
            was[n] = base[k + n]
        for n in range(BOTH):
            rest, plane = was[n], n - n % PLACES
            while rest != 0:
                base[k + plane + count(whole & (rest & -rest) - 1)] |= 1 << points[n - plane]
                rest &= rest - 1
    return number


def sweep_pairs(
    board: Board, counts: Ints, strides: Ints, base: Ints, goals: Ints, after: Ints, waiting: Bytes, back: bool
) -> int:
    """Value once more every configuration that waits for it; return how many there were."""
    digit, row, points = np.zeros(7, np.int64), np.zeros(7, np.int64), np.empty(PLACES, np.int64)
    turn, best = np.empty(BOTH, np.int64), np.empty(BOTH, np.int64)
    whole = list_points(board, points)
    begin(board, counts, digit, row, back)
    valued, last, step = 0, len(waiting) - 1, -1 if back else 1
    for n in range(len(waiting)):
        i = last - n if back else n
        if waiting[i]:
            waiting[i] = 0
            valued += 1
            empty = whole & ~joined(row)
            turn_of_sheep(board, row, strides, base, goals[i], after, i, empty, points, turn)
            turn_of_foxes(board, base, i, whole, empty, points, turn, best)
            if settle(base, after, i, empty, points, best):
                if count(goals[i]) <= 2:
                    waiting[i] = 1
                wake(board, row, strides, waiting, i)
        advance(board, counts, digit, row, step)
    return valued


def turn_of_sheep(board, row, strides, base, goals, after, i, empty, points, turn):  # type: ignore[no-untyped-def]
    """Fill `turn` with both planes with the sheep to move."""
    for n in range(BOTH):
        turn[n] = base[BASE * i + UP + n]
    for r in range(7):
        pattern = 128 * r + row[r]
        for e in range(board.side_first[pattern], board.side_first[pattern + 1]):
            take_in(turn, 0, after, BOTH * (i + board.side_rank[e] * strides[r]))
    few = count(goals) <= 2
    for n in range(PLACES):
        bit = 1 << points[n]
        free = empty & ~bit if empty & bit else np.int64(0)
        turn[n] &= free
        turn[PLACES + n] &= free
        rest = goals & free
        if few and rest & rest - 1 == 0:  # the foxes bar all steps, with or without the one in the mask: the sheep pass
            stuck = free & (rest if rest != 0 else ALL)
            turn[n] = turn[n] & ~stuck | after[BOTH * i + n] & stuck
            turn[PLACES + n] = turn[PLACES + n] & ~stuck | after[BOTH * i + PLACES + n] & stuck


def turn_of_foxes(board, base, i, whole, empty, points, turn, best):  # type: ignore[no-untyped-def]
    """Fill `best` with both planes with the foxes to move, where one of them can."""
    take = BASE * i + TAKE
    for n in range(PLACES):
        bit = 1 << points[n]
        if empty & bit:
            win, hold = near(turn[n], board.lines), near(turn[PLACES + n], board.lines)
            rest = empty & near(bit, board.lines)
            while rest != 0:  # the other fox steps
                m = count(whole & (rest & -rest) - 1)
                win |= turn[m]
                hold |= turn[PLACES + m]
                rest &= rest - 1
            best[n] = empty & ~bit & (win | base[take + n])
            best[PLACES + n] = empty & ~bit & (hold | base[take + PLACES + n])


def settle(base, after, i, empty, points, best):  # type: ignore[no-untyped-def]
    """Store what a turn of the sheep that ends with this configuration is worth; say whether that has changed."""
    changed = False
    for n in range(PLACES):
        bit = 1 << points[n]
        if empty & bit:
            kept = base[BASE * i + TRAPPED + n] | ~(empty & ~bit)
            for plane in range(0, BOTH, PLACES):
                own = BOTH * i + plane + n
                found = after[own] & kept | best[plane + n] & ~kept
                changed |= found != after[own]
                after[own] = found
    return changed
