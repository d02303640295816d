"""The exact strength of every hand on every board: its share of the pot against a hand at random, all cards to come.

On five cards all hands are sorted by value, once for each of the 134,459 canonical boards; the strengths on four and on
three cards are sums over the next card. Strengths are kept as integers, so that they are exact and add up.

Time: some CPU seconds. Memory: 356 MB for five cards, 87 MB for four, 9 MB for three; those for three and four cards
are kept in the user's cache, those for five are made again.

Sources
    Expected hand strength is that of D. Billings, A. Davidson, J. Schaeffer and D. Szafron, *The challenge of poker*,
    Artificial Intelligence 134 (2002), without weights; sums over the next card are our own way to get it.

Status: proven (the sums over all flops are those of the table before the flop; a naive twin on single boards).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.formats.cards import DECK
from outfox.kernel.hands import hand_tables
from outfox.kernel.hands_boards import HANDS, Boards, boards, hand_number, numbering
from outfox.kernel.hands_strength import add_flop, add_turn, fill_river
from outfox.methods.poker.kept import kept

Progress = Callable[[float, str], None]

BOARD = 5
OTHERS = 990
"""Hands of two of the 45 cards that a hand and a board of five leave."""

NAMES = {3: "flop", 4: "turn", 5: "river"}
PART = {3: 100, 4: 200, 5: 2000}
"""Canonical boards between two looks at progress and Ctrl-C."""


def most(n: int) -> int:
    """Return the strength of a hand that always wins, on a board of `n` cards.

    Examples
    --------
    >>> most(5), most(4)
    (1980, 91080)
    """
    total = 2 * OTHERS
    for seen in range(n, BOARD):
        total *= DECK - 2 - seen
    return total


@dataclass(frozen=True)
class Strengths:
    """The strengths of all hands on all boards of one size.

    Attributes
    ----------
    cards
        Of a board: 3, 4 or 5.
    boards
        What numbers the boards.
    table : (canonical boards * 1326,) int32, int16 for five cards
        By canonical board, then by the number of the hand; 0 where a card of the hand is on the board.
    """

    cards: int
    boards: Boards
    table: Any

    def of(self, hand: tuple[int, int], board: list[int]) -> float:
        """Return the share of the pot that a hand wins on a board against a hand at random."""
        number = sum(int(numbering().choose[6 * card + k]) for k, card in enumerate(sorted(board), 1))
        image = numbering().images.reshape(-1, HANDS)[self.boards.order[number], hand_number(*hand)]
        return float(self.table[HANDS * int(self.boards.canonical[number]) + int(image)]) / most(self.cards)


def strengths(cards: int, progress: Progress | None = None) -> Strengths:
    """Return the strengths on boards of three, four or five cards.

    Parameters
    ----------
    cards
        Of a board.
    progress
        Called with the share that is done and a text, where they have to be computed.
    """
    if cards == BOARD:
        return Strengths(cards, boards(cards), _river(progress))
    return Strengths(
        cards, boards(cards), kept(NAMES[cards], lambda: {"strengths": _earlier(cards, progress)})["strengths"]
    )


def _river(progress: Progress | None) -> Any:
    found = boards(BOARD)
    out = np.zeros(len(found.weights) * HANDS, np.int16)
    for begin, end in _parts(BOARD, len(found.weights), progress):
        fill_river(hand_tables(), numbering(), found, begin, end, out)
    return out


def _earlier(cards: int, progress: Progress | None) -> Any:
    """Add up what the next card brings."""
    after = strengths(cards + 1, progress)
    found = boards(cards)
    out = np.zeros(len(found.weights) * HANDS, np.int32)
    add = add_turn if cards == BOARD - 1 else add_flop
    for begin, end in _parts(cards, len(found.weights), progress):
        add(numbering(), found, after.boards, after.table, begin, end, out)
    return out


def _parts(cards: int, count: int, progress: Progress | None) -> Any:
    for begin in range(0, count, PART[cards]):
        end = min(begin + PART[cards], count)
        yield begin, end
        if progress is not None:
            progress(end / count, f"hands on the {NAMES[cards]}")
