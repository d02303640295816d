"""Hexapawn: chess with pawns alone; whoever reaches the far row, or leaves the other without a move, wins.

    3 o o o
    2 . . .       x  first, moves up
    1 x x x       o  second, moves down
      a b c

Rules
    - Both sides start with a full row of pawns, at the two ends of the board. x begins.
    - A pawn steps one square straight ahead onto an empty square, or captures diagonally ahead.
    - Whoever first has a pawn on the far row wins. A side that cannot move, having no pawn or none that can
      step or capture, loses.

Payoff
    1 if the first player wins, -1 if the second does.

Actions
    Action 3 * square + side moves the pawn on a square one row ahead: side 0 captures towards file a, side 1
    steps straight, side 2 captures away from file a. Squares are numbered row * cols + col from the top left.
    Names give both squares: a1a2 is a step, a2xb3 a capture.

State
    A bitboard of pawns for each side, and the side to move.

Parameters
    `rows`, `cols`: size of the board.

Facts
    | rows x cols | winner | plies | states |
    |---|---|---|---|
    | 3 x 3 | second | 6 | 135 |
    | 4 x 3 | second | 8 | 987 |
    | 5 x 3 | first | 11 | 3,708 |
    | 4 x 4 | first | 11 | 20,286 |
    | 3 x 6 | second | 8 | 64,074 |

Sources
    M. Gardner, "Mathematical Games", *Scientific American*, March 1962: how to build a game-learning machine
    out of matchboxes. The figures are exact, by retrograde analysis.

Players
    `first` moves first and up, `second` moves down.
"""

import re

import numpy as np

from outfox.rules import TERMINAL, bits, grid, picture, pieces_in

PLAYERS = "first", "second"
ROWS: int = 3
COLS: int = 3
assert ROWS >= 2, "the two sides need a row each: raise rows"
assert COLS >= 1, "the board needs at least one column"
assert ROWS * COLS <= 62, "a bitboard holds 62 squares here: lower rows or cols"

SQUARES = ROWS * COLS
ACTIONS = 3 * SQUARES
BRANCHING = 3 * COLS
STUCK = "loses"
SYMMETRIES = 2
BOARD = grid(ROWS, COLS, pieces=("first", "second"), marks="xo")
State = np.dtype([("pawns", np.int64 if SQUARES > 31 else np.int32, (2,)), ("turn", np.int8)])

TOP = (1 << COLS) - 1
BOTTOM = TOP << SQUARES - COLS
FAR = TOP, BOTTOM  # where each side wins


def target(turn, action):
    ahead = -COLS if turn == 0 else COLS
    return action // 3 + ahead + action % 3 - 1


def initial(s):
    s.pawns[0] = BOTTOM
    s.pawns[1] = TOP


def mover(s):
    return TERMINAL if s.pawns[1 - s.turn] & FAR[1 - s.turn] else s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who moved last reached the far row


def legal_actions(s):
    theirs = s.pawns[1 - s.turn]
    free = ~(s.pawns[0] | s.pawns[1])
    for square in bits(s.pawns[s.turn]):
        goal = target(s.turn, 3 * square + 1)
        if square % COLS > 0 and theirs >> goal - 1 & 1:
            yield 3 * square
        if free >> goal & 1:
            yield 3 * square + 1
        if square % COLS < COLS - 1 and theirs >> goal + 1 & 1:
            yield 3 * square + 2


def apply(s, action):
    place = 1 << target(s.turn, action)
    s.pawns[s.turn] ^= 1 << action // 3 | place
    s.pawns[1 - s.turn] &= ~place
    s.turn = 1 - s.turn


def mirrored(square):
    return square + COLS - 1 - 2 * (square % COLS)


def symmetry(k, s, out):  # left and right exchanged
    for side in range(2):
        out.pawns[side] = 0
        for square in bits(s.pawns[side]):
            out.pawns[side] |= 1 << (mirrored(square) if k else square)
    out.turn = s.turn


def symmetry_action(k, action):
    return 3 * mirrored(action // 3) + 2 - action % 3 if k else action


def swap(s, out):  # the board turned upside down
    for side in range(2):
        out.pawns[side] = 0
        for square in bits(s.pawns[1 - side]):
            out.pawns[side] |= 1 << (ROWS - 1 - square // COLS) * COLS + square % COLS
    out.turn = 1 - s.turn


def squares(s, out):
    for side in range(2):
        for square in bits(s.pawns[side]):
            out[square] = 1 + side


def action_name(s, action):
    return BOARD.names[action // 3] + ("" if action % 3 == 1 else "x") + BOARD.names[target(s.turn, action)]


def text(s):
    out = [0] * SQUARES
    squares(s, out)
    over = f", {PLAYERS[1 - s.turn]} has won" if mover(s) == TERMINAL else ""
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move{over}"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    turn = re.search("(first|second) to move", text)
    if not turn or max(pieces.count(1), pieces.count(2)) > COLS:
        raise ValueError(f"expected at most {COLS} pawns a side, and below the board: first to move")
    for side in range(2):
        s.pawns[side] = sum(1 << square for square in range(SQUARES) if pieces[square] == 1 + side)
    s.turn = PLAYERS.index(turn[1])
