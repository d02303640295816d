"""What a player of limit hold'em chose, against what it chooses on average, where its probabilities are known.

An action is taken to be worth what the hands win by their equity of what is at stake after it; a fold costs what it
costs. The difference between the action that was drawn and the mean of all, weighed by their probabilities, has
expectation 0.

Players that never mix need no correction, and are not asked.
"""

from __future__ import annotations

from collections.abc import Callable

from outfox.formats.records import GameRecord
from outfox.players.base import Player
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed

FOLD, RAISE = 0, 2
UNIT = 2.0
"""Chips of the state in a big blind."""

SIZES = 2, 2, 4, 4
"""Of a bet in each round, in chips."""

Equity = Callable[[tuple[int, ...]], float]


class HoldemChoices:
    """The choices of one player.

    Parameters
    ----------
    game
        Limit hold'em.
    player
        One whose `policy` is what it draws from.
    equity
        Of player 0's hand against player 1's, from the cards in the order in which they fell.
    """

    def __init__(self, game: Game, player: Player, equity: Equity) -> None:
        self.game, self.player = game, player
        self._equity = equity
        self._seat = -1

    def of(self, record: GameRecord, seat: int) -> float:
        """Return the sum of the corrections of a game in which the player had a seat, of player 0's payoff."""
        if self._seat != seat:
            self.player.start(self.game, seat, root_seed(0))
            self._seat = seat
        position, own, total = self.game.start(record.start or 0), list[int](), 0.0
        for ply, action in enumerate(record.actions):
            if position.mover == seat:
                if ply >= record.opening:
                    total += self._one(position, action, tuple(own))
                own.append(action)
            position = position.play(action)
        return total

    def _one(self, position: Position, action: int, own: tuple[int, ...]) -> float:
        seen = seen_by(self.game, position, own)
        odds = [float(p) for p in self.player.policy(seen)]  # type: ignore[attr-defined]
        if max(odds) == 1.0:
            return 0.0
        worth = [self.worth(position, each) for each in seen.legal]
        return worth[seen.legal.index(action)] - sum(p * w for p, w in zip(odds, worth, strict=True))

    def worth(self, position: Position, action: int) -> float:
        """Return what an action is worth to player 0, in big blinds."""
        s = position.state
        if action == FOLD:
            return float(s.paid[s.turn]) / UNIT * (1 if s.turn == 1 else -1)
        cards = [int(card) - 1 for card in (*s.hole[0], *s.hole[1], *s.board) if card]
        stake = (max(s.paid) + (SIZES[s.round] if action == RAISE else 0)) / UNIT
        return float(stake * (2.0 * self._equity(tuple(cards)) - 1.0))
