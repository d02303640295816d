"""The slow twin of endgame tables: the value of a state by the plain rules and the values of what its moves lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outfox.rules import TERMINAL, Game


def successors(game: Game, state: Any) -> list[Any]:
    """Return the states that the legal actions of a state lead to."""
    found = []
    for action in game.legal(state):
        child = state.copy()
        game.apply(child, action)
        found.append(child)
    return found


def value_by_moves(game: Game, state: Any, value: Callable[[Any], float | None]) -> float:
    """Return what a state is worth, from what its successors are said to be worth."""
    if game.mover(state) == TERMINAL:
        return game.payoff(state)
    best = max if game.mover(state) == 0 else min
    return best(known for child in successors(game, state) if (known := value(child)) is not None)


def one_fox(game: Game, fox: int, sheep: int, turn: int) -> Any:
    """Return a state with one fox."""
    state = game.new_state()
    state.foxes, state.sheep, state.turn = fox, sheep, turn
    return state


def array_state(game: Game, fox: int, sheep: int, turn: int) -> Any:
    """Return the same for the twin rules on plain arrays."""
    state = game.new_state()
    for cell in range(49):
        piece = 1 if fox >> cell & 1 else 2 if sheep >> cell & 1 else 0
        state.board[cell // 7 + 1, cell % 7 + 1] = piece
    state.turn = turn
    return state


def boards(state: Any) -> tuple[int, int]:
    """Return the bitboards of the foxes and of the sheep in a state of the rules on plain arrays."""
    foxes = sheep = 0
    for cell in range(49):
        piece = state.board[cell // 7 + 1, cell % 7 + 1]
        foxes |= (piece == 1) << cell
        sheep |= (piece == 2) << cell
    return int(foxes), int(sheep)
