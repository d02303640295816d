"""Blunders in a game: plies after which the side that moved found itself much worse off at its next turn.

Nobody judges the moves but the players themselves: what a search expected before a ply is compared with what the same
side expected when it moved again. So a blunder is what a player came to regret; one that neither side noticed is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from outfox.rules import Game
from outfox.studies.selfplay import Played

DROP = 0.3
"""Of the expected score, from 0 to 1: what a ply must cost to be named."""

MOST = 5


@dataclass(frozen=True)
class Blunder:
    """A ply that cost much.

    Attributes
    ----------
    ply
        Its number, from 1.
    player
        Who moved.
    action
        Its name.
    before, after
        The player's own expected score at that ply, and at its next one or the end of the game: 0 to 1.
    """

    ply: int
    player: int
    action: str
    before: float
    after: float

    def sentence(self, players: tuple[str, ...]) -> str:
        """Say it."""
        return (
            f"Ply {self.ply}, {self.action}: {players[self.player]} expected {100 * self.before:.0f} % before it "
            f"and {100 * self.after:.0f} % at their next turn."
        )


def blunders(game: Game, played: Played) -> list[Blunder]:
    """Return the worst blunders of a game, in the order of play.

    Parameters
    ----------
    game, played
        A game with payoffs of 1, 0 and -1.
    """
    found: list[Blunder] = []
    position = game.start(played.start)
    last: dict[int, Blunder] = {}
    for ply, (action, value) in enumerate(zip(played.actions, played.values, strict=True), 1):
        mover = position.mover
        if mover in (0, 1):
            own = None if value is None else _score(value, mover)
            if own is not None:
                if mover in last:
                    found.append(_with_after(last[mover], own))
                last[mover] = Blunder(ply, mover, position.name(action), own, own)
        position = position.play(action)
    found += [_with_after(one, _score(played.payoff, player)) for player, one in last.items()]
    worst = sorted((one for one in found if one.before - one.after >= DROP), key=lambda one: one.after - one.before)
    return sorted(worst[:MOST], key=lambda one: one.ply)


def _with_after(one: Blunder, after: float) -> Blunder:
    return Blunder(one.ply, one.player, one.action, one.before, after)


def _score(payoff: float, player: int) -> float:
    """Return a player's expected score for player 0's payoff."""
    own = payoff if player == 0 else -payoff
    return (1 + max(-1.0, min(1.0, own))) / 2
