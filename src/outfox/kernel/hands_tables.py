"""Tables by which a poker hand is valued: computed when they are first asked for, in a tenth of a second.

The ranks of a hand are counted in base 5, the six lower ranks in one number and the seven higher in another. Hands of
five to seven cards with the same lower ranks stand together, ordered by the number of higher cards: so one table gives
where the block of the lower ranks begins, another the place of the higher ranks within it, and the sum is the place of
the hand. There are 73,775 such places, each used: a perfect hash without a search for one. A flush is looked up by the
ranks that have its suit.

Hands are compared by scores: the category, then the ranks that make it, then the other ranks, each as a set of bits.
Sets of equal size compare like their highest ranks, then the next ones. The scores of all hands are numbered in order.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from outfox.kernel.slots import Ints, Ints32, Shorts

RANKED, LOW, HIGH = 13, 6, 7
"""Ranks; how many are counted in the lower number, and in the higher."""

LEAST, MOST = 5, 7
"""Cards of a hand."""

DIGITS = 18
"""Bits for each of the two numbers; behind them are four bits for each suit."""

NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The categories, worst first."""
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(len(NAMES))


class HandTables(NamedTuple):
    """What kernels need to value hands.

    Attributes
    ----------
    keys : (52,) int64
        What a card adds to the key of a hand: one digit of a rank, one of a suit.
    bits : (52,) int64
        The bit of a card: 16 bits a suit.
    low : int32
        By the lower number: where its block begins.
    high : int16
        By the higher number: the place within a block.
    values : (73775,) int16
        By place.
    flushes : (8192,) int16
        By the ranks of one suit.
    """

    keys: Ints
    bits: Ints
    low: Ints32
    high: Shorts
    values: Shorts
    flushes: Shorts


class Built(NamedTuple):
    """The tables, and the lowest value of each category."""

    tables: HandTables
    lowest: Ints


@cache
def built() -> Built:
    """Return the tables of this process."""
    lows, _, low_counts = _multisets(LOW)
    highs, begins, high_counts = _multisets(HIGH)
    # Of the hands with the lower ranks a, those with few enough and many enough higher ranks, which stand together.
    sizes = low_counts.sum(axis=1)
    first, end = begins[np.maximum(LEAST - sizes, 0)], begins[MOST - sizes + 1]
    lengths = end - first
    block = np.cumsum(lengths) - lengths
    low = np.zeros(MOST * 5 ** (LOW - 1) + 1, np.int32)
    low[lows] = block - first
    high = np.zeros(MOST * 5 ** (HIGH - 1) + 1, np.int16)
    high[highs] = np.arange(len(highs))
    within = np.arange(lengths.sum()) - np.repeat(block - first, lengths)
    counts = np.hstack([np.repeat(low_counts, lengths, axis=0), high_counts[within]])
    scores = np.concatenate([_scores(counts), _flush_scores()])
    distinct, numbers = np.unique(scores, return_inverse=True)
    # A set of fewer than five ranks is no flush and has score 0: so the lowest hand has number 1.
    values = numbers.astype(np.int16)
    starts = np.searchsorted(distinct >> 26, np.arange(1, len(NAMES) + 1))
    card = np.arange(52)
    rank, suit = card >> 2, card & 3
    keys = np.where(rank < LOW, 5**rank, 5 ** np.maximum(rank - LOW, 0) << DIGITS) + (1 << (2 * DIGITS + 4 * suit))
    bits = 1 << (16 * suit + rank)
    tables = HandTables(keys, bits, low, high, values[: len(counts)], values[len(counts) :])
    return Built(tables, starts)


def _multisets(ranks: int) -> tuple[Any, Any, Any]:
    """Return all choices of at most MOST cards of so many ranks, the smaller first.

    Returns
    -------
    codes, begins, counts
        The number of each, where those of each size begin, and how often each has each rank.
    """
    codes = np.arange(5**ranks)
    counts = codes[:, None] // 5 ** np.arange(ranks) % 5
    sizes = counts.sum(axis=1)
    order = np.argsort(sizes, kind="stable")
    order = order[sizes[order] <= MOST]
    return order, np.searchsorted(sizes[order], np.arange(MOST + 2)), counts[order]


def _highest(ranks: Any, count: int) -> Any:
    """Return the highest so many ranks of each set."""
    kept = np.zeros_like(ranks)
    for _ in range(count):
        left = ranks & ~kept
        kept |= np.where(left > 0, 1 << (np.frexp(left)[1] - 1), 0)
    return kept


def _straight(ranks: Any) -> Any:
    """Return the highest rank of the best straight in each set, as a bit; 0 where there is none."""
    above = ranks << 1 | ranks >> (RANKED - 1) & 1  # the ace is also below the deuce
    runs = above & above << 1 & above << 2 & above << 3 & above << 4
    return _highest(runs, 1) >> 1


def _score(category: int, ranks: Any, others: Any) -> Any:
    return category + 1 << 26 | ranks << 13 | others


def _scores(counts: Any) -> Any:
    """Return the score of each hand that is no flush, from how often it has each rank."""
    ones, twos, threes, fours = (((counts >= k) << np.arange(RANKED)).sum(axis=1) for k in (1, 2, 3, 4))
    three, pairs, straight = _highest(threes, 1), _highest(twos, 2), _straight(ones)
    beside = twos & ~three
    cases = [
        (fours > 0, _score(QUADS, fours, _highest(ones & ~fours, 1))),
        ((three > 0) & (beside > 0), _score(FULL_HOUSE, three, _highest(beside, 1))),
        (straight > 0, _score(STRAIGHT, straight, 0)),
        (three > 0, _score(TRIPS, three, _highest(ones & ~three, 2))),
        (pairs & pairs - 1 > 0, _score(TWO_PAIR, pairs, _highest(ones & ~pairs, 1))),
        (pairs > 0, _score(PAIR, pairs, _highest(ones & ~pairs, 3))),
    ]
    holds, scores = zip(*cases, strict=True)
    return np.select(list(holds), list(scores), _score(HIGH_CARD, 0, _highest(ones, 5)))


def _flush_scores() -> Any:
    """Return the score of each set of ranks of one suit; 0 where there are fewer than five."""
    ranks = np.arange(1 << RANKED)
    straight = _straight(ranks)
    found = np.where(straight > 0, _score(STRAIGHT_FLUSH, straight, 0), _score(FLUSH, 0, _highest(ranks, 5)))
    return np.where(np.bitwise_count(ranks) >= LEAST, found, 0)
