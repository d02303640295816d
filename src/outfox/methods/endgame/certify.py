"""The kernels of the verification: one partition, state by state, by lists of neighbours.

`examine` tests that every value is the best of those that the moves lead to.

It shares with the solver how configurations are numbered and how values are stored, and nothing else: no masks over
the point of the fox, no patterns of rows, no changes of rank.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import count, lowest
from outfox.kernel.slots import Ints
from outfox.methods.endgame.graph import Lines
from outfox.methods.endgame.probe import Probe
from outfox.methods.endgame.rank import FEWEST

FOXES, DRAW, SHEEP = 1, 0, -1
RIGHT = -1
SPACE = 64
"""More than the steps that sheep ever have."""

# Columns of `moves`: where a sheep went, the sheep after it, its place among the configurations, its partition's data,
# whether that is the partition in hand.
GOAL, FLOCK, PLACE, BEGIN, OWN = 0, 1, 2, 3, 4
COLUMNS = 5


def locate(table, sheep, turn, out, at):  # type: ignore[no-untyped-def]
    """Store where a configuration is: its number in its partition, and where that partition's data begin."""
    code, place, stride = 0, 0, 1
    for r in range(7):
        pattern = sheep >> 7 * r & 127
        here = count(pattern)
        code = code * table.shape[r] + here
        place += table.rank[128 * r + pattern] * stride
        stride *= table.size[8 * r + here]
    out[at], out[at + 1] = place, table.begins[2 * code + turn]


def claimed(table, empty, place, begin, fox):  # type: ignore[no-untyped-def]
    """Return what the table says with the fox on a point: FOXES, DRAW or SHEEP."""
    size = count(empty)
    at = 2 * size * place + count(empty & (1 << fox) - 1)
    foxes = np.int64(table.data[begin + (at >> 3)] >> (at & 7)) & 1
    at += size
    return foxes - (np.int64(table.data[begin + (at >> 3)] >> (at & 7)) & 1)


def trapped(lines, empty, sheep, fox):  # type: ignore[no-untyped-def]
    """Say whether a fox can neither step nor jump."""
    for e in range(lines.fox_first[fox], lines.fox_first[fox + 1]):
        if empty >> lines.fox_to[e] & 1:
            return False
    for e in range(lines.jump_first[fox], lines.jump_first[fox + 1]):
        if sheep >> lines.jump_over[e] & 1 and empty >> lines.jump_to[e] & 1:
            return False
    return True


def examine(table: Probe, lines: Lines, flocks: Ints, own: Ints, wins: Ints) -> int:
    """Test every state of a partition; return RIGHT, or the number of a configuration with a wrong value.

    Parameters
    ----------
    flocks
        The sheep of each configuration.
    own
        Where the partition's data begin, with the foxes and with the sheep to move.
    wins
        Adds up those of the foxes and of the sheep with the foxes to move, then with the sheep to move.
    """
    moves, takes = np.empty(SPACE * COLUMNS, np.int64), np.empty(2 * 49, np.int64)
    for i in range(len(flocks)):
        sheep = flocks[i]
        empty = table.shape[7] & ~sheep
        steps = list_steps(table, lines, sheep, empty, own, moves)
        list_takes(table, sheep, takes)
        over, rest = is_over(lines, sheep), empty
        while rest != 0:
            fox = lowest(rest)
            rest &= rest - 1
            for turn in range(2):
                value = claimed(table, empty, i, own[turn], fox)
                wins[2 * turn] += value == FOXES
                wins[2 * turn + 1] += value == SHEEP
                found = np.int64(SHEEP)
                if not over and turn == 0:
                    found = best_of_fox(table, lines, sheep, empty, fox, i, own, takes)
                elif not over:
                    found = best_of_sheep(table, lines, sheep, empty, fox, i, own, moves, steps)
                if value != found:
                    return i
    return RIGHT


def is_over(lines, sheep):  # type: ignore[no-untyped-def]
    """Say whether the pen is full."""
    for e in range(len(lines.pen)):
        if sheep >> lines.pen[e] & 1 == 0:
            return False
    return True


def best_of_fox(table, lines, sheep, empty, fox, i, own, takes):  # type: ignore[no-untyped-def]
    """Return the best that a turn of the foxes leads to."""
    best, moved = np.int64(SHEEP), False
    for e in range(lines.fox_first[fox], lines.fox_first[fox + 1]):
        if empty >> lines.fox_to[e] & 1:
            moved = True
            best = max(best, claimed(table, empty, i, own[1], lines.fox_to[e]))
    for e in range(lines.jump_first[fox], lines.jump_first[fox + 1]):
        over, goal = lines.jump_over[e], lines.jump_to[e]
        if sheep >> over & 1 and empty >> goal & 1:
            moved = True
            if count(sheep) == FEWEST:
                return np.int64(FOXES)
            best = max(best, claimed(table, empty | 1 << over, takes[2 * over], takes[2 * over + 1], goal))
    return best if moved else claimed(table, empty, i, own[1], fox)  # a pass


def best_of_sheep(table, lines, sheep, empty, fox, i, own, moves, steps):  # type: ignore[no-untyped-def]
    """Return the best that a turn of the sheep leads to, after which a trapped fox is removed."""
    best, moved = np.int64(FOXES), False
    for k in range(0, COLUMNS * steps, COLUMNS):
        if moves[k + GOAL] != fox:
            moved = True
            there = table.shape[7] & ~moves[k + FLOCK]
            best = min(best, claimed(table, there, moves[k + PLACE], moves[k + BEGIN], fox))
            if best == SHEEP or trapped(lines, there, moves[k + FLOCK], fox):
                return np.int64(SHEEP)
    if moved:
        return best
    return np.int64(SHEEP) if trapped(lines, empty, sheep, fox) else claimed(table, empty, i, own[0], fox)  # a pass


def list_steps(table, lines, sheep, empty, own, moves):  # type: ignore[no-untyped-def]
    """List the steps of sheep; return how many."""
    steps, rest = 0, sheep
    while rest != 0:
        origin = lowest(rest)
        rest &= rest - 1
        for e in range(lines.sheep_first[origin], lines.sheep_first[origin + 1]):
            goal = lines.sheep_to[e]
            if empty >> goal & 1:
                flock = sheep ^ 1 << origin ^ 1 << goal
                k = COLUMNS * steps
                moves[k + GOAL], moves[k + FLOCK] = goal, flock
                locate(table, flock, 0, moves, k + PLACE)
                moves[k + OWN] = 1 if moves[k + BEGIN] == own[0] else 0
                steps += 1
    return steps


def list_takes(table, sheep, takes):  # type: ignore[no-untyped-def]
    """List where the configurations are that a capture of each sheep leads to."""
    rest = sheep
    while rest != 0:
        taken = lowest(rest)
        rest &= rest - 1
        locate(table, sheep ^ 1 << taken, 1, takes, 2 * taken)
