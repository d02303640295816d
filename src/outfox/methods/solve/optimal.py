"""`optimal`: which actions of a solved game are best, and what the others give away.

Idea. An action keeps the mover's value if it leads to a state that is worth as much. Among those, the side that is
better off than with endless play takes the fastest, and the other the slowest; see
`outfox.methods.solve.retrograde`. All edges of the graph are graded at once, as arrays: for learners, for grading
whole policies.

Time: some passes over the edges. Memory: 14 bytes an edge to keep, three times that on the way.

Status: proven (compared with brute force, with cycles, several payoffs and players that move twice).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outfox.kernel.graph import Graph
from outfox.kernel.slots import Floats, Ints, Ints32
from outfox.methods.solve.retrograde import NO_DISTANCE
from outfox.methods.solve.states import EVEN, SolvedGraph

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Optimal:
    """What each edge of a solved graph is worth to whoever chooses it.

    Attributes
    ----------
    graph
        The graph; edge ``first[i] + k`` is action ``k`` of state ``i``.
    keeps : (edges,) bool
        Whether the action keeps the mover's value. False for chance outcomes, which nobody chooses.
    best : (edges,) bool
        Whether it also keeps the best distance. Where distances do not count, all that keep the value are best.
    loss : (edges,) float64
        The payoff that the mover gives away, 0 or more.
    late : (edges,) int32
        Among the actions that keep the value: by how many plies the end comes too late for the side that hastens, or
        too early for the other. 0 for the best, for those that lose value, and where one of the two never ends.
    """

    graph: Graph
    keeps: Bools
    best: Bools
    loss: Floats
    late: Ints32


def optimal(solved: SolvedGraph) -> Optimal:
    """Grade every action of a solved game.

    Parameters
    ----------
    solved
        From `outfox.methods.solve.states.solve_states`.

    Examples
    --------
    >>> from outfox.methods.solve.states import solve_states
    >>> from outfox.rules import load
    >>> graded = optimal(solve_states(load("nim:piles=[1,2]")))
    >>> start = slice(*graded.graph.first[:2])
    >>> graded.best[start].tolist(), graded.loss[start].tolist()
    ([False, False, True], [2.0, 2.0, 0.0])
    """
    graph = solved.graph
    first, edges = edges_of(graph)
    parent = np.repeat(np.arange(graph.states, dtype=np.int32), np.diff(first))
    child, flipped = edges >> 1, (edges & 1).astype(bool)
    who = graph.who[parent]
    moved = (who == 0) | (who == 1)
    after = np.where(flipped, -solved.values[child], solved.values[child])
    loss = np.where(who == 0, 1.0, -1.0) * (solved.values[parent] - after)
    close = EVEN if graph.game.has("chance") else 0.0
    keeps = moved & (np.abs(loss) <= close)
    loss = np.where(keeps | ~moved, 0.0, np.maximum(loss, 0.0))
    best, late = _by_distance(solved, keeps, parent, child)
    return Optimal(graph, keeps, best, loss, late)


def edges_of(graph: Graph) -> tuple[Ints, Ints32]:
    """Return where the edges of each state begin, and the edges; made again where they were not kept."""
    if graph.retracer is not None:
        return graph.retracer.edges(np.arange(graph.states, dtype=np.int32))
    return graph.first, graph.edges


def _by_distance(solved: SolvedGraph, keeps: Bools, parent: Ints32, child: Ints32) -> tuple[Bools, Ints32]:
    """Return which of the edges that keep the value keep the best distance, and how much worse the others are."""
    mine, its = solved.distances[parent], solved.distances[child]
    endless = solved.game.endless or 0.0
    counts = (solved.values != endless)[parent] | bool(endless)  # else nobody hastens
    neither = (mine == NO_DISTANCE) & (its == NO_DISTANCE)
    both = (mine != NO_DISTANCE) & (its != NO_DISTANCE)
    plies = np.where(both & counts & keeps, np.abs(its + 1 - mine), 0).astype(np.int32)
    best = keeps & (~counts | neither | (both & (plies == 0)))
    return best, plies
