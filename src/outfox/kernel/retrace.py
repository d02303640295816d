"""The kernel that makes the edges of known states again, where they were not kept.

Time: as for finding the states (`outfox.kernel.expand`), less what new states cost. Memory: 4 bytes an edge of the
states that are asked for.
"""

from __future__ import annotations

import numpy as np

from outfox.formats.packing import Packing
from outfox.kernel.canonical import CHILD, LEAST, RANKED, STATE, canonical, unpack
from outfox.kernel.hash_table import ABSENT, seek, touch
from outfox.kernel.slots import BRANCHING, OUTCOMES, Ints, Ints32, States, apply, legal_actions
from outfox.kernel.store import BATCH, OVER, Store


def retrace(
    pool: States,
    packing: Packing,
    store: Store,
    options: Ints,
    numbers: Ints32,
    begin: int,
    end: int,
    first: Ints,
    edges: Ints32,
) -> int:
    """Write the edges of the states ``numbers[begin:end]``, of games without chance.

    Parameters
    ----------
    store
        Of a graph whose states are all expanded.
    first : (len(numbers) + 1,)
        Where each state's edges begin; ``first[begin]`` is given.
    edges
        As in `Store`.

    Returns
    -------
    int
        How far it came: `end`, or less where `edges` has no room for more; below 0 where the rules lead from state
        number ``-1 - result`` somewhere else than before.
    """
    words, width = packing.word[-1] + 1, max(BRANCHING, OUTCOMES, 1)
    leaf, trial = np.empty(len(packing.low), np.int64), np.empty(words, np.int64)
    actions, some = np.empty(width, np.int64), max(1, BATCH // width)
    children, hashes = np.empty(some * width * words, np.int64), np.empty(some * width, np.int64)
    marks = np.empty(some * width, np.int64)
    mask = -1 if options[RANKED] else len(store.table) - 1
    while begin < end and first[begin] + options[LEAST] <= len(edges):
        n = min(some, end - begin)
        m = lead(pool, packing, store, options, numbers, begin, n, first, leaf, trial, actions, children, marks)
        leaf[0] = touch(packing, store, options, mask, m, children, hashes)  # kept, so that the reads are not left out
        for j in range(m):
            child = seek(store, children, hashes[j], mask, j, words, packing.same[0])
            if child == ABSENT:
                return int(-1 - numbers[begin])
            edges[first[begin] + j] = child * 2 + (marks[j] & 1)
        begin += n
    return begin


def lead(pool, packing, store, options, numbers, begin, n, first, leaf, trial, actions, children, marks):  # type: ignore[no-untyped-def]
    """Write the keys of the children of `n` states, and return how many."""
    words, m = packing.word[-1] + 1, 0
    for row in range(begin, begin + n):
        i, count = numbers[row], 0
        if store.who[i] != OVER:
            unpack(pool, packing, options, store.keys, i, words, leaf)
            count = legal_actions(pool[STATE], actions)
        for k in range(count):
            pool[CHILD] = pool[STATE]
            apply(pool[CHILD], actions[k])
            marks[m] = canonical(pool, packing, options, leaf, trial, children, m * words)
            m += 1
        first[row + 1] = first[begin] + m
    return m
