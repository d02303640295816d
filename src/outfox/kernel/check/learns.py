"""What each player learns at each step of a game: shown by replaying it with what it has not seen exchanged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node, pick
from outfox.kernel.check.report import Step
from outfox.kernel.check.views import Views

WIDTH = 8
"""How many other outcomes are tried in the place of one that a player has not seen."""
LONGEST = 80
"""Steps of a game that are shown."""
GAMES = 4
LEARNS = ", and that "


def what_is_learned(ground: Ground, views: Views, seed: np.random.SeedSequence) -> tuple[Step, ...]:
    """Say what each player learns at each step of a random game: of a few, the one that tells most."""
    games = [_steps(ground, views, task) for task in seed.spawn(GAMES)]
    return max(games, key=lambda steps: (sum(LEARNS in said for step in steps for said in step.learns), len(steps)))


def _steps(ground: Ground, views: Views, seed: np.random.SeedSequence) -> tuple[Step, ...]:
    """Play a random game and say what each player learns; nothing where a rule fails."""
    way = _game(ground, np.random.default_rng(seed))
    if way is None:
        return ()
    try:
        columns = [_learned(ground, views, way, player) for player in (0, 1)]
    except Broken:
        return ()
    events = [ground.name(node, action) for node, action in zip(way[0], way[1], strict=False)]
    return tuple(Step(event, pair) for event, pair in zip(events, zip(*columns, strict=True), strict=True))


def _game(ground: Ground, random: np.random.Generator) -> tuple[list[Node], list[int]] | None:
    """Return the nodes and the actions of a random game."""
    node = ground.root(0)
    nodes, actions = [node] if node is not None else [], list[int]()
    while node is not None and len(actions) < LONGEST:
        action = pick(random, node)
        if action is None:
            return nodes, actions
        node = ground.child(node, action)
        actions.append(action)
        nodes += [node] if node is not None else []
    return None if node is None else (nodes, actions)


@dataclass
class _Unseen:
    """A step that a player has not seen, and the other ways that it might have gone, as far as the player knows."""

    step: int
    worlds: list[Node]


def _learned(ground: Ground, views: Views, way: tuple[list[Node], list[int]], player: int) -> list[str]:
    nodes, actions = way
    unseen: list[_Unseen] = []
    column = []
    for k, action in enumerate(actions):
        told = _events(ground, views, unseen, nodes[k + 1], action, player)
        names = [ground.name(nodes[step], actions[step]) for step in told]
        direct = "plays it" if nodes[k].mover == player else "nothing"
        if direct == "nothing" and views.learns(nodes[k], action, player):
            direct = "sees it"
        elif direct == "nothing":
            others = [ground.child(nodes[k], other) for other in nodes[k].choices if other != action][:WIDTH]
            unseen.append(_Unseen(k, [node for node in others if node is not None]))
        column.append(LEARNS.join([direct, *names]) if names else direct)
    return column


def _events(ground: Ground, views: Views, unseen: list[_Unseen], after: Node, action: int, player: int) -> list[int]:
    """Play an action in every world that a player thinks possible; return the steps that it now knows."""
    known = []
    for event in list(unseen):
        held = [ground.child(world, action) for world in event.worlds if action in world.choices]
        possible = [world for world in held if world is not None]
        event.worlds = [world for world in possible if views.view(world, player) == views.view(after, player)]
        if event.worlds:
            continue
        unseen.remove(event)
        if possible:
            known.append(event.step)
    return known
