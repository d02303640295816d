"""How strong a hand will be on the last card, as a histogram over the cards to come; and the nearest of some points."""

from __future__ import annotations

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands_boards import HANDS, Boards, Numbering, set_number
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Ints32, Shorts

VALUES = 1981
"""Strengths on five cards: 0 to 1,980."""

BINS = 20


def next_board(numbers, after, cards, n, card):  # type: ignore[no-untyped-def]
    """Put a card behind the `n` of a board; return the number of the new board, -1 where the card is there already."""
    cards[n] = card
    for k in range(n):
        if cards[k] == card:
            return -1
    return set_number(numbers.choose, cards, 0, n + 1)


def count_bins(row, strengths, images):  # type: ignore[no-untyped-def]
    """Count the strength that each hand has on a board of five cards."""
    for hand in range(HANDS):
        row[BINS * hand + np.int64(strengths[images[hand]]) * BINS // VALUES] += 1


def add_bins(row, histograms, images):  # type: ignore[no-untyped-def]
    """Add the histogram that each hand has on a board with one more card."""
    for hand in range(HANDS):
        image = BINS * np.int64(images[hand])
        for k in range(BINS):
            row[BINS * hand + k] += histograms[image + k]


def clear_impossible(numbers, cards, n, row):  # type: ignore[no-untyped-def]
    """Empty the histograms of hands that hold a card of the board; take their own two cards off those of the others."""
    for hand in range(HANDS):
        held = False
        for k in range(n):
            held = held or numbers.first[hand] == cards[k] or numbers.second[hand] == cards[k]
        row[BINS * hand] -= 2
        if held:
            for k in range(BINS):
                row[BINS * hand + k] = 0


def turn_histograms(
    numbers: Numbering, boards: Boards, after: Boards, strengths: Shorts, begin: int, end: int, out: Bytes
) -> int:
    """Fill in the histograms of all hands on boards `begin` to `end` - 1 of four cards: 46 cards to come."""
    cards, n, size = np.zeros(5, np.int64), 4, BINS * HANDS
    for board in range(begin, end):
        for k in range(n):
            cards[k] = boards.cards[n * board + k]
        row = out[size * board : size * (board + 1)]
        for card in range(DECK):
            number = next_board(numbers, after, cards, n, card)
            if number >= 0:
                place, order = HANDS * np.int64(after.canonical[number]), HANDS * np.int64(after.order[number])
                # A hand that holds the card has strength 0 there.
                count_bins(row, strengths[place : place + HANDS], numbers.images[order : order + HANDS])
        clear_impossible(numbers, cards, n, row)
    return end - begin


def flop_histograms(
    numbers: Numbering, boards: Boards, after: Boards, histograms: Bytes, begin: int, end: int, out: Shorts
) -> int:
    """Fill in the histograms of all hands on boards `begin` to `end` - 1 of three cards: 47 * 46 ways to go on."""
    cards, n, size = np.zeros(5, np.int64), 3, BINS * HANDS
    for board in range(begin, end):
        for k in range(n):
            cards[k] = boards.cards[n * board + k]
        for card in range(DECK):
            number = next_board(numbers, after, cards, n, card)
            if number >= 0:
                place, order = size * np.int64(after.canonical[number]), HANDS * np.int64(after.order[number])
                # A hand that holds the card has an empty histogram there.
                add_bins(
                    out[size * board : size * (board + 1)],
                    histograms[place : place + size],
                    numbers.images[order : order + HANDS],
                )
    return end - begin


def nearest_centres(points: Ints32, centres: Ints32, width: int, distances: Ints32, out: Shorts) -> int:
    """Fill in which centre is nearest to each point, by the sum of squares; the first of equally near ones.

    Parameters
    ----------
    points
        `width` coordinates of each point.
    centres
        The first coordinate of all centres, then the second, and so on.
    distances
        Room for a number for each centre.
    """
    count = len(distances)
    for point in range(len(out)):
        distances[:] = 0
        for d in range(width):
            add_squares(distances, centres[count * d : count * (d + 1)], points[width * point + d])
        best = 0
        for centre in range(count):
            if distances[centre] < distances[best]:
                best = centre
        out[point] = best
    return len(out)


def add_squares(distances, centres, x):  # type: ignore[no-untyped-def]
    """Add the squares of distances along one coordinate."""
    for centre in range(len(centres)):
        apart = np.int32(centres[centre] - x)
        distances[centre] += apart * apart


fill_turn_histograms = compiled(turn_histograms)
add_flop_histograms = compiled(flop_histograms)
find_nearest = compiled(nearest_centres)
