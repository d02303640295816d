"""`verify`: tests a whole table by the rules alone.

Idea. For every state in the table the rules say who moves and where the actions lead; what the table says of these
must fit: a terminal state has its payoff and distance 0; any other the best value among its actions' for the player
who moves, and one ply more than the action that the side who hastens, or delays, takes among those that keep the
value. Distances that fall by one along such play are a proof that the end is reached; that no action leaves a state of
endless play for something better, and one keeps it, is a proof that nobody can force more. Together that is a
certificate: no table with a wrong entry fits everywhere. Expected values, with chance, must be the mean or the best
of what they lead to.

It shares with the solver the rules and how keys are made, and nothing else: states are found by bisection in the sorted
keys.

Time: a bisection an edge. Memory: the table, and 4 bytes a state.

Status: proven (a table with any single entry changed is refused in the tests).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from outfox.formats.packing import Packing
from outfox.kernel.canonical import CHILD, POOL, STATE, canonical, unpack
from outfox.kernel.link import link
from outfox.kernel.slots import (
    BRANCHING,
    HAS_CHANCE,
    OUTCOMES,
    Floats,
    Ints,
    Ints32,
    States,
    apply,
    chance,
    legal_actions,
    mover,
    payoff,
)
from outfox.methods.solve.table import Table
from outfox.rules.errors import DamagedFile
from outfox.rules.vocabulary import CHANCE, TERMINAL

CHUNK = 50_000
CLOSE = 1e-9
"""Expected values may differ by this from what they should be."""

FITS, MISSING, VALUE, DISTANCE = range(4)
_SAID = {
    MISSING: "an action leads to a state that the table does not have",
    VALUE: "its value is not that of its best action",
    DISTANCE: "its distance does not fit those that its actions lead to",
}


def verify(table: Table, progress: Callable[[float, str], None] | None = None) -> int:
    """Test every entry of a table.

    Parameters
    ----------
    table
        The table, in memory or from a file.
    progress
        Called with the share done and a short text.

    Returns
    -------
    int
        How many states were tested: all of them.

    Raises
    ------
    DamagedFile
        Where the table is wrong; the message names a state that shows it.
    """
    game = table.game
    linked = link(game, examine)
    codes, keys = table.array("codes"), table.array("keys")
    if keys is None:
        keys = np.flatnonzero(codes).reshape(-1, 1)
        codes = codes[keys[:, 0]] - 1
    keys = np.ascontiguousarray(keys, np.int64)
    if table.outcomes:
        values = np.array([outcome.value for outcome in table.outcomes])
        plies = np.array([-1 if o.remoteness is None else o.remoteness for o in table.outcomes], np.int64)
        listed = np.asarray(codes).astype(np.int32)
        if listed.max(initial=0) >= len(values):
            raise DamagedFile(f"this table of {game.spec} is wrong: it has a code that stands for nothing")
    else:
        values, plies, listed = np.asarray(codes, np.float64), np.zeros(0, np.int64), np.zeros(0, np.int32)
    pool = linked.states(POOL)
    options = np.array([0, table.keys.images, table.keys.swaps, table.keys.ranked], np.int64)
    packing = table.keys.packing
    tested = 0
    while tested < len(keys):
        stop = min(tested + CHUNK, len(keys))
        wrong, at = divmod(
            int(
                linked(
                    pool, packing, keys.reshape(-1), listed, values, plies, options, game.endless or 0.0, tested, stop
                )
            ),
            len(keys) + 1,
        )
        if wrong != FITS:
            raise DamagedFile(f"this table of {game.spec} is wrong about state {at:,}: {_SAID[wrong]}")
        tested = stop
        if progress is not None:
            progress(tested / len(keys), f"{tested:,} of {len(keys):,} states")
    return tested


def examine(
    pool: States,
    packing: Packing,
    keys: Ints,
    codes: Ints32,
    values: Floats,
    plies: Ints,
    options: Ints,
    endless: float,
    begin: int,
    end: int,
) -> int:
    """Test the states `begin` to `end` - 1; return what is wrong times (states + 1), plus where.

    `values` and `plies` are those of each code; without codes, `values` are those of each state.
    """
    words = packing.word[-1] + 1
    leaf, trial, child = np.empty(len(packing.low), np.int64), np.empty(words, np.int64), np.empty(words, np.int64)
    actions = np.empty(max(BRANCHING, OUTCOMES, 1), np.int64)
    odds = np.empty(max(OUTCOMES, 1), np.float64)
    states = len(keys) // words
    for i in range(begin, end):
        unpack(pool, packing, options, keys, i, words, leaf)
        wrong = examine_state(
            pool, packing, keys, codes, values, plies, options, endless, i, words, leaf, trial, child, actions, odds
        )
        if wrong != FITS:
            return int(wrong * (states + 1) + i)
    return FITS


def examine_state(
    pool, packing, keys, codes, values, plies, options, endless, i, words, leaf, trial, child, actions, odds
):  # type: ignore[no-untyped-def]
    """Test one state, which is ``pool[STATE]``."""
    mine = value_of(codes, values, i)
    distance = distance_of(codes, plies, i)
    who = mover(pool[STATE])
    if who == TERMINAL:
        if mine != payoff(pool[STATE]):
            return VALUE
        return FITS if distance <= 0 else DISTANCE
    by_chance = HAS_CHANCE and who == CHANCE
    count = chance(pool[STATE], actions, odds) if by_chance else legal_actions(pool[STATE], actions)
    forward = wanted(mine, endless)
    hastens = (forward > 0) == (who == 0)
    best, mean, nearest, farthest, open_end = 0.0, 0.0, np.int64(-1), np.int64(-1), False
    for k in range(count):
        pool[CHILD] = pool[STATE]
        apply(pool[CHILD], actions[k])
        flip = canonical(pool, packing, options, leaf, trial, child, 0)
        found = find(keys, child, words, packing.same[0]) if flip >= 0 else -1
        if found < 0:
            return MISSING
        value = value_of(codes, values, found)
        if flip & 1:
            value = -value
        if by_chance:
            mean += odds[k] * value
        if k == 0 or (value > best) == (who == 0):
            best = value
        if value == mine:
            far = distance_of(codes, plies, found)
            if far < 0:
                open_end = True
            else:
                nearest = far if nearest < 0 else min(nearest, far)
                farthest = max(farthest, far)
    if by_chance:
        best = mean
    if len(codes) == 0:
        return FITS if abs(best - mine) <= CLOSE else VALUE
    if best != mine:
        return VALUE
    expected = nearest if hastens else farthest
    if forward == 0 or (open_end and not hastens) or expected < 0:
        return DISTANCE if distance >= 0 or mine != endless else FITS
    return FITS if distance == expected + 1 else DISTANCE


def value_of(codes, values, i):  # type: ignore[no-untyped-def]
    """Return the value of state `i`."""
    return values[codes[i]] if len(codes) > 0 else values[i]


def distance_of(codes, plies, i):  # type: ignore[no-untyped-def]
    """Return the distance of state `i`, -1 where it has none."""
    return plies[codes[i]] if len(codes) > 0 else np.int64(-1)


def wanted(value, endless):  # type: ignore[no-untyped-def]
    """Return 1 where player 0 hastens to a value, -1 where player 1 does, 0 where nobody does."""
    away = value - endless if value != endless else value
    return 1 if away > 0.0 else -1 if away < 0.0 else 0


def find(keys, key, words, same):  # type: ignore[no-untyped-def]
    """Return the place of a key among the sorted ones, -1 where it is none of them."""
    low, high = 0, len(keys) // words
    while low < high:
        middle = (low + high) >> 1
        less = 0
        for w in range(same):
            if keys[middle * words + w] != key[w]:
                less = 1 if keys[middle * words + w] < key[w] else -1
                break
        if less == 0:
            return middle
        if less > 0:
            low = middle + 1
        else:
            high = middle
    return -1
