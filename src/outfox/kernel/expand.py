"""The kernel behind `outfox.kernel.graph`: finds every state that can be reached, and where its actions lead.

States are stored as short keys (`outfox.formats.packing`, or the rules' own `rank`) and found again by an open hash
table; where the rules declare `swap` and `symmetry`, one state stands for all its images. States are expanded breadth
first, some at a time: their children are made, then all places of the table that these may have are read, then the
keys that stand there, and only then are they compared. So the processor waits for many cache misses at once instead
of one after the other, which is where the time goes.

A state keeps the frame in which it is stored: where the players were exchanged, an edge says so, and values change
their sign along it.

Time: one `apply`, one hash and about two cache misses an edge. Memory: 8 bytes a word of key, 8 for the hash table
and 15 for the rest of a state, 4 an edge (12 with chance).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.formats.packing import Packing
from outfox.kernel.runtime import mix, some_actions, word
from outfox.kernel.slots import (
    BRANCHING,
    CHECKED,
    HAS_CHANCE,
    HAS_RANK,
    HAS_SWAP,
    HAS_SYMMETRY,
    OUTCOMES,
    Bytes,
    Floats,
    Ints,
    Ints32,
    Shorts,
    States,
    apply,
    chance,
    from_leaves,
    legal_actions,
    mover,
    payoff,
    rank,
    start,
    state_leaves,
    swap,
    symmetry,
    unrank,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL

BATCH = 1024
"""Children in one batch, about."""

# Pool: states that a kernel works in.
STATE, CHILD, IMAGE, OTHER, ZERO, POOL = range(6)

# What is counted.
EXPANDED, USED, EDGES, FORWARD, PAYOFFS, PLANTED, BAD_LEAF, BAD_VALUE, TOUCHED, COUNTERS = range(10)

# What is chosen.
LEAST, IMAGES, SWAPS, RANKED, OPTIONS = range(5)

# Why expansion stopped.
DONE, PAUSED, KEYS_FULL, TABLE_FULL, EDGES_FULL, LEAF_OUTSIDE, PAYOFFS_FULL = range(7)

OVER, BY_CHANCE = 2, 3
"""What stands for TERMINAL and CHANCE where movers are bytes."""

NOT_OVER = -1
"""The level of a state that is not terminal."""


class Store(NamedTuple):
    """The arrays of a graph; all but `table` and `payoffs` are longer than what is in use.

    Attributes
    ----------
    keys : (states * words,) int64
        The words of each state, those of KEY first.
    table : (2**k,) int32
        The hash table: 0, or 1 + the number of a state. With `rank`, of length STATES and addressed by it.
    who : (states,) uint8
        0, 1, OVER or BY_CHANCE, in the state's frame.
    fixed : (states,) uint8
        How many of the symmetries leave the state as it is; empty where none are used.
    level : (states,) int16
        Of a terminal state, which of `payoffs` it has; else NOT_OVER.
    first : (states + 1,) int64
        Where the state's edges begin.
    edges : (edges,) int32
        Twice the number of the state that is led to, plus 1 where its frame has the players exchanged.
    odds : (edges,) float64
        Of chance outcomes; empty in games without chance.
    payoffs : (n,) float64
        The distinct payoffs, in the order of discovery, in a frame.
    """

    keys: Ints
    table: Ints32
    who: Bytes
    fixed: Bytes
    level: Shorts
    first: Ints
    edges: Ints32
    odds: Floats
    payoffs: Floats


def expand(pool: States, packing: Packing, store: Store, counters: Ints, options: Ints, roots: int, stop: int) -> int:
    """Add starting states, and expand states in the order of their discovery.

    Parameters
    ----------
    pool : (POOL,) states
        ``pool[STATE]`` is a root where `roots` is -1; ``pool[ZERO]`` is zeroed.
    counters : (COUNTERS,)
        All that is needed to go on.
    options : (OPTIONS,)
        Room for as many states and edges as a batch can add; how many symmetries to use (1: none); whether to
        exchange players; whether keys are ranks.
    roots
        Add the starting states up to this number; -1: add ``pool[STATE]`` and nothing else.
    stop
        Expand until so many states are expanded.

    Returns
    -------
    int
        Why it stopped.
    """
    words = packing.word[-1] + 1
    width = max(BRANCHING, OUTCOMES, 1)
    leaf, trial = np.empty(len(packing.low), np.int64), np.empty(words, np.int64)
    actions, odds = np.empty(width, np.int64), np.empty(max(OUTCOMES, 1), np.float64)
    some = max(1, BATCH // width)
    children, homes = np.empty(some * width * words, np.int64), np.empty(some * width, np.int64)
    flips = np.empty(some * width, np.uint8)
    if roots < 0:
        pool[CHILD] = pool[STATE]
        return int(plant(pool, packing, store, counters, options, leaf, trial, children, homes))
    while counters[PLANTED] < roots:
        reason = room(store, counters, words, options[LEAST], options[RANKED])
        if reason != DONE:
            return int(reason)
        pool[CHILD] = pool[ZERO]
        start(counters[PLANTED], pool[CHILD])
        reason = plant(pool, packing, store, counters, options, leaf, trial, children, homes)
        if reason != DONE:
            return int(reason)
        counters[PLANTED] += 1
    while counters[EXPANDED] < counters[USED]:
        if counters[EXPANDED] >= stop:
            return PAUSED
        reason = room(store, counters, words, options[LEAST], options[RANKED])
        if reason != DONE:
            return int(reason)
        n = min(counters[USED] - counters[EXPANDED], some, stop - counters[EXPANDED])
        reason = expand_some(
            pool, packing, store, counters, options, n, words, leaf, trial, actions, odds, children, homes, flips
        )
        if reason != DONE:
            return int(reason)
    return DONE


def room(store, counters, words, least, ranked):  # type: ignore[no-untyped-def]
    """Say what has to grow before a batch can be added."""
    if (counters[USED] + least) * words > len(store.keys):
        return KEYS_FULL
    if counters[EDGES] + least > len(store.edges):
        return EDGES_FULL
    if not ranked and (counters[USED] + least) * 3 > len(store.table) * 2:
        return TABLE_FULL
    return DONE


def plant(pool, packing, store, counters, options, leaf, trial, children, homes):  # type: ignore[no-untyped-def]
    """Add ``pool[CHILD]`` if it is new; leave twice its number, plus 1 for exchanged players, in TOUCHED."""
    flip = canonical(pool, packing, options, leaf, trial, children, 0)
    if flip < 0:
        return outside(counters, leaf, flip)
    homes[0] = home(store, options, children, 0, packing.same[0])
    counters[TOUCHED] = add(store, counters, children, homes, 0, packing.word[-1] + 1, packing.same[0]) * 2 + flip
    return DONE


def outside(counters, leaf, code):  # type: ignore[no-untyped-def]
    """Say which leaf does not fit."""
    counters[BAD_LEAF] = -code - 1
    counters[BAD_VALUE] = leaf[-code - 1]
    return LEAF_OUTSIDE


def expand_some(pool, packing, store, counters, options, n, words, leaf, trial, actions, odds, children, homes, flips):  # type: ignore[no-untyped-def]
    """Expand the next `n` states as one batch; where that fails, nothing of it has happened."""
    begin, edge, m = counters[EXPANDED], counters[EDGES], 0
    for i in range(begin, begin + n):
        unpack(pool, packing, options, store.keys, i, words, leaf)
        if HAS_SYMMETRY and options[IMAGES] > 1:
            store.fixed[i] = count_fixed(pool, packing, options, leaf, trial, store.keys, i * words)
        who = mover(pool[STATE])
        store.first[i] = edge + m
        store.level[i] = NOT_OVER
        if who == TERMINAL:
            store.who[i] = OVER
            level = level_of(store, counters, payoff(pool[STATE]))
            if level < 0:
                return PAYOFFS_FULL
            store.level[i] = level
            continue
        if HAS_CHANCE and who == CHANCE:
            store.who[i] = BY_CHANCE
            count = chance(pool[STATE], actions, odds)
            for k in range(count):
                store.odds[edge + m + k] = odds[k]
        else:
            store.who[i] = who
            count = legal_actions(pool[STATE], actions)
            if CHECKED:
                count = some_actions(count, who)
        for k in range(count):
            pool[CHILD] = pool[STATE]
            apply(pool[CHILD], actions[k])
            flip = canonical(pool, packing, options, leaf, trial, children, m * words)
            if flip < 0:
                return outside(counters, leaf, flip)
            flips[m] = flip
            m += 1
    touched = 0
    for j in range(m):  # reads that do not depend on each other: the misses overlap
        homes[j] = home(store, options, children, j * words, packing.same[0])
        touched += store.table[homes[j]]
    for j in range(m):
        touched += store.keys[max(store.table[homes[j]] - 1, 0) * words]
    counters[TOUCHED] = touched
    for j in range(m):
        store.edges[edge + j] = add(store, counters, children, homes, j, words, packing.same[0]) * 2 + flips[j]
    if counters[FORWARD]:
        counters[FORWARD] = only_forward(store, begin, begin + n, edge, edge + m)
    counters[EDGES] = edge + m
    counters[EXPANDED] = begin + n
    store.first[begin + n] = edge + m
    return DONE


def only_forward(store, begin, end, edge, last):  # type: ignore[no-untyped-def]
    """Say whether the edges of states `begin` to `end` - 1 lead to states with higher numbers."""
    for i in range(begin, end):
        stop = store.first[i + 1] if i + 1 < end else last
        for e in range(store.first[i], stop):
            if store.edges[e] >> 1 <= i:
                return 0
    return 1


def level_of(store, counters, value):  # type: ignore[no-untyped-def]
    """Return the place of a payoff among those known, a new one included; -1 where there are too many."""
    for k in range(counters[PAYOFFS]):
        if store.payoffs[k] == value:
            return k
    if counters[PAYOFFS] == len(store.payoffs):
        return -1
    store.payoffs[counters[PAYOFFS]] = value
    counters[PAYOFFS] += 1
    return counters[PAYOFFS] - 1


def canonical(pool, packing, options, leaf, trial, keys, at):  # type: ignore[no-untyped-def]
    """Write the key that stands for ``pool[CHILD]``, the least of its images.

    Where players are exchanged, player 0 moves in the state that is kept; where nobody moves, both ways are tried.

    Returns
    -------
    int
        1 where that image has the players exchanged, else 0; below 0: -1 - the leaf that does not fit.
    """
    flip, who = 0, 0
    if HAS_SWAP and options[SWAPS]:
        who = mover(pool[CHILD])
        if who == 1:
            exchange(pool)
            flip = 1
    bad = key_of(pool[CHILD], packing, options, leaf, keys, at)
    if bad >= 0:
        return -1 - bad
    if HAS_SYMMETRY:
        bad = least_image(pool, packing, options, leaf, trial, keys, at)
        if bad >= 0:
            return -1 - bad
    if HAS_SWAP and options[SWAPS] and who < 0:
        exchange(pool)
        if least_image(pool, packing, options, leaf, trial, keys, at) < -1:
            flip = 1
    return flip


def exchange(pool):  # type: ignore[no-untyped-def]
    """Exchange the players of ``pool[CHILD]``."""
    pool[OTHER] = pool[ZERO]
    swap(pool[CHILD], pool[OTHER])
    pool[CHILD] = pool[OTHER]


def least_image(pool, packing, options, leaf, trial, keys, at):  # type: ignore[no-untyped-def]
    """Replace a key by that of an image of ``pool[CHILD]`` which is less.

    Returns
    -------
    int
        -1 where the key has stayed; -2 where it was replaced; the leaf that does not fit.
    """
    result = -1
    for k in range(options[IMAGES]):
        if k == 0:
            pool[IMAGE] = pool[CHILD]
        else:
            pool[IMAGE] = pool[ZERO]
            symmetry(k, pool[CHILD], pool[IMAGE])
        bad = key_of(pool[IMAGE], packing, options, leaf, trial, 0)
        if bad >= 0:
            return bad
        if take_least(trial, keys, at, packing.same[0]):
            result = -2
    return result


def count_fixed(pool, packing, options, leaf, trial, keys, at):  # type: ignore[no-untyped-def]
    """Return how many symmetries leave ``pool[STATE]``, whose key is given, as it is."""
    count = 1
    for k in range(1, options[IMAGES]):
        pool[IMAGE] = pool[ZERO]
        symmetry(k, pool[STATE], pool[IMAGE])
        same = key_of(pool[IMAGE], packing, options, leaf, trial, 0) < 0
        for w in range(packing.same[0]):
            same = same and trial[w] == keys[at + w]
        count += same
    return count


def take_least(trial, keys, at, same):  # type: ignore[no-untyped-def]
    """Replace a key by another that is less; say whether it was."""
    for w in range(same):
        if trial[w] != keys[at + w]:
            if trial[w] > keys[at + w]:
                return False
            for v in range(len(trial)):
                keys[at + v] = trial[v]
            return True
    return False


def key_of(s, packing, options, leaf, keys, at):  # type: ignore[no-untyped-def]
    """Write the key of a state; return -1, or the leaf that does not fit."""
    if HAS_RANK and options[RANKED]:
        keys[at] = rank(s)
        return -1
    state_leaves(s, leaf)
    for w in range(packing.word[-1] + 1):
        keys[at + w] = 0
    for k in range(len(packing.low)):
        offset = leaf[k] - packing.low[k]
        if packing.width[k] < 64 and offset >> packing.width[k] != 0:
            return k
        keys[at + packing.word[k]] |= offset << packing.shift[k]
    return -1


def unpack(pool, packing, options, keys, i, words, leaf):  # type: ignore[no-untyped-def]
    """Set ``pool[STATE]`` to the state with key `i`."""
    if HAS_RANK and options[RANKED]:
        pool[STATE] = pool[ZERO]
        unrank(keys[i], pool[STATE])
        return
    for k in range(len(packing.low)):
        bits = keys[i * words + packing.word[k]] >> packing.shift[k]
        width = packing.width[k]
        if width < 64:
            bits &= (1 << width) - 1
        leaf[k] = bits + packing.low[k]
    from_leaves(leaf, pool[STATE])


def home(store, options, keys, at, words):  # type: ignore[no-untyped-def]
    """Return the place of the table where the search for a key begins."""
    if HAS_RANK and options[RANKED]:
        return keys[at]
    h = mix(word(0), keys[at])
    for w in range(1, words):
        h = mix(h, keys[at + w])
    return np.int64(h >> word(1)) & (len(store.table) - 1)


def add(store, counters, keys, homes, j, words, key_words):  # type: ignore[no-untyped-def]
    """Return the number of the state with a key, a new one included."""
    place = homes[j]
    while True:
        found = store.table[place]
        if found == 0:
            n = counters[USED]
            for w in range(words):
                store.keys[n * words + w] = keys[j * words + w]
            store.table[place] = n + 1
            counters[USED] = n + 1
            return n
        same = True
        for w in range(key_words):
            if store.keys[(found - 1) * words + w] != keys[j * words + w]:
                same = False
        if same:
            return found - 1
        place = (place + 1) & (len(store.table) - 1)


def fill_table(store: Store, words: int, same: int, used: int) -> int:
    """Enter all states into an empty table; return how many."""
    mask = len(store.table) - 1
    for n in range(used):
        h = mix(word(0), store.keys[n * words])
        for w in range(1, same):
            h = mix(h, store.keys[n * words + w])
        place = np.int64(h >> word(1)) & mask
        while store.table[place] != 0:
            place = (place + 1) & mask
        store.table[place] = n + 1
    return used
