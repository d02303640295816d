"""`grade`: how far a whole policy is from perfect play, by the exact solution.

Two questions. How good are its actions: the share that is optimal, what the others give away, over all its states and
over those that it can come to whatever the other side does. And what does it secure: the value and the length against
an opponent who knows it, found by solving the game in which it has no choice left.

Time: some passes over the edges, and solving once more. Memory: a copy of the edges.

Status: proven (compared with brute force over all replies).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.kernel.graph import Graph
from outfox.kernel.slots import Ints
from outfox.methods.solve.expectation import expect
from outfox.methods.solve.optimal import Optimal
from outfox.methods.solve.retrograde import NO_DISTANCE, Levels, analyse
from outfox.methods.solve.states import SolvedGraph

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Shares:
    """How good the actions of a policy are in some states.

    Attributes
    ----------
    states
        How many, in which it has more than one action.
    optimal
        The share in which its action is the best, by value and by length.
    keeping
        The share in which it keeps the value.
    loss
        The payoff that its action gives away, on average.
    late
        The plies by which it comes to the end too late, or too early, while it keeps the value; on average.
    """

    states: int
    optimal: float
    keeping: float
    loss: float
    late: float


@dataclass(frozen=True)
class Grade:
    """What a policy of one player is worth.

    Attributes
    ----------
    player
        Whose it is.
    everywhere, played
        Over all its states; over those that it can come to when it plays and the other does anything.
    value, remoteness
        Of the game at its start; player 0's payoff.
    secured, secured_remoteness
        The same against an opponent who knows the policy.
    """

    player: int
    everywhere: Shares
    played: Shares
    value: float
    remoteness: int | None
    secured: float
    secured_remoteness: int | None

    @property
    def regret(self) -> float:
        """The payoff that it fails to secure, 0 or more."""
        sign = 1.0 if self.player == 0 else -1.0
        return max(0.0, sign * (self.value - self.secured))  # the first of equals: not -0.0

    @property
    def regret_plies(self) -> int | None:
        """By how many plies it secures the value too late or too early; None where it does not, or never ends."""
        if self.regret > 0 or self.remoteness is None or self.secured_remoteness is None:
            return None
        return abs(self.secured_remoteness - self.remoteness)

    @property
    def perfect(self) -> bool:
        """Whether no policy secures more, or the same better."""
        return self.regret == 0 and (self.remoteness is None or self.remoteness == self.secured_remoteness)

    def to_dict(self) -> dict[str, Any]:
        """Return the grade with its stable keys."""
        return {**asdict(self), "regret": self.regret, "regret_plies": self.regret_plies, "perfect": self.perfect}


def grade(solved: SolvedGraph, graded: Optimal, chosen: Ints, player: int) -> Grade:
    """Grade a policy.

    Parameters
    ----------
    solved
        The game, one state a position.
    graded
        Its actions.
    chosen : (states,) int64
        The edge that the policy takes in each state of its player.
    player
        Who that is.

    Examples
    --------
    >>> from outfox.methods.solve.optimal import optimal
    >>> from outfox.methods.solve.states import solve_states
    >>> from outfox.rules import load
    >>> solved = solve_states(load("nim:piles=[1,2]"))
    >>> first_legal = solved.graph.first[:-1]
    >>> found = grade(solved, optimal(solved), first_legal, 0)
    >>> found.value, found.secured
    (1.0, -1.0)
    """
    graph = solved.graph
    mine = graph.who == player
    root = graph.roots[0][0]
    secured, plies = _secured(graph, chosen, player)
    return Grade(
        player,
        _shares(graph, graded, chosen, mine),
        _shares(graph, graded, chosen, mine & reached(graph, chosen, player)),
        float(solved.values[root]),
        _plies(solved.distances[root]),
        float(secured[root]),
        _plies(plies[root]),
    )


def _plies(distance: Any) -> int | None:
    return None if distance == NO_DISTANCE else int(distance)


def _shares(graph: Graph, graded: Optimal, chosen: Ints, mine: Bools) -> Shares:
    states = np.flatnonzero(mine & (np.diff(graph.first) > 1))
    if not len(states):
        return Shares(0, 1.0, 1.0, 0.0, 0.0)
    edges = chosen[states]
    means = (float(column[edges].mean()) for column in (graded.best, graded.keeps, graded.loss, graded.late))
    return Shares(len(states), *means)


def reached(graph: Graph, chosen: Ints, player: int) -> Bools:
    """Return which states can come up when a policy plays, and the other side and chance do anything."""
    seen = np.zeros(graph.states, bool)
    frontier = np.unique([number for number, _ in graph.roots])
    while len(frontier):
        seen[frontier] = True
        decided = frontier[graph.who[frontier] == player]
        others = frontier[graph.who[frontier] != player]
        edges = np.concatenate([chosen[decided], _edges(graph, others)])
        after = np.unique(graph.edges[edges] >> 1)
        frontier = after[~seen[after]]
    return seen


def _edges(graph: Graph, states: Ints) -> Ints:
    counts = np.diff(graph.first)[states]
    begins = np.repeat(graph.first[states] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
    found: Ints = begins + np.arange(counts.sum())
    return found


def _secured(graph: Graph, chosen: Ints, player: int) -> tuple[Any, Any]:
    """Return value and distance of each state when one side has no choice left."""
    mine = graph.who == player
    counts = np.where(mine, 1, np.diff(graph.first))
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    taken = np.zeros(len(graph.edges), bool)
    taken[_edges(graph, np.flatnonzero(~mine))] = True
    taken[chosen[mine]] = True
    odds = graph.odds[taken] if len(graph.odds) else graph.odds
    pruned = replace(graph, first=first, edges=graph.edges[taken], odds=odds, edge_count=int(first[-1]))
    if graph.game.has("chance"):
        return expect(pruned).values, np.full(graph.states, NO_DISTANCE, np.int32)
    levels = Levels(pruned)
    values, distances = analyse(pruned, levels)
    return levels.payoffs[values], distances
