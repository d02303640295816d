"""How strong a hand is against a hand at random: exact, on every board of three to five cards.

On five cards the strength of a hand is twice the hands that it beats, and the hands that it splits with once: of 990
others, so at most 1,980. On fewer cards it is the sum over the next card, which is a sum over all that can come. As
integers these are exact; divided by the most that they can be they are the hand's share of the pot.
"""

from __future__ import annotations

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands import hand_value
from outfox.kernel.hands_boards import HANDS, Boards, Numbering, set_number
from outfox.kernel.hands_tables import HandTables
from outfox.kernel.link import compiled
from outfox.kernel.slots import Ints32, Shorts

BOARD = 5
VALUES = 7463


def sort_hands(tables, numbers, cards, at, value, order, begins):  # type: ignore[no-untyped-def]
    """Sort the hands that a board leaves by value, worst first, by counting.

    Returns how many there are. ``value`` gets the value of each hand by its number, ``order`` the numbers in order;
    ``begins`` is scratch.
    """
    key, bits = 0, 0
    for k in range(BOARD):
        key += tables.keys[cards[at + k]]
        bits |= tables.bits[cards[at + k]]
    begins[:] = 0
    for hand in range(len(value)):
        a, b = numbers.first[hand], numbers.second[hand]
        both = tables.bits[a] | tables.bits[b]
        value[hand] = 0
        if both & bits == 0:
            value[hand] = hand_value(tables, key + tables.keys[a] + tables.keys[b], bits | both)
            begins[value[hand]] += 1
    total = 0
    for v in range(len(begins)):
        total, begins[v] = total + begins[v], total
    for hand in range(len(value)):
        if value[hand] > 0:
            order[begins[value[hand]]] = hand
            begins[value[hand]] += 1
    return total


def river_strengths(tables: HandTables, numbers: Numbering, boards: Boards, begin: int, end: int, out: Shorts) -> int:
    """Fill in the strengths on boards `begin` to `end` - 1 of five cards; 0 where a hand has a card of the board."""
    hands, values, deck = len(numbers.first), VALUES, DECK
    value, order, begins = np.zeros(hands, np.int64), np.zeros(hands, np.int64), np.zeros(values, np.int64)
    holding = np.zeros(deck, np.int64)  # of the hands met so far, those that hold a card
    for board in range(begin, end):
        count = sort_hands(tables, numbers, boards.cards, BOARD * board, value, order, begins)
        holding[:] = 0
        low = 0
        while low < count:
            high = low
            while high < count and value[order[high]] == value[order[low]]:
                hand = order[high]
                out[hands * board + hand] = low - holding[numbers.first[hand]] - holding[numbers.second[hand]]
                high += 1
            for k in range(low, high):
                holding[numbers.first[order[k]]] += 1
                holding[numbers.second[order[k]]] += 1
            for k in range(low, high):  # what is not better; the hand itself was taken off twice
                hand = order[k]
                out[hands * board + hand] += high + 1 - holding[numbers.first[hand]] - holding[numbers.second[hand]]
            low = high
    return end - begin


def add_images(row, strengths, images):  # type: ignore[no-untyped-def]
    """Add to the strengths of all hands those of their images on another board."""
    for hand in range(HANDS):
        row[hand] += strengths[images[hand]]


def sum_over_next(numbers, boards, n, after, strengths, begin, end, out, cards):  # type: ignore[no-untyped-def]
    """Add up the strengths on the boards with one more card; `cards` is scratch for a board."""
    hands = HANDS
    for board in range(begin, end):
        for k in range(n):
            cards[k] = boards.cards[n * board + k]
        for card in range(DECK):
            cards[n] = card
            new = True
            for k in range(n):
                new = new and cards[k] != card
            if new:
                number = set_number(numbers.choose, cards, 0, n + 1)
                place, order = hands * np.int64(after.canonical[number]), hands * np.int64(after.order[number])
                add_images(
                    out[hands * board : hands * (board + 1)],
                    strengths[place : place + hands],
                    numbers.images[order : order + hands],
                )


def turn_strengths(
    numbers: Numbering, boards: Boards, after: Boards, strengths: Shorts, begin: int, end: int, out: Ints32
) -> int:
    """Add up the strengths on the fifth card for boards `begin` to `end` - 1 of four cards."""
    cards = np.zeros(BOARD, np.int64)
    sum_over_next(numbers, boards, BOARD - 1, after, strengths, begin, end, out, cards)
    return end - begin


def flop_strengths(
    numbers: Numbering, boards: Boards, after: Boards, strengths: Ints32, begin: int, end: int, out: Ints32
) -> int:
    """Add up the strengths on the fourth card for boards `begin` to `end` - 1 of three cards."""
    cards = np.zeros(BOARD, np.int64)
    sum_over_next(numbers, boards, BOARD - 2, after, strengths, begin, end, out, cards)
    return end - begin


fill_river = compiled(river_strengths)
add_turn = compiled(turn_strengths)
add_flop = compiled(flop_strengths)
