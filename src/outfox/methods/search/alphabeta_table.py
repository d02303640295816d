"""The transposition table of alpha-beta: bounds by state, in buckets of two that share a cache line.

An entry is four words: the state's hash; a lower and an upper bound of its value, as the bits of floats; and, packed,
the best action, the claims that go with the bounds, the depth, what the entry cost to find, and the number of the
search. Entries of earlier
searches count as empty, so that a search finds the same whatever was searched before, and nothing need be wiped.

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

MOVE_MASK = (1 << 20) - 1
CLAIMS_AT = 20
"""Where the claims of an entry stand, four bits as in `outfox.methods.search.alphabeta_kernel`."""

DEPTH_AT, DEPTH_MASK = 24, (1 << 14) - 1
WORK_AT, WORK_MASK = 38, (1 << 6) - 1
"""Where it stands what an entry cost: the binary logarithm of the states visited."""

GENERATION_AT = 44
GENERATIONS = 1 << 18
"""Searches after which the table has to be wiped once."""

DEEPEST = DEPTH_MASK
"""The largest depth."""

PROVEN_LOW, PROVEN_HIGH, PROVEN, LOWER, UPPER, EVERY = 1, 2, 3, 5, 10, 15
"""Claims: of the lower and the upper bound, that they rest on finished games alone; and all claims of each."""


def place(table, key):  # type: ignore[no-untyped-def]
    """Return where the bucket of a hash begins."""
    return np.int64(key & word(len(table) // BUCKET - 1)) * BUCKET


def proven(claims):  # type: ignore[no-untyped-def]
    """Return the claims that rest on finished games alone; each is also one that may rest on more."""
    return (claims & PROVEN) | (claims & PROVEN) << 2


def probe(table, key, depth, generation, free):  # type: ignore[no-untyped-def]
    """Look a state up: (lower bound, upper bound, claims, best action or -1).

    `free` says that no value depends on the path to the state.
    """
    low, high, flags, move, newest = -math.inf, math.inf, np.int64(0), np.int64(-1), np.int64(-1)
    base = place(table, key)
    for at in range(base, base + BUCKET, ENTRY):
        if table[at] == key:
            meta = np.int64(table[at + 3])
            if meta >> GENERATION_AT == generation:
                its = (meta >> DEPTH_AT) & DEPTH_MASK
                if its > newest:
                    newest, move = its, (meta & MOVE_MASK) - 1
                if free or not HAS_CHANCE:
                    claims = (meta >> CLAIMS_AT) & EVERY
                    if not free:
                        claims = proven(claims)
                    lower, upper = np.uint64(table[at + 1]).view(np.float64), np.uint64(table[at + 2]).view(np.float64)
                    if lower > low and ((free and its == depth) or (claims & PROVEN_LOW and its <= depth)):
                        low = lower
                        flags = (flags & UPPER) | (claims & LOWER)
                    if upper < high and ((free and its == depth) or (claims & PROVEN_HIGH and its <= depth)):
                        high = upper
                        flags = (flags & LOWER) | (claims & UPPER)
    return low, high, flags, move


def store(table, key, depth, states, generation, low, high, claims, move):  # type: ignore[no-untyped-def]
    """Keep bounds of a state and the claims that go with them; return 1 if a free place was taken.

    What is known of the state already is kept where it still holds. Otherwise the first place of a bucket goes to what
    took more states to find, the second to whatever came last.
    """
    base, work = place(table, key), 0
    while states > 1:
        states >>= 1
        work += 1
    at, known = base, False
    for other in range(base, base + BUCKET, ENTRY):
        meta = np.int64(table[other + 3])
        its = (meta >> DEPTH_AT) & DEPTH_MASK
        if not known and table[other] == key and meta >> GENERATION_AT == generation and its <= depth:
            at, known = other, True
            lower, upper = np.uint64(table[other + 1]).view(np.float64), np.uint64(table[other + 2]).view(np.float64)
            its_claims = (meta >> CLAIMS_AT) & EVERY
            if lower >= low and (its == depth or its_claims & PROVEN_LOW):
                claims = (claims & UPPER) | (its_claims & LOWER) | (claims & LOWER if lower == low else 0)
                low = lower
            if upper <= high and (its == depth or its_claims & PROVEN_HIGH):
                claims = (claims & LOWER) | (its_claims & UPPER) | (claims & UPPER if upper == high else 0)
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
            if (first >> WORK_AT) & WORK_MASK > work:
                at = base + ENTRY
            else:
                for k in range(ENTRY):
                    table[base + ENTRY + k] = table[base + k]
    meta = (move + 1) | (claims << CLAIMS_AT) | (depth << DEPTH_AT) | (work << WORK_AT) | (generation << GENERATION_AT)
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
