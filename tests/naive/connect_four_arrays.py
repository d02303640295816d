"""Connect four on a plain array: the slow, obvious twin of the bitboard rules, with the same actions."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "x", "o"
ROWS: int = 6
COLS: int = 7
CONNECT: int = 4
ACTIONS = COLS
BOARD_TYPE = np.int8, (ROWS, COLS)  # 0 empty, 1 x, 2 o; row 0 is the bottom row
State = np.dtype([("board", *BOARD_TYPE), ("discs", np.int8), ("winner", np.int8), ("turn", np.int8)])


def initial(s):
    s.turn = 0


def mover(s):
    if s.winner != 0 or s.discs == ROWS * COLS:
        return TERMINAL
    return s.turn


def legal_actions(s):
    for col in range(COLS):
        if s.board[ROWS - 1, col] == 0:
            yield col


def run_length(s, row, col, down, right):
    """How many discs of the same colour follow the one on (row, col) in a direction."""
    length = 0
    r = row + down
    c = col + right
    while 0 <= r < ROWS and 0 <= c < COLS and s.board[r, c] == s.board[row, col]:
        length += 1
        r += down
        c += right
    return length


def apply(s, action):
    row = 0
    while s.board[row, action] != 0:
        row += 1
    s.board[row, action] = s.turn + 1
    s.discs += 1
    if (
        run_length(s, row, action, 1, 0) + run_length(s, row, action, -1, 0) + 1 >= CONNECT
        or run_length(s, row, action, 0, 1) + run_length(s, row, action, 0, -1) + 1 >= CONNECT
        or run_length(s, row, action, 1, 1) + run_length(s, row, action, -1, -1) + 1 >= CONNECT
        or run_length(s, row, action, 1, -1) + run_length(s, row, action, -1, 1) + 1 >= CONNECT
    ):
        s.winner = s.turn + 1
    s.turn = 1 - s.turn


def payoff(s):
    if s.winner == 1:
        return 1.0
    if s.winner == 2:
        return -1.0
    return 0.0
