"""What poker hands of five to seven cards are worth: two additions a card, then three look-ups.

A card is a number from 0 to 51, ``4 * rank + suit``, deuces first (`outfox.formats.cards`). A hand's value is a number
from 1 (seven high) to 7,462 (a royal flush): that of its best five cards. The higher value wins, equal values split.

In kernels: add the keys of all cards, join their bits, and ask `hand_value`. Cards that are already there need not be
added again, which is how whole decks are gone through.

Time: nanoseconds a hand. Memory: 0.5 MB of tables, computed in a tenth of a second (`outfox.kernel.hands_tables`).

Sources
    A number for each rank, by which a hand is looked up, is the idea of K. Suffecool's *Cactus Kev's Poker Hand
    Evaluator* (products of primes) and K. J. Shackleton's *SpecialK* (sums). Counting in base 5, two numbers for a hand
    and an order in which no place is empty are our own way to do it.

Status: proven (all hands of five and of seven cards by category; a slow twin and two other evaluators hand by hand).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.formats.cards import DECK
from outfox.kernel.hands_tables import DIGITS, LEAST, MOST, NAMES, HandTables, built
from outfox.kernel.link import compiled
from outfox.kernel.runtime import count, lowest
from outfox.kernel.slots import Bytes, Ints, Shorts
from outfox.rules.errors import OutfoxError

CATEGORIES = NAMES
"""The kinds of hands, worst first."""

LOWER = (1 << DIGITS) - 1
SUITS_AT = 2 * DIGITS
MISSING = 0x3333  # to five cards of a suit: its count then reaches the highest of its four bits
REACHED = 0x8888
ONE_SUIT = 0x1FFF


class NoHand(OutfoxError, ValueError):
    """What should be hands is not; the message says what hands are."""


def hand_tables() -> HandTables:
    """Return the tables that kernels take; the same in each call."""
    return built().tables


def hand_values(cards: Any) -> NDArray[np.int16]:
    """Return the value of each hand: 1 to 7,462, higher is better.

    Parameters
    ----------
    cards : (..., n) integers
        Hands of `n` cards, 5 to 7; a card is ``4 * rank + suit``. Without a copy if they are uint8 and contiguous.

    Returns
    -------
    (...) int16

    Raises
    ------
    NoHand
        Where the last axis is not 5 to 7 long, or something is no card, or a hand has a card twice.

    Examples
    --------
    >>> from outfox.formats.cards import parse_cards
    >>> hands = [parse_cards("AsKsQsJsTs2c2d"), parse_cards("7c5d4h3s2c8dTd"), parse_cards("AcAdAhAsKcKdKh")]
    >>> hand_values(hands).tolist()
    [7462, 83, 7452]
    >>> int(hand_values(parse_cards("7c5d4h3s2c")))
    1
    """
    hands = np.asarray(cards)
    if hands.ndim == 0 or not LEAST <= hands.shape[-1] <= MOST or hands.dtype.kind not in "iu":
        raise NoHand(f"hands are an array of integers whose last axis has {LEAST} to {MOST} cards")
    if hands.dtype != np.uint8:
        if hands.size and (hands.min() < 0 or hands.max() >= DECK):
            raise NoHand(f"a card is a number from 0 to {DECK - 1}, four times the rank and the suit")
        hands = hands.astype(np.uint8)
    out = np.empty(hands.shape[:-1], np.int16)
    flat = np.ascontiguousarray(hands).reshape(-1)
    bad = _value_hands(hand_tables(), flat, hands.shape[-1], out.reshape(-1))
    if bad >= 0:
        hand = flat[bad * hands.shape[-1] :][: hands.shape[-1]].tolist()
        raise NoHand(f"hand {bad} is {hand}: a card is a number from 0 to {DECK - 1}, and is in a hand once")
    return out


def hand_categories(values: Any) -> NDArray[np.int64]:
    """Return the category of each value: an index into `CATEGORIES`.

    Examples
    --------
    >>> [CATEGORIES[k] for k in hand_categories([1, 1278, 7462])]
    ['high card', 'pair', 'straight flush']
    """
    return np.searchsorted(built().lowest, np.asarray(values), side="right") - 1


def census(cards: int) -> NDArray[np.int64]:
    """Return how many of all hands of so many cards, 5 to 7, have each value: an array of 7,463, the first 0.

    Examples
    --------
    >>> found = census(5)
    >>> int(found.sum()), int((found > 0).sum())
    (2598960, 7462)
    """
    if not LEAST <= cards <= MOST:
        raise NoHand(f"a hand has {LEAST} to {MOST} cards, not {cards}")
    counts = np.zeros(int(hand_tables().flushes.max()) + 1, np.int64)
    for lowest_card in range(DECK - cards + 1):  # in parts, between which Ctrl-C is heard
        _count_hands(hand_tables(), lowest_card, cards, counts)
    return counts


def hand_value(tables, key, bits):  # type: ignore[no-untyped-def]
    """Return the value of a hand from the sum of its cards' keys and the union of their bits."""
    flush = ((key >> SUITS_AT) + MISSING) & REACHED
    if flush:
        return np.int64(tables.flushes[(bits >> (lowest(flush) & 12) * 4) & ONE_SUIT])
    return np.int64(tables.values[np.int64(tables.low[key & LOWER]) + tables.high[(key >> DIGITS) & LOWER]])


def checked_value(tables, cards, at, n):  # type: ignore[no-untyped-def]
    """Return the value of the `n` cards from ``cards[at]`` on; 0 where they are no hand."""
    key, bits = 0, 0
    for k in range(n):
        card = cards[at + k]
        if card >= DECK:
            return 0
        key += tables.keys[card]
        bits |= tables.bits[card]
    return hand_value(tables, key, bits) if count(bits) == n else 0


def value_hands(tables: HandTables, cards: Bytes, n: int, out: Shorts) -> int:
    """Fill `out` with the values of hands of `n` cards; return the first that is none, else -1."""
    for i in range(len(out)):
        # A number of cards that the compiler knows is a loop that it unrolls.
        if n == 7:
            value = checked_value(tables, cards, 7 * i, 7)
        elif n == 6:
            value = checked_value(tables, cards, 6 * i, 6)
        else:
            value = checked_value(tables, cards, 5 * i, 5)
        if value == 0:
            return i
        out[i] = value
    return -1


def count_hands(tables: HandTables, lowest_card: int, n: int, counts: Ints) -> int:
    """Count the values of all hands of `n` cards whose lowest card is given; return how many hands."""
    cards, keys, bits = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    cards[0], keys[0], bits[0] = lowest_card, tables.keys[lowest_card], tables.bits[lowest_card]
    cards[1] = lowest_card
    last, deep, hands = n - 1, 1, 0
    while deep > 0:
        cards[deep] += 1
        card = cards[deep]
        if card > DECK - n + deep:
            deep -= 1
            continue
        keys[deep] = keys[deep - 1] + tables.keys[card]
        bits[deep] = bits[deep - 1] | tables.bits[card]
        if deep < last - 1:
            deep += 1
            cards[deep] = card
            continue
        for other in range(card + 1, DECK):
            counts[hand_value(tables, keys[deep] + tables.keys[other], bits[deep] | tables.bits[other])] += 1
        hands += DECK - 1 - card
    return hands


_value_hands = compiled(value_hands)
_count_hands = compiled(count_hands)
