"""Expected values on a graph with chance: one backward pass where there are no cycles, else value iteration.

Idea. A state is worth its best action to the player who moves, and the mean of its outcomes where chance moves. Without
cycles the states are gone through once, from the last to the first. With cycles they are swept again and again, each
sweep using what it has already changed, from the worth of endless play everywhere until no value changes by more than
the tolerance. After n sweeps a value is at least as near as the game that is cut after n plies and scored as endless.

Time: a visit of every edge, once or for each sweep. Memory: 8 bytes a state beside the graph.

Sources: Shapley 1953; Puterman 1994 (value iteration, Gauss-Seidel order).

Status: proven without cycles; with cycles measured: the tolerance bounds the change of the last sweep, not the error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from outfox.kernel.graph import Graph, Keeper, Parts
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Floats, Ints, Ints32
from outfox.kernel.store import BY_CHANCE, OVER

TOLERANCE = 1e-12
"""A sweep that changes no value by more is the last."""

MOST_SWEEPS = 10_000
"""More are not made: the value is then that of the game cut after at least as many plies and scored as endless play.

A random cat that hunts a careful mouse will meet it some time, in a hundred million plies or so; values that creep
there are worth less than an answer that says where it stopped.
"""


# What sweeps have made.
SWEEPS, CHANGE, MADE = range(3)


class Expected(NamedTuple):
    """Expected values.

    Attributes
    ----------
    values : (states,) float64
        Player 0's payoff, in each state's frame.
    sweeps : int
    change : float
        The largest change of a value in the last sweep; 0 where one pass is exact; above the tolerance where the sweeps
        were stopped.
    """

    values: Floats
    sweeps: int
    change: float


def sweep(first: Ints, edges: Ints32, odds: Floats, who: Bytes, values: Floats, made: Floats) -> float:
    """Bring every value up to date, from the last state to the first; return the largest change.

    ``made[SWEEPS]`` counts it, and ``made[CHANGE]`` takes what it returns: whoever is interrupted behind it finds both
    in agreement with the values.
    """
    n, most = len(first) - 1, 0.0
    for back in range(n):
        i = n - 1 - back
        if who[i] == OVER:
            continue
        new = 0.0
        for e in range(first[i], first[i + 1]):
            value = values[edges[e] >> 1]
            if edges[e] & 1:
                value = -value
            if who[i] == BY_CHANCE:
                new += odds[e] * value
            elif e == first[i] or (value > new) == (who[i] == 0):
                new = value
        change = abs(new - values[i])
        if change > most:
            most = change
        values[i] = new
    made[SWEEPS] += 1.0
    made[CHANGE] = most
    return most


_sweep = compiled(sweep)


def expect(
    graph: Graph,
    *,
    endless: float | None = None,
    tolerance: float = TOLERANCE,
    progress: Callable[[str], None] | None = None,
    keeper: Keeper | None = None,
) -> Expected:
    """Return the expected value of every state.

    Parameters
    ----------
    graph
        With or without chance; where it has cycles, its game has ENDLESS.
    endless
        What endless play is worth; default: what the game says.
    tolerance
        With cycles: the largest change of a value that is taken for none.
    progress
        Called after each sweep with what it changed.
    keeper
        As for `outfox.kernel.graph.reach`.
    """
    worth = (graph.game.endless or 0.0) if endless is None else endless
    values = np.where(graph.who == OVER, graph.payoff, worth)
    odds = graph.odds if len(graph.odds) else np.zeros(graph.edge_count)
    made = np.zeros(MADE)
    if keeper is not None and (taken := keeper.taken()) is not None and "expected" in taken[1]:
        values[:], made[:] = taken[1]["expected"], taken[1]["made"]

    def parts() -> Parts:
        facts, arrays = graph.parts()
        return {**facts, "sweeps": int(made[SWEEPS])}, {**arrays, "expected": values, "made": made}

    while not made[SWEEPS] or not (graph.forward or made[CHANGE] <= tolerance or made[SWEEPS] >= MOST_SWEEPS):
        if keeper is not None:
            keeper.offer(parts)
        _sweep(graph.first, graph.edges, odds, graph.who, values, made)
        if progress is not None:
            progress(f"sweep {int(made[SWEEPS]):,}: values still change by up to {made[CHANGE]:.1e}")
    return Expected(values, int(made[SWEEPS]), 0.0 if graph.forward else float(made[CHANGE]))
