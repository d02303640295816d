"""Isolation: two pieces use up the board they walk on, and whoever cannot move loses.

    4 . . w #
    3 . # # .       w  white
    2 . # b #       b  black
    1 . . . .       #  used up
      a b c d

Rules
    White and then black place their piece on any free square. Then they take turns to move it: like a chess
    queen, any number of squares in a straight line, or, with `moves=king`, one square in any direction. A
    piece may neither enter nor cross a square that is used up: every square on which a piece has stood,
    and the two on which they stand. Whoever cannot move loses.

Payoff
    1 if white wins, -1 if black wins.

Actions
    The number of the square on which the piece is placed or to which it moves, row * cols + col from the top
    left. Placements come in this order; moves direction by direction, near squares first. Names are squares,
    ranks counted from the bottom: a1 is the bottom left.

State
    One bit a square that is used up, and where both pieces stand. Who is to move follows from the number of
    used squares.

Parameters
    `rows`, `cols`: size of the board. `moves`: `queen` or `king`.

Facts
    The first player wins on 3 x 3, with queens and with kings; the second wins with queens on 3 x 4, and
    on 4 x 4 with either piece.

Sources
    B. Kienitz, *Isola* (1972), in which a move also takes away a square of choice, is a relative. This form,
    without it, is a common exercise of game-tree search. The facts are by exhaustive search.

Players
    `white` moves first, `black` second.
"""

from typing import Literal

import numpy as np

from outfox.rules import bits, count, grid, picture, pieces_in

PLAYERS = "white", "black"
ROWS: int = 4
COLS: int = 4
MOVES: Literal["queen", "king"] = "queen"
CELLS = ROWS * COLS
assert min(ROWS, COLS) >= 1, "the board needs at least one row and one column"
assert 2 <= CELLS <= 64, "a bitboard holds 64 squares, and two pieces need one each: change rows or cols"

STUCK = "loses"
ACTIONS = CELLS
SYMMETRIES = 8 if ROWS == COLS else 4
BOARD = grid(ROWS, COLS, pieces=("white", "black", "used up"), marks="wb#")
State = np.dtype([("used", np.uint64), ("at", np.int8, (2,))])

FULL = (1 << CELLS) - 1
FAR = max(ROWS, COLS) if MOVES == "queen" else 2  # steps in a line, and one
DIRECTIONS = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)


def initial(s):
    s.at[0] = -1
    s.at[1] = -1


def mover(s):
    return count(s.used) % 2


def legal_actions(s):
    here = s.at[mover(s)]
    if here < 0:
        yield from bits(FULL & ~s.used)
    else:
        for down, right in DIRECTIONS:
            for steps in range(1, FAR):
                row, col = here // COLS + steps * down, here % COLS + steps * right
                if not (0 <= row < ROWS and 0 <= col < COLS) or s.used >> row * COLS + col & 1:
                    break
                yield row * COLS + col


def apply(s, action):
    s.at[mover(s)] = action
    s.used |= 1 << action


def payoff(s):
    return 1.0 if mover(s) == 1 else -1.0  # the side to move is stuck


def moved(k, cell):
    """Move a square by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = cell // COLS, cell % COLS
    if k & 1:
        col = COLS - 1 - col
    if k & 2:
        row = ROWS - 1 - row
    return col * COLS + row if k & 4 else row * COLS + col


def symmetry(k, s, out):
    out.used = 0
    for cell in bits(s.used):
        out.used |= 1 << moved(k, cell)
    for player in range(2):
        out.at[player] = moved(k, s.at[player]) if s.at[player] >= 0 else -1


def symmetry_action(k, action):
    return moved(k, action)


def squares(s, out):
    for cell in bits(s.used):
        out[cell] = 3
    for player in range(2):
        if s.at[player] >= 0:
            out[s.at[player]] = 1 + player


def action_name(s, action):
    return BOARD.names[action]


def text(s):
    out = [0] * CELLS
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[mover(s)]} to move"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    if pieces.count(1) > 1 or pieces.count(2) > 1:
        raise ValueError("each side has one piece")
    s.used = sum(1 << cell for cell, piece in enumerate(pieces) if piece)
    s.at[0] = pieces.index(1) if 1 in pieces else -1
    s.at[1] = pieces.index(2) if 2 in pieces else -1
