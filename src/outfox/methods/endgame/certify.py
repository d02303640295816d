"""The kernels of the verification: one partition, state by state, by lists of neighbours.

`examine` tests that every value is the best of those that the moves lead to. One fox and two are the same here: their
bitboard, whose moves are listed fox by fox.

It shares with the solver how configurations are numbered and how values are stored, and nothing else: no masks over
the point of the fox, no patterns of rows, no changes of rank.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import count, lowest
from outfox.kernel.slots import Ints
from outfox.methods.endgame.graph import Lines
from outfox.methods.endgame.probe import Probe, seat, seats
from outfox.methods.endgame.rank import CODES, FEWEST

FOXES, DRAW, SHEEP = 1, 0, -1
RIGHT = -1
SPACE = 64
"""More than the steps that sheep ever have."""

PLACEMENTS = 528
"""No more than these places for two foxes."""

# Columns of `moves`: where a sheep went, the sheep after it, its place among the configurations, its partition's data,
# those of one fox, whether that is the partition in hand.
GOAL, FLOCK, PLACE, BEGIN, ONE, OWN = 0, 1, 2, 3, 4, 5
COLUMNS = 6


def locate(table, sheep, two, turn, out, at):  # type: ignore[no-untyped-def]
    """Store where a configuration is: its number in its partition, where that partition's data begin; with one fox."""
    code, place, stride = 0, 0, 1
    for r in range(7):
        pattern = sheep >> 7 * r & 127
        here = count(pattern)
        code = code * table.shape[r] + here
        place += table.rank[128 * r + pattern] * stride
        stride *= table.size[8 * r + here]
    one = 2 * code + turn
    out[at], out[at + 1], out[at + 2] = place, table.begins[one + (2 * CODES if two else 0)], table.begins[one]


def claimed(table, empty, place, begin, foxes):  # type: ignore[no-untyped-def]
    """Return what the table says with the foxes on some points: FOXES, DRAW or SHEEP."""
    size = seats(count(empty), foxes & foxes - 1 != 0)
    at = 2 * size * place + seat(empty, foxes)
    won = np.int64(table.data[begin + (at >> 3)] >> (at & 7)) & 1
    at += size
    return won - (np.int64(table.data[begin + (at >> 3)] >> (at & 7)) & 1)


def untrapped(lines, empty, sheep, foxes):  # type: ignore[no-untyped-def]
    """Return the foxes that can step or jump, all judged on the same position; `empty` may count their points."""
    left, rest, free = np.int64(0), foxes, empty & ~foxes
    while rest != 0:
        fox = lowest(rest)
        rest &= rest - 1
        can = False
        for e in range(lines.fox_first[fox], lines.fox_first[fox + 1]):
            can |= free >> lines.fox_to[e] & 1 != 0
        for e in range(lines.jump_first[fox], lines.jump_first[fox + 1]):
            can |= sheep >> lines.jump_over[e] & free >> lines.jump_to[e] & 1 != 0
        if can:
            left |= 1 << fox
    return left


def list_placements(empty, two, out):  # type: ignore[no-untyped-def]
    """List the placements of one fox or two in the order of their numbers; return how many."""
    listed, rest = 0, empty
    while rest != 0:
        fox, below = rest & -rest, empty & (rest & -rest) - 1
        rest ^= fox
        if not two:
            out[listed] = fox
            listed += 1
        while two and below != 0:
            out[listed] = fox | below & -below
            below &= below - 1
            listed += 1
    return listed


def examine(table: Probe, lines: Lines, flocks: Ints, own: Ints, two: bool, wins: Ints) -> int:
    """Test every state of a partition; return RIGHT, or the number of a configuration with a wrong value.

    Parameters
    ----------
    flocks
        The sheep of each configuration.
    own
        Where the partition's data begin, with the foxes and with the sheep to move; with one fox, which is to move.
    two
        Whether there are two foxes.
    wins
        Adds up those of the foxes and of the sheep with the foxes to move, then with the sheep to move.
    """
    moves, takes = np.empty(SPACE * COLUMNS, np.int64), np.empty(3 * 49, np.int64)
    placements = np.empty(PLACEMENTS, np.int64)
    for i in range(len(flocks)):
        sheep = flocks[i]
        empty = table.shape[7] & ~sheep
        steps = list_steps(table, lines, sheep, empty, two, own, moves)
        list_takes(table, sheep, two, takes)
        over = is_over(lines, sheep)
        for n in range(list_placements(empty, two, placements)):
            foxes = placements[n]
            for turn in range(2):
                value = claimed(table, empty, i, own[turn], foxes)
                wins[2 * turn] += value == FOXES
                wins[2 * turn + 1] += value == SHEEP
                found = np.int64(SHEEP)
                if not over and turn == 0:
                    found = best_of_foxes(table, lines, sheep, empty, foxes, i, own, takes)
                elif not over:
                    found = best_of_sheep(table, lines, sheep, foxes, i, own, moves, steps)
                if value != found:
                    return i
    return RIGHT


def is_over(lines, sheep):  # type: ignore[no-untyped-def]
    """Say whether the pen is full."""
    for e in range(len(lines.pen)):
        if sheep >> lines.pen[e] & 1 == 0:
            return False
    return True


def best_of_foxes(table, lines, sheep, empty, foxes, i, own, takes):  # type: ignore[no-untyped-def]
    """Return the best that a turn of the foxes leads to."""
    best, moved, free, rest = np.int64(SHEEP), False, empty & ~foxes, foxes
    while rest != 0:
        fox = lowest(rest)
        rest &= rest - 1
        other = foxes ^ 1 << fox
        for e in range(lines.fox_first[fox], lines.fox_first[fox + 1]):
            if free >> lines.fox_to[e] & 1:
                moved = True
                best = max(best, claimed(table, empty, i, own[1], other | 1 << lines.fox_to[e]))
        for e in range(lines.jump_first[fox], lines.jump_first[fox + 1]):
            over, goal = lines.jump_over[e], lines.jump_to[e]
            if sheep >> over & 1 and free >> goal & 1:
                moved = True
                if count(sheep) == FEWEST:
                    return np.int64(FOXES)
                there = other | 1 << goal
                best = max(best, claimed(table, empty | 1 << over, takes[3 * over], takes[3 * over + 1], there))
    return best if moved else claimed(table, empty, i, own[1], foxes)  # a pass


def best_of_sheep(table, lines, sheep, foxes, i, own, moves, steps):  # type: ignore[no-untyped-def]
    """Return the best that a turn of the sheep leads to."""
    best, moved = np.int64(FOXES), False
    for k in range(0, COLUMNS * steps, COLUMNS):
        if foxes >> moves[k + GOAL] & 1 == 0:
            moved = True
            flock = moves[k + FLOCK]
            found = ended(table, lines, flock, moves[k + PLACE], moves[k + BEGIN], moves[k + ONE], foxes)
            if found == SHEEP:
                return found
            best = min(best, found)
    return best if moved else ended(table, lines, sheep, i, own[0], own[2], foxes)  # a pass


def ended(table, lines, sheep, place, begin, one, foxes):  # type: ignore[no-untyped-def]
    """Return what the end of a turn of the sheep is worth, after which trapped foxes are removed."""
    empty = table.shape[7] & ~sheep
    left = untrapped(lines, empty, sheep, foxes)
    if left == 0:
        return np.int64(SHEEP)
    return claimed(table, empty, place, begin if left == foxes else one, left)


def list_steps(table, lines, sheep, empty, two, own, moves):  # type: ignore[no-untyped-def]
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
                locate(table, flock, two, 0, moves, k + PLACE)
                moves[k + OWN] = 1 if moves[k + BEGIN] == own[0] else 0
                steps += 1
    return steps


def list_takes(table, sheep, two, takes):  # type: ignore[no-untyped-def]
    """List where the configurations are that a capture of each sheep leads to."""
    rest = sheep
    while rest != 0:
        taken = lowest(rest)
        rest &= rest - 1
        locate(table, sheep ^ 1 << taken, two, 1, takes, 3 * taken)
