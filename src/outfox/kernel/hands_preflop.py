"""Every hand against every kind of hand on each board: what the table of hands before the flop is counted with."""

from __future__ import annotations

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands_boards import Boards, Numbering
from outfox.kernel.hands_strength import BOARD, VALUES, sort_hands
from outfox.kernel.hands_tables import HandTables
from outfox.kernel.link import compiled
from outfox.kernel.slots import Ints, Ints32

KINDS = 169


def add_row(wins, below, first, second):  # type: ignore[no-untyped-def]
    """Add to a row of wins what is below, but for hands that hold the first card or the second."""
    for kind in range(KINDS):
        wins[kind] += below[kind] - first[kind] - second[kind]


def count_wins(
    tables: HandTables, numbers: Numbering, boards: Boards, kinds: Ints, begin: int, end: int, wins: Ints32
) -> int:
    """Add, for boards `begin` to `end` - 1, how often hands of one kind beat hands of another; return the boards.

    ``wins[169 * i + j]`` counts a board as often as it has images, and each pair of hands without a common card.
    """
    hands, values, width, deck = len(numbers.first), VALUES, KINDS, DECK
    value, order, begins = np.zeros(hands, np.int64), np.zeros(hands, np.int64), np.zeros(values, np.int64)
    below = np.zeros(width, np.int32)  # hands of each kind with a lower value
    sharing = np.zeros(deck * width, np.int32)  # those of them that hold a card
    for board in range(begin, end):
        weight = np.int32(boards.weights[board])
        count = sort_hands(tables, numbers, boards.cards, BOARD * board, value, order, begins)
        below[:] = 0
        sharing[:] = 0
        low = 0
        while low < count:
            high = low
            while high < count and value[order[high]] == value[order[low]]:
                hand = order[high]
                row, a, b = width * kinds[hand], width * numbers.first[hand], width * numbers.second[hand]
                add_row(wins[row : row + width], below, sharing[a : a + width], sharing[b : b + width])
                high += 1
            for k in range(low, high):
                hand = order[k]
                kind = kinds[hand]
                below[kind] += weight
                sharing[width * numbers.first[hand] + kind] += weight
                sharing[width * numbers.second[hand] + kind] += weight
            low = high
    return end - begin


add_wins = compiled(count_wins)
