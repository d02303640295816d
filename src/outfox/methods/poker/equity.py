"""The equity of hands against hands: what share of the pot they win, by going through all boards that can come.

Hands may be single ones, kinds of hands, lists of these, or a hand at random: each pair without a common card counts
the same. Before the flop a hand at random, or many kinds against many, is looked up in the table of kinds
(`outfox.methods.poker.preflop`), which is the same enumeration, done once.

Time: nanoseconds a pair of hands and board; 1,712,304 boards for two given hands before the flop.

Status: proven (published percentages; a naive twin on small decks of boards).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from outfox.formats.cards import DECK, NoCard, card_names, parse_cards
from outfox.kernel.hands import hand_tables
from outfox.kernel.hands_boards import HANDS, numbering
from outfox.kernel.hands_showdown import LOSSES, TIES, WINS, add_showdowns
from outfox.methods.poker.kinds import KINDS, hands_of_kind, kind_number, kind_number_of, kind_of_hand

Progress = Callable[[float, str], None]
Hands = Sequence[tuple[int, int]]

RANDOM = "random"
BOARD = 5
FEW = 200
"""Pairs of hands that are gone through before the flop; more are looked up where the table has them."""


@dataclass(frozen=True)
class Showdowns:
    """What came of all showdowns of two lists of hands.

    Attributes
    ----------
    wins, ties, losses
        Showdowns: pairs of hands without a common card, on each board.
    """

    wins: int
    ties: int
    losses: int

    @property
    def count(self) -> int:
        """All showdowns."""
        return self.wins + self.ties + self.losses

    @property
    def equity(self) -> float:
        """The share of the pot that the first hands win, splits as halves."""
        return (2 * self.wins + self.ties) / (2 * self.count)


def parse_hands(text: str) -> list[tuple[int, int]]:
    """Return the hands that a text names: ``AcAd``, ``AKs``, ``AK`` (AKs and AKo), ``QQ,AKo``, ``random``.

    Raises
    ------
    NoCard
        Where something is neither two cards nor a kind of hand.

    Examples
    --------
    >>> parse_hands("AcAd"), len(parse_hands("QQ, AKs")), len(parse_hands("random"))
    ([(48, 49)], 10, 1326)
    """
    found: dict[tuple[int, int], None] = {}
    for part in filter(None, text.replace(" ", "").split(",")):
        found.update(dict.fromkeys(_named(part)))
    if not found:
        raise NoCard(f"{text!r} names no hand: write two cards (AcAd), a kind (AKs, AKo, QQ), or {RANDOM}")
    return list(found)


def _named(part: str) -> list[tuple[int, int]]:
    if part.lower() == RANDOM:
        numbers = numbering()
        return list(zip(numbers.first.tolist(), numbers.second.tolist(), strict=True))
    if len(part) < 4:
        both = len(part) == 2 and part[0].upper() != part[1].upper()  # AK: of one suit or two
        return [hand for kind in ("so" if both else ("",)) for hand in hands_of_kind(kind_number(part + kind))]
    cards = sorted(parse_cards(part))
    if len(cards) != 2:
        raise NoCard(f"{part!r} has {len(cards)} cards: a hand has two, such as AcAd")
    return [(cards[0], cards[1])]


def showdowns(mine: Hands, theirs: Hands, board: Sequence[int] = (), progress: Progress | None = None) -> Showdowns:
    """Count the showdowns of hands against hands on all boards that can come.

    Parameters
    ----------
    mine, theirs
        Hands of two cards.
    board
        None, three, four or five cards.
    progress
        Called with the share that is done and a text.

    Raises
    ------
    NoCard
        Where something is no card, the board has another size, or no two of the hands are possible together.

    Examples
    --------
    >>> found = showdowns(parse_hands("AcAd"), parse_hands("KsKh"), parse_cards("Kc7d2h"))
    >>> found.count, round(found.equity, 4)
    (990, 0.0859)
    """
    if len(board) not in (0, 3, 4, 5):
        raise NoCard(f"a board has 3, 4 or 5 cards, not {len(board)}")
    for cards in (board, *mine, *theirs):
        if len(set(cards)) < len(cards) or not set(cards) <= set(range(DECK)):
            raise NoCard(f"{list(cards)} are not different cards, which are numbers from 0 to {DECK - 1}")
    mine, theirs = _possible(mine, board), _possible(theirs, board)
    found = None if board else _looked_up(mine, theirs, progress)
    return found or _gone_through(mine, theirs, board, progress)


def _possible(hands: Hands, board: Sequence[int]) -> Hands:
    left = [hand for hand in hands if not set(hand) & set(board)]
    if not left:
        raise NoCard(f"{card_names(hands[0])} cannot be held: the board is {card_names(board)}")
    return left


def _looked_up(mine: Hands, theirs: Hands, progress: Progress | None) -> Showdowns | None:
    """Return what the table of kinds knows; None where it does not, or need not be asked."""
    if len(mine) * len(theirs) <= FEW:
        return None
    if len(mine) < HANDS and len(theirs) < HANDS and not (_whole(mine) and _whole(theirs)):
        return None
    from outfox.methods.poker.preflop import BOARDS, preflop_table

    table = preflop_table(progress)
    weights = [_shares(hands) for hands in (mine, theirs)]

    def total(matrix: Any) -> int:
        return round(float(weights[0] @ matrix @ weights[1]))

    wins, losses = total(table.wins), total(table.wins.T)
    return Showdowns(wins, total(table.pairs) * BOARDS - wins - losses, losses)


def _shares(hands: Hands) -> Any:
    """Return which share of each kind's hands there is: against all hands, each hand of a kind does the same."""
    counts = np.bincount([kind_number_of(*hand) for hand in hands], minlength=KINDS)
    return counts / np.bincount(kind_of_hand(), minlength=KINDS)


def _whole(hands: Hands) -> bool:
    return bool(np.isin(_shares(hands), (0.0, 1.0)).all())


def _gone_through(mine: Hands, theirs: Hands, board: Sequence[int], progress: Progress | None) -> Showdowns:
    a, b = np.array(mine, np.int64), np.array(theirs, np.int64)
    apart = (a[:, None, :, None] != b[None, :, None, :]).all(axis=(2, 3))
    if not apart.any():
        raise NoCard(f"{card_names(mine[0])} and {card_names(theirs[0])} have a common card")
    # What is held for certain cannot come.
    gone = set(board).union(*(set(hands[0]) for hands in (mine, theirs) if len(hands) == 1))
    deck = np.array([card for card in range(DECK) if card not in gone], np.int64)
    counts, known = np.zeros(3, np.int64), np.array(board, np.int64)
    missing = BOARD - len(board)
    for first in range(len(deck) - missing + 1 if missing else 1):
        add_showdowns(
            hand_tables(), a.reshape(-1), b.reshape(-1), apart.reshape(-1).view(np.uint8), known, deck, first, counts
        )
        if progress is not None:
            progress(1 - comb(len(deck) - 1 - first, missing) / comb(len(deck), missing), "boards")
    return Showdowns(int(counts[WINS]), int(counts[TIES]), int(counts[LOSSES]))
