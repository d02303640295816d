"""Many random games in the checked build: what is rare is found there, and shown in plain Python."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outfox.kernel.check.actions import check_state
from outfox.kernel.check.agreement import CUT, STUCK, Rehearsal
from outfox.kernel.check.ground import Ground, Node
from outfox.kernel.random import seeded
from outfox.rules.errors import RulesError

PLIES = 400_000
"""Plies of all games together, at most."""

_FAULTS = 8
"""Games with a fault that are followed."""


@dataclass
class Probed:
    """What the random games of the checked build showed.

    Attributes
    ----------
    games, plies, cut
        Games played, their plies, and how many reached the limit of plies.
    branching
        Most legal actions met in one state.
    """

    games: int = 0
    plies: int = 0
    cut: int = 0
    branching: int = 0


def probe(ground: Ground, rehearsal: Rehearsal, games: int, limit: int, seed: np.random.SeedSequence) -> Probed:
    """Play random games in the checked build and follow those that break a law."""
    picks, plays = seed.spawn(2)
    starts = np.random.default_rng(picks).integers(ground.game.starts, size=games) if ground.game.starts > 1 else None
    random, probed, faults = seeded(plays), Probed(), 0
    for number in range(games):
        ground.beat("playouts", number, games)
        begin = 0 if starts is None else int(starts[number])
        ground.now = ("checked compiled rules", None)
        try:
            verdict, fault = rehearsal.run(begin, [], limit, random), ""
        except RulesError as error:
            verdict, fault = STUCK, str(error)
        length = int(rehearsal.at[0])
        probed.games, probed.plies = number + 1, probed.plies + length
        probed.cut += verdict == CUT
        if verdict >= STUCK:
            follow(ground, begin, rehearsal.path[: length + 1].tolist(), length, fault)
            faults += 1
        elif length or verdict != CUT:
            sizes = rehearsal.sizes[: length + 1][rehearsal.movers[: length + 1] >= 0]
            probed.branching = max(probed.branching, int(sizes.max(initial=0)))
        if faults >= _FAULTS or probed.plies >= PLIES:
            break
    return probed


def follow(ground: Ground, begin: int, actions: list[int], length: int, fault: str) -> None:
    """Play a line of the build in plain Python, which then shows what is wrong with it.

    The last of `actions` is the one in which a fault may have happened; it is played only if there was one.
    """
    node: Node | None = ground.root(begin)
    reached = node
    for action in [*actions[: length + bool(fault)], None]:
        if node is None:
            return
        check_state(ground, node)
        if node.number in ground.faulty:
            return
        reached = node
        if action is None or action not in node.choices:
            break
        node = ground.child(node, action)
    what = fault or f"{ground.game.path.name}: compiled rules break a law"
    ground.note("agree", "error", f"{what}: after this line, in compiled rules; plain Python finds no fault", reached)
