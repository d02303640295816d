"""Breakthrough on a plain array: the slow, obvious twin of the bitboard rules, with the same actions."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "black", "white"
ROWS: int = 8
COLS: int = 8
PIECE_ROWS: int = 0
HOME = PIECE_ROWS or (2 if ROWS >= 6 else 1)
ACTIONS = 3 * ROWS * COLS
State = np.dtype([("board", np.int8, (ROWS, COLS)), ("turn", np.int8)])  # 0 empty, 1 black, 2 white


def initial(s):
    for row in range(HOME):
        for col in range(COLS):
            s.board[row, col] = 1
            s.board[ROWS - 1 - row, col] = 2


def pieces(s, side):
    number = 0
    for row in range(ROWS):
        for col in range(COLS):
            if s.board[row, col] == side:
                number += 1
    return number


def winner(s):
    """1 or 2 where that side has won, else 0."""
    for col in range(COLS):
        if s.board[ROWS - 1, col] == 1:
            return 1
        if s.board[0, col] == 2:
            return 2
    if pieces(s, 2) == 0:
        return 1
    if pieces(s, 1) == 0:
        return 2
    return 0


def mover(s):
    return s.turn if winner(s) == 0 else TERMINAL


def legal_actions(s):
    forward = 1 if s.turn == 0 else -1
    for side in range(3):
        for row in range(ROWS):
            for col in range(COLS):
                to_row = row + forward
                to_col = col + side - 1
                if s.board[row, col] == s.turn + 1 and 0 <= to_row < ROWS and 0 <= to_col < COLS:
                    there = s.board[to_row, to_col]
                    if there == 0 or (there != s.turn + 1 and side != 1):
                        yield 3 * (row * COLS + col) + side


def apply(s, action):
    row = action // 3 // COLS
    col = action // 3 % COLS
    forward = 1 if s.turn == 0 else -1
    s.board[row + forward, col + action % 3 - 1] = s.turn + 1
    s.board[row, col] = 0
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if winner(s) == 1 else -1.0
