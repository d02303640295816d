"""Cat and mouse on every board up to 8 x 8, by exact solving: who wins, how fast, from every position."""

from __future__ import annotations

import itertools

import pytest

from outfox.methods.solve import solve
from outfox.methods.solve.variants import with_first
from outfox.rules import Game, load

CAT, MOUSE = 0, 1


def check_board(rows: int, cols: int) -> int:
    """Compare every position of a board with the theorem of parity, and both starts with their lengths."""
    game = load("cat-and-mouse", rows=rows, cols=cols)
    longest = 0
    for first in (CAT, MOUSE):
        start = with_first(game, first)
        solution = solve(start)
        wins = (rows + cols) % 2 == (1 if first == CAT else 0)
        length = 2 * (rows + cols) - (7 if first == CAT else 6)
        assert (solution.value, solution.remoteness) == ((1.0, length) if wins else (-1.0, None))
        longest = max(longest, *every_position(game, rows, cols, solution.table))
    return longest


def every_position(game: Game, rows: int, cols: int, table) -> list[int]:
    """Compare the positions of a table with the theorem, and return their distances."""
    distances = [0]
    for cat, mouse, turn in itertools.product(range(rows * cols), range(rows * cols), (CAT, MOUSE)):
        state = game.initial()
        state.cats[0], state.mice[0], state.turn = cat, mouse, turn
        found = table.find(state)
        if cat == mouse or found is None:
            continue
        apart = abs(cat // cols - mouse // cols) + abs(cat % cols - mouse % cols)
        wins = apart % 2 == (1 if turn == CAT else 0)
        assert found.value == (1.0 if wins else -1.0)
        assert (found.remoteness is not None) == wins
        distances.append(found.remoteness or 0)
    return distances


@pytest.mark.parametrize(("rows", "cols"), [(3, 3)])
def test_parity_and_lengths(rows, cols):
    assert check_board(rows, cols) == 4 * rows - 6


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_parity_and_lengths_on_all_boards():
    """Five minutes: forty-nine boards, each compiled for itself."""
    for rows, cols in itertools.product(range(2, 9), repeat=2):
        longest = check_board(rows, cols)
        if rows == cols:
            assert longest == 4 * rows - 6
