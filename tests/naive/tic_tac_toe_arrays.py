"""Tic-tac-toe on a plain array: the slow, obvious twin of the bitboard rules, with the same actions."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "x", "o"
ROWS: int = 3
COLS: int = 3
CONNECT: int = 3
ACTIONS = ROWS * COLS
State = np.dtype([("board", np.int8, (ROWS, COLS)), ("turn", np.int8)])  # 0 empty, 1 x, 2 o


def initial(s):
    s.turn = 0


def line_from(s, row, col, down, right):
    for step in range(CONNECT):
        r = row + step * down
        c = col + step * right
        if not (0 <= r < ROWS and 0 <= c < COLS) or s.board[r, c] == 0 or s.board[r, c] != s.board[row, col]:
            return False
    return True


def winner(s):
    """1 or 2 where that side has a line, else 0."""
    for row in range(ROWS):
        for col in range(COLS):
            if (
                line_from(s, row, col, 0, 1)
                or line_from(s, row, col, 1, 0)
                or line_from(s, row, col, 1, 1)
                or line_from(s, row, col, 1, -1)
            ):
                return s.board[row, col]
    return 0


def mover(s):
    if winner(s) != 0:
        return TERMINAL
    for row in range(ROWS):
        for col in range(COLS):
            if s.board[row, col] == 0:
                return s.turn
    return TERMINAL


def legal_actions(s):
    for row in range(ROWS):
        for col in range(COLS):
            if s.board[row, col] == 0:
                yield row * COLS + col


def apply(s, action):
    s.board[action // COLS, action % COLS] = s.turn + 1
    s.turn = 1 - s.turn


def payoff(s):
    won = winner(s)
    if won == 1:
        return 1.0
    if won == 2:
        return -1.0
    return 0.0
