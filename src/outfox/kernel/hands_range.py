"""What one hand wins against each other hand on a board, all cards to come: exact, for ranges of hands."""

from __future__ import annotations

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands import hand_value
from outfox.kernel.hands_boards import HANDS, Numbering
from outfox.kernel.hands_tables import HandTables
from outfox.kernel.link import compiled
from outfox.kernel.slots import Floats, Ints

BOARD = 5


def add_showdown(tables, keys, bits, key, known, mine, out, met):  # type: ignore[no-untyped-def]
    """Add what a hand gets of the pot on a whole board, in halves, by the other's hand."""
    value = hand_value(tables, key + keys[mine], known | bits[mine])
    taken = known | bits[mine]
    for hand in range(HANDS):
        if bits[hand] & taken == 0:
            other = hand_value(tables, key + keys[hand], known | bits[hand])
            out[hand] += 2.0 if value > other else 1.0 if value == other else 0.0
            met[hand] += 1


def share_against_each(tables: HandTables, numbers: Numbering, mine: int, board: Ints, out: Floats) -> int:
    """Fill in the share of the pot that a hand wins against each other hand.

    Parameters
    ----------
    tables, numbers
        Of values and hands.
    mine
        The number of the hand.
    board
        Three to five cards.
    out : (1326,)
        By the number of the other's hand; 0 where the two are not possible together.

    Returns
    -------
    int
        Boards that were gone through.
    """
    keys, bits, met = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64)
    for hand in range(HANDS):
        a, b = numbers.first[hand], numbers.second[hand]
        keys[hand], bits[hand] = tables.keys[a] + tables.keys[b], tables.bits[a] | tables.bits[b]
        out[hand] = 0.0
    key, known, boards = 0, 0, 0
    for card in board:
        key += tables.keys[card]
        known |= tables.bits[card]
    missing, taken = BOARD - len(board), known | bits[mine]
    # Where fewer than two cards are missing, one pass of a loop adds nothing.
    for a in range(DECK if missing == 2 else 1):
        one_key, one = (tables.keys[a], tables.bits[a]) if missing == 2 else (0, 0)
        if one & taken:
            continue
        for b in range(a + 1 if missing == 2 else 0, DECK if missing > 0 else 1):
            two_key, two = (tables.keys[b], tables.bits[b]) if missing > 0 else (0, 0)
            if two & taken:
                continue
            add_showdown(tables, keys, bits, key + one_key + two_key, known | one | two, mine, out, met)
            boards += 1
    for hand in range(HANDS):
        if met[hand] > 0:
            out[hand] /= 2 * met[hand]
    return boards


fill_shares = compiled(share_against_each)
