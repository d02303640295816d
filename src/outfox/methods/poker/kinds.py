"""The 169 kinds of hands of two cards: `AA`, `AKs` (of one suit), `AKo` (of two).

A kind is a number: 13 times a rank and another rank. Pairs have the same rank twice, hands of one suit the higher rank
first, the others the lower one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from outfox.formats.cards import RANKS, NoCard
from outfox.kernel.hands_boards import hand_number, numbering

KINDS = len(RANKS) ** 2


@cache
def kind_of_hand() -> Any:
    """Return the kind of each of the 1,326 hands, an int64 array by the number of the hand."""
    numbers = numbering()
    low, high = numbers.first // 4, numbers.second // 4  # the first card is the lower one
    suited = numbers.first % 4 == numbers.second % 4
    return np.where(suited, 13 * high + low, 13 * low + high)


def hands_of_kind(number: int) -> list[tuple[int, int]]:
    """Return the hands of a kind: 6 of a pair, 4 of one suit, 12 of two.

    Examples
    --------
    >>> hands_of_kind(kind_number("22"))
    [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    """
    numbers = numbering()
    return [(int(numbers.first[h]), int(numbers.second[h])) for h in np.flatnonzero(kind_of_hand() == number)]


def kind_number_of(a: int, b: int) -> int:
    """Return the kind of a hand.

    Examples
    --------
    >>> kind_name(kind_number_of(51, 46))
    'AKo'
    """
    return int(kind_of_hand()[hand_number(a, b)])


def kind_name(number: int) -> str:
    """Return a kind as text.

    Examples
    --------
    >>> kind_name(168), kind_name(13 * 12 + 11), kind_name(13 * 11 + 12)
    ('AA', 'AKs', 'AKo')
    """
    first, second = divmod(number, 13)
    if first == second:
        return RANKS[first] * 2
    return RANKS[max(first, second)] + RANKS[min(first, second)] + ("s" if first > second else "o")


def kind_number(text: str) -> int:
    """Return the number of a kind that is written as `kind_name` does, in capitals or not.

    Raises
    ------
    NoCard
        Where it is no kind.

    Examples
    --------
    >>> kind_number("AA"), kind_number("aks"), kind_number("KAo")
    (168, 167, 155)
    """
    ranks = [RANKS.find(letter) for letter in text[:2].upper()]
    kind = text[2:].lower()
    if len(ranks) != 2 or -1 in ranks or kind not in {"", "s", "o"} or (kind == "") != (ranks[0] == ranks[1]):
        raise NoCard(
            f"{text!r} is no kind of hand, such as AA, AKs (of one suit) or AKo (of two), nor two cards (AcKd)"
        )
    low, high = sorted(ranks)
    return 13 * high + low if kind == "s" else 13 * low + high
