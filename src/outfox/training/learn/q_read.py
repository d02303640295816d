"""What was learned about every position of a solved game: the value of each edge of its graph, for who moves.

A learner may know a position with the players exchanged. Then each action has the value of the one that leads to the
same position, seen so.

Time: one `apply` an edge where frames differ or values belong to states, else one hash a state. Memory: 8 bytes an
edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outfox.formats.packing import Packing
from outfox.kernel import canonical
from outfox.kernel.canonical import CHILD as HERE
from outfox.kernel.canonical import STATE, unpack
from outfox.kernel.graph import by_rank
from outfox.kernel.link import link
from outfox.kernel.slots import BRANCHING, HAS_SWAP, Bytes, Floats, Ints, States, apply, legal_actions, swap
from outfox.training.learn.q_kernel import code_of, value_of
from outfox.training.learn.q_states import AFTER, CHILD, UNKNOWN, ZERO, Known, has_room, lead, settle

if TYPE_CHECKING:
    from outfox.kernel.graph import Graph
    from outfox.training.learn.q_learning import QLearner

CHUNK = 50_000
"""Positions between two looks at the world outside."""


def read_values(learner: QLearner, graph: Graph, first: Ints) -> tuple[Floats, Ints]:
    """Return what a learner knows about the actions of all positions of a graph.

    Parameters
    ----------
    learner
        It stays as it is.
    graph
        Of the same game, with a state for each position (``symmetry=False``).
    first : (states + 1,) int64
        Where the edges of each begin.

    Returns
    -------
    values : (edges,) float64
        The mover's value of each action; 0 for those that it never tried.
    numbers : (states,) int64
        Which positions are one for the learner; -1 where nobody chooses.
    """
    memory, linked = learner.memory.copy(), link(learner.game, read)
    places = linked.states(canonical.POOL)
    values, numbers = np.zeros(int(first[-1])), np.full(graph.states, UNKNOWN, np.int64)
    ranked = np.zeros(canonical.OPTIONS, np.int64)
    ranked[canonical.RANKED] = by_rank(graph.game, symmetry=False)
    done, keys = 0, graph.keys.reshape(-1)
    while done < graph.states:
        stop = min(done + CHUNK, graph.states)
        done = int(
            linked(
                memory.pool, memory.known, memory.counters, learner.options, places, graph.packing, ranked, keys,
                graph.who, first, done, stop, values, numbers,
            )
        )  # fmt: skip
        if done < stop:
            memory.grow()
    return values, numbers


def read(
    pool: States, known: Known, counters: Ints, options: Ints, places: States, packing: Packing, ranked: Ints,
    keys: Ints, who: Bytes, first: Ints, begin: int, stop: int, values: Floats, numbers: Ints,
) -> int:  # fmt: skip
    """Look up positions `begin` to `stop` - 1; return how far that came, less than `stop` where arrays must grow.

    Parameters
    ----------
    pool, known, counters, options
        As for `learn`; positions that it does not know are entered.
    places
        ``canonical.POOL`` states.
    packing, ranked, keys, who, first
        Of the graph.
    values, numbers
        Filled.
    """
    out, leaf = np.empty(max(BRANCHING, 1), np.int64), np.empty(len(packing.low), np.int64)
    taken, spare = np.empty(max(BRANCHING, 1), np.int64), np.empty(max(BRANCHING, 1), np.int64)
    for i in range(begin, stop):
        if who[i] > 1:
            continue
        if not has_room(known, counters, 1):
            return i
        unpack(places, packing, ranked, keys, i, packing.word[-1] + 1, leaf)
        pool[CHILD] = places[STATE]
        at = settle(pool, 0, known, counters, options, out)
        node, flip = at >> 1, at & 1
        if (options[AFTER] or flip) and not has_room(known, counters, 2 * BRANCHING):  # what both frames lead to
            return i
        numbers[i] = node
        begins, ends = known.first[node], known.first[node + 1]
        if flip == 0:
            for k in range(begins, ends):
                if options[AFTER]:
                    lead(pool, 0, known, counters, options, node, k, out)
                code = code_of(known, options, np.int64(known.who[node]), k)
                values[first[i] + k - begins] = value_of(known, code)
        elif HAS_SWAP:
            across(pool, known, counters, options, places, node, first[i], out, taken, spare, values)
    return stop


def across(pool, known, counters, options, places, node, at, out, taken, spare, values):  # type: ignore[no-untyped-def]
    """Fill the values of the actions of ``places[STATE]``, which is known as `node` with the players exchanged."""
    begins, ends = known.first[node], known.first[node + 1]
    for k in range(begins, ends):
        lead(pool, 0, known, counters, options, node, k, out)
        taken[k - begins] = 0
    count = legal_actions(places[STATE], out)
    for j in range(count):
        places[HERE] = places[STATE]
        apply(places[HERE], out[j])
        pool[CHILD] = pool[ZERO]
        swap(places[HERE], pool[CHILD])
        led = settle(pool, 0, known, counters, options, spare)
        for k in range(begins, ends):
            if known.child[k] == led and taken[k - begins] == 0:
                taken[k - begins] = 1
                values[at + j] = value_of(known, code_of(known, options, np.int64(known.who[node]), k))
                break
