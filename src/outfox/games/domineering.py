"""Domineering: fill a board with dominoes, one side upright, the other flat; whoever cannot place one loses.

    4 # . # #
    3 # . . .       #  covered
    2 . . . #       vertical may place one on b3b4, b2b3, b1b2, c2c3, a1a2 or c1c2,
    1 . . . #       horizontal on b3c3, c3d3, a2b2, b2c2, a1b1 or b1c1
      a b c d

Rules
    The players take turns to cover two free cells that share a side: vertical always one above the other,
    horizontal always one beside the other. Whoever cannot do so loses.

Payoff
    1 if vertical wins, -1 if horizontal wins.

Actions
    Action cell covers the cell and the one below it, action rows * cols + cell the cell and the one on its
    right; cells are numbered row * cols + col from the top left. The legal ones come in this order. Names
    are both cells, ranks counted from the bottom: a1a2, or a1b1.

State
    One bit a covered cell, and who is to move.

Parameters
    `rows`, `cols`: size of the board. `first`: who begins.

Facts
    With either side beginning a board has one of four outcomes: the first player wins (N), the second (P),
    vertical (V) or horizontal (H) does. 2 x 2, 2 x 3, 3 x 3 and 4 x 4 are N, 2 x 4 and 3 x 4 H, 4 x 5 V,
    and 5 x 5 is the smallest square after 1 x 1 that is P.

Sources
    G. Andersson, about 1973. J. H. Conway, *On Numbers and Games* (1976). D. M. Breuker, J. W. H. M.
    Uiterwijk, H. J. van den Herik, "Solving 8 x 8 Domineering", *Theoretical Computer Science* 230 (2000).

Players
    `vertical` and `horizontal`.
"""

from typing import Literal

import numpy as np

from outfox.rules import bits, grid, picture, pieces_in, player_in

PLAYERS = "vertical", "horizontal"
ROWS: int = 4
COLS: int = 4
FIRST: Literal["vertical", "horizontal"] = "vertical"
CELLS = ROWS * COLS
assert min(ROWS, COLS) >= 1, "the board needs at least one row and one column"
assert CELLS <= 64, "a bitboard holds 64 cells: lower rows or cols"

STUCK = "loses"
ACTIONS = 2 * CELLS
BRANCHING = CELLS
SYMMETRIES = 4
BOARD = grid(ROWS, COLS, pieces=("covered",), marks="#")
State = np.dtype([("covered", np.uint64), ("turn", np.int8)])

FULL = (1 << CELLS) - 1
NOT_LAST_FILE = sum((1 << COLS - 1) - 1 << row * COLS for row in range(ROWS))


def initial(s):
    s.turn = 0 if FIRST == "vertical" else 1


def mover(s):
    return s.turn


def legal_actions(s):
    free = FULL & ~s.covered
    if s.turn == 0:
        yield from bits(free & free >> COLS)
    else:
        for cell in bits(free & free >> 1 & NOT_LAST_FILE):
            yield CELLS + cell


def other_cell(action):
    return action + COLS if action < CELLS else action - CELLS + 1


def apply(s, action):
    s.covered |= 1 << action % CELLS | 1 << other_cell(action)
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # the side to move is stuck


def moved(k, cell):
    """Move a cell by symmetry k: bit 0 swaps left and right, bit 1 top and bottom."""
    row, col = cell // COLS, cell % COLS
    return (ROWS - 1 - row if k & 2 else row) * COLS + (COLS - 1 - col if k & 1 else col)


def symmetry(k, s, out):
    out.covered = 0
    out.turn = s.turn
    for cell in bits(s.covered):
        out.covered |= 1 << moved(k, cell)


def symmetry_action(k, action):
    return action // CELLS * CELLS + min(moved(k, action % CELLS), moved(k, other_cell(action)))


def squares(s, out):
    for cell in bits(s.covered):
        out[cell] = 1


def action_name(s, action):
    return "".join(sorted((BOARD.names[action % CELLS], BOARD.names[other_cell(action)])))


def text(s):
    out = [0] * CELLS
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    s.covered = sum(1 << cell for cell, piece in enumerate(pieces_in(BOARD, text)) if piece)
    s.turn = player_in(PLAYERS, text)
