"""Cycles: whether play can be endless in a game that does not say what that is worth, and how."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from outfox.kernel.graph import Graph, reach
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Ints, Ints32
from outfox.methods.result import choices
from outfox.methods.solve.layers import Layers, position_of
from outfox.rules.errors import NotSupported
from outfox.rules.position import Position


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


_find_cycle = compiled(find_cycle)


def cycle(graph: Graph) -> list[int]:
    """Return the states of a cycle, the first again at the end; empty where there is none."""
    if graph.forward:
        return []
    if graph.retracer is None:
        return _cycle(graph.first, graph.edges)
    layers = Layers(graph)
    for number in range(len(layers)):
        if found := _cycle_in(layers, number):
            return found
    return []


def _cycle(first: Ints, edges: Ints32) -> list[int]:
    count = len(first) - 1
    way = np.zeros(count + 1, np.int32)
    length = _find_cycle(first, edges, way, np.zeros(count + 1, np.int64), np.zeros(count, np.uint8))
    states = way[:length].tolist()
    return [int(n) for n in states[states.index(states[-1]) :]] if length else []


def _cycle_in(layers: Layers, number: int) -> list[int]:
    """Return the states of a cycle in one part: between parts there are none."""
    part = layers.part(number)
    counts: list[Any] = []
    kept: list[Any] = []
    for chunk in layers.chunks(part, part.size):
        children = chunk.edges >> 1
        places = (layers.place[children] if len(layers.place) else children) - part.offset
        inside = (places >= 0) & (places < part.size)
        counts.insert(0, np.diff(np.concatenate([[0], np.cumsum(inside)])[chunk.first]))
        kept.insert(0, (2 * places[inside]).astype(np.int32))
    first = np.concatenate([[0], np.cumsum(np.concatenate(counts))])
    found = _cycle(first, np.concatenate(kept))
    return [int(part.numbers[k]) if len(part.numbers) else part.offset + k for k in found]


def refuse_cycles(graph: Graph) -> None:
    """Refuse a game in which play can be endless and nobody says what that is worth; the cycle is shown.

    Raises
    ------
    NotSupported
    """
    game = graph.game
    if game.endless is not None or graph.forward or not cycle(graph):
        return
    raise NotSupported(
        f"{game.name} declares no ENDLESS, but play can be endless: {_shown_cycle(graph)}; add ENDLESS = 0.0 (what"
        f" endless play pays player 0) to {game.path.name}"
    )


_SHOWN = 12


def _shown_cycle(graph: Graph) -> str:
    """Say which actions lead to a cycle, and which lead round it."""
    game = graph.game
    if graph.retracer is not None:
        states = cycle(graph)
        text = " ".join(position_of(graph, states[0]).text.split())
        return f"{text}, or an image of it, comes again after {len(states) - 1} plies"
    if graph.images > 1 or game.has("swap"):
        # Along the edges of a merged graph positions turn into their images.
        graph = reach(game, symmetry=False)
    states = cycle(graph)
    way = _way(graph, states[0])
    root, position = (way[0][0] if way else states[0]), game.start()
    starts = [number for number, _ in graph.roots]
    if root in starts:
        position = game.start(starts.index(root))
    there, position = _names(position, [k for _, k in way])
    steps = [_edge(graph, a, b) for a, b in itertools.pairwise(states)]
    round_, _ = _names(position, steps)
    return (f"after {', '.join(there)}, " if there else "") + f"{', '.join(round_)} leads back to the same position"


def _edge(graph: Graph, state: int, child: int) -> int:
    edges = (graph.edges[graph.first[state] : graph.first[state + 1]] >> 1).tolist()
    return int(edges.index(child))


def _names(position: Position, steps: list[int]) -> tuple[list[str], Position]:
    names = []
    for k in steps:
        action = choices(position)[k]
        names.append(position.name(action))
        position = position.play(action)
    return names[:_SHOWN] + [f"and {len(names) - _SHOWN} more"] * (len(names) > _SHOWN), position


def _way(graph: Graph, goal: int) -> list[tuple[int, int]]:
    """Return the shortest way from a root to a state: (state, place of the action) for each ply."""
    before: dict[int, tuple[int, int]] = {}
    todo = list(dict.fromkeys(number for number, _ in graph.roots))
    seen = set(todo)
    for state in todo:  # grows
        for k, edge in enumerate(graph.edges[graph.first[state] : graph.first[state + 1]].tolist()):
            if edge >> 1 not in seen:
                seen.add(edge >> 1)
                before[edge >> 1] = state, k
                todo.append(edge >> 1)
        if goal in seen:
            break
    way: list[tuple[int, int]] = []
    while goal in before:
        way.insert(0, before[goal])
        goal = before[goal][0]
    return way
