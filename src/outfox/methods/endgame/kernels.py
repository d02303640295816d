"""The solver's kernels: one partition at a time, all places of the fox at once.

For each configuration of sheep there are masks over the point of the fox. What other partitions say is gathered once
(`join`), six words a configuration:

- `UP_FOXES`: every step up leads to a win of the foxes, or is barred by the fox; `UP_SHEEP`: some step up leads to a
  win of the sheep;
- `TAKE_FOXES`: some capture wins for the foxes; `TAKE_OTHER`: some capture does not win for the sheep;
- `STUCK`: the sheep have no step; `TRAPPED`: the fox can neither step nor jump.

Then `sweep` lets wins spread over steps sideways and steps of the fox, from none at all, until nothing changes: these
are the least fixed points, and the rest is a draw. `after` holds, two words a configuration, what a turn of the sheep
that ends there is worth: a trapped fox is removed, and the sheep have won.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import lowest
from outfox.kernel.slots import Bytes, Ints
from outfox.methods.endgame.board import Board

UP_FOXES, UP_SHEEP, TAKE_FOXES, TAKE_OTHER, STUCK, TRAPPED, BASE = 0, 1, 2, 3, 4, 5, 6
ALL = (1 << 49) - 1


def near(cells, lines):  # type: ignore[no-untyped-def]
    """Return the points from which a line leads to one of some points."""
    return (
        lines[0] & cells << 1
        | lines[1] & cells >> 1
        | lines[2] & cells >> 6
        | lines[3] & cells >> 7
        | lines[4] & cells >> 8
        | lines[5] & cells << 8
        | lines[6] & cells << 7
        | lines[7] & cells << 6
    )


def jumpers(sheep, empty, jumps):  # type: ignore[no-untyped-def]
    """Return the points from which a fox can capture."""
    return (
        jumps[0] & (sheep & empty << 1) << 1
        | jumps[1] & (sheep & empty >> 1) >> 1
        | jumps[2] & (sheep & empty >> 6) >> 6
        | jumps[3] & (sheep & empty >> 7) >> 7
        | jumps[4] & (sheep & empty >> 8) >> 8
        | jumps[5] & (sheep & empty << 8) << 8
        | jumps[6] & (sheep & empty << 7) << 7
        | jumps[7] & (sheep & empty << 6) << 6
    )


def begin(board, counts, digit, row, last):  # type: ignore[no-untyped-def]
    """Set the rows to the first configuration of a partition, or to the last."""
    for r in range(7):
        at = 8 * r + counts[r]
        digit[r] = board.size[at] - 1 if last else 0
        row[r] = board.listed[board.first[at] + digit[r]]


def advance(board, counts, digit, row, step):  # type: ignore[no-untyped-def]
    """Set the rows to the next configuration (step 1) or the one before (step -1)."""
    for r in range(7):
        at = 8 * r + counts[r]
        digit[r] += step
        inside = 0 <= digit[r] < board.size[at]
        if not inside:
            digit[r] = 0 if step > 0 else board.size[at] - 1
        row[r] = board.listed[board.first[at] + digit[r]]
        if inside:
            return


def joined(row):  # type: ignore[no-untyped-def]
    """Return the rows as one bitboard."""
    return row[0] | row[1] << 7 | row[2] << 14 | row[3] << 21 | row[4] << 28 | row[5] << 35 | row[6] << 42


def place(board, row, strides, at, skip, other):  # type: ignore[no-untyped-def]
    """Return the sum of rank times stride over the rows, without two of them; `at` is where the strides begin."""
    total = 0
    for r in range(7):
        if r not in (skip, other):
            total += board.rank[128 * r + row[r]] * strides[at + r]
    return total


def join(
    board: Board,
    counts: Ints,
    up_at: Ints,
    up_strides: Ints,
    ups: Ints,
    take_at: Ints,
    take_strides: Ints,
    takes: Ints,
    base: Ints,
    after: Ints,
) -> int:
    """Gather what the neighbouring partitions say of every configuration.

    Parameters
    ----------
    up_at, up_strides
        For each row: where the partition after a step up from it begins in `ups`, -1 for none; its strides, (49,).
    ups
        `after` of these partitions.
    take_at, take_strides, takes
        The same for captures of a sheep of each row: with the sheep to move. Empty: every capture wins for the foxes.
    base, after
        What is filled.
    """
    digit, row = np.zeros(7, np.int64), np.zeros(7, np.int64)
    begin(board, counts, digit, row, False)
    whole = joined(board.points)
    for i in range(len(after) // 2):
        sheep = joined(row)
        empty = whole & ~sheep
        k = BASE * i
        jumping = jumpers(sheep, empty, board.jumps)
        trapped = empty & ~near(empty, board.lines) & ~jumping
        base[k + STUCK], base[k + TRAPPED] = 0, trapped
        if sheep & board.pen[0] == board.pen[0]:
            base[k + UP_FOXES], base[k + UP_SHEEP], base[k + TAKE_FOXES], base[k + TAKE_OTHER] = 0, empty, 0, 0
            base[k + TRAPPED] = empty
        else:
            goals = join_ups(board, row, up_at, up_strides, ups, base, k)
            for r in range(7):
                pattern = 128 * r + row[r]
                for e in range(board.side_first[pattern], board.side_first[pattern + 1]):
                    goals |= board.side_goal[e]
            if goals & goals - 1 == 0:
                base[k + STUCK] = goals if goals != 0 else empty
            if len(takes) == 0:
                base[k + TAKE_FOXES], base[k + TAKE_OTHER] = jumping, jumping
            else:
                join_takes(board, row, empty, take_at, take_strides, takes, base, k)
        after[2 * i], after[2 * i + 1] = 0, base[k + TRAPPED]
        advance(board, counts, digit, row, 1)
    return len(after) // 2


def join_ups(board, row, up_at, up_strides, ups, base, k):  # type: ignore[no-untyped-def]
    """Fill what steps up lead to; return their goals."""
    foxes, some, goals = ALL, 0, 0
    for r in range(6):
        if up_at[r] < 0:
            continue
        rest = up_at[r] + place(board, row, up_strides, 7 * r, r, r + 1)
        here, there = up_strides[8 * r], up_strides[8 * r + 1]
        sheep = row[r]
        while sheep != 0:
            column = lowest(sheep)
            sheep &= sheep - 1
            left = rest + board.rank[128 * r + (row[r] ^ 1 << column)] * here
            for e in range(board.up_first[7 * r + column], board.up_first[7 * r + column + 1]):
                bit = 1 << board.up_goal[e] - 7 * (r + 1)
                if row[r + 1] & bit == 0:
                    j = 2 * (left + board.rank[128 * (r + 1) + (row[r + 1] | bit)] * there)
                    goals |= 1 << board.up_goal[e]
                    foxes &= ups[j] | 1 << board.up_goal[e]
                    some |= ups[j + 1]
    base[k + UP_FOXES], base[k + UP_SHEEP] = foxes, some
    return goals


def join_takes(board, row, empty, take_at, take_strides, takes, base, k):  # type: ignore[no-untyped-def]
    """Fill what captures lead to."""
    win, other = 0, 0
    for r in range(7):
        if take_at[r] < 0:
            continue
        rest = take_at[r] + place(board, row, take_strides, 7 * r, r, r)
        remaining = row[r]
        while remaining != 0:
            column = lowest(remaining)
            remaining &= remaining - 1
            j = 2 * (rest + board.rank[128 * r + (row[r] ^ 1 << column)] * take_strides[8 * r])
            foxes, sheep = takes[j], takes[j + 1]
            for e in range(board.jump_first[7 * r + column], board.jump_first[7 * r + column + 1]):
                if empty >> board.jump_from[e] & empty >> board.jump_to[e] & 1:
                    win |= (foxes >> board.jump_to[e] & 1) << board.jump_from[e]
                    other |= (~sheep >> board.jump_to[e] & 1) << board.jump_from[e]
    base[k + TAKE_FOXES], base[k + TAKE_OTHER] = win, other


def sweep(
    board: Board, counts: Ints, strides: Ints, base: Ints, after: Ints, turn: Ints, waiting: Bytes, back: bool
) -> int:
    """Value once more every configuration that waits for it; return how many there were.

    `turn` is filled with the wins of the foxes and of the sheep with the sheep to move.
    """
    digit, row = np.zeros(7, np.int64), np.zeros(7, np.int64)
    begin(board, counts, digit, row, back)
    valued, last, step = 0, len(waiting) - 1, -1 if back else 1
    whole = joined(board.points)
    for n in range(len(waiting)):
        i = last - n if back else n
        if waiting[i]:
            waiting[i] = 0
            valued += 1
            empty = whole & ~joined(row)
            if value(board, row, strides, base, after, turn, i, empty):
                if base[BASE * i + STUCK] != 0:
                    waiting[i] = 1
                wake(board, row, strides, waiting, i)
        advance(board, counts, digit, row, step)
    return valued


def wake(board, row, strides, waiting, i):  # type: ignore[no-untyped-def]
    """Let the configurations beside one, from which a step sideways leads to it, be valued again."""
    for r in range(7):
        pattern = 128 * r + row[r]
        for e in range(board.side_first[pattern], board.side_first[pattern + 1]):
            waiting[i + board.side_rank[e] * strides[r]] = 1


def value(board, row, strides, base, after, turn, i, empty):  # type: ignore[no-untyped-def]
    """Value a configuration by its neighbours; say whether what a turn that ends there is worth has changed."""
    k = BASE * i
    foxes, sheep, stuck = base[k + UP_FOXES], base[k + UP_SHEEP], base[k + STUCK]
    for r in range(7):
        pattern = 128 * r + row[r]
        for e in range(board.side_first[pattern], board.side_first[pattern + 1]):
            j = 2 * (i + board.side_rank[e] * strides[r])
            foxes &= after[j] | board.side_goal[e]
            sheep |= after[j + 1]
    foxes = empty & (foxes & ~stuck | after[2 * i] & stuck)
    sheep = empty & (sheep | after[2 * i + 1] & stuck)
    turn[2 * i], turn[2 * i + 1] = foxes, sheep
    trapped = base[k + TRAPPED]
    foxes = empty & ~trapped & (near(foxes, board.lines) | base[k + TAKE_FOXES])
    sheep = empty & (trapped | ~(near(empty & ~sheep, board.lines) | base[k + TAKE_OTHER]))
    changed = foxes != after[2 * i] or sheep != after[2 * i + 1]
    after[2 * i], after[2 * i + 1] = foxes, sheep
    return changed


def wins_to_move(base, after, turn, i, foxes_win):  # type: ignore[no-untyped-def]
    """Return the wins of a side with the foxes to move: a trapped fox, whose turn it is, passes."""
    trapped = base[BASE * i + TRAPPED]
    if foxes_win:
        return after[2 * i] & ~trapped | turn[2 * i] & trapped
    return after[2 * i + 1] & ~trapped | turn[2 * i + 1] & trapped
