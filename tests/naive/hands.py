"""Poker hands the obvious way: every choice of five cards, told apart by counting."""

from __future__ import annotations

from collections import Counter
from itertools import combinations


def five_card_score(cards):
    """Return a tuple that compares as hands of five do: the category, then ranks, the most frequent first."""
    counts = Counter(card // 4 for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]  # the ace is low in A 2 3 4 5
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    kinds = [
        (straight and flush, 8),
        (shape == [4, 1], 7),
        (shape == [3, 2], 6),
        (flush, 5),
        (straight, 4),
        (shape == [3, 1, 1], 3),
        (shape == [2, 2, 1], 2),
        (shape == [2, 1, 1, 1], 1),
        (True, 0),
    ]
    return next(kind for holds, kind in kinds if holds), ranks


def score(cards):
    """Return the score of the best five of some cards."""
    return max(five_card_score(five) for five in combinations(cards, 5))


def showdown(a, b, board):
    """Return 2 if hand `a` wins on a board, 1 if they split, else 0."""
    mine, theirs = score([*a, *board]), score([*b, *board])
    return 2 if mine > theirs else 1 if mine == theirs else 0
