"""Levels of play: for a game, names from weakest to strongest, each a player's spec for either seat.

A game may have a file ``NAME.json`` here, with levels that were calibrated for it: each was matched, from either
seat, with a fixed ladder of players and with the level below it, and the shares it won stand beside it, with their
intervals. Other games get plain search with growing budgets. The upper levels first search out what is left of a game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any, NamedTuple

from outfox.rules.errors import UnknownName
from outfox.rules.game import Game

FOLDER = "outfox.players.levels"

GENERAL = {
    "child": "mcts:simulations=10",
    "beginner": "mcts:simulations=50",
    "casual": "mcts:simulations=250",
    "club": "mcts:simulations=1500",
    "strong": "finish:mcts:simulations=10000",
    "strongest": "finish:mcts:simulations=60000",
}
"""Levels of games without levels of their own."""


class Share(NamedTuple):
    """A share of the points, as it was measured, and its 95 % interval."""

    share: float
    low: float
    high: float


Shares = dict[str, Share]
"""By rung of the ladder."""


@dataclass(frozen=True)
class Level:
    """A level of play.

    Attributes
    ----------
    name
        Its name.
    specs
        The player for seat 0 and for seat 1.
    shares
        By seat: share of the points against each rung of the ladder, as it was measured; empty where it was not.
    over_weaker
        The share against the level below, both seats from each opening; None for the first, and where it was not
        measured.
    """

    name: str
    specs: tuple[str, str]
    shares: tuple[Shares, Shares] = ({}, {})
    over_weaker: Share | None = None


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game, from weakest to strongest.

    Examples
    --------
    >>> from outfox.rules import load
    >>> [level.name for level in levels_of(load("tic-tac-toe"))][:2]
    ['child', 'beginner']
    """
    content = calibrated(game.name)
    if content is None:
        return tuple(Level(name, (spec, spec)) for name, spec in GENERAL.items())
    return tuple(_level(one) for one in content["levels"])


def _level(one: dict[str, Any]) -> Level:
    first, second = ({str(rung): _share(won) for rung, won in seat.items()} for seat in one["shares"])
    over = one["over_weaker"]
    specs = _placed(one["specs"][0]), _placed(one["specs"][1])
    return Level(one["name"], specs, (first, second), _share(over) if over else None)


def _share(won: dict[str, float]) -> Share:
    return Share(float(won["share"]), float(won["low"]), float(won["high"]))


def level_of(game: Game, name: str) -> Level:
    """Return a level by its name.

    Raises
    ------
    UnknownName
        Where there is none; the message lists those there are.
    """
    levels = levels_of(game)
    for level in levels:
        if level.name == name.strip().lower():
            return level
    raise UnknownName(f"{game.name} has no level {name!r}; it has {', '.join(level.name for level in levels)}")


def calibrated(name: str) -> dict[str, Any] | None:
    """Return what was measured for a game, or None."""
    file = resources.files(FOLDER).joinpath(f"{name}.json")
    if "/" in name or not file.is_file():
        return None
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def _placed(spec: str) -> str:
    """Put the place of this folder into a spec that names a model of it: ``model=@NAME``."""
    return spec.replace("model=@", f"model={resources.files(FOLDER)}/")
