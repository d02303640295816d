"""`LevelPlayer`: a level of play by its name, calibrated for the game and the seat."""

from __future__ import annotations

import numpy as np

from outfox.players.base import Player, refuse_hidden
from outfox.players.finish import Finisher
from outfox.players.levels import level_of
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.position import Position


class LevelPlayer:
    """Plays as a level says; where its search has proven who wins, by the shortest or the longest way.

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

    deterministic = False

    def __init__(self, level: str) -> None:
        self.level = level.strip().lower()
        self.name = f"level:{self.level}"
        self._players: dict[str, Player] = {}
        self._inner: Player | None = None
        self._finisher: Finisher | None = None

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        spent = sum(getattr(player, "compile_seconds", 0.0) for player in self._players.values())
        return spent + (self._finisher.compile_seconds if self._finisher is not None else 0.0)

    @property
    def value(self) -> float | None:
        """Player 0's payoff as it was seen at the last choice, or None."""
        value: float | None = getattr(self._inner, "value", None)
        return value

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a game.

        Raises
        ------
        UnknownName
            Where the game has no such level.
        """
        from outfox.players.spec import player

        refuse_hidden(game, self.name)
        spec = level_of(game, self.level).specs[seat]
        if spec not in self._players:
            self._players[spec] = player(spec)
        self._inner = self._players[spec]
        if self._finisher is not None and self._finisher.game is not game:
            self._finisher = None
        self._inner.start(game, seat, seed)

    def choose(self, seen: Position) -> int:
        """Return the action of the level's search, or what ends a decided game soonest or latest."""
        assert self._inner is not None, "start comes first"
        action = self._inner.choose(seen)
        if not self._decided(seen):
            return action
        if self._finisher is None:
            self._finisher = Finisher(seen.game)
        better = self._finisher.action(seen)
        return action if better is None else better

    def _decided(self, seen: Position) -> bool:
        """Say whether the last search has proven that one side wins all there is to win."""
        result = getattr(self._inner, "result", None)
        proven = result is not None and result.proven and abs(result.value) >= seen.game.scale
        return bool(proven) and not seen.game.has("chance")


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
