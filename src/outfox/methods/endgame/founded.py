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
    OWN,
    PLACE,
    SHEEP,
    SPACE,
    claimed,
    is_over,
    list_steps,
    list_takes,
    trapped,
)
from outfox.methods.endgame.graph import Lines
from outfox.methods.endgame.probe import Probe
from outfox.methods.endgame.rank import FEWEST


def establish(table: Probe, lines: Lines, flocks: Ints, own: Ints, sure: Bytes, again: Bytes, back: bool) -> int:
    """Go once over a partition that was examined; return how many wins could be established.

    Parameters
    ----------
    sure
        For configuration, point of the fox and mover: whether its win is established.
    again
        Configurations to look at: all at first, later those beside which a win was established.
    back
        Whether to begin with the last.
    """
    moves, takes = np.empty(SPACE * COLUMNS, np.int64), np.empty(2 * 49, np.int64)
    established = 0
    for n in range(len(flocks)):
        i = len(flocks) - 1 - n if back else n
        if again[i] == 0:
            continue
        again[i] = 0
        sheep = flocks[i]
        empty = table.shape[7] & ~sheep
        steps = list_steps(table, lines, sheep, empty, own, moves)
        list_takes(table, sheep, takes)
        before, more = established, True
        while more:  # a fox may walk far: what one round establishes lets the next go on
            done = establish_round(table, lines, sheep, empty, i, own, moves, steps, takes, sure)
            established += done
            more = done > 0
        if established > before:
            for k in range(0, COLUMNS * steps, COLUMNS):
                if moves[k + OWN] != 0:
                    again[moves[k + PLACE]] = 1
    return established


def establish_round(table, lines, sheep, empty, i, own, moves, steps, takes, sure):  # type: ignore[no-untyped-def]
    """Try every win of a configuration that is not established; return how many now are."""
    established, rest, k, over = 0, empty, 2 * count(empty) * i, is_over(lines, sheep)
    while rest != 0:
        fox = lowest(rest)
        rest &= rest - 1
        for turn in range(2):
            if sure[k + turn] == 0:
                value = claimed(table, empty, i, own[turn], fox)
                if value != DRAW:
                    founded = over
                    if not over and turn == 0:
                        founded = founded_by_fox(table, lines, sheep, empty, fox, i, own, takes, sure, value)
                    elif not over:
                        founded = founded_by_sheep(table, lines, sheep, empty, fox, i, moves, steps, sure, value)
                    if founded:
                        sure[k + turn] = 1
                        established += 1
        k += 2
    return established


def place_of(empty, i, fox, turn):  # type: ignore[no-untyped-def]
    """Return the place of a state in `sure`."""
    return 2 * (count(empty) * i + count(empty & (1 << fox) - 1)) + turn


def founded_by_fox(table, lines, sheep, empty, fox, i, own, takes, sure, value):  # type: ignore[no-untyped-def]
    """Say whether a win with the foxes to move rests on established ones: some of theirs, or all that they can do."""
    moved = False
    for e in range(lines.jump_first[fox], lines.jump_first[fox + 1]):
        over, goal = lines.jump_over[e], lines.jump_to[e]
        if sheep >> over & 1 and empty >> goal & 1:
            moved = True
            if value == FOXES and (
                count(sheep) == FEWEST
                or claimed(table, empty | 1 << over, takes[2 * over], takes[2 * over + 1], goal) == FOXES
            ):
                return True
    for e in range(lines.fox_first[fox], lines.fox_first[fox + 1]):
        goal = lines.fox_to[e]
        if empty >> goal & 1:
            moved = True
            known = sure[place_of(empty, i, goal, 1)] != 0
            if value == FOXES and known and claimed(table, empty, i, own[1], goal) == FOXES:
                return True
            if value == SHEEP and not known:
                return False
    if not moved:  # a pass
        return sure[place_of(empty, i, fox, 1)] != 0
    return value == SHEEP


def founded_by_sheep(table, lines, sheep, empty, fox, i, moves, steps, sure, value):  # type: ignore[no-untyped-def]
    """Say the same with the sheep to move."""
    moved = False
    for k in range(0, COLUMNS * steps, COLUMNS):
        if moves[k + GOAL] != fox:
            moved = True
            there = table.shape[7] & ~moves[k + FLOCK]
            known = moves[k + OWN] == 0 or sure[place_of(there, moves[k + PLACE], fox, 0)] != 0
            if value == FOXES and not known:
                return False
            if value == SHEEP and trapped(lines, there, moves[k + FLOCK], fox):
                return True
            if value == SHEEP and known and claimed(table, there, moves[k + PLACE], moves[k + BEGIN], fox) == SHEEP:
                return True
    if not moved:  # a pass
        return trapped(lines, empty, sheep, fox) or sure[place_of(empty, i, fox, 0)] != 0
    return value == FOXES
