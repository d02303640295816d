"""`LevelPlayer`: a level of play by its name, calibrated for the game and the seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.players.base import refuse_hidden
from outfox.players.finishing_player import FinishingPlayer
from outfox.players.levels import level_of
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.position import Position


class LevelPlayer:
    """Plays as a level says; where its search has proven who wins, by the shortest or the longest way.

    Levels whose spec begins with ``finish:`` look for that before they search.

    Parameters
    ----------
    level
        Its name, such as ``club``; which levels there are depends on the game.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.workers.seeds import root_seed
    >>> game = load("tic-tac-toe")
    >>> one = LevelPlayer("child")
    >>> one.start(game, 0, root_seed(1))
    >>> one.choose(game.start()) in game.start().legal
    True
    """

    def __init__(self, level: str) -> None:
        self.level = level.strip().lower()
        self.name = f"level:{self.level}"
        self._players: dict[str, FinishingPlayer] = {}
        self._inner: FinishingPlayer | None = None

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return sum(player.compile_seconds for player in self._players.values())

    @property
    def value(self) -> float | None:
        """Player 0's payoff as it was seen at the last choice, or None."""
        return self._inner.value if self._inner is not None else None

    @property
    def result(self) -> Any:
        """What the level's search found at the last choice; None where it did not search."""
        return self._inner.result if self._inner is not None else None

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a game. The first game of its kind compiles.

        Raises
        ------
        UnknownName
            Where the game has no such level.
        """
        refuse_hidden(game, self.name)
        spec = level_of(game, self.level).specs[seat]
        if spec not in self._players:
            self._players[spec] = _finishing(spec)
        self._inner = self._players[spec]
        self._inner.start(game, seat, seed)

    def choose(self, seen: Position) -> int:
        """Return the action of the level's search, or what ends a decided game soonest or latest."""
        assert self._inner is not None, "start comes first"
        return self._inner.choose(seen)


def _finishing(spec: str) -> FinishingPlayer:
    """Return a level's player: one that looks for the end by itself, or once its search has proven it."""
    from outfox.players.spec import player

    made = player(spec)
    return made if isinstance(made, FinishingPlayer) else FinishingPlayer(made, ahead=False)


def from_text(text: str) -> LevelPlayer:
    """Make the player from what follows ``level:`` in a spec.

    Raises
    ------
    UnknownName
        Where nothing follows.
    """
    if not text.strip():
        raise UnknownName("level needs a name: write for example level:club")
    return LevelPlayer(text)
