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

import numpy as np

from outfox.formats.packing import Packing
from outfox.kernel.canonical import (
    CHILD,
    KEPT,
    LAYERED,
    LEAST,
    RANKED,
    STATE,
    ZERO,
    canonical,
    unpack,
)
from outfox.kernel.hash_table import add, touch
from outfox.kernel.runtime import some_actions
from outfox.kernel.slots import (
    BRANCHING,
    CHECKED,
    HAS_CHANCE,
    OUTCOMES,
    Ints,
    States,
    apply,
    chance,
    legal_actions,
    mover,
    payoff,
    progress,
    start,
)
from outfox.kernel.store import (
    BAD_LEAF,
    BAD_VALUE,
    BATCH,
    BY_CHANCE,
    DONE,
    EDGES,
    EDGES_FULL,
    EXPANDED,
    FORWARD,
    KEYS_FULL,
    LARGEST,
    LAYER_OUTSIDE,
    LEAF_OUTSIDE,
    NOT_OVER,
    OVER,
    PAUSED,
    PAYOFFS,
    PAYOFFS_FULL,
    PLANTED,
    TABLE_FULL,
    TOUCHED,
    USED,
    Store,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL


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
        exchange players; whether keys are ranks; whether to note progress; whether to keep edges.
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
        reason = room(store, counters, words, options)
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
            close(store, counters, options, n, m)
        elif roots < 0:
            return DONE
        else:
            counters[PLANTED] += 1


def room(store, counters, words, options):  # type: ignore[no-untyped-def]
    """Say what has to grow before a batch can be added."""
    least = options[LEAST]
    if (counters[USED] + least) * words > len(store.keys):
        return KEYS_FULL
    if options[KEPT] and counters[EDGES] + least > len(store.edges):
        return EDGES_FULL
    if not options[RANKED] and (counters[USED] + least) * 3 > len(store.table) * 2:
        return TABLE_FULL
    return DONE


def make_children(
    pool, packing, store, counters, options, roots, planting, n, leaf, trial, actions, odds, children, marks
):  # type: ignore[no-untyped-def]
    """Write the keys of the children of the next `n` states, or of a starting state, and return how many.

    Below 0, it is why that failed; then nothing of it has happened.
    """
    begin, edge, m = counters[EXPANDED], edges_end(counters, options), 0
    row = first_row(counters, options)
    words = packing.word[-1] + 1
    for i in range(begin, begin + n):
        if planting:
            count = 1
        else:
            unpack(pool, packing, options, store.keys, i, words, leaf)
            store.first[row + i - begin] = edge + m
            count = open_state(pool[STATE], store, counters, options, i, edge + m, actions, odds)
            if count < 0:
                return count
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


def edges_end(counters, options):  # type: ignore[no-untyped-def]
    """Return where the next edge is written: behind the others, or where edges are not kept, in their place."""
    return counters[EDGES] if options[KEPT] else 0


def first_row(counters, options):  # type: ignore[no-untyped-def]
    """Return the row of `first` for the next state that is expanded."""
    return counters[EXPANDED] if options[KEPT] else 0


def open_state(s, store, counters, options, i, edge, actions, odds):  # type: ignore[no-untyped-def]
    """Note who moves in state `i` and write its actions; return how many, below 0 why that failed."""
    who = mover(s)
    store.level[i] = NOT_OVER
    if options[LAYERED]:
        layer = progress(s)
        if layer < -LARGEST - 1 or layer > LARGEST:
            return -LAYER_OUTSIDE
        store.layer[i] = layer
    if who == TERMINAL:
        store.who[i] = OVER
        store.level[i] = level_of(store, counters, payoff(s))
        return 0 if store.level[i] >= 0 else -PAYOFFS_FULL
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
    words, edge, touched = packing.word[-1] + 1, edges_end(counters, options), 0
    mask = -1 if options[RANKED] else len(store.table) - 1
    touched = touch(packing, store, options, mask, m, children, hashes)
    for j in range(m):
        child = add(store, counters, children, hashes[j], mask, j, words, packing.same[0], marks[j] >> 1)
        touched = child * 2 + (marks[j] & 1)
        if not planting:
            store.edges[edge + j] = touched
    counters[TOUCHED] = touched


def close(store, counters, options, n, m):  # type: ignore[no-untyped-def]
    """Count a batch of `n` states with `m` edges as expanded."""
    begin, row = counters[EXPANDED], first_row(counters, options)
    store.first[row + n] = edges_end(counters, options) + m
    if counters[FORWARD]:
        counters[FORWARD] = only_forward(store, begin, row, n)
    counters[EDGES] += m
    counters[EXPANDED] = begin + n


def only_forward(store, begin, row, n):  # type: ignore[no-untyped-def]
    """Say whether the edges of `n` states from `begin` on lead to states with higher numbers."""
    for k in range(n):
        for e in range(store.first[row + k], store.first[row + k + 1]):
            if store.edges[e] >> 1 <= begin + k:
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
