"""The bucket of a hand on a board, looked up in one array that is an argument of a kernel.

The array has, one after the other: the images of all hands under permutations of suits; the bucket of each hand before
the flop; then for boards of three, four and five cards three numbers for each board, which say which canonical board it
is an image of (15 bits, then the rest) and by which permutation, and the bucket of each hand on each canonical board.

`bucket_key` stands for a view of limit hold'em: which bucket its cards are in now, and all that was played. What the
bucket was in earlier rounds is forgotten.
"""

from __future__ import annotations

from math import comb

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands_boards import HANDS, IMAGES
from outfox.kernel.link import compiled
from outfox.kernel.runtime import mix, word
from outfox.kernel.slots import Bytes, Shorts

FEWEST = 3
CANONICAL = {3: 1_755, 4: 16_432, 5: 134_459}
LOW_BITS = 15
LOW_MASK = (1 << LOW_BITS) - 1

PREFLOP = IMAGES * HANDS
FLOP_BOARDS = PREFLOP + HANDS
FLOP = FLOP_BOARDS + 3 * comb(DECK, 3)
TURN_BOARDS = FLOP + CANONICAL[3] * HANDS
TURN = TURN_BOARDS + 3 * comb(DECK, 4)
RIVER_BOARDS = TURN + CANONICAL[4] * HANDS
RIVER = RIVER_BOARDS + 3 * comb(DECK, 5)
SIZE = RIVER + CANONICAL[5] * HANDS
"""Numbers in the array: where each part begins, and how many there are."""


def choices(n, k):  # type: ignore[no-untyped-def]
    """Return how many sets of `k`, 1 to 5, there are of `n`; divisions by constants are multiplications."""
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return n * (n - 1) * (n - 2) // 6
    if k == 4:
        return n * (n - 1) * (n - 2) * (n - 3) // 24
    return n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120


def bucket_of(tables, low, high, board, at, n, lowest):  # type: ignore[no-untyped-def]
    """Return the bucket of a hand, its lower card first, on the `n` cards from ``board[at]`` on, in any order.

    `lowest` is the number of the lowest card in the array `board`.
    """
    hand = high * (high - 1) // 2 + low
    if n < FEWEST:
        return np.int64(tables[PREFLOP + hand])
    number = 0
    for i in range(n):
        card, place = np.int64(board[at + i]) - lowest, 1
        for j in range(n):
            if board[at + j] - lowest < card:
                place += 1
        number += choices(card, place)
    boards_at, buckets_at = RIVER_BOARDS, RIVER
    if n == 3:
        boards_at, buckets_at = FLOP_BOARDS, FLOP
    elif n == 4:
        boards_at, buckets_at = TURN_BOARDS, TURN
    entry = boards_at + 3 * number
    canonical = np.int64(tables[entry]) | np.int64(tables[entry + 1]) << LOW_BITS
    image = np.int64(tables[HANDS * np.int64(tables[entry + 2]) + hand])
    return np.int64(tables[buckets_at + HANDS * canonical + image])


def bucket_of_view(view, tables):  # type: ignore[no-untyped-def]
    """Return the bucket of the cards that a player of limit hold'em sees."""
    n = 0
    for k in range(5):
        if view.board[k] > 0:
            n += 1
    low, high = np.int64(view.hole[0]) - 1, np.int64(view.hole[1]) - 1  # a card of a view is its number and one
    return bucket_of(tables, min(low, high), max(low, high), view.board, 0, n, 1)


def bucket_key(view, tables):  # type: ignore[no-untyped-def]
    """Return what stands for a view of limit hold'em in a table: see `outfox.kernel.slots.information_key`.

    The lowest LOW_BITS are the bucket.
    """
    played = np.int64(mix(mix(word(0), view.line), view.player) >> word(LOW_BITS + 1))
    return played << LOW_BITS | bucket_of_view(view, tables)


def find_buckets(tables: Shorts, cards: Bytes, n: int, out: Shorts) -> int:
    """Fill in the bucket of each deal: two cards of a hand, then `n` of the board."""
    for i in range(len(out)):
        at = (n + 2) * i
        a, b = np.int64(cards[at]), np.int64(cards[at + 1])
        out[i] = bucket_of(tables, min(a, b), max(a, b), cards, at + 2, n, 0)
    return len(out)


fill_buckets = compiled(find_buckets)
