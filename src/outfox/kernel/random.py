"""The random numbers of kernels: splitmix64 on an explicit array of state, with an unbiased bound.

Numba's own random state is one a thread and hidden; ours is an argument, so that the same seed gives the same game
for any number of workers. One uint64 of state, an addition and two multiplications a number: fast, and good enough
for games (it passes BigCrush; Steele, Lea and Flood 2014). The bound is Lemire's (2019), on the upper 32 bits.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import word
from outfox.kernel.slots import Words


def seeded(seed: np.random.SeedSequence) -> Words:
    """Return the generator state for a seed: an array of one uint64.

    Examples
    --------
    >>> seeded(np.random.SeedSequence(1)).shape
    (1,)
    """
    return np.asarray(seed.generate_state(1, np.uint64), np.uint64)


def next_word(random):  # type: ignore[no-untyped-def]
    """Return the next 64 random bits."""
    random[0] = random[0] + word(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> word(30))) * word(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> word(27))) * word(0x94D049BB133111EB)
    return z ^ (z >> word(31))


def below(random, n):  # type: ignore[no-untyped-def]
    """Return a uniform integer from 0 to n - 1 (n at most 2**32)."""
    bound = word(n)
    m = (next_word(random) >> word(32)) * bound
    low = m & word(0xFFFFFFFF)
    if low < bound:
        threshold = (word(0x100000000) - bound) % bound
        while low < threshold:
            m = (next_word(random) >> word(32)) * bound
            low = m & word(0xFFFFFFFF)
    return np.int64(m >> word(32))


def uniform(random):  # type: ignore[no-untyped-def]
    """Return a uniform float64 in [0, 1)."""
    return np.float64(next_word(random) >> word(11)) * (1.0 / 9007199254740992.0)
