"""The kernel behind `outfox.kernel.graph`: finds every state that can be reached, and where its actions lead.

States are stored as short keys (`outfox.formats.packing`, or the rules' own `rank`) and found again by an open hash
table; where the rules declare `swap` and `symmetry`, one state stands for all its images. States are expanded breadth
first, some at a time: their children are made, then all places of the table that these may have are read, then the
keys that stand there, and only then are they compared. So the processor waits for many cache misses at once instead
of one after the other, which is where the time goes.

A state keeps the frame in which it is stored: where the players were exchanged, an edge says so, and values change
their sign along it.

Time: one `apply`, one hash and about two cache misses an edge. Memory: 8 bytes a word of key, 12 to 24 for the hash
table and 15 for the rest of a state, 4 an edge (12 with chance).
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

TAG, NUMBER = 32, 0xFFFFFFFF
"""In a place of the hash table: where the bits of the hash begin; the bits of the number."""

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
    table : (2**k,) int64
        The hash table: 0, or 1 + the number of a state, and above it 31 bits of its hash, so that other states in the
        way need not be looked up. With `rank`, of length STATES and addressed by it.
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
    table: Ints
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
    words, width = packing.word[-1] + 1, max(BRANCHING, OUTCOMES, 1)
    leaf, trial = np.empty(len(packing.low), np.int64), np.empty(words, np.int64)
    actions, odds = np.empty(width, np.int64), np.empty(max(OUTCOMES, 1), np.float64)
    some = max(1, BATCH // width)
    children, hashes = np.empty(some * width * words, np.int64), np.empty(some * width, np.int64)
    marks = np.empty(some * width, np.int64)
    while True:
        planting = roots < 0 or counters[PLANTED] < roots
        if not planting and counters[EXPANDED] >= counters[USED]:
            return DONE
        if not planting and counters[EXPANDED] >= stop:
            return PAUSED
        reason = room(store, counters, words, options[LEAST], options[RANKED])
        if reason != DONE:
            return int(reason)
        n = 1 if planting else min(counters[USED] - counters[EXPANDED], some, stop - counters[EXPANDED])
        m = make_children(
            pool, packing, store, counters, options, roots, planting, n, leaf, trial, actions, odds, children, marks
        )
        if m < 0:
            return int(-m)
        find_children(packing, store, counters, options, planting, m, children, hashes, marks)
        if not planting:
            close(store, counters, n, m)
        elif roots < 0:
            return DONE
        else:
            counters[PLANTED] += 1


def room(store, counters, words, least, ranked):  # type: ignore[no-untyped-def]
    """Say what has to grow before a batch can be added."""
    if (counters[USED] + least) * words > len(store.keys):
        return KEYS_FULL
    if counters[EDGES] + least > len(store.edges):
        return EDGES_FULL
    if not ranked and (counters[USED] + least) * 3 > len(store.table) * 2:
        return TABLE_FULL
    return DONE


def make_children(
    pool, packing, store, counters, options, roots, planting, n, leaf, trial, actions, odds, children, marks
):  # type: ignore[no-untyped-def]
    """Write the keys of the children of the next `n` states, or of a starting state, and return how many.

    Below 0, it is why that failed; then nothing of it has happened.
    """
    begin, edge, m = counters[EXPANDED], counters[EDGES], 0
    words = packing.word[-1] + 1
    for i in range(begin, begin + n):
        if planting:
            count = 1
        else:
            unpack(pool, packing, options, store.keys, i, words, leaf)
            count = open_state(pool[STATE], store, counters, i, edge + m, actions, odds)
            if count < 0:
                return -PAYOFFS_FULL
        for k in range(count):
            if not planting:
                pool[CHILD] = pool[STATE]
                apply(pool[CHILD], actions[k])
            elif roots < 0:
                pool[CHILD] = pool[STATE]
            else:
                pool[CHILD] = pool[ZERO]
                start(counters[PLANTED], pool[CHILD])
            mark = canonical(pool, packing, options, leaf, trial, children, m * words)
            if mark < 0:
                counters[BAD_LEAF] = -mark - 1
                counters[BAD_VALUE] = leaf[-mark - 1]
                return -LEAF_OUTSIDE
            marks[m] = mark
            m += 1
    return m


def open_state(s, store, counters, i, edge, actions, odds):  # type: ignore[no-untyped-def]
    """Note who moves in state `i` and write its actions; return how many, -1 where there are too many payoffs."""
    who = mover(s)
    store.first[i] = edge
    store.level[i] = NOT_OVER
    if who == TERMINAL:
        store.who[i] = OVER
        store.level[i] = level_of(store, counters, payoff(s))
        return 0 if store.level[i] >= 0 else -1
    if HAS_CHANCE and who == CHANCE:
        store.who[i] = BY_CHANCE
        count = chance(s, actions, odds)
        for k in range(count):
            store.odds[edge + k] = odds[k]
        return count
    store.who[i] = who
    count = legal_actions(s, actions)
    if CHECKED:
        count = some_actions(count, who)
    return count


def find_children(packing, store, counters, options, planting, m, children, hashes, marks):  # type: ignore[no-untyped-def]
    """Give `m` children their numbers, new states included, and write the edges to them.

    For a starting state the edge is left in TOUCHED.
    """
    words, edge, touched = packing.word[-1] + 1, counters[EDGES], 0
    mask = -1 if options[RANKED] else len(store.table) - 1
    for j in range(m):  # reads that do not depend on each other: the misses overlap
        hashes[j] = hashed(options, children, j * words, packing.same[0])
        touched ^= store.table[hashes[j] & mask]
    for j in range(m):
        slot = store.table[hashes[j] & mask]
        if slot != 0 and slot >> TAG == hashes[j] >> TAG:
            touched ^= store.keys[((slot & NUMBER) - 1) * words]
    for j in range(m):
        child = add(store, counters, children, hashes[j], mask, j, words, packing.same[0], marks[j] >> 1)
        touched = child * 2 + (marks[j] & 1)
        if not planting:
            store.edges[edge + j] = touched
    counters[TOUCHED] = touched


def close(store, counters, n, m):  # type: ignore[no-untyped-def]
    """Count a batch of `n` states with `m` edges as expanded."""
    begin, edge = counters[EXPANDED], counters[EDGES]
    store.first[begin + n] = edge + m
    if counters[FORWARD]:
        counters[FORWARD] = only_forward(store, begin, begin + n)
    counters[EDGES] = edge + m
    counters[EXPANDED] = begin + n


def only_forward(store, begin, end):  # type: ignore[no-untyped-def]
    """Say whether the edges of states `begin` to `end` - 1 lead to states with higher numbers."""
    for i in range(begin, end):
        for e in range(store.first[i], store.first[i + 1]):
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
    """Write the words of the image that stands for ``pool[CHILD]``, the one with the least key.

    Where players are exchanged, player 0 moves in it; where nobody moves, both ways are tried.

    Returns
    -------
    int
        1 where the image has the players exchanged, else 0; plus twice the number of symmetries that leave it as it is
        (0 where none are used). Below 0: -1 - the leaf that does not fit.
    """
    images, swaps = options[IMAGES] if HAS_SYMMETRY else 1, HAS_SWAP and options[SWAPS] != 0
    if images == 1 and not swaps:
        bad = key_of(pool[CHILD], packing, options, leaf, keys, at)
        return 0 if bad < 0 else -1 - bad
    flip, frames, fixed = 0, 1, 0
    if swaps:
        who = mover(pool[CHILD])
        frames = 2 if who < 0 else 1
        flip = 1 if who == 1 else 0
    for frame in range(frames):
        if HAS_SWAP and (frame == 1 or flip == 1):
            pool[OTHER] = pool[ZERO]
            swap(pool[CHILD], pool[OTHER])
            pool[CHILD] = pool[OTHER]
        for k in range(images):
            pool[IMAGE] = pool[CHILD]
            if HAS_SYMMETRY and k > 0:
                pool[IMAGE] = pool[ZERO]
                symmetry(k, pool[CHILD], pool[IMAGE])
            bad = key_of(pool[IMAGE], packing, options, leaf, trial, 0)
            if bad >= 0:
                return -1 - bad
            order = -1 if frame + k == 0 else compared(trial, keys, at, packing.same[0])
            if order < 0:
                for w in range(len(trial)):
                    keys[at + w] = trial[w]
                flip, fixed = flip if frame == 0 else 1, 1
            elif order == 0 and frame == (flip if frames == 2 else 0):
                fixed += 1
    return flip + 2 * fixed


def compared(trial, keys, at, same):  # type: ignore[no-untyped-def]
    """Return -1, 0 or 1: whether a key is less than another, equal, or greater."""
    for w in range(same):
        if trial[w] != keys[at + w]:
            return -1 if trial[w] < keys[at + w] else 1
    return 0


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


def hashed(options, keys, at, same):  # type: ignore[no-untyped-def]
    """Return a hash of a key, of 63 bits; its rank where keys are ranks."""
    if HAS_RANK and options[RANKED]:
        return keys[at]
    return mixed(keys, at, same)


def mixed(keys, at, same):  # type: ignore[no-untyped-def]
    """Return 63 mixed bits of the words of a key."""
    h = mix(word(0), keys[at])
    for w in range(1, same):
        h = mix(h, keys[at + w])
    return np.int64(h >> word(1))


def add(store, counters, keys, h, mask, j, words, same, fixed):  # type: ignore[no-untyped-def]
    """Return the number of the state with a key, a new one included."""
    place = h & mask
    while True:
        slot = store.table[place]
        if slot == 0:
            n = counters[USED]
            for w in range(words):
                store.keys[n * words + w] = keys[j * words + w]
            if HAS_SYMMETRY and len(store.fixed) > 0:
                store.fixed[n] = fixed
            store.table[place] = h >> TAG << TAG | n + 1
            counters[USED] = n + 1
            return n
        if slot >> TAG == h >> TAG:
            found, equal = (slot & NUMBER) - 1, True
            for w in range(same):
                equal = equal and store.keys[found * words + w] == keys[j * words + w]
            if equal:
                return found
        place = (place + 1) & mask


def fill_table(store: Store, words: int, same: int, used: int) -> int:
    """Enter all states into an empty table; return how many."""
    mask, hashes, touched = len(store.table) - 1, np.empty(BATCH, np.int64), 0
    for begin in range(0, used, BATCH):
        count = min(BATCH, used - begin)
        for j in range(count):
            hashes[j] = mixed(store.keys, (begin + j) * words, same)
            touched ^= store.table[hashes[j] & mask]  # these reads do not wait for each other
        for j in range(count):
            place = hashes[j] & mask
            while store.table[place] != 0:
                place = (place + 1) & mask
            store.table[place] = hashes[j] >> TAG << TAG | begin + j + 1
    return used if touched >= 0 else -1  # so that the reads are not left out
