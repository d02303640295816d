"""States as keys, in kernels: the key of the image that stands for a state, and the state of a key.

Where the rules declare `swap` and `symmetry`, one state stands for all its images: the one with the least key. Keys are
packed numbers (`outfox.formats.packing`), or the rules' own `rank`.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import mix, word
from outfox.kernel.slots import (
    HAS_RANK,
    HAS_SWAP,
    HAS_SYMMETRY,
    from_leaves,
    mover,
    rank,
    state_leaves,
    swap,
    symmetry,
    unrank,
)

# Pool: states that a kernel works in.
STATE, CHILD, IMAGE, OTHER, ZERO, POOL = range(6)

# What is chosen.
LEAST, IMAGES, SWAPS, RANKED, LAYERED, KEPT, OPTIONS = range(7)


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
