"""Meeting states in plain Python: breadth first from the starts, and along seeded random games."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node, key_of, pick
from outfox.rules.vocabulary import TERMINAL


@dataclass
class Played:
    """What random games in plain Python showed.

    Attributes
    ----------
    lengths
        Plies of each game.
    endings, cut
        How many reached a terminal state, and how many the limit of plies.
    cycles
        How many games returned to an earlier state.
    """

    lengths: list[int] = field(default_factory=list)
    endings: int = 0
    cut: int = 0
    cycles: int = 0


def grow(ground: Ground, most: int) -> None:
    """Meet up to `most` states, those near the starts first; note whether that was all."""
    starts = [ground.root(index) for index in range(min(ground.game.starts, max(1, most // 2)))]
    _distinct(ground, starts)
    at = 0
    while at < len(ground.nodes):
        node = ground.nodes[at]
        for action in node.choices:
            if len(ground.nodes) >= most:
                return
            ground.beat("states", len(ground.nodes), most)
            ground.child(node, action)
        at += 1
    game = ground.game
    followed = all(node.answers is not None for node in ground.nodes) and not ground.findings()
    ground.complete = followed and len(starts) == game.starts and (game.has("chance") or not game.outcomes)


def _distinct(ground: Ground, starts: list[Node | None]) -> None:
    seen: dict[object, int] = {}
    for index, node in enumerate(starts):
        if node is None:
            continue
        first = seen.setdefault(key_of(ground.game, node.state), index)
        if first != index:
            message = f"start({index}, s) gives the same state as start({first}, s): it must depend on i"
            ground.fault("starts", "start", message, node)


def play(ground: Ground, games: int, plies: int, seed: np.random.SeedSequence) -> Played:
    """Play seeded random games in plain Python; each is a task with its own seed."""
    played = Played()
    for number, task in enumerate(seed.spawn(games)):
        random = np.random.default_rng(task)
        ground.beat("games", number, games)
        node = ground.root(int(random.integers(ground.game.starts)) if ground.game.starts > 1 else 0)
        if node is not None:
            _play_one(ground, node, plies, random, played)
    return played


def _play_one(ground: Ground, node: Node, plies: int, random: np.random.Generator, played: Played) -> None:
    length, cycled = 0, False
    earlier = {key_of(ground.game, node.state)}
    while length < plies:
        action = pick(random, node)
        after = None if action is None else ground.child(node, action)
        if after is None:
            break
        ground.beat("plies", length, plies)
        node, length = after, length + 1
        key = key_of(ground.game, node.state)
        cycled = cycled or key in earlier
        earlier.add(key)
    played.lengths.append(length)
    played.endings += node.mover == TERMINAL
    played.cut += length == plies and node.mover != TERMINAL
    played.cycles += cycled


def ask_again(ground: Ground, nodes: list[Node]) -> None:
    """Ask the rules again what they answered before: no answer may depend on what was played meanwhile."""
    for node in ground.each("again", nodes):
        try:
            if node.answers is not None and repr(ground.ask_about(node)) != repr(node.answers):
                _changed(
                    ground,
                    node,
                    "mover, legal_actions, chance or payoff gives another answer the second time",
                )
            for action, child in list(node.children.items())[:8]:
                if ground.after(node, action) != child.state:
                    name = ground.name(node, action)
                    _changed(ground, node, f"{name} leads to another state the second time that it is played")
        except Broken:
            continue


def _changed(ground: Ground, node: Node, what: str) -> None:
    message = f"{what}: rules may remember nothing outside State, and draw no random numbers; use chance(s)"
    ground.note("repeats", "error", f"{ground.game.path.name}: {message}", node)
