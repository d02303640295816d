"""Playing cards as text and as numbers: `As` is the ace of spades, and 51.

A card is a number from 0 to 51: four times its rank, from 0 for a deuce to 12 for an ace, and its suit, from 0 for
clubs, by diamonds and hearts, to 3 for spades.
"""

from __future__ import annotations

from collections.abc import Iterable

from outfox.rules.errors import OutfoxError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = len(RANKS) * len(SUITS)


class NoCard(OutfoxError, ValueError):
    """What should be cards is not; the message says how cards are written."""


def card_name(card: int) -> str:
    """Return a card as text.

    Examples
    --------
    >>> card_name(0), card_name(51)
    ('2c', 'As')
    """
    return RANKS[card // 4] + SUITS[card % 4]


def card_names(cards: Iterable[int]) -> str:
    """Return cards as text, one after the other.

    Examples
    --------
    >>> card_names([48, 49])
    'AcAd'
    """
    return "".join(map(card_name, cards))


def parse_cards(text: str) -> list[int]:
    """Return the numbers of cards written one after the other; blanks and commas may stand between.

    Raises
    ------
    NoCard
        Where something else is written, or one card twice.

    Examples
    --------
    >>> parse_cards("2c As"), parse_cards("td,TH")
    ([0, 51], [33, 34])
    """
    letters = "".join(text.replace(",", " ").split())
    pairs = [letters[k : k + 2] for k in range(0, len(letters), 2)]
    cards = [_number(pair, text) for pair in pairs]
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise NoCard(f"{text!r} has {card_name(twice[0])} twice")
    return cards


def _number(pair: str, text: str) -> int:
    rank, suit = RANKS.find(pair[0].upper()), SUITS.find(pair[1:].lower())
    if len(pair) != 2 or rank < 0 or suit < 0:
        raise NoCard(
            f"{text!r} has {pair!r}, which is no card: it is a rank ({RANKS}) and a suit ({SUITS}), as in AcTd"
        )
    return 4 * rank + suit
