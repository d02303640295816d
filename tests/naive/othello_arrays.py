"""Othello on a plain array: the slow, obvious twin of the bitboard rules, with the same actions."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "black", "white"
SIZE: int = 8
PASS = SIZE * SIZE
ACTIONS = PASS + 1
State = np.dtype([("board", np.int8, (SIZE, SIZE)), ("turn", np.int8)])  # 0 empty, 1 black, 2 white


def initial(s):
    half = SIZE // 2
    s.board[half - 1, half] = 1
    s.board[half, half - 1] = 1
    s.board[half - 1, half - 1] = 2
    s.board[half, half] = 2


def enclosed(s, side, row, col, down, right):
    """How many discs a disc of `side` on (row, col) encloses in one direction."""
    length = 0
    r = row + down
    c = col + right
    while 0 <= r < SIZE and 0 <= c < SIZE and s.board[r, c] == 3 - side:
        length += 1
        r += down
        c += right
    if 0 <= r < SIZE and 0 <= c < SIZE and s.board[r, c] == side:
        return length
    return 0


def can_place(s, side, row, col):
    if s.board[row, col] != 0:
        return False
    for down in range(-1, 2):
        for right in range(-1, 2):
            if (down != 0 or right != 0) and enclosed(s, side, row, col, down, right) > 0:
                return True
    return False


def can_move(s, side):
    for row in range(SIZE):
        for col in range(SIZE):
            if can_place(s, side, row, col):
                return True
    return False


def mover(s):
    return s.turn if can_move(s, 1) or can_move(s, 2) else TERMINAL


def legal_actions(s):
    found = False
    for row in range(SIZE):
        for col in range(SIZE):
            if can_place(s, s.turn + 1, row, col):
                found = True
                yield row * SIZE + col
    if not found:
        yield PASS


def apply(s, action):
    if action != PASS:
        side = s.turn + 1
        row = action // SIZE
        col = action % SIZE
        for down in range(-1, 2):
            for right in range(-1, 2):
                if down != 0 or right != 0:
                    for step in range(1, enclosed(s, side, row, col, down, right) + 1):
                        s.board[row + step * down, col + step * right] = side
        s.board[row, col] = side
    s.turn = 1 - s.turn


def payoff(s):
    lead = 0
    for row in range(SIZE):
        for col in range(SIZE):
            if s.board[row, col] == 1:
                lead += 1
            elif s.board[row, col] == 2:
                lead -= 1
    if lead > 0:
        return 1.0
    if lead < 0:
        return -1.0
    return 0.0
