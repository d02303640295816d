"""Hands in groups: the 169 kinds before the flop, and on later boards buckets of hands that are about as strong.

A game that is too large to be solved is solved with hands of a bucket taken for the same. What a hand was in earlier
rounds is forgotten. By strength, the share of the pot that a hand wins against a hand at random with all cards to come,
the hands of a round are put in order and cut into buckets of equal probability, hands of equal strength together. By
distribution, hands on the flop and on the turn are grouped by how their strength can still change
(`outfox.methods.poker.distributions`); on the river there is only strength.

Time: some CPU seconds; by distribution some twenty in the first use. Memory: 422 MB, one array of 16-bit numbers, which
kernels take as an argument; as much again while it is made, by distribution twice as much.

Sources
    Percentiles of hand strength: M. Johanson, *Robust strategies and counter-strategies: building a champion level
    computer poker player*, 2007.

Status: proven (buckets follow exact strengths; images under permutations of suits are in one bucket).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from outfox.formats.cards import DECK
from outfox.kernel import hands_buckets as place
from outfox.kernel.hands_boards import HANDS, Boards, boards, numbering
from outfox.methods.poker.distributions import grouped
from outfox.methods.poker.kinds import KINDS, kind_of_hand
from outfox.methods.poker.strength import Strengths, most, strengths
from outfox.rules.errors import OutfoxError

Progress = Callable[[float, str], None]

BY = "strength", "distribution"
LARGEST = 1 << 15
PART = 2000
"""Canonical boards that are looked at together."""

ROUNDS = {3: (place.FLOP_BOARDS, place.FLOP), 4: (place.TURN_BOARDS, place.TURN), 5: (place.RIVER_BOARDS, place.RIVER)}


class NoBuckets(OutfoxError, ValueError):
    """There cannot be so many buckets; the message says how many there can be."""


@dataclass(frozen=True)
class BucketSettings:
    """How hands are grouped.

    Attributes
    ----------
    buckets
        Groups in each round after the first; before the flop there are the 169 kinds of hands.
    by
        strength or distribution: what makes hands of one bucket alike.
    """

    buckets: int = 100
    by: Literal["strength", "distribution"] = "strength"


@dataclass(frozen=True)
class Buckets:
    """Which bucket each hand is in, on each board.

    Attributes
    ----------
    settings
        How they were made.
    tables : int16
        As `outfox.kernel.hands_buckets` reads it.
    """

    settings: BucketSettings
    tables: NDArray[np.int16]

    @cached_property
    def key(self) -> str:
        """A hash of the tables, which names them in the file of a policy."""
        return hashlib.sha256(self.tables.data).hexdigest()[:16]

    def of(self, deals: Any) -> NDArray[np.int16]:
        """Return the bucket of each deal.

        Parameters
        ----------
        deals : (..., 2 + n) integers
            The two cards of the hand, then the `n` of the board: none, 3, 4 or 5.
        """
        cards = np.ascontiguousarray(deals, np.uint8)
        n = cards.shape[-1] - 2
        if n not in (0, *ROUNDS) or (cards.size and cards.max() >= DECK):
            raise NoBuckets(f"a deal is two cards, then none, 3, 4 or 5 of the board, numbers from 0 to {DECK - 1}")
        out = np.zeros(cards.shape[:-1], np.int16)
        place.fill_buckets(self.tables, cards.reshape(-1), n, out.reshape(-1))
        return out


def buckets(settings: BucketSettings | None = None, progress: Progress | None = None) -> Buckets:
    """Group the hands of all rounds.

    Parameters
    ----------
    settings
        Default: ``BucketSettings()``.
    progress
        Called with the share that is done and a text.

    Raises
    ------
    NoBuckets
        Where there are too few or too many, or hands cannot be grouped like that.
    """
    settings = settings or BucketSettings()
    if not 1 <= settings.buckets <= LARGEST:
        raise NoBuckets(f"{settings.buckets} buckets: there are 1 to {LARGEST:,} in a round")
    if settings.by not in BY:
        raise NoBuckets(f"hands are grouped by {' or by '.join(BY)}, not by {settings.by!r}")
    groups = grouped(settings.buckets, progress) if settings.by == "distribution" else {}
    tables = frame()
    for cards, (_, at) in ROUNDS.items():
        into = tables[at:][: place.CANONICAL[cards] * HANDS]
        if cards in groups:
            into[:] = groups[cards]
        else:
            _cut(strengths(cards, progress), settings.buckets, into.reshape(-1, HANDS))
    return Buckets(settings, tables)


def frame() -> NDArray[np.int16]:
    """Return tables that group hands before the flop, and have one bucket on each later board."""
    tables = np.zeros(place.SIZE, np.int16)
    tables[: place.PREFLOP] = numbering().images
    tables[place.PREFLOP : place.FLOP_BOARDS] = kind_of_hand()
    for cards, (at, end) in ROUNDS.items():
        tables[at:end] = _entries(boards(cards))
    return tables


def information_sets(settings: BucketSettings) -> int:
    """Return how many information sets limit hold'em has with these buckets.

    Examples
    --------
    >>> information_sets(BucketSettings(100)), information_sets(BucketSettings(1000))
    (638352, 6371352)
    """
    return 8 * KINDS + 6370 * settings.buckets  # public decision nodes before the flop, and after it


def _entries(found: Boards) -> Any:
    canonical = found.canonical
    return np.stack([canonical & place.LOW_MASK, canonical >> place.LOW_BITS, found.order], axis=1).reshape(-1)


def _cut(found: Strengths, count: int, into: Any) -> None:
    """Put hands into buckets of equal probability, by strength, those of equal strength together."""
    table, weights = found.table.reshape(-1, HANDS), found.boards.weights
    shares = np.zeros(most(found.cards) + 1)
    for begin in range(0, len(table), PART):
        part = table[begin : begin + PART]
        each = np.repeat(weights[begin : begin + PART].astype(np.float64), HANDS)
        shares += np.bincount(part.reshape(-1), each, len(shares))
    # Hands that hold a card of the board have strength 0 and do not count.
    shares[0] -= weights.sum() * (HANDS - (DECK - found.cards) * (DECK - found.cards - 1) // 2)
    middle = (np.cumsum(shares) - shares / 2) / shares.sum()
    bucket = np.minimum(middle * count, count - 1).astype(np.int16)
    for begin in range(0, len(table), PART):
        into[begin : begin + PART] = bucket[table[begin : begin + PART]]
