"""The second kernel of the verification: that every win rests on others that were established before it."""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import count, lowest
from outfox.kernel.slots import Bytes, Ints
from outfox.methods.endgame.certify import (
    BEGIN,
    COLUMNS,
    DRAW,
    FLOCK,
    FOXES,
    GOAL,
    ONE,
    OWN,
    PLACE,
    PLACEMENTS,
    SHEEP,
    SPACE,
    claimed,
    ended,
    is_over,
    list_placements,
    list_steps,
    list_takes,
    untrapped,
)
from outfox.methods.endgame.graph import Lines
from outfox.methods.endgame.probe import Probe, seat
from outfox.methods.endgame.rank import FEWEST


def establish(
    table: Probe, lines: Lines, flocks: Ints, own: Ints, two: bool, sure: Bytes, again: Bytes, back: bool
) -> int:
    """Go once over a partition that was examined; return how many wins could be established.

    Parameters
    ----------
    sure
        For configuration, placement of the foxes and mover: whether its win is established.
    again
        Configurations to look at: all at first, later those beside which a win was established.
    back
        Whether to begin with the last.
    """
    moves, takes = np.empty(SPACE * COLUMNS, np.int64), np.empty(3 * 49, np.int64)
    placements = np.empty(PLACEMENTS, np.int64)
    established = 0
    for n in range(len(flocks)):
        i = len(flocks) - 1 - n if back else n
        if again[i] == 0:
            continue
        again[i] = 0
        sheep = flocks[i]
        empty = table.shape[7] & ~sheep
        steps = list_steps(table, lines, sheep, empty, two, own, moves)
        list_takes(table, sheep, two, takes)
        places = list_placements(empty, two, placements)
        before, more = established, True
        while more:  # a fox may walk far: what one round establishes lets the next go on
            done = establish_round(table, lines, sheep, empty, i, own, moves, steps, takes, placements, places, sure)
            established += done
            more = done > 0
        if established > before:
            for k in range(0, COLUMNS * steps, COLUMNS):
                if moves[k + OWN] != 0:
                    again[moves[k + PLACE]] = 1
    return established


def establish_round(  # type: ignore[no-untyped-def]
    table, lines, sheep, empty, i, own, moves, steps, takes, placements, places, sure
):
    """Try every win of a configuration that is not established; return how many now are."""
    established, over, begin = 0, is_over(lines, sheep), 2 * places * i
    for n in range(places):
        foxes = placements[n]
        for turn in range(2):
            k = begin + 2 * n + turn
            if sure[k] == 0:
                value = claimed(table, empty, i, own[turn], foxes)
                if value != DRAW:
                    founded = over
                    if not over and turn == 0:
                        founded = founded_by_foxes(table, lines, sheep, empty, foxes, i, own, takes, sure, begin, value)
                    elif not over:
                        founded = founded_by_sheep(table, lines, sheep, foxes, i, moves, steps, sure, places, value)
                    if founded:
                        sure[k] = 1
                        established += 1
    return established


def founded_by_foxes(  # type: ignore[no-untyped-def]
    table, lines, sheep, empty, foxes, i, own, takes, sure, begin, value
):
    """Say whether a win with the foxes to move rests on established ones: some of theirs, or all that they can do."""
    moved, free, rest = False, empty & ~foxes, foxes
    while rest != 0:
        fox = lowest(rest)
        rest &= rest - 1
        other = foxes ^ 1 << fox
        for e in range(lines.jump_first[fox], lines.jump_first[fox + 1]):
            over, goal = lines.jump_over[e], lines.jump_to[e]
            if sheep >> over & 1 and free >> goal & 1:
                moved, there = True, other | 1 << goal
                if value == FOXES and (
                    count(sheep) == FEWEST
                    or claimed(table, empty | 1 << over, takes[3 * over], takes[3 * over + 1], there) == FOXES
                ):
                    return True
        for e in range(lines.fox_first[fox], lines.fox_first[fox + 1]):
            if free >> lines.fox_to[e] & 1:
                moved, there = True, other | 1 << lines.fox_to[e]
                known = sure[begin + 2 * seat(empty, there) + 1] != 0
                if value == FOXES and known and claimed(table, empty, i, own[1], there) == FOXES:
                    return True
                if value == SHEEP and not known:
                    return False
    if not moved:  # a pass
        return sure[begin + 2 * seat(empty, foxes) + 1] != 0
    return value == SHEEP


def founded_by_sheep(table, lines, sheep, foxes, i, moves, steps, sure, places, value):  # type: ignore[no-untyped-def]
    """Say the same with the sheep to move."""
    moved = False
    for k in range(0, COLUMNS * steps, COLUMNS):
        if foxes >> moves[k + GOAL] & 1 == 0:
            moved = True
            flock, place, begin, one = moves[k + FLOCK], moves[k + PLACE], moves[k + BEGIN], moves[k + ONE]
            known = moves[k + OWN] == 0 or settled(table, lines, flock, place, foxes, sure, places)
            if value == FOXES and not known:
                return False
            if value == SHEEP and known and ended(table, lines, flock, place, begin, one, foxes) == SHEEP:
                return True
    if not moved:  # a pass
        return settled(table, lines, sheep, i, foxes, sure, places)
    return value == FOXES


def settled(table, lines, sheep, place, foxes, sure, places):  # type: ignore[no-untyped-def]
    """Say whether what the end of a turn of the sheep is worth is known from before, or established here."""
    empty = table.shape[7] & ~sheep
    if untrapped(lines, empty, sheep, foxes) != foxes:  # a fox less
        return True
    return sure[2 * (places * place + seat(empty, foxes))] != 0
