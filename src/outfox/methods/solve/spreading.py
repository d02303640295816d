"""The kernels of retrograde analysis: they solve a part of a graph whose edges lead into it or to what is solved.

States of a part have places in it, from 0; `numbers` has their numbers in the graph, and is empty where these are
consecutive, from `offset` on. A kernel sees the edges of the states at places `low` to `high` - 1. Where all are kept,
state number `i` has those from ``first[i]``; where they were made again for these states, the state at place `k` those
from ``first[k - low]``: `kept` says which.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Ints, Ints32, Shorts

NO_DISTANCE = -1
"""The distance of a state from which play need not end."""

UNKNOWN = -1
"""The value of a state that is not solved."""

# How far spreading has come: the places in the queue of the next state and of the next free one; that of the next seed.
HEAD, END, SEED, MARKS = range(4)


def number_of(numbers, offset, k):  # type: ignore[no-untyped-def]
    """Return the number of the state at place `k`."""
    return numbers[k] if len(numbers) > 0 else offset + k


def better(best, plies, value, far, first_player, wanted):  # type: ignore[no-untyped-def]
    """Return what a player has after one action more: the value, and the distance of the action to take.

    Among those that keep the value, the side that is better off than with endless play takes the nearest end, the other
    the farthest; no end is farther than any.
    """
    if value != best:
        return (value, far) if best < 0 or (value > best) == first_player else (best, plies)
    if (wanted[value] > 0) == first_player:
        return best, plies if far < 0 else far if plies < 0 else min(plies, far)
    return best, np.int64(NO_DISTANCE) if far < 0 or plies < 0 else max(plies, far)


def backwards(
    numbers: Ints32,
    offset: int,
    low: int,
    high: int,
    kept: int,
    first: Ints,
    edges: Ints32,
    who: Bytes,
    layer: Ints32,
    values: Shorts,
    distances: Ints32,
    mirror: Ints,
    wanted: Ints,
) -> int:
    """Solve states of a part from the last to the first, as long as their edges lead to what is solved.

    Returns
    -------
    int
        `low`, or how many states of the part are left; below 0 where the progress of the state at place
        ``-1 - result`` falls along an edge.
    """
    for back in range(high - low):
        k = high - 1 - back
        i = number_of(numbers, offset, k)
        if values[i] >= 0:
            continue
        row = i if kept else k - low
        first_player, best, plies = who[i] == 0, np.int64(UNKNOWN), np.int64(NO_DISTANCE)
        for e in range(first[row], first[row + 1]):
            child = edges[e] >> 1
            if len(layer) > 0 and layer[child] < layer[i]:
                return -1 - k
            if values[child] < 0:
                return k + 1
            value = mirror[values[child]] if edges[e] & 1 else np.int64(values[child])
            best, plies = better(best, plies, value, np.int64(distances[child]), first_player, wanted)
        values[i] = best
        distances[i] = plies + 1 if wanted[best] != 0 and plies >= 0 else NO_DISTANCE
    return low


def scan(
    numbers: Ints32,
    offset: int,
    low: int,
    high: int,
    kept: int,
    first: Ints,
    edges: Ints32,
    who: Bytes,
    layer: Ints32,
    values: Shorts,
    distances: Ints32,
    mirror: Ints,
    wanted: Ints,
    place: Ints32,
    seeds: Shorts,
    left: Ints32,
    ends: Ints,
) -> int:
    """Look at the edges of states, before values are spread among them.

    Parameters
    ----------
    place : (states,)
        The place of each state of the graph, in any part, less that of this part's first, which is `offset`; empty
        where that is its number.
    seeds : (count,)
        Takes the best value that a state has among what is solved, its distance is left in `distances`; UNKNOWN where
        nothing is. One such seed is enough: values are spread in the order of their distance from endless play, so of
        all others either the state has an earlier one, or this is the last.
    left : (count,)
        Takes the number of edges to states that are not solved, and 1 more for a seed.
    ends : (count + 2,)
        Counts the edges that lead to the state at place `k` in ``ends[k + 1]``.

    Returns
    -------
    int
        `low`; below 0 as for `backwards`.
    """
    for k in range(low, high):
        i = number_of(numbers, offset, k)
        seeds[k], left[k] = UNKNOWN, 0
        if values[i] >= 0:
            continue
        row = i if kept else k - low
        first_player, best, plies, inside = who[i] == 0, np.int64(UNKNOWN), np.int64(NO_DISTANCE), 0
        for e in range(first[row], first[row + 1]):
            child = edges[e] >> 1
            if len(layer) > 0 and layer[child] < layer[i]:
                return -1 - k
            if values[child] >= 0:
                value = mirror[values[child]] if edges[e] & 1 else np.int64(values[child])
                best, plies = better(best, plies, value, np.int64(distances[child]), first_player, wanted)
            else:
                ends[place_of(place, offset, child) + 1] += 1
                inside += 1
        seeds[k], distances[i] = best, plies
        left[k] = inside + 1 if best >= 0 else inside
    return low


def place_of(place, offset, i):  # type: ignore[no-untyped-def]
    """Return the place of state number `i` in its part."""
    return (place[i] if len(place) > 0 else i) - offset


def turn_round(
    numbers: Ints32,
    offset: int,
    low: int,
    high: int,
    kept: int,
    first: Ints,
    edges: Ints32,
    values: Shorts,
    place: Ints32,
    ends: Ints,
    sources: Ints32,
) -> int:
    """Sort the edges of states by the state they lead to, if it is not solved.

    Parts are gone through from the last state to the first. `ends` has where the edges to each state end, and where all
    are sorted, where they begin.
    """
    for back in range(high - low):
        k = high - 1 - back
        i = number_of(numbers, offset, k)
        if values[i] >= 0:
            continue
        row = i if kept else k - low
        for e in range(first[row], first[row + 1]):
            child = edges[e] >> 1
            if values[child] < 0:
                to = place_of(place, offset, child) + 1
                ends[to] -= 1
                sources[ends[to]] = k * 2 + (edges[e] & 1)
    return low


def spread(
    numbers: Ints32,
    offset: int,
    begins: Ints,
    sources: Ints32,
    who: Bytes,
    values: Shorts,
    distances: Ints32,
    seeds: Shorts,
    left: Ints32,
    order: Ints32,
    queue: Ints32,
    mirror: Ints,
    wanted: Ints,
    marks: Ints,
    steps: int,
) -> int:
    """Spread values backwards, for so many steps; return 1 if something is left to do.

    The places of states with seeds stand in `order`, those of states that were solved here in `queue`, both by
    distance; the nearer of their heads comes next. `left` has for each state how many of its actions lead to states
    without a value.
    """
    for _ in range(steps):
        while marks[SEED] < len(order) and values[number_of(numbers, offset, order[marks[SEED]])] >= 0:
            marks[SEED] += 1
        seeded, queued = marks[SEED] < len(order), marks[HEAD] < marks[END]
        if not seeded and not queued:
            return 0
        if seeded and queued:
            seed = distances[number_of(numbers, offset, order[marks[SEED]])]
            seeded = seed <= distances[number_of(numbers, offset, queue[marks[HEAD]])]
        if seeded:
            k = order[marks[SEED]]
            marks[SEED] += 1
            i = number_of(numbers, offset, k)
            settle(k, i, np.int64(seeds[k]), distances[i] + 1, who, values, distances, left, queue, wanted, marks)
            continue
        child = number_of(numbers, offset, queue[marks[HEAD]])
        value, plies = values[child], distances[child] + 1
        place = queue[marks[HEAD]]
        marks[HEAD] += 1
        for e in range(begins[place], begins[place + 1]):
            k = sources[e] >> 1
            i = number_of(numbers, offset, k)
            if values[i] < 0:
                mine = mirror[value] if sources[e] & 1 else np.int64(value)
                settle(k, i, mine, plies, who, values, distances, left, queue, wanted, marks)
    return 1


def settle(k, i, value, plies, who, values, distances, left, queue, wanted, marks):  # type: ignore[no-untyped-def]
    """Take it that an action of a state leads to a value: its mover wants that, or it was the last action left."""
    left[k] -= 1
    if left[k] == 0 or (wanted[value] > 0) == (who[i] == 0):
        values[i] = value
        distances[i] = plies
        queue[marks[END]] = k
        marks[END] += 1


solve_backwards, scan_part, turn_part_round, spread_values = (
    compiled(kernel) for kernel in (backwards, scan, turn_round, spread)
)
