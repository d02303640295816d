"""`FinishingPlayer`: another player, perfect where what is left of the game can be searched out."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.players.base import Player, refuse_hidden
from outfox.players.finish import Ending, Finisher
from outfox.rules.errors import NotSupported, UnknownName
from outfox.rules.game import Game
from outfox.rules.position import Position


class FinishingPlayer:
    """Plays as another player does until the result is certain: then wins soonest, resists longest, keeps a draw.

    In games of chance it plays as the other player does throughout.

    Parameters
    ----------
    inner
        The other player.
    ahead
        Whether to look for the end before the other player thinks; otherwise only where that player's own search has
        proven that one side wins all there is to win.

    Examples
    --------
    >>> from outfox.players.random_player import RandomPlayer
    >>> from outfox.rules import load
    >>> from outfox.workers.seeds import root_seed
    >>> game = load("nim:piles=[3,4,5],misere=false")
    >>> one = FinishingPlayer(RandomPlayer())
    >>> one.start(game, 0, root_seed(1))
    >>> game.start().name(one.choose(game.start())), one.value
    ('2 from pile 1', 1.0)
    """

    def __init__(self, inner: Player, *, ahead: bool = True) -> None:
        self.inner, self.ahead = inner, ahead
        self.name = f"finish:{inner.name}"
        self._finisher: Finisher | None = None
        self._game: Game | None = None
        self._ending: Ending | None = None
        self._asked = False

    @property
    def deterministic(self) -> bool | None:
        """True where the other player is; else None, as nothing is drawn once the end is in sight: a match judges."""
        return True if getattr(self.inner, "deterministic", None) is True else None

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        mine = self._finisher.compile_seconds if self._finisher is not None else 0.0
        return float(getattr(self.inner, "compile_seconds", 0.0)) + mine

    @property
    def value(self) -> float | None:
        """Player 0's payoff as it was seen at the last choice, or None."""
        if self._ending is not None:
            return self._ending.value
        seen: float | None = getattr(self.inner, "value", None)
        return seen

    @property
    def result(self) -> Any:
        """What the other player's search found at the last choice; None where it was not asked."""
        return getattr(self.inner, "result", None) if self._asked else None

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a game. The first game of its kind compiles.

        Raises
        ------
        NotSupported
            Where the game has hidden information, or the other player cannot play it.
        """
        refuse_hidden(game, self.name)
        self.inner.start(game, seat, seed)
        if self._game is not game:
            self._finisher, self._game = _finisher(game, solves=self.ahead), game
        self._ending, self._asked = None, False

    def choose(self, seen: Position) -> int:
        """Return what ends a decided game soonest or latest, or else the other player's choice.

        Where nobody hastens, as in a draw, that choice stands if it keeps the value.
        """
        self._ending, self._asked = None, False
        alone = len(seen.legal) == 1
        if self.ahead and not alone:
            self._ending = self._look(seen)
            if self._ending is not None and self._ending.hastened:
                return self._ending.action
        action, self._asked = self.inner.choose(seen), True
        if not self.ahead and not alone and self._proven(seen.game):
            self._ending = self._look(seen)
        ending = self._ending
        return action if ending is None or self._keeps(ending, seen, action) else ending.action

    def close(self) -> None:
        """Have the other player give back what it holds."""
        close = getattr(self.inner, "close", None)
        if close is not None:
            close()

    def _look(self, seen: Position) -> Ending | None:
        return self._finisher.look(seen) if self._finisher is not None else None

    def _keeps(self, ending: Ending, seen: Position, action: int) -> bool:
        """Say whether an action of the other player may stand."""
        if action == ending.action:
            return True
        assert self._finisher is not None
        return not ending.hastened and self._finisher.value(seen.play(action)) == ending.value

    def _proven(self, game: Game) -> bool:
        """Say whether the other player's search has proven that one side wins all there is to win."""
        result = self.result
        return bool(getattr(result, "proven", False)) and abs(result.value) >= game.scale


def _finisher(game: Game, *, solves: bool) -> Finisher | None:
    """Return None for games that cannot be searched out."""
    if game.has("chance"):
        return None
    try:
        return Finisher(game, solves=solves)
    except NotSupported:
        return None


def from_text(text: str) -> FinishingPlayer:
    """Make the player from what follows ``finish:`` in a spec: another spec.

    Raises
    ------
    UnknownName
        Where nothing follows.
    """
    from outfox.players.spec import player

    if not text.strip():
        raise UnknownName("finish needs a player; write for example finish:mcts:simulations=2000")
    return FinishingPlayer(player(text))
