"""The slow twin of endgame tables: the value of a state by the plain rules and the values of what its moves lead to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from outfox.methods.endgame import rank
from outfox.methods.endgame.board import board_of, configurations_at
from outfox.methods.endgame.endgames import Endgames
from outfox.rules import TERMINAL, Game

TOP = (0, 0, 0, 0, 3, 3, 3)
"""Nine sheep; of 35 configurations one is a full pen."""

TEN = (0, 0, 1, 0, 3, 3, 3)
"""Ten sheep: 525 configurations, and 3,479 of nine sheep that play can reach from them."""


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


def placed(game: Game, foxes: int, sheep: int, turn: int) -> Any:
    """Return a state with some foxes and sheep, given as bitboards."""
    state = game.new_state()
    state.foxes, state.sheep, state.turn = foxes, sheep, turn
    return state


def one_fox(game: Game, fox: int, sheep: int, turn: int) -> Any:
    """Return a state with one fox."""
    return placed(game, fox, sheep, turn)


def flocks(game: Game, counts: rank.Counts) -> list[int]:
    """Return all configurations with so many sheep in each row."""
    return configurations_at(board_of(game.spec), counts, np.arange(rank.configurations(counts))).tolist()


def placements(game: Game, foxes: int, counts: rank.Counts) -> list[Any]:
    """Return every state with so many foxes, and sheep in each row."""
    found = []
    for sheep in flocks(game, counts):
        empty = [1 << cell for cell in game.constant("POINT") if not sheep >> cell & 1]
        found += [placed(game, sum(on), sheep, turn) for on in combinations(empty, foxes) for turn in (0, 1)]
    return found


def drawn(tables: Endgames, foxes: int, sheep: int, many: int, seed: int = 0) -> list[Any]:
    """Return states of a table at random."""
    random, game, found = np.random.default_rng(seed), tables.game, []
    partitions = tables.of(foxes)[sheep].partitions
    for _ in range(many):
        flock = int(random.choice(flocks(game, partitions[random.integers(len(partitions))])))
        empty = [cell for cell in game.constant("POINT") if not flock >> cell & 1]
        on = sum(1 << int(cell) for cell in random.choice(empty, foxes, replace=False))
        found.append(placed(game, on, flock, int(random.integers(2))))
    return found


def array_state(game: Game, foxes: int, sheep: int, turn: int) -> Any:
    """Return the same for the twin rules on plain arrays."""
    state = game.new_state()
    for cell in range(49):
        piece = 1 if foxes >> cell & 1 else 2 if sheep >> cell & 1 else 0
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
