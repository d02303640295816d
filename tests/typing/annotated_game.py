"""Annotated: a rules file that passes `mypy --strict`. Take one or two from a heap; the last one wins."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
HEAP: int = 10
ACTIONS = 2
State = np.dtype([("heap", np.int8), ("turn", np.int8)])


def initial(s: Any) -> None:
    """Fill the record."""
    s.heap = HEAP


def mover(s: Any) -> int:
    """Return who moves."""
    return int(s.turn) if s.heap > 0 else TERMINAL


def legal_actions(s: Any) -> Iterator[int]:
    """Yield the legal actions."""
    for action in range(ACTIONS):
        if action < s.heap:
            yield action


def apply(s: Any, action: int) -> None:
    """Take from the heap."""
    s.heap -= action + 1
    s.turn = 1 - s.turn


def payoff(s: Any) -> float:
    """Return player 0's payoff."""
    return 1.0 if s.turn == 1 else -1.0
