"""What a study asks of some games alone: a module for each, which is imported where its game is studied."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, cast

from outfox.rules import Game

Progress = Callable[[float, str], None]

MODULES = {"cat-and-mouse": "outfox.studies.cat_and_mouse.special", "nim": "outfox.studies.nim.special"}
"""By the game's name: a module with a function ``gather(game, *, seed, progress)`` that returns a `Special`."""


class Special(Protocol):
    """Findings about one game."""

    @property
    def sentences(self) -> list[str]:
        """The findings in a few sentences, for the terminal."""

    @property
    def times(self) -> dict[str, float]:
        """Seconds by name: the part that differs from run to run."""

    def to_dict(self) -> dict[str, Any]:
        """Return the findings with their stable keys, without times."""

    def html(self) -> str:
        """Return the sections of the report."""


def special_of(game: Game, *, seed: int = 0, progress: Progress | None = None) -> Special | None:
    """Find what there is to find out about a game; None where it is asked nothing of its own.

    Examples
    --------
    >>> from outfox.rules import load
    >>> special_of(load("tic-tac-toe")) is None
    True
    """
    if game.name not in MODULES or not game.trusted:
        return None
    return cast("Special", import_module(MODULES[game.name]).gather(game, seed=seed, progress=progress))
