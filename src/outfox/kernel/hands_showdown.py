"""Hands against hands on every board that can still come."""

from __future__ import annotations

import numpy as np

from outfox.kernel.hands import hand_value
from outfox.kernel.hands_tables import HandTables
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Ints

WINS, TIES, LOSSES = range(3)


def values_of(tables, hands, key, bits, out):  # type: ignore[no-untyped-def]
    """Fill in the values of hands on a board; 0 where they hold a card of it."""
    for i in range(len(out)):
        a, b = hands[2 * i], hands[2 * i + 1]
        both = tables.bits[a] | tables.bits[b]
        out[i] = 0 if both & bits else hand_value(tables, key + tables.keys[a] + tables.keys[b], bits | both)


def compare(mine, theirs, apart, counts):  # type: ignore[no-untyped-def]
    """Count the showdowns of all pairs of hands that have no common card."""
    for i in range(len(mine)):
        if mine[i] > 0:
            for j in range(len(theirs)):
                if theirs[j] > 0 and apart[len(theirs) * i + j]:
                    counts[TIES + (mine[i] < theirs[j]) - (mine[i] > theirs[j])] += 1


def count_showdowns(
    tables: HandTables, mine: Ints, theirs: Ints, apart: Bytes, known: Ints, deck: Ints, first: int, counts: Ints
) -> int:
    """Count showdowns of two lists of hands on the boards that begin with some cards.

    Parameters
    ----------
    tables
        Of values.
    mine, theirs
        Cards of the hands, two each.
    apart
        By hand of mine, then of theirs: whether they have no common card.
    known
        The cards on the board.
    deck
        Cards that may come.
    first
        Of those that come, the place in the deck of the first one; it does not matter where the board is whole.
    counts
        Wins, ties and losses of mine are added to it.
    """
    missing = 5 - len(known)
    places, keys, bits = np.zeros(6, np.int64), np.zeros(6, np.int64), np.zeros(6, np.int64)
    my_values, their_values = np.zeros(len(mine) // 2, np.int64), np.zeros(len(theirs) // 2, np.int64)
    for card in known:
        keys[0] += tables.keys[card]
        bits[0] |= tables.bits[card]
    if missing == 0:
        values_of(tables, mine, keys[0], bits[0], my_values)
        values_of(tables, theirs, keys[0], bits[0], their_values)
        compare(my_values, their_values, apart, counts)
        return 1
    deep, boards = 0, 0
    places[0] = first - 1
    while deep >= 0:
        places[deep] += 1
        place = places[deep]
        if place > len(deck) - missing + deep or (deep == 0 and place > first):
            deep -= 1
            continue
        keys[deep + 1] = keys[deep] + tables.keys[deck[place]]
        bits[deep + 1] = bits[deep] | tables.bits[deck[place]]
        deep += 1
        if deep < missing:
            places[deep] = place
            continue
        values_of(tables, mine, keys[deep], bits[deep], my_values)
        values_of(tables, theirs, keys[deep], bits[deep], their_values)
        compare(my_values, their_values, apart, counts)
        boards += 1
        deep -= 1
    return boards


add_showdowns = compiled(count_showdowns)
