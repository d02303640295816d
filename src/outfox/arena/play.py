"""`play_game`: one game between two players."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from outfox.formats.records import GameRecord
from outfox.players.base import Player
from outfox.rules.game import Game
from outfox.rules.position import Position

LONGEST = 100_000
"""No game goes on for more plies than this; 0 for `max_plies` means this."""


def play_game(
    game: Game,
    players: tuple[Player, Player],
    seed: int | np.random.SeedSequence = 0,
    *,
    max_plies: int = 0,
    start: Position | None = None,
    watch: Callable[[Position], None] | None = None,
) -> GameRecord:
    """Play a game.

    Parameters
    ----------
    players
        Players of seat 0 and seat 1; each is started with a seed of its own.
    seed
        Of the game: seat k draws from ``task_seed(seed, k)``, chance from ``task_seed(seed, 2)``.
    max_plies
        The game ends after so many plies, with the payoff of endless play (0.0 without ENDLESS); 0: no limit.
    start
        Where to start; its history counts as the opening. Default: the first starting state.
    watch
        Called with each position, the first included.

    Returns
    -------
    GameRecord
        Its `ending` is ``normal``, ``endless``, ``max_plies`` or ``illegal``; `payoff` is player 0's.
    """
    raise NotImplementedError
