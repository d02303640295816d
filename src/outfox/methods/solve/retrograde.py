"""Retrograde analysis: the exact value and distance of every state of a graph, from the ends of play backwards.

Idea. Order the payoffs that occur. From the best for player 0 down to what endless play is worth: a state has that
value if player 0 can force it, which spreads backwards from the terminal states, to a state of player 0 with its first
good action and to one of player 1 with its last. From the worst payoff up, the same for player 1. What is left never
ends, or not for another payoff. Spreading goes by plies, so the first time that a state is reached is also its
distance: the side that is better off than with endless play hastens, the other delays, among the actions that keep the
value.

One counter a state is enough for all payoffs, if those farthest from ENDLESS come first: an action that led to an
earlier payoff is not one that keeps this state's value, whoever moves. Where every edge leads to a higher number,
one pass over the states from the last to the first does it, without predecessors.

Time: one visit of every edge, twice (once to turn it round). Memory: 15 bytes a state and 4 an edge beside the graph;
6 bytes a state where all edges lead forward.

Sources: Ströhlein 1970 and Thompson 1986 (retrograde analysis in chess); Zermelo 1913. That payoffs are taken in order
of their distance from ENDLESS, so that one counter serves all, is our own; the proof is the paragraph above.

Status: proven (compared with a brute-force fixed point on random graphs, and with published counts).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.expand import OVER
from outfox.kernel.graph import Graph
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Ints, Ints32, Shorts

UNKNOWN = -1
NO_DISTANCE = -1
"""The distance of a state from which play need not end."""


class Levels:
    """The payoffs that occur, in order, and how they compare with endless play.

    Attributes
    ----------
    payoffs : (n,) float64
        Ascending, in any frame; with what endless play is worth.
    endless : int
        Which of them endless play is worth.
    mirror : (n,) int64
        The place of the payoff with its sign changed, for frames that exchange the players.
    wanted : (n,) int64
        1 where player 0 hastens to it, -1 where player 1 does, 0 where nobody does.
    """

    def __init__(self, graph: Graph) -> None:
        endless = graph.game.endless or 0.0
        found = np.unique(graph.payoff[graph.who == OVER])
        exchanged = bool((graph.edges & 1).any()) or any(flip for _, flip in graph.roots)
        self.payoffs = np.unique(np.concatenate([found, -found if exchanged else found, [endless]]))
        self.endless = int(np.searchsorted(self.payoffs, endless))
        self.mirror = np.searchsorted(self.payoffs, -self.payoffs).clip(0, len(self.payoffs) - 1)
        self.wanted = np.sign(self.payoffs - endless).astype(np.int64)
        self.wanted[self.endless] = int(np.sign(endless))

    def rounds(self) -> list[list[int]]:
        """Return the payoffs that are spread at the same time, those farthest from endless play first."""
        away = np.abs(self.payoffs - self.payoffs[self.endless])
        return [np.flatnonzero(away == d).tolist() for d in sorted(set(away.tolist()), reverse=True)]

    def of(self, graph: Graph) -> Any:
        """Return the place of each state's payoff; UNKNOWN where the game goes on."""
        places = np.searchsorted(self.payoffs, graph.payoff).astype(np.int16)
        places[graph.who != OVER] = UNKNOWN
        return places


def analyse(graph: Graph, levels: Levels) -> tuple[Shorts, Ints32]:
    """Return the value and distance of every state, in its frame.

    Parameters
    ----------
    graph
        Without chance; where it has cycles, its game has ENDLESS.

    Returns
    -------
    values : (states,) int16
        Places in ``levels.payoffs``.
    distances : (states,) int32
        Plies to the end; NO_DISTANCE where play need not end, or nobody hastens.
    """
    values = levels.of(graph)
    distances = np.where(values >= 0, 0, NO_DISTANCE).astype(np.int32)
    if graph.forward:
        _backwards(graph.first, graph.edges, graph.who, values, distances, levels.mirror, levels.wanted)
        return values, distances
    return _by_rounds(graph, levels, values, distances)


def _by_rounds(graph: Graph, levels: Levels, ends: Shorts, distances: Ints32) -> tuple[Shorts, Ints32]:
    begins, sources = turned_round(graph)
    left = np.diff(graph.first).astype(np.int32)
    values = np.full(graph.states, UNKNOWN, np.int16)
    queue = np.empty(graph.states, np.int32)
    for places in levels.rounds():
        terminal = np.flatnonzero(np.isin(ends, places))
        queue[: len(terminal)] = terminal
        values[terminal] = ends[terminal]
        if levels.wanted[places[0]]:
            _spread(
                begins, sources, graph.who, values, distances, left, queue, len(terminal), levels.mirror, levels.wanted
            )
    values[values == UNKNOWN] = levels.endless
    return values, distances


def turned_round(graph: Graph) -> tuple[Ints, Ints32]:
    """Return the edges by the state they lead to.

    Returns
    -------
    begins : (states + 1,) int64
    sources : (edges,) int32
        Twice the number of the state that an edge comes from, plus its mark of exchanged players.
    """
    begins = np.zeros(graph.states + 1, np.int64)
    sources = np.empty(graph.edge_count, np.int32)
    _turn_round(graph.first, graph.edges, begins, sources)
    return begins, sources


def turn_round(first: Ints, edges: Ints32, begins: Ints, sources: Ints32) -> int:
    """Sort edges by the state they lead to."""
    n = len(first) - 1
    for e in range(len(edges)):
        begins[(edges[e] >> 1) + 1] += 1
    for i in range(n):
        begins[i + 1] += begins[i]
    for back in range(n):  # from the last state, so that `begins` ends as where each state's edges begin
        i = n - 1 - back
        for e in range(first[i], first[i + 1]):
            to = edges[e] >> 1
            begins[to + 1] -= 1
            sources[begins[to + 1]] = i * 2 + (edges[e] & 1)
    for i in range(n):
        begins[i] = begins[i + 1]
    begins[n] = len(edges)
    return n


def spread(
    begins: Ints,
    sources: Ints32,
    who: Bytes,
    values: Shorts,
    distances: Ints32,
    left: Ints32,
    queue: Ints32,
    end: int,
    mirror: Ints,
    wanted: Ints,
) -> int:
    """Spread values backwards from the first `end` states of the queue.

    `left` has for each state how many of its actions lead to states without a value.
    """
    head = 0
    while head < end:
        child = queue[head]
        head += 1
        value, plies = values[child], distances[child] + 1
        for e in range(begins[child], begins[child + 1]):
            state = sources[e] >> 1
            if values[state] >= 0:
                continue
            mine = mirror[value] if sources[e] & 1 else np.int64(value)
            left[state] -= 1
            if left[state] == 0 or (wanted[mine] > 0) == (who[state] == 0):
                values[state] = mine
                distances[state] = plies
                queue[end] = state
                end += 1
    return end


def backwards(
    first: Ints, edges: Ints32, who: Bytes, values: Shorts, distances: Ints32, mirror: Ints, wanted: Ints
) -> int:
    """Give every state its value and distance, where all edges lead to higher numbers."""
    n = len(first) - 1
    for back in range(n):
        i = n - 1 - back
        if values[i] >= 0:
            continue
        first_player = who[i] == 0
        best, plies = np.int64(-1), np.int64(0)
        for e in range(first[i], first[i + 1]):
            child = edges[e] >> 1
            value = mirror[values[child]] if edges[e] & 1 else np.int64(values[child])
            if best >= 0 and value != best and (value > best) != first_player:
                continue
            if value != best:
                best, plies = value, np.int64(distances[child])
            elif (wanted[value] > 0) == first_player:
                plies = min(plies, np.int64(distances[child]))
            else:
                plies = max(plies, np.int64(distances[child]))
        values[i] = best
        distances[i] = plies + 1 if wanted[best] != 0 else NO_DISTANCE
    return n


def find_cycle(first: Ints, edges: Ints32, way: Ints32, tried: Ints, seen: Bytes) -> int:
    """Find a cycle, by depth-first search from state 0 on.

    Parameters
    ----------
    way, tried : (states,)
        The states of the search's path; the edges of each that have been tried.
    seen : (states,)
        0: not yet; 1: on the path; 2: done.

    Returns
    -------
    int
        0 where there is no cycle; else the cycle is the end of `way`, from where its last state stands before.
    """
    for root in range(len(first) - 1):
        if seen[root]:
            continue
        depth = 0
        way[0], tried[0], seen[root] = root, first[root], 1
        while depth >= 0:
            state = way[depth]
            if tried[depth] == first[state + 1]:
                seen[state] = 2
                depth -= 1
                continue
            child = edges[tried[depth]] >> 1
            tried[depth] += 1
            if seen[child] == 1:
                way[depth + 1] = child
                return depth + 2
            if seen[child] == 0:
                depth += 1
                way[depth], tried[depth], seen[child] = child, first[child], 1
    return 0


_turn_round, _spread, _backwards = compiled(turn_round), compiled(spread), compiled(backwards)
_find_cycle = compiled(find_cycle)


def cycle(graph: Graph) -> list[int]:
    """Return the states of a cycle, the first again at the end; empty where there is none."""
    if graph.forward:
        return []
    way = np.zeros(graph.states + 1, np.int32)
    length = _find_cycle(
        graph.first, graph.edges, way, np.zeros(graph.states + 1, np.int64), np.zeros(graph.states, np.uint8)
    )
    if not length:
        return []
    states = way[:length].tolist()
    return [int(n) for n in states[states.index(states[-1]) :]]


__all__ = ["NO_DISTANCE", "Levels", "analyse", "cycle", "turned_round"]
