"""What is kept while the states of a game are found: the arrays of a graph, and what is counted."""

from __future__ import annotations

from typing import NamedTuple

from outfox.kernel.slots import Bytes, Floats, Ints, Ints32, Shorts

BATCH = 1024
"""Children in one batch, about."""

LARGEST = 2**31 - 1
"""`progress` fits 32 bits, and so does twice the number of a state."""

# What is counted.
EXPANDED, USED, EDGES, FORWARD, PAYOFFS, PLANTED, BAD_LEAF, BAD_VALUE, TOUCHED, COUNTERS = range(10)

# Why expansion stopped.
DONE, PAUSED, KEYS_FULL, TABLE_FULL, EDGES_FULL, LEAF_OUTSIDE, PAYOFFS_FULL, LAYER_OUTSIDE = range(8)

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
    layer : (states,) int32
        The state's `progress`; empty where the rules declare none.
    first : (states + 1,) int64
        Where the state's edges begin.
    edges : (edges,) int32
        Twice the number of the state that is led to, plus 1 where its frame has the players exchanged. Where edges are
        not kept, this and `first` have room for one batch.
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
    layer: Ints32
    first: Ints
    edges: Ints32
    odds: Floats
    payoffs: Floats
