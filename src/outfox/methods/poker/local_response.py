"""Local best response: a lower bound of what can be won in a poker game against a strategy, by playing against it.

The responder keeps a range: how likely each hand of the opponent is after what it has done. It takes the action that
is worth most if both only check and call from there on; for a bet, if the opponent folds as its strategy says and else
calls. That is a strategy like any other, so that what it wins is less than what a best response wins.

It is measured on drawn cards. The opponent's cards are not drawn: what each action of it and the showdown are worth is
the mean over its hands, which leaves the expectation as it is and scatters less. Its folds are counted by their
probability; else one of its actions is drawn. From both seats the responder is dealt the same cards.

Time: per hand played, some hundred thousand hands valued and some questions about all hands of the opponent.

Sources
    V. Lisý and M. Bowling, *Equilibrium Approximation Quality of Current No-Limit Poker Bots*, AAAI Workshop on
    Computer Poker and Imperfect Information Games, 2017. The mean over hands is from M. Bowling, M. Johanson, N. Burch
    and D. Szafron, *Strategy Evaluation in Extensive Games with Importance Sampling*, ICML 2008.

Status: proven as a bound (enumerated in Leduc poker, and drawn games against what is exact in hold'em).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np

from outfox.kernel.slots import Floats
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import CHANCE, TERMINAL

HandOdds: TypeAlias = "Callable[[Position, tuple[int, ...]], Floats]"
"""From a position where the opponent moves, and its own actions so far, to the probability of each legal action with
each of its hands, (hands, actions)."""


class Cards(Protocol):
    """What has to be known of the cards of a game.

    Attributes
    ----------
    hands : int
        How many hands there are.
    held : int
        Cards that are dealt before both have a hand.
    unit : float
        Chips in what payoffs count.
    """

    hands: int
    held: int
    unit: float

    def outcomes(self, seat: int, hand: int, board: Sequence[int]) -> list[int]:
        """Return the chance outcomes of a game in which a seat has a hand; the other hand does not matter."""

    def apart(self, hand: int, board: Sequence[int]) -> Any:
        """Return which hands the other can have, (hands,) bool."""

    def shares(self, hand: int, board: Sequence[int]) -> Floats:
        """Return what a hand wins of the pot against each other one, all cards to come, (hands,)."""


@dataclass
class LocalGame:
    """One game of the responder.

    Parameters
    ----------
    cards
        Of the game.
    seat, hand, board
        The responder's, and what comes on the table.
    odds
        The opponent.
    random
        Draws its actions; None: all are gone through.
    """

    cards: Cards
    seat: int
    hand: int
    board: tuple[int, ...]
    odds: HandOdds
    random: np.random.Generator | None = None
    asked: dict[tuple[int, ...], Floats] = field(default_factory=dict)

    def payoff(self, game: Game) -> float:
        """Return what the responder wins on average."""
        belief = self.cards.apart(self.hand, ()).astype(float)
        truth = self.cards.apart(self.hand, self.board).astype(float)
        outcomes = self.cards.outcomes(self.seat, self.hand, self.board)
        return self._value(game.start(), outcomes, 0, belief / belief.sum(), truth / truth.sum(), ())

    def played(self, game: Game, outcomes: Sequence[int], theirs: int) -> Position:
        """Return the end of a game against one hand of the opponent, whose actions are drawn.

        Parameters
        ----------
        game
        outcomes
            The chance outcomes, both hands among them.
        theirs
            The number of the opponent's hand.
        """
        position, dealt = game.start(), 0
        own: tuple[int, ...] = ()
        belief = _scaled(self.cards.apart(self.hand, ()).astype(float))
        assert self.random is not None
        while (mover := position.mover) != TERMINAL:
            if mover == CHANCE:
                action, dealt = outcomes[dealt], dealt + 1
                belief = _scaled(belief * self.cards.apart(self.hand, self._shown(dealt)))
            elif mover == self.seat:
                action = self.choose(position, belief, self._shown(dealt), own)
            else:
                odds = self._asked(position, own)
                k = int(self.random.choice(len(position.legal), p=odds[theirs] / odds[theirs].sum()))
                action, belief = position.legal[k], _scaled(belief * odds[:, k])
                own = (*own, action)
            position = position.play(action)
        return position

    def _value(
        self, position: Position, outcomes: list[int], dealt: int, belief: Floats, truth: Floats, own: tuple[int, ...]
    ) -> float:
        """Return the mean payoff; `belief` goes by what the responder sees, `truth` by all that is dealt."""
        mover = position.mover
        if mover == CHANCE:
            shown = self._shown(dealt + 1)
            belief = _scaled(belief * self.cards.apart(self.hand, shown)) if shown else belief
            return self._value(position.play(outcomes[dealt]), outcomes, dealt + 1, belief, truth, own)
        if mover == TERMINAL:
            return self._end(position, truth)
        if mover == self.seat:
            action = self.choose(position, belief, self._shown(dealt), own)
            return self._value(position.play(action), outcomes, dealt, belief, truth, own)
        odds = self._asked(position, own)
        total = 0.0
        for share, k in self._branches(position, truth @ odds):
            after, action = position.play(position.legal[k]), position.legal[k]
            parts = _scaled(belief * odds[:, k]), _scaled(truth * odds[:, k])
            total += share * self._value(after, outcomes, dealt, *parts, (*own, action))
        return total

    def _branches(self, position: Position, odds: Floats) -> Iterable[tuple[float, int]]:
        """Yield actions of the opponent with what each counts: all, or its folds and one that is drawn."""
        odds = odds / odds.sum()
        if self.random is None:
            yield from ((float(p), k) for k, p in enumerate(odds) if p > 0.0)
            return
        others = odds.copy()
        for k, action in enumerate(position.legal):
            if position.name(action) == "fold" and odds[k] > 0.0:
                others[k] = 0.0
                yield float(odds[k]), k
        left = float(others.sum())
        if left > 0.0:
            yield left, int(self.random.choice(len(others), p=others / left))

    def choose(self, position: Position, belief: Floats, board: Sequence[int], own: tuple[int, ...]) -> int:
        """Return the responder's action."""
        paid = [float(position.state.paid[player]) for player in (self.seat, 1 - self.seat)]
        shares, best, most = self.cards.shares(self.hand, board), -1, -np.inf
        for action in position.legal:
            name = position.name(action)
            if name == "fold":
                worth = 0.0
            elif name in ("check", "call"):
                worth = _called(belief @ shares, sum(paid), paid[1] - paid[0])
            else:
                worth = self._bet(position.play(action), belief, shares, paid, own)
            if worth > most + 1e-12:
                best, most = action, worth
        return best

    def _bet(self, after: Position, belief: Floats, shares: Floats, paid: list[float], own: tuple[int, ...]) -> float:
        """Return what a bet is worth if the opponent folds as it does, and else calls."""
        put = float(after.state.paid[self.seat]) - paid[0]
        names = [after.name(action) for action in after.legal]
        stays = 1.0 - self._asked(after, own)[:, names.index("fold")] if "fold" in names else np.ones(len(belief))
        left = float(belief @ stays)
        wins = float((belief * stays) @ shares) / left if left > 0.0 else 0.0
        raised = put - (paid[1] - paid[0])
        return (1.0 - left) * sum(paid) + left * _called(wins, sum(paid) + raised, put)

    def _asked(self, position: Position, own: tuple[int, ...]) -> Floats:
        if position.history not in self.asked:
            self.asked[position.history] = self.odds(position, own)
        return self.asked[position.history]

    def _shown(self, dealt: int) -> tuple[int, ...]:
        return self.board[: max(0, dealt - self.cards.held)]

    def _end(self, position: Position, truth: Floats) -> float:
        paid = position.state.paid
        if paid[0] != paid[1]:
            return position.payoff if self.seat == 0 else -position.payoff
        share = float(truth @ self.cards.shares(self.hand, self.board))
        return (2.0 * share - 1.0) * float(paid[0]) / self.cards.unit


def _called(share: Any, pot: float, put: float) -> float:
    """Return what is won of a pot if so much is put in and the hands are shown."""
    return float(share * pot - (1.0 - share) * put)


def _scaled(weights: Any) -> Any:
    """Return weights that add up to 1; all 0 where none is possible, which then counts nothing."""
    total = weights.sum()
    return weights / total if total > 0.0 else weights
