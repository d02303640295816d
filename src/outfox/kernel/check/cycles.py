"""Laws along play: cycles and ENDLESS, turns that change hands, progress that never falls."""

from __future__ import annotations

import math
from collections import deque
from typing import Any

from outfox.kernel.check.explore import Played
from outfox.kernel.check.ground import Broken, Ground, Node, key_of

_TRIED = 50
"""States of cycles from which a shortest one is sought."""


def check_endless(ground: Ground, played: Played) -> bool:
    """Check cycles against ENDLESS; return whether there is one."""
    game = ground.game
    if game.endless is not None and not math.isfinite(game.endless):
        ground.note(
            "endless",
            "error",
            f"{ground.place('ENDLESS')}ENDLESS is {game.endless}; it must be a finite number",
        )
    cycle = find_cycle(ground)
    if cycle and game.endless is None:
        node, names = cycle
        message = (
            f"play can return to this state, by {names}, and so never end: say what that pays with"
            " ENDLESS = 0.0, or end the game in the rules"
        )
        ground.note("cycle", "error", f"{game.path.name}: {message}", node)
    elif not cycle and game.endless is not None:
        met = "can be reached" if ground.complete else f"was met in {len(ground.nodes)} states"
        ground.note("endless", "info", f"{ground.place('ENDLESS')}ENDLESS is declared, but no cycle {met}")
    elif not cycle and played.cut:
        message = (
            f"{played.cut} of {len(played.lengths)} random games had not ended after {max(played.lengths)}"
            " plies, and no state came back: if play can be endless declare ENDLESS; a counter that only"
            " grows hides cycles unless KEY leaves it out"
        )
        ground.note("length", "warning", f"{game.path.name}: {message}")
    return cycle is not None


def find_cycle(ground: Ground) -> tuple[Node, str] | None:
    """Return a node that play can return to and the names of the actions that do it, or None."""
    graph = _by_key(ground)
    left = _trimmed({key: {after for _, _, after in edges} for key, edges in graph.items()})
    best: tuple[Node, list[tuple[Node, int]]] | None = None
    for key in [key for key in graph if key in left][:_TRIED]:
        way = _way_back(graph, left, key)
        if way and (best is None or len(way) < len(best[1])):
            best = way[0][0], way
    if best is None:
        return None
    return best[0], ", ".join(ground.name(node, action) for node, action in best[1])


def _by_key(ground: Ground) -> dict[Any, list[tuple[Node, int, Any]]]:
    """Return for each class of KEY the edges that leave it: node, action, class reached."""
    graph: dict[Any, list[tuple[Node, int, Any]]] = {}
    for node in ground.nodes:
        edges = graph.setdefault(key_of(ground.game, node.state), [])
        edges += [(node, action, key_of(ground.game, child.state)) for action, child in node.children.items()]
    return graph


def _trimmed(after: dict[Any, set[Any]]) -> set[Any]:
    """Return what is left when states without a successor, and then without a predecessor, are taken away."""
    before: dict[Any, set[Any]] = {key: set() for key in after}
    for key, goals in after.items():
        for goal in goals:
            before[goal].add(key)
    left = set(after)
    for there, back in ((after, before), (before, after)):
        degree = {key: len(there[key] & left) for key in left}
        todo = [key for key in left if degree[key] == 0]
        while todo:
            key = todo.pop()
            left.discard(key)
            for other in back[key]:
                if other in left:
                    degree[other] -= 1
                    if degree[other] == 0:
                        todo.append(other)
    return left


def _way_back(graph: dict[Any, list[tuple[Node, int, Any]]], left: set[Any], start: Any) -> list[tuple[Node, int]]:
    """Return the shortest way from a class back to itself, as nodes and actions; empty if there is none."""
    came: dict[Any, tuple[Any, Node, int]] = {}
    todo = deque([start])
    while todo:
        key = todo.popleft()
        for node, action, goal in graph[key]:
            if goal == start:
                way = [(node, action)]
                while key != start:
                    key, node, action = came[key]
                    way.append((node, action))
                return way[::-1]
            if goal in left and goal not in came:
                came[goal] = key, node, action
                todo.append(goal)
    return []


def check_turns(ground: Ground) -> None:
    """Warn where only one player ever moves, though games have several plies."""
    movers = {node.mover for node in ground.nodes if node.mover in (0, 1)}
    if len(movers) != 1:
        return
    again = next((n for n in ground.nodes if n.mover in (0, 1) and n.parent and n.parent.mover in (0, 1)), None)
    if again is not None:
        player = ground.game.players[again.mover or 0]
        message = f"only {player} ever moves: apply forgets to hand over the turn, as in s.turn = 1 - s.turn"
        ground.fault("turns", "apply", message, again, severity="warning")


def check_progress(ground: Ground) -> None:
    """Check that `progress` never falls along an edge."""
    game = ground.game
    if not game.has("progress"):
        return
    values: dict[int, int] = {}
    for node in ground.each("progress", ground.nodes):
        try:
            values[node.number] = int(ground.pure(node, "progress", lambda s: int(game.call("progress", s))))
        except Broken:
            return
    for node in ground.nodes:
        for action, child in node.children.items():
            if values[child.number] < values[node.number]:
                fall = f"from {values[node.number]} to {values[child.number]} by {ground.name(node, action)}"
                message = f"progress falls {fall}: count only what can never be undone"
                ground.fault("progress", "progress", message, node)
