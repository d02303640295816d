"""NumPy's legacy random numbers in kernels: what `numpy.random.seed` and `numpy.random.randint` give, word for word.

For runs whose published figures rest on that stream; everything else draws from `outfox.kernel.random`. The
generator is the Mersenne Twister of 32 bits. A bounded integer is made from whole words: the lowest bits that could
hold the largest value, drawn again while they exceed it. A bound of one value takes no word. `numpy.random.choice`
over a list is `randint` over its length.

State is an int64 array of 625: the 624 words, and how many of them have been given out.

Sources
    M. Matsumoto and T. Nishimura, *Mersenne Twister*, ACM Transactions on Modeling and Computer Simulation 8(1), 1998.
    The bound is that of NumPy's `RandomState`, whose stream is frozen (NEP 19).
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.slots import Ints

WORDS, SHIFTED = 624, 397
ALL, UPPER, LOWER = 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF
MATRIX, GROWTH = 0x9908B0DF, 1812433253


def legacy_state() -> Ints:
    """Return room for the state of a generator, to be filled by `legacy_seed`."""
    return np.zeros(WORDS + 1, np.int64)


def legacy_seed(state, seed):  # type: ignore[no-untyped-def]
    """Seed as ``numpy.random.seed(seed)`` does; `seed` is 0 to 2**32 - 1."""
    state[0] = seed
    for k in range(1, WORDS):
        before = state[k - 1]
        state[k] = (GROWTH * (before ^ (before >> 30)) + k) & ALL  # GROWTH has 31 bits: the product fits
    state[WORDS] = WORDS


def twist(state):  # type: ignore[no-untyped-def]
    """Make the next 624 words."""
    for k in range(WORDS):
        after = state[k + 1 if k + 1 < WORDS else 0]
        mixed = (state[k] & UPPER) | (after & LOWER)
        other = state[k + SHIFTED if k + SHIFTED < WORDS else k + SHIFTED - WORDS]
        state[k] = other ^ (mixed >> 1) ^ (MATRIX if after & 1 else 0)
    state[WORDS] = 0


def legacy_word(state):  # type: ignore[no-untyped-def]
    """Return the next 32 random bits."""
    if state[WORDS] == WORDS:
        twist(state)
    y = state[state[WORDS]]
    state[WORDS] += 1
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    return y ^ (y >> 18)


def filled(largest):  # type: ignore[no-untyped-def]
    """Return the smallest number with all bits set that is at least `largest`, which has at most 32 bits."""
    mask = largest | (largest >> 1)
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return mask | (mask >> 16)


def legacy_below(state, n):  # type: ignore[no-untyped-def]
    """Return what ``numpy.random.randint(n)`` gives, for `n` from 1 to 2**32; also the index of a ``choice`` of `n`."""
    largest = n - 1
    if largest == 0:
        return 0
    mask = filled(largest)
    value = legacy_word(state) & mask
    while value > largest:
        value = legacy_word(state) & mask
    return value


def legacy_draws(state: Ints, seed: int, bounds: Ints, out: Ints) -> int:
    """Fill `out` with draws below `bounds`, in turn, after seeding where `seed` is 0 or more; return how many."""
    if seed >= 0:
        legacy_seed(state, seed)
    for k in range(len(out)):
        out[k] = legacy_below(state, bounds[k % len(bounds)])
    return len(out)
