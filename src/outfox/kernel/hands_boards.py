"""Boards and hands of two cards by number, and boards that differ only by suits as one.

Sets of cards are numbered by the combinatorial number system: the cards ``c0 < c1 < ...`` have the number ``C(c0, 1) +
C(c1, 2) + ...``, so that all sets of a size are numbered without gaps. Of the boards that are images of each other
under the 24 permutations of suits, one is the canonical board. Its weight is how many images it has: 24 over its
symmetries.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Ints, Ints32, Shorts

HANDS = comb(DECK, 2)
"""Hands of two cards."""

SUIT_ORDERS = tuple(permutations(range(4)))
IMAGES = len(SUIT_ORDERS)
MOST_CARDS = 5


class Numbering(NamedTuple):
    """What kernels need to number cards.

    Attributes
    ----------
    choose : (52 * 6,) int64
        ``choose[6 * n + k]`` is the number of sets of `k` out of `n`.
    orders : (24 * 4,) int64
        Permutations of suits.
    inverse : (24,) int64
        Which permutation undoes each.
    first, second : (1326,) int64
        The cards of each hand, the lower one first.
    images : (24 * 1326,) int16
        The number of each hand after each permutation.
    """

    choose: Ints
    orders: Ints
    inverse: Ints
    first: Ints
    second: Ints
    images: Shorts


class Boards(NamedTuple):
    """All boards of a size, and the canonical ones among them.

    Attributes
    ----------
    canonical : (C(52, n),) int32
        By number: which canonical board it is an image of.
    order : (C(52, n),) uint8
        By number: the permutation of suits that makes it the canonical board.
    cards : (boards * n,) uint8
        The cards of the canonical boards, ascending.
    weights : (boards,) int64
        Images of each.
    """

    canonical: Ints32
    order: Bytes
    cards: Bytes
    weights: Ints


@cache
def numbering() -> Numbering:
    """Return the tables of numbers, the same in each call."""
    second, first = np.tril_indices(DECK, -1)
    orders = np.array(SUIT_ORDERS)
    inverse = np.array([SUIT_ORDERS.index(tuple(np.argsort(order).tolist())) for order in SUIT_ORDERS])
    a, b = (card // 4 * 4 + orders[:, card % 4] for card in (first, second))
    low, high = np.minimum(a, b), np.maximum(a, b)
    images = (high * (high - 1) // 2 + low).astype(np.int16)
    choose = np.array([comb(n, k) for n in range(DECK) for k in range(MOST_CARDS + 1)])
    return Numbering(choose, orders.reshape(-1), inverse, first, second, images.reshape(-1))


@cache
def boards(n: int) -> Boards:
    """Return the boards of `n` cards, 1 to 5; the same in each call.

    Examples
    --------
    >>> found = boards(3)
    >>> len(found.weights), int(found.weights.sum())
    (1755, 22100)
    """
    every = comb(DECK, n)
    canonical, order = np.full(every, -1, np.int32), np.zeros(every, np.uint8)
    cards, weights = np.zeros(every * n, np.uint8), np.zeros(every, np.int64)
    count = _find_boards(numbering(), n, canonical, order, cards, weights)
    return Boards(canonical, order, cards[: count * n].copy(), weights[:count].copy())


def hand_number(a: int, b: int) -> int:
    """Return the number of a hand of two cards.

    Examples
    --------
    >>> hand_number(1, 0), hand_number(50, 51)
    (0, 1325)
    """
    low, high = min(a, b), max(a, b)
    return high * (high - 1) // 2 + low


def set_number(choose, cards, at, n):  # type: ignore[no-untyped-def]
    """Return the number of the set of `n` cards from ``cards[at]`` on, whatever their order."""
    number = 0
    for i in range(n):
        card, below = np.int64(cards[at + i]), 1
        for j in range(n):
            if cards[at + j] < card:
                below += 1
        number += choose[6 * card + below]
    return number


def find_boards(numbers: Numbering, n: int, canonical: Ints32, order: Bytes, cards: Bytes, weights: Ints) -> int:
    """Fill in the boards of `n` cards, the canonical ones from the front; return how many these are."""
    board, image = np.zeros(n + 1, np.int64), np.zeros(n, np.int64)
    for k in range(n):
        board[k] = k
    board[n] = DECK
    found = 0
    for number in range(len(canonical)):
        if canonical[number] < 0:
            for k in range(n):
                cards[found * n + k] = board[k]
            for p in range(IMAGES):
                for k in range(n):
                    image[k] = board[k] // 4 * 4 + numbers.orders[4 * p + board[k] % 4]
                other = set_number(numbers.choose, image, 0, n)
                if canonical[other] < 0:
                    canonical[other], order[other] = found, numbers.inverse[p]
                    weights[found] += 1
            found += 1
        k = 0  # the next set: raise the lowest card that has room, and those below it start again
        while board[k] + 1 == board[k + 1]:
            board[k] = k
            k += 1
            if k == n:
                return found
        board[k] += 1
    return found


_find_boards = compiled(find_boards)
