"""What lies beyond the first states of a graph, by a sample: explorers wander on from there, each for itself.

An explorer has a small crowd of states. It takes all their children, keeps as many of them as its crowd may have, drawn
at random, and goes on with these, ply by ply until the games are over; then it begins anew. The explorers know nothing
of each other, so that how often two of them find the same state tells how many states there are to be found:
zoologists count fish like that (`outfox.methods.solve.estimate`). They are kept apart because the children of one
crowd, which are cousins, meet again far more often than states that were drawn independently.

Time: as for finding as many states (`outfox.kernel.expand`) and for sorting them, a second or two; the first sample of
a game with `progress` compiles a small kernel. Memory: some 100 bytes a child, 250 MB.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

from outfox.kernel.slots import Ints

EXPLORERS = 7

CHILDREN = 2_000_000
"""So many children are made in all; a pass that was begun before is finished, if twice as many are enough for it."""

THIN, WIDE = 8, 1_000
"""States of a crowd: in the first pass, which shows how long games are, and at most in the others."""

FULL_PASSES, PLIES, STEPS = 4, 500, 20_000
"""Passes that shall fit into the sample; most plies of one, for games that go on for ever; most steps in all."""

LAYER_BITS, WHO_BITS = 14, 3
KNOWN = 0
"""Stands in the place of an explorer for the states that are known already."""


class LeafOutside(Exception):
    """A state does not fit into the packing: the leaf, and its value."""


class Wanderer(Protocol):
    """Whoever leads from states to their children: a `Grower` that forgets what it had."""

    def children(self, keys: Ints) -> tuple[Ints, int]:
        """Return the keys of the children of states, each once, and how many edges lead to them."""


class Sample(NamedTuple):
    """The states that explorers found, each once, but for those that were known before.

    Attributes
    ----------
    seen : (n,) int64
        By how many of the explorers.
    layer : (n,) int64
        Where it lies: layers are numbered in their order, by the rules' `progress`, or else by the plies after which
        an explorer came there.
    expanded, edges : int
        States whose children were made, and the edges to these.
    """

    seen: Ints
    layer: Ints
    expanded: int
    edges: int


def sample(
    wanderer: Wanderer, known: Ints, starts: Ints, same: int, progress: Callable[[Ints], Ints] | None = None
) -> Sample:
    """Return a sample of the states that can be reached from some.

    Parameters
    ----------
    wanderer
        Makes children.
    known : (states, words)
        Keys of all states that are known already.
    starts : (states, words)
        Where explorers begin.
    same
        So many words of a key say which state it is.
    progress
        Returns the rules' `progress` of states; None: layers are plies.
    """
    hashes, layers, who = [_hashed(known, same)], [np.zeros(len(known), np.int64)], [np.full(len(known), KNOWN)]
    expanded = edges = 0
    for number, ply, crowd, kids, count in _steps(wanderer, starts):
        hashes.append(_hashed(kids, same))
        layers.append(progress(kids) if progress is not None else np.full(len(kids), ply))
        who.append(np.full(len(kids), number))
        expanded, edges = expanded + crowd, edges + count
    layer = _numbered(np.concatenate(layers))
    return Sample(*_counted(np.concatenate(hashes), np.concatenate(who), layer), expanded, edges)


def _steps(wanderer: Wanderer, starts: Ints) -> Iterator[tuple[int, int, int, Ints, int]]:
    """Let the explorers go; yield who, the ply, the size of the crowd, its children, and the edges to these."""
    random = [np.random.default_rng(number) for number in range(EXPLORERS)]
    edges, steps, width = 0, 0, THIN
    while edges < CHILDREN and steps < STEPS:
        begun = edges
        crowds = [_some(starts, width, draw) for draw in random]
        for ply in range(1, PLIES + 1):
            for k in range(EXPLORERS):
                if len(crowds[k]) and edges < 2 * CHILDREN:
                    kids, count = wanderer.children(crowds[k])
                    edges, steps = edges + count, steps + 1
                    yield k + 1, ply, len(crowds[k]), kids, count
                    crowds[k] = _some(kids, width, random[k])
            if not any(len(crowd) for crowd in crowds):
                break
        if width == THIN:
            width = min(max(THIN * CHILDREN // (FULL_PASSES * max(edges - begun, 1)), THIN + 1), WIDE)


def _some(keys: Ints, width: int, random: np.random.Generator) -> Ints:
    return keys if len(keys) <= width else keys[random.choice(len(keys), width, replace=False)]


def _hashed(keys: Ints, same: int) -> Ints:
    """Return a hash of each key, in the upper bits, for the explorer and the layer to go below."""
    mixed = np.zeros(len(keys), np.uint64)
    for word in range(same):
        mixed = (mixed ^ keys[:, word].astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(32)
    return (mixed >> np.uint64(1)).astype(np.int64) >> LAYER_BITS + WHO_BITS << LAYER_BITS + WHO_BITS


def _numbered(layers: Ints) -> Ints:
    """Number layers from 0; where there are very many, some neighbours become one."""
    values = _distinct(np.sort(layers))
    numbers = np.searchsorted(values, layers)
    return numbers // (len(values) // (1 << LAYER_BITS) + 1)


def _distinct(ordered: Any) -> Any:
    return ordered[np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))]


def _counted(hashes: Ints, who: Ints, layer: Ints) -> tuple[Ints, Ints]:
    """Return of each state that was not known by how many explorers it was seen, and its layer.

    A state that lies at several depths is where the first of its explorers, by number, found it soonest: so that is
    no other place for states that were seen by two than for those that were seen by one.
    """
    marks = np.sort(hashes | who << LAYER_BITS | layer)
    marks = marks[np.flatnonzero(np.diff(marks >> LAYER_BITS, prepend=-1))]  # each state once an explorer
    begins = np.flatnonzero(np.diff(marks >> LAYER_BITS + WHO_BITS, prepend=-1))
    seen, first = np.diff(np.append(begins, len(marks))), marks[begins]
    fresh = first >> LAYER_BITS & (1 << WHO_BITS) - 1 != KNOWN
    return seen[fresh], (first & (1 << LAYER_BITS) - 1)[fresh]
