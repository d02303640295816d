"""The transposition table of alpha-beta: bounds by state, in buckets of two that share a cache line.

An entry is four words: the state's hash; a lower and an upper bound of its value, as the bits of floats; and, packed,
the best action, the depth, whether each bound is proven, and the number of the search. Entries of earlier searches
count as empty, so that a search finds the same whatever was searched before, and nothing need be wiped.

A bound is used where it says what a search of the same depth would: an unproven one at its own depth alone, a proven
one at any larger depth too. So a search with the table gives the values that it gives without.

With cycles a value may depend on the path to its state. It does not where the rules' `progress` has just risen, since
play cannot come back to what lies before. Elsewhere only proven bounds are used, which rest on finished games and hold
on every path; and with chance, whose averages feel every path, none is.
"""

from __future__ import annotations

import math

import numpy as np

from outfox.kernel.runtime import word
from outfox.kernel.slots import HAS_CHANCE, Words

ENTRY, BUCKET = 4, 8
"""Words of an entry and of a bucket."""

MOVE_MASK = (1 << 24) - 1
DEPTH_AT, DEPTH_MASK = 24, (1 << 14) - 1
LOW_PROVEN, HIGH_PROVEN = 1 << 38, 1 << 39
GENERATION_AT = 40
GENERATIONS = 1 << 22
"""Searches after which the table has to be wiped once."""

DEEPEST = DEPTH_MASK
"""The largest depth."""


def place(table, key):  # type: ignore[no-untyped-def]
    """Return where the bucket of a hash begins."""
    return np.int64(key & word(len(table) // BUCKET - 1)) * BUCKET


def probe(table, key, depth, generation, alpha, beta, free):  # type: ignore[no-untyped-def]
    """Look a state up: (whether it is settled for the window, value, claims, best action or -1).

    `free` says that no value depends on the path to the state.
    """
    low, high, flags, move, newest = -math.inf, math.inf, 0, np.int64(-1), np.int64(-1)
    base = place(table, key)
    for at in range(base, base + BUCKET, ENTRY):
        if table[at] == key:
            meta = np.int64(table[at + 3])
            if meta >> GENERATION_AT == generation:
                its = (meta >> DEPTH_AT) & DEPTH_MASK
                if its > newest:
                    newest, move = its, (meta & MOVE_MASK) - 1
                if free or not HAS_CHANCE:
                    lower, upper = np.uint64(table[at + 1]).view(np.float64), np.uint64(table[at + 2]).view(np.float64)
                    if lower > low and ((free and its == depth) or (meta & LOW_PROVEN and its <= depth)):
                        low = lower
                        flags = (flags & 10) | (5 if meta & LOW_PROVEN else 0)
                    if upper < high and ((free and its == depth) or (meta & HIGH_PROVEN and its <= depth)):
                        high = upper
                        flags = (flags & 5) | (10 if meta & HIGH_PROVEN else 0)
    if low >= beta or low == high:
        return True, low, flags if low == high else flags & 5, move
    if high <= alpha:
        return True, high, flags & 10, move
    return False, 0.0, 0, move


def store(table, key, depth, generation, low, high, proven, move):  # type: ignore[no-untyped-def]
    """Keep bounds of a state: `proven` is 1 for the lower, 2 for the upper; return 1 if a free place was taken.

    What is known of the state already is kept where it still holds. Otherwise the first place of a bucket goes to the
    deeper search, the second to whatever came last.
    """
    base = place(table, key)
    at, known = base, False
    for other in range(base, base + BUCKET, ENTRY):
        meta = np.int64(table[other + 3])
        its = (meta >> DEPTH_AT) & DEPTH_MASK
        if not known and table[other] == key and meta >> GENERATION_AT == generation and its <= depth:
            at, known = other, True
            lower, upper = np.uint64(table[other + 1]).view(np.float64), np.uint64(table[other + 2]).view(np.float64)
            if lower >= low and (its == depth or meta & LOW_PROVEN):
                proven = (proven & 2) | (1 if meta & LOW_PROVEN or (lower == low and proven & 1) else 0)
                low = lower
            if upper <= high and (its == depth or meta & HIGH_PROVEN):
                proven = (proven & 1) | (2 if meta & HIGH_PROVEN or (upper == high and proven & 2) else 0)
                high = upper
            if move < 0:
                move = (meta & MOVE_MASK) - 1
    free = 0
    if not known:
        first, second = np.int64(table[base + 3]), np.int64(table[base + ENTRY + 3])
        if first >> GENERATION_AT != generation:
            free = 1
        else:
            free = 1 if second >> GENERATION_AT != generation else 0
            if (first >> DEPTH_AT) & DEPTH_MASK > depth:
                at = base + ENTRY
            else:
                for k in range(ENTRY):
                    table[base + ENTRY + k] = table[base + k]
    meta = (move + 1) | (depth << DEPTH_AT) | (generation << GENERATION_AT)
    if proven & 1:
        meta |= LOW_PROVEN
    if proven & 2:
        meta |= HIGH_PROVEN
    table[at] = key
    table[at + 1] = np.float64(low).view(np.uint64)
    table[at + 2] = np.float64(high).view(np.uint64)
    table[at + 3] = word(meta)
    return free


def regrow(old: Words, new: Words, generation: int) -> int:
    """Move the entries of a search into a larger table, which has none of it; return how many."""
    count = 0
    for at in range(0, len(old), ENTRY):
        if np.int64(old[at + 3]) >> GENERATION_AT == generation:
            into = place(new, old[at])
            if np.int64(new[into + 3]) >> GENERATION_AT == generation:
                into += ENTRY
            for k in range(ENTRY):
                new[into + k] = old[at + k]
            count += 1
    return count
