"""`match`: many games between two players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from outfox.arena.result import MatchResult
from outfox.players.base import PlayerLike
from outfox.rules.game import Game


def match(
    game: Game | str,
    a: PlayerLike,
    b: PlayerLike,
    *,
    games: int,
    seed: int = 0,
    seats: Literal["swap", "fixed"] = "swap",
    workers: int = 1,
    max_plies: int = 0,
    opening_plies: int = 0,
    progress: Callable[[float, str], None] | None = None,
) -> MatchResult:
    """Play a match."""
    raise NotImplementedError
