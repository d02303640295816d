"""What every hand wins on one board against a hand at random: a row of what `outfox.methods.poker.strength` finds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from outfox.kernel.hands import hand_tables
from outfox.kernel.hands_boards import HANDS, Boards, numbering
from outfox.kernel.hands_strength import fill_river
from outfox.kernel.slots import Floats
from outfox.methods.poker.kinds import kind_of_hand
from outfox.methods.poker.preflop import preflop_table
from outfox.methods.poker.strength import most, strengths

RIVER = 5


def shares_at_random(board: Sequence[int]) -> Floats:
    """Return the share of the pot that each hand wins against a hand at random, (1326,).

    Parameters
    ----------
    board
        None, three, four or five cards. Hands that hold one of them get 0.

    Examples
    --------
    >>> from outfox.kernel.hands_boards import hand_number
    >>> round(float(shares_at_random([8, 13, 22, 35, 48])[hand_number(50, 51)]), 6)
    0.951515
    """
    if not board:
        return np.asarray(preflop_table().strength[kind_of_hand()], np.float64)
    if len(board) == RIVER:
        return _on_the_river(board)
    found = _table(len(board))
    number = sum(int(numbering().choose[6 * card + k]) for k, card in enumerate(sorted(board), 1))
    images = numbering().images.reshape(-1, HANDS)[found.boards.order[number]]
    row = found.table[HANDS * int(found.boards.canonical[number]) :][:HANDS]
    return np.asarray(row[images] / most(len(board)), np.float64)


@cache
def _table(cards: int) -> Any:
    return strengths(cards)


def _on_the_river(board: Sequence[int]) -> Floats:
    empty, out = np.zeros(0, np.int32), np.zeros(HANDS, np.int16)
    one = Boards(empty, empty.astype(np.uint8), np.array(sorted(board), np.uint8), np.ones(1, np.int64))
    fill_river(hand_tables(), numbering(), one, 0, 1, out)
    return out / most(RIVER)
