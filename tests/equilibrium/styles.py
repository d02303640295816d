"""Styles of play in Leduc poker that the reference figures are about, as functions of what a player sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FOLD, CALL, RAISE = 0, 1, 2
SUITS = 2


def legal(view: Any) -> list[int]:
    """Return the legal actions by the actions so far."""
    r = 1 if view.board else 0
    moves = [int(view.moves[r, k]) - 1 for k in range(int(view.plies[r]))]
    facing = bool(moves) and moves[-1] == RAISE
    return [FOLD] * facing + [CALL] + [RAISE] * (moves.count(RAISE) < 2)


def equity(view: Any) -> float:
    """Return how much of the pot the own card wins against a random one; the river's cards are all known."""
    own = (int(view.card) - 1) // SUITS
    if not view.board:
        return (0.3, 0.5, 0.7)[own]
    board = (int(view.board) - 1) // SUITS
    others = [rank for rank in range(3) for _ in range(SUITS - (rank == own) - (rank == board))]

    def strength(rank: int) -> int:
        return rank + 3 if rank == board else rank

    wins = [(strength(own) > strength(other)) + 0.5 * (strength(own) == strength(other)) for other in others]
    return sum(wins) / len(wins)


def one(action: int) -> dict[int, float]:
    """Return the policy that takes one action."""
    return {action: 1.0}


def random(view: Any) -> list[float]:
    """Take every legal action with the same probability."""
    return [1 / len(legal(view))] * len(legal(view))


def call(view: Any) -> dict[int, float]:
    """Check or call."""
    return one(CALL)


def raising(view: Any) -> dict[int, float]:
    """Raise; call at the cap."""
    return one(RAISE if RAISE in legal(view) else CALL)


def fold(view: Any) -> dict[int, float]:
    """Fold to any bet, else check."""
    return one(FOLD if FOLD in legal(view) else CALL)


def tight(strong: int) -> Callable[[Any], dict[int, float]]:
    """Fold to a bet with an equity below a half; else take `strong` where it is legal."""

    def policy(view: Any) -> dict[int, float]:
        if equity(view) >= 0.5:
            return one(strong if strong in legal(view) else CALL)
        return fold(view)

    return policy
