"""Cats and a mouse on any graph, solved from every position at once, for any graph without a new build.

`outfox.methods.solve` answers the same and much more for every game, but builds each board for itself. Here the graph,
the number of cats and the speeds are arguments: what a study asks of fifty boards takes no time. Captures are spread
backwards from the positions in which a cat and the mouse are on one node; a position that is never met is the mouse's.

Time: each step of each position once. Memory: 17 bytes a position, of which there are nodes ** (cats + 1) for each step
of a turn.

Sources
    R. Nowakowski and P. Winkler, *Vertex-to-vertex pursuit in a graph*, Discrete Mathematics 43 (1983). A. Bonato and
    R. J. Nowakowski, *The Game of Cops and Robbers on Graphs* (2011): the cop number.

Status: proven (position by position against `outfox.methods.solve` and a naive twin; published cop numbers).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from outfox.kernel.link import compiled
from outfox.kernel.slots import Ints
from outfox.rules.errors import NotSupported
from outfox.studies.cat_and_mouse.chase_kernel import NEVER, spread_captures

MOST_POSITIONS = 40_000_000

_spread = compiled(spread_captures)


@dataclass(frozen=True)
class Graph:
    """Nodes, and where a piece may step from each; every step can be taken back.

    Attributes
    ----------
    nodes
        How many.
    goals : (nodes * degree,) int64
        Where each step leads, -1 for none.
    """

    nodes: int
    goals: Ints = field(repr=False)

    @property
    def degree(self) -> int:
        """Most steps from a node."""
        return len(self.goals) // self.nodes

    @classmethod
    def of(cls, edges: Iterable[tuple[int, int]], *, stay: bool = False) -> Graph:
        """Return the graph with these edges; with `stay` a piece may stay, as it must where it has nowhere to go.

        Examples
        --------
        >>> Graph.of([(0, 1), (1, 2)]).goals.reshape(3, -1).tolist()
        [[1, -1], [0, 2], [1, -1]]
        """
        pairs = [(int(a), int(b)) for a, b in edges]
        nodes = 1 + max(max(pair) for pair in pairs)
        beside = [sorted({b for a, b in pairs if a == n} | {a for a, b in pairs if b == n}) for n in range(nodes)]
        steps = [[*found, n] if stay or not found else found for n, found in enumerate(beside)]
        goals = np.full((nodes, max(map(len, steps))), -1, np.int64)
        for n, found in enumerate(steps):
            goals[n, : len(found)] = found
        return cls(nodes, goals.reshape(-1))


@dataclass(frozen=True)
class Chase:
    """A solved chase.

    Attributes
    ----------
    graph, cats, cat_steps, mouse_steps
        What was solved: in a turn each cat takes its steps, one cat after the other, then the mouse takes its own.
    plies : (cats * cat_steps + mouse_steps, nodes ** (cats + 1)) int32
        In how many steps the mouse is caught with best play: by the steps of the turns that have been taken, then by
        position, whose digits in base `nodes` are the cats and, last, the mouse. NEVER where it is not; 0 where it is.
    """

    graph: Graph
    cats: int
    cat_steps: int
    mouse_steps: int
    plies: NDArray[np.int32] = field(repr=False)

    def at(self, cats: Iterable[int], mouse: int, first: str = "cat") -> int:
        """Return the plies from a position at the beginning of a side's turn; NEVER if the mouse gets away."""
        position = 0
        for node in (*cats, mouse):
            position = position * self.graph.nodes + node
        return int(self.plies[0 if first == "cat" else self.cats * self.cat_steps, position])

    @property
    def caught_everywhere(self) -> bool:
        """Whether the mouse is caught from every position, whoever is to move; nodes that lead nowhere do not count."""
        nodes = self.graph.nodes
        open_ = (self.graph.goals.reshape(nodes, -1) >= 0).any(axis=1)
        reached = self.plies.reshape(-1, *(nodes,) * (self.cats + 1)) != NEVER
        for axis in range(1, self.cats + 2):
            reached = reached.compress(open_, axis=axis)
        return bool(reached.all())

    @property
    def placed(self) -> int:
        """Plies if the cats choose where to stand, then the mouse, and the cats begin; NEVER if the mouse gets away."""
        nodes = self.graph.nodes
        table = self.plies[0].reshape(nodes**self.cats, nodes)
        longest = np.where((table == NEVER).any(axis=1), np.iinfo(np.int32).max, table.max(axis=1))
        best = int(longest.min())
        return NEVER if best == np.iinfo(np.int32).max else best


def chase(graph: Graph, *, cats: int = 1, cat_steps: int = 1, mouse_steps: int = 1) -> Chase:
    """Solve a chase from every position.

    Parameters
    ----------
    graph
        Where.
    cats
        How many.
    cat_steps, mouse_steps
        Steps of each cat, and of the mouse, in a turn.

    Raises
    ------
    NotSupported
        Where there are too many positions.

    Examples
    --------
    >>> square = Graph.of([(0, 1), (1, 2), (2, 3), (3, 0)], stay=True)
    >>> chase(square).placed, chase(square, cats=2).placed
    (-1, 1)
    """
    phases, count = cats * cat_steps + mouse_steps, graph.nodes ** (cats + 1)
    if phases * count > MOST_POSITIONS:
        raise NotSupported(
            f"{cats} {'cat' if cats == 1 else 'cats'} on {graph.nodes} cells make {phases * count:,} positions; at most"
            f" {MOST_POSITIONS:,} are kept"
        )
    pieces = [cat for cat in range(cats) for _ in range(cat_steps)] + [cats] * mouse_steps
    weights = [graph.nodes ** (cats - piece) for piece in range(cats + 1)]
    plies = np.full(phases * count, NEVER, np.int32)
    left, queue = np.zeros(phases * count, np.uint8), np.zeros(phases * count, np.int64)
    shape = np.array([graph.nodes, graph.degree, cats], np.int64)
    _spread(graph.goals, np.array(pieces, np.int64), np.array(weights, np.int64), shape, plies, left, queue)
    return Chase(graph, cats, cat_steps, mouse_steps, plies.reshape(phases, count))
