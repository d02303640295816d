"""Local best response in limit hold'em: drawn cards, from either seat the same, and what it wins on them.

Most of what differs between deals is the luck of the responder's cards. How its share of the pot against a hand at
random moves, to its own cards, to the flop, the turn and the river, has expectation 0, and so has each move times where
it began. So much of the results as goes with these numbers is taken off; how much that is, is found for each half of
the deals from the other half, so that the expectation stays exactly what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.clock import Clock
from outfox.kernel.hands import hand_tables
from outfox.kernel.hands_boards import HANDS, hand_number, numbering
from outfox.kernel.hands_range import fill_shares
from outfox.kernel.slots import Floats
from outfox.methods.poker.kinds import kind_of_hand
from outfox.methods.poker.local_response import HandOdds, LocalGame
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]

SEEN = 0, 3, 4, 5
"""Cards on the table when somebody's luck has moved."""

FEWEST = 60
"""Of fewer deals luck is not taken off: what goes with it is not known well enough."""


@dataclass
class HoldemCards:
    """The cards of limit hold'em, for `outfox.methods.poker.local_response`.

    Before the flop a hand's share of the pot against another is that of their kinds, suits left aside: it only guides
    the responder.
    """

    hands: int = HANDS
    held: int = 4
    unit: float = 2.0
    _known: dict[tuple[int, ...], Any] = field(default_factory=dict, repr=False)

    def outcomes(self, seat: int, hand: int, board: Sequence[int]) -> list[int]:
        """Return the cards that fall: both hands, the dealer's first, and the board."""
        mine = [int(numbering().first[hand]), int(numbering().second[hand])]
        other = [card for card in range(DECK) if card not in mine and card not in board][:2]
        return [*mine, *other, *board] if seat == 0 else [*other, *mine, *board]

    def apart(self, hand: int, board: Sequence[int]) -> Any:
        """Return which hands the other can have."""
        numbers = numbering()
        taken = [int(numbers.first[hand]), int(numbers.second[hand]), *board]
        return ~np.isin(numbers.first, taken) & ~np.isin(numbers.second, taken)

    def shares(self, hand: int, board: Sequence[int]) -> Floats:
        """Return what a hand wins of the pot against each other one, all cards to come."""
        key = (hand, *board)
        if key not in self._known:
            if len(self._known) > len("flop"):  # one deal: before the flop, flop, turn, river
                self._known.clear()
            self._known[key] = self._shares(hand, board)
        found: Floats = self._known[key]
        return found

    def _shares(self, hand: int, board: Sequence[int]) -> Floats:
        if not board:
            kinds = kind_of_hand()
            return np.asarray(self._kinds[kinds[hand]][kinds], np.float64)
        out = np.zeros(HANDS)
        fill_shares(hand_tables(), numbering(), hand, np.array(board, np.int64), out)
        return out

    @cached_property
    def _kinds(self) -> Any:
        from outfox.methods.poker.preflop import preflop_table

        return preflop_table().equity


@dataclass(frozen=True)
class LocalResponse:
    """What local best response won, in big blinds: a lower bound of what can be won.

    Attributes
    ----------
    seats
        Of the responder.
    values : (deals, seats)
        What it won on each deal, a mean over the opponent's cards, without luck.
    raw : (deals, seats)
        The same with luck.
    seconds, cpu_seconds, compile_seconds
        What it took.
    """

    seats: tuple[int, ...]
    values: Floats
    raw: Floats
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0

    @property
    def payoffs(self) -> dict[int, float]:
        """What it won on average, by seat."""
        return dict(zip(self.seats, self.values.mean(axis=0).tolist(), strict=True))

    @property
    def variance_ratio(self) -> float:
        """The variance of the mean over the seats without luck, as a part of what it is with it."""
        with_luck = float(self.raw.mean(axis=1).var())
        return float(self.values.mean(axis=1).var()) / with_luck if with_luck > 0.0 else 1.0


def local_response(
    game: Game,
    odds: dict[int, HandOdds],
    seats: Sequence[int] = (0, 1),
    *,
    hands: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> LocalResponse:
    """Play local best response against an opponent.

    Parameters
    ----------
    game
        Limit hold'em.
    odds
        What the opponent does, by its seat: the other than the responder's.
    seats
        Of the responder; in each it is dealt the same cards.
    hands
        How many deals.
    seed
        Of the cards, and of the opponent's actions.
    progress
        Called with the share that is done and a text.
    """
    clock, cards = Clock(), HoldemCards()
    values, luck = np.zeros((hands, len(seats))), np.zeros((hands, 2 * len(SEEN) - 1))
    for deal in range(hands):
        if progress is not None:
            progress(deal / hands, f"deal {deal:,} of {hands:,}")
        deck = np.random.default_rng(task_seed(root_seed(seed), deal)).permutation(DECK)[:7].tolist()
        for place, seat in enumerate(seats):
            random = np.random.default_rng(task_seed(root_seed(seed), deal, seat))
            one = LocalGame(cards, seat, hand_number(*deck[:2]), tuple(deck[2:]), odds[1 - seat], random)
            values[deal, place] = one.payoff(game)
        luck[deal] = luck_of(cards, hand_number(*deck[:2]), deck[2:])
    return LocalResponse(
        tuple(seats), without_luck(values, luck), values, clock.seconds, clock.cpu_seconds, clock.compile_seconds
    )


def local_samples(game: Game, odds: HandOdds, seat: int, hands: int, seed: int = 0) -> list[Position]:
    """Play hands of local best response, with the opponent's cards drawn.

    Parameters
    ----------
    game
        Limit hold'em.
    odds
        What the opponent does.
    seat
        Of the responder.
    hands
        How many.
    seed
        Of the cards, and of the opponent's actions.

    Returns
    -------
    list of Position
        Where each hand ended, with its history.
    """
    ended = []
    for number in range(hands):
        random = np.random.default_rng(task_seed(root_seed(seed), seat, number))
        deck = random.permutation(DECK)[:9].tolist()  # the dealer's two cards, the other's, the board
        mine, theirs = (hand_number(*deck[2 * who : 2 * who + 2]) for who in (seat, 1 - seat))
        one = LocalGame(HoldemCards(), seat, mine, tuple(deck[4:]), odds, random)
        ended.append(one.played(game, deck, theirs))
    return ended


def luck_of(cards: HoldemCards, hand: int, board: Sequence[int]) -> Floats:
    """Return how the cards moved a hand's share of the pot, and each move but the first times where it began."""
    shares = [0.5]
    for seen in SEEN:
        free = cards.apart(hand, board[:seen])
        shares.append(float(cards.shares(hand, board[:seen])[free].mean()))
    moves, began = np.diff(shares), np.array(shares[:-1]) - 0.5
    return np.concatenate([moves, moves[1:] * began[1:]])


def without_luck(values: Floats, luck: Floats) -> Floats:
    """Take off values what goes with numbers whose expectation is 0, by the other half of the deals.

    Examples
    --------
    >>> luck = np.linspace(-1, 1, 200)[:, None]
    >>> bool(without_luck(3.0 + 5.0 * luck, luck).std() < 1e-9)
    True
    """
    if len(values) < FEWEST:
        return values
    out, halves = values.copy(), (np.arange(len(values)) % 2 == 0, np.arange(len(values)) % 2 == 1)
    for mine, other in (halves, halves[::-1]):
        known = np.column_stack([np.ones(int(other.sum())), luck[other]])
        slopes = np.linalg.lstsq(known, values[other], rcond=None)[0][1:]
        out[mine] -= luck[mine] @ slopes
    return out
