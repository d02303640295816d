"""Which of two foxes are trapped, on the same position, and what is left when they are removed: kernel functions.

A fox is trapped where it can neither step nor jump. With another fox on the board that is a fox without any goal, or
one whose only goal the other stands on.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import count, lowest


def find_trapped(board, sheep, empty, whole, points, trapped):  # type: ignore[no-untyped-def]
    """Fill a row for each point of the other fox, twice: where the fox is trapped, and where the other is."""
    places = len(points)
    once, twice = goals_from(board, sheep, empty)
    for n in range(places):
        bit = 1 << points[n]
        free = empty & ~bit if empty & bit else np.int64(0)
        trapped[n] = free & ~once
        trapped[places + n] = 0 if once & bit else free
    rest = empty & once & ~twice
    while rest != 0:
        fox = lowest(rest)
        rest &= rest - 1
        goal = only_goal(board, sheep, empty, fox)
        trapped[count(whole & (1 << goal) - 1)] |= 1 << fox
        trapped[places + count(whole & (1 << fox) - 1)] |= 1 << goal


def goals_from(board, sheep, empty):  # type: ignore[no-untyped-def]
    """Return the points from which a fox alone has a goal, and those from which it has two or more."""
    once, twice = empty & 0, empty & 0
    for d in range(8):
        left, right = max(-board.steps[d], 0), max(board.steps[d], 0)
        ahead = empty << left >> right
        going = board.lines[d] & ahead | board.jumps[d] & (sheep & ahead) << left >> right
        twice |= once & going
        once |= going
    return once, twice


def only_goal(board, sheep, empty, fox):  # type: ignore[no-untyped-def]
    """Return the point that a fox with one goal can go to."""
    for d in range(8):
        goal = fox + board.steps[d]
        if board.lines[d] >> fox & 1 and empty >> goal & 1:
            return goal
        if board.jumps[d] >> fox & 1 and sheep >> goal & 1 and empty >> goal + board.steps[d] & 1:
            return goal + board.steps[d]
    return fox


def judge(trapped, points, empty, one_foxes, one_sheep, after, own):  # type: ignore[no-untyped-def]
    """Fill what the end of a turn of the sheep is worth where a fox is trapped, in both planes of `pairs`.

    Elsewhere the foxes do not win and do not lose, so far; and placements that cannot be are ones. `one_foxes` and
    `one_sheep` say what is left: where a single fox wins and loses, with the foxes to move.
    """
    places = len(points)
    for n in range(places):
        bit = 1 << points[n]
        free = empty & ~bit if empty & bit else np.int64(0)
        fox, other = trapped[n] & ~trapped[places + n], trapped[places + n] & ~trapped[n]
        win, lose = other & one_foxes, other & one_sheep | trapped[n] & trapped[places + n]
        if one_foxes & bit:
            win |= fox
        if one_sheep & bit:
            lose |= fox
        after[own + n], after[own + places + n] = win | ~free, ~lose
