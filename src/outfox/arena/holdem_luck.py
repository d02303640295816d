"""Luck in limit hold'em: what the cards on the table did to the equity of the hands, times what was at stake.

With both hands known, the equity before a card is exactly the mean of the equities after it, over all cards that can
come: their difference has expectation 0. What it is multiplied with is known before the card falls: what each player
has put in by then, and a constant for the round, since more will be bet.

Games of one deck differ only in their stakes. So what they have in common is subtracted in one and added in the other,
and is not even computed: the deal of the hands always, and the boards where both games have the same at stake.

Time: a flop, 0.03 CPU s (the equity of two hands before it goes through 1,712,304 boards); a turn and a river next to
nothing.

Status: proven (the tests go through all rivers, all turns, and the flops of two hands), constants measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from outfox.arena.control_variate import mixes
from outfox.arena.duplicate import dealt_by_names
from outfox.arena.holdem_choices import SIZES, HoldemChoices
from outfox.formats.records import GameRecord
from outfox.players.base import Player
from outfox.rules.game import Game

FLOP, TURN, RIVER = 7, 8, 9
"""Cards that are dealt when the round begins."""

GROWTH = {4: 2.0, FLOP: 2.0, TURN: 1.5, RIVER: 1.2}
"""How many times what is at stake when cards are dealt is at stake in the end, about: between what is best for players
who stay (3, 2, 1.4) and for those who fold much (1.3, 1.3, 1), by regression on matches between styles."""

RAISES = ("bet", "raise")


@dataclass(frozen=True)
class Board:
    """Cards that were dealt at once, and what was at stake.

    Attributes
    ----------
    known
        How many cards had been dealt after them.
    stake
        What each player had put in, in big blinds.
    """

    known: int
    stake: float


def boards_of(names: Sequence[str]) -> list[Board]:
    """Return what was dealt in a game, from the names of its plies.

    Examples
    --------
    >>> deal = ["dealer gets As", "dealer gets Ks", "big blind gets 2c", "big blind gets 7d"]
    >>> flop = ["9h on the table", "9c on the table", "9d on the table"]
    >>> [(board.known, board.stake) for board in boards_of([*deal, "raise", "call", *flop, "check", "check"])]
    [(4, 1.0), (7, 2.0)]
    """
    found: list[Board] = []
    cards, stake = 0, 2
    for name in names:
        if name in RAISES:
            stake += SIZES[found[-1].known - FLOP + 1 if found[-1].known >= FLOP else 0]
        elif name not in ("fold", "check", "call"):
            cards += 1
            if cards in GROWTH:
                found.append(Board(cards, stake / 2))
    return found


class HoldemLuck:
    """Luck in limit hold'em, by the equity of the hands.

    Parameters
    ----------
    deals
        Whether to count the deal of the hands too; in pairs of one deck it cancels out.
    game, players
        The game, A and B: where their probabilities are known, their choices are corrected for.

    Examples
    --------
    >>> from outfox.arena import match
    >>> result = match("limit-holdem", "call", "call", games=2)
    >>> HoldemLuck().of(result.records, (0, 1))[0]  # both games are the same
    0.0
    """

    source = "the equity of the hands"
    exact = False

    def __init__(self, deals: bool = False, game: Game | None = None, players: Sequence[Player] = ()) -> None:
        self.deals = deals
        self._choices = [
            HoldemChoices(game, one, equity) if game is not None and mixes(one) else None for one in players
        ]

    def of(self, records: Sequence[GameRecord], seats: Sequence[int]) -> list[float]:
        """Return what to subtract from player 0's payoff in each game."""
        stakes = [self._stakes(record) for record in records]
        shared = not self.deals and len(records) == 2
        common = {known: min(each.get(known, 0.0) for each in stakes) if shared else 0.0 for known in GROWTH}
        return [
            self._boards(record, stakes[k], common) + self._choice(record, seats[k]) for k, record in enumerate(records)
        ]

    def _stakes(self, record: GameRecord) -> dict[int, float]:
        """Return what was at stake when cards were dealt, by how many there were after them."""
        return {board.known: board.stake for board in boards_of(record.names) if board.known > 4 or self.deals}

    def _boards(self, record: GameRecord, stakes: dict[int, float], common: dict[int, float]) -> float:
        """Return what cards did, without what both games of a pair have in common."""
        left = {known: stakes.get(known, common[known]) - common[known] for known in GROWTH}
        cards = dealt_by_names(record)
        return sum(GROWTH[known] * stake * shift(cards, known) for known, stake in left.items() if stake)

    def _choice(self, record: GameRecord, seat: int) -> float:
        """Return what came of mixing."""
        total = 0.0
        for contestant, choices in enumerate(self._choices):
            if choices is not None:
                total += choices.of(record, seat if contestant == 0 else 1 - seat)
        return total


def shift(cards: Sequence[int], known: int) -> float:
    """Return by how much cards moved what player 0 wins of one big blind: twice the change of its equity.

    Parameters
    ----------
    cards
        All that were dealt: player 0's hand, player 1's, the board.
    known
        How many of them there were after these: 4 for the hands, 7 the flop, 8 the turn, 9 the river.
    """
    before = 0.5 if known == 4 else equity(tuple(cards[: 4 if known == FLOP else known - 1]))
    return 2.0 * (equity(tuple(cards[:known])) - before)


@lru_cache(64)
def equity(cards: tuple[int, ...]) -> float:
    """Return the equity of player 0's hand against player 1's.

    Examples
    --------
    >>> equity((48, 49, 44, 45, 0, 5, 22, 26))
    0.9545454545454546
    """
    from outfox.methods.poker.equity import showdowns

    return showdowns([(cards[0], cards[1])], [(cards[2], cards[3])], cards[4:]).equity
