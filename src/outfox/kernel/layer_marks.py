"""The kernel that says which layer states are in, by the rules' `progress`: states whose keys are at hand.

Time: one `progress` a state. Memory: none.
"""

from __future__ import annotations

import numpy as np

from outfox.formats.packing import Packing
from outfox.kernel.canonical import STATE, unpack
from outfox.kernel.slots import Ints, States, progress


def mark_layers(pool: States, packing: Packing, options: Ints, keys: Ints, layers: Ints) -> int:
    """Write the `progress` of each of `keys` to `layers`, and return how many."""
    words, leaf = packing.word[-1] + 1, np.empty(len(packing.low), np.int64)
    for i in range(len(layers)):
        unpack(pool, packing, options, keys, i, words, leaf)
        layers[i] = progress(pool[STATE])
    return len(layers)
