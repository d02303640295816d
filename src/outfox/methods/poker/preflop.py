"""Every kind of hand against every other before the flop: exact numbers of boards won and split, 169 x 169.

On each of the 134,459 canonical boards the 1,081 hands that it leaves are sorted by value and gone through, worst
first. A hand beats what was met before it, less what holds one of its cards. A board counts as often as it has images
under permutations of suits. Splits are what is left of the pairs of hands without a common card.

Time: about ten CPU seconds, once; the table is kept in the user's cache. Memory: 14 MB of boards.

Sources
    The enumeration over canonical boards is common knowledge among authors of poker programs; published percentages of
    kinds and of single hands are in the tests.

Status: proven (published percentages; direct enumeration of single hands; a naive twin on few boards).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.formats.cards import DECK
from outfox.kernel.hands import hand_tables
from outfox.kernel.hands_boards import boards, numbering
from outfox.kernel.hands_preflop import add_wins
from outfox.methods.poker.kept import kept
from outfox.methods.poker.kinds import KINDS, kind_number, kind_of_hand

BOARDS = comb(DECK - 4, 5)
"""Boards for two given hands: 1,712,304."""

PART = 500
"""Canonical boards between two looks at progress and Ctrl-C."""


@dataclass(frozen=True)
class PreflopTable:
    """Kinds of hands against each other, over all boards and all pairs of hands without a common card.

    Attributes
    ----------
    wins : (169, 169) int64
        How often a hand of the row's kind beats one of the column's.
    pairs : (169, 169) int64
        How many pairs of hands there are.
    """

    wins: NDArray[np.int64]
    pairs: NDArray[np.int64]

    @property
    def ties(self) -> NDArray[np.int64]:
        """How often they split, (169, 169) int64."""
        return self.pairs * BOARDS - self.wins - self.wins.T

    @property
    def equity(self) -> NDArray[np.float64]:
        """What share of the pot the row's kind wins, splits as halves, (169, 169) float64."""
        halves: NDArray[np.int64] = 2 * self.wins + self.ties
        return halves / (2 * BOARDS * self.pairs)

    def against(self, mine: str, theirs: str) -> float:
        """Return the equity of a kind of hand against another, such as ``"AKs"`` against ``"QQ"``."""
        return float(self.equity[kind_number(mine), kind_number(theirs)])

    @property
    def strength(self) -> NDArray[np.float64]:
        """What share of the pot each kind wins against a hand at random, (169,) float64."""
        halves: NDArray[np.int64] = (2 * self.wins + self.ties).sum(axis=1)
        shares: NDArray[np.float64] = halves / (2 * BOARDS * self.pairs.sum(axis=1))
        return shares


def preflop_table(progress: Callable[[float, str], None] | None = None) -> PreflopTable:
    """Return the table, computed in the first use on this machine.

    Parameters
    ----------
    progress
        Called with the share that is done and a text, where it has to be computed.
    """
    return PreflopTable(kept("preflop", lambda: {"wins": counted(progress)})["wins"], pairs_of_kinds())


@cache
def pairs_of_kinds() -> Any:
    """Return how many pairs of hands without a common card each two kinds have, (169, 169) int64.

    Examples
    --------
    >>> aces, kings = kind_number("AA"), kind_number("KK")
    >>> int(pairs_of_kinds()[aces, kings]), int(pairs_of_kinds()[aces, aces])
    (36, 6)
    """
    numbers = numbering()
    hands = np.arange(len(numbers.first))
    holds = np.zeros((len(hands), DECK), np.int64)
    holds[hands, numbers.first] = holds[hands, numbers.second] = 1
    of_kind = np.zeros((KINDS, len(hands)), np.int64)
    of_kind[kind_of_hand(), hands] = 1
    # Hands that share no card: all, less those that hold the first, or the second; two cards alike is the hand itself.
    apart = 1 - holds @ holds.T + np.eye(len(hands), dtype=np.int64)
    return of_kind @ apart @ of_kind.T


def counted(progress: Callable[[float, str], None] | None) -> NDArray[np.int64]:
    """Count the wins of each kind over each other, (169, 169), past the cache."""
    found, wins = boards(5), np.zeros(KINDS * KINDS, np.int32)  # at most 144 pairs of hands on 1,712,304 boards
    end = len(found.weights)
    for begin in range(0, end, PART):
        add_wins(hand_tables(), numbering(), found, kind_of_hand(), begin, min(begin + PART, end), wins)
        if progress is not None:
            progress(min(begin + PART, end) / end, "hands before the flop")
    return wins.reshape(KINDS, KINDS).astype(np.int64)
