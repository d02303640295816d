"""The open hash table in which states are found again, in kernels.

A place holds the number of a state and 31 bits of its hash, so that other states in the way need not be looked up.
Where states are numbered by `rank` the table is addressed by that.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.canonical import hashed, mixed
from outfox.kernel.slots import HAS_SYMMETRY
from outfox.kernel.store import BATCH, NUMBER, TAG, USED, Store

ABSENT = -1


def touch(packing, store, options, mask, m, children, hashes):  # type: ignore[no-untyped-def]
    """Hash `m` keys and read what looking them up will read; these reads do not depend on each other."""
    words, touched = packing.word[-1] + 1, 0
    for j in range(m):
        hashes[j] = hashed(options, children, j * words, packing.same[0])
        touched ^= store.table[hashes[j] & mask]
    for j in range(m):
        slot = store.table[hashes[j] & mask]
        if slot != 0 and slot >> TAG == hashes[j] >> TAG:
            touched ^= store.keys[((slot & NUMBER) - 1) * words]
    return touched


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


def seek(store, keys, h, mask, j, words, same):  # type: ignore[no-untyped-def]
    """Return the number of the state with a key; ABSENT where the table does not have it."""
    place = h & mask
    while True:
        slot = store.table[place]
        if slot == 0:
            return ABSENT
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
