"""Starve the Fox on plain arrays: the obvious slow twin of the bitboard rules, for the tests.

Same parameters, actions, names and order of legal actions as `outfox/games/starve_the_fox.py`; nothing is
shared with it. The board is looked at point by point.
"""

from typing import Literal

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "foxes", "sheep"
FIRST: Literal["foxes", "sheep"] = "foxes"
SHEEP: int = 20
FOX_START: Literal["c7e7", "c5e5"] = "c7e7"
DIAGONALS: bool = True
SHEEP_DIAGONAL: bool = True
MULTI_JUMP: bool = False
FORCED_CAPTURE: bool = False
QUIET_LIMIT: int = 40

ENDLESS = 0.0
ACTIONS = 8 * 49 + 1
PASS = ACTIONS - 1
BRANCHING = 100
EMPTY, FOX, WOOL = 0, 1, 2
State = np.dtype(
    [
        ("board", np.int8, (8, 8)),  # board[row, column], both from 1 to 7
        ("turn", np.int8),
        ("quiet", np.int16),
        ("jump_row", np.int8),  # the fox that may jump on, or 0
        ("jump_col", np.int8),
    ]
)
#      left     right   up left  up      up right  down left  down     down right
MOVES = ((0, -1), (0, 1), (1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1))  # (rows, columns)


def is_point(row, col):
    return 1 <= row <= 7 and 1 <= col <= 7 and (3 <= row <= 5 or 3 <= col <= 5)


def is_line(row, col, down_row, down_col):
    """Tell whether a line leads from a point by so many rows and columns."""
    if not is_point(row, col) or not is_point(row + down_row, col + down_col):
        return False
    if down_row != 0 and down_col != 0:
        return DIAGONALS and (row + col) % 2 == 0
    return True


def initial(s):
    for row in range(1, 5):
        for col in range(1, 8):
            if is_point(row, col):
                s.board[row, col] = WOOL
    missing = 20 - SHEEP
    if missing % 2 == 1:
        s.board[4, 4] = EMPTY
    for pair in range(missing // 2):
        s.board[4, 1 + pair] = EMPTY
        s.board[4, 7 - pair] = EMPTY
    fox_row = 7 if FOX_START == "c7e7" else 5
    s.board[fox_row, 3] = FOX
    s.board[fox_row, 5] = FOX
    s.turn = 0 if FIRST == "foxes" else 1


def how_many(s, piece):
    found = 0
    for row in range(1, 8):
        for col in range(1, 8):
            if s.board[row, col] == piece:
                found += 1
    return found


def sheep_in_pen(s):
    found = 0
    for row in range(5, 8):
        for col in range(3, 6):
            if s.board[row, col] == WOOL:
                found += 1
    return found


def payoff(s):
    if how_many(s, FOX) == 0 or sheep_in_pen(s) == 9:
        return -1.0
    if how_many(s, WOOL) < 9:
        return 1.0
    return 0.0


def mover(s):
    drawn = QUIET_LIMIT != 0 and s.quiet >= QUIET_LIMIT
    return TERMINAL if payoff(s) != 0.0 or drawn else s.turn


def can_step(s, row, col, move):
    rows, cols = MOVES[move]
    if not is_line(row, col, rows, cols):
        return False
    if s.board[row, col] == WOOL and (rows < 0 or (rows != 0 and cols != 0 and not SHEEP_DIAGONAL)):
        return False
    return s.board[row + rows, col + cols] == EMPTY


def can_jump(s, row, col, move):
    rows, cols = MOVES[move]
    if not is_line(row, col, rows, cols) or not is_line(row + rows, col + cols, rows, cols):
        return False
    return s.board[row + rows, col + cols] == WOOL and s.board[row + 2 * rows, col + 2 * cols] == EMPTY


def fox_can_jump(s, row, col):
    return any(can_jump(s, row, col, move) for move in range(8))


def fox_is_trapped(s, row, col):
    return not any(can_step(s, row, col, move) or can_jump(s, row, col, move) for move in range(8))


def must_capture(s):
    if s.jump_row != 0:
        return True
    if FORCED_CAPTURE:
        for row in range(1, 8):
            for col in range(1, 8):
                if s.board[row, col] == FOX and fox_can_jump(s, row, col):
                    return True
    return False


def may_move(s, row, col, move):
    if s.turn == 1:
        return s.board[row, col] == WOOL and can_step(s, row, col, move)
    if s.board[row, col] != FOX:
        return False
    if s.jump_row != 0 and (row != s.jump_row or col != s.jump_col):
        return False
    return can_jump(s, row, col, move) or (can_step(s, row, col, move) and not must_capture(s))


def legal_actions(s):
    found = False
    for move in range(8):
        for row in range(1, 8):
            for col in range(1, 8):
                if may_move(s, row, col, move):
                    found = True
                    yield move * 49 + 7 * (row - 1) + col - 1
    if not found or (s.jump_row != 0 and not FORCED_CAPTURE):
        yield PASS


def apply(s, action):
    move, row, col = action // 49, action % 49 // 7 + 1, action % 7 + 1
    was_jumping = s.jump_row != 0
    s.jump_row, s.jump_col = 0, 0
    quiet = s.quiet + 1
    if action == PASS:
        if was_jumping:
            quiet = s.quiet
    else:
        rows, cols = MOVES[move]
        piece = s.board[row, col]
        s.board[row, col] = EMPTY
        row, col = row + rows, col + cols
        captured = s.board[row, col] == WOOL
        if captured:
            s.board[row, col] = EMPTY
            row, col = row + rows, col + cols
        s.board[row, col] = piece
        if captured or (piece == WOOL and rows > 0):
            quiet = 0
        if captured and MULTI_JUMP and fox_can_jump(s, row, col):
            s.jump_row, s.jump_col = row, col
    s.quiet = quiet if QUIET_LIMIT != 0 else 0
    if s.turn == 1:
        remove_trapped(s)
    if s.jump_row == 0:
        s.turn = 1 - s.turn


def remove_trapped(s):
    trapped = np.zeros((8, 8), np.int64)
    for row in range(1, 8):
        for col in range(1, 8):
            if s.board[row, col] == FOX and fox_is_trapped(s, row, col):
                trapped[row, col] = 1
    for row in range(1, 8):
        for col in range(1, 8):
            if trapped[row, col]:
                s.board[row, col] = EMPTY


def features(s, out):
    for row in range(1, 8):
        for col in range(1, 8):
            for move in range(8):
                if s.board[row, col] == FOX and (can_step(s, row, col, move) or can_jump(s, row, col, move)):
                    out[3] += 1
            if s.board[row, col] == WOOL:
                out[4] += row
                if is_edible(s, row, col):
                    out[1 + s.turn] += 1
    out[0] = SHEEP - how_many(s, WOOL)
    out[4] -= 58 - 4 * (20 - SHEEP)
    out[5] = sheep_in_pen(s)


def is_edible(s, row, col):
    for move in range(8):
        rows, cols = MOVES[move]
        beside = is_point(row - rows, col - cols) and s.board[row - rows, col - cols] == FOX
        if beside and can_jump(s, row - rows, col - cols, move):
            return True
    return False


def squares(s, out):
    point = 0
    for row in range(1, 8):
        for col in range(1, 8):
            if is_point(row, col):
                out[point] = s.board[row, col]
                point += 1


def point_name(row, col):
    return "abcdefg"[col - 1] + str(row)


def action_name(s, action):
    if action == PASS:
        return "stop" if s.jump_row else "pass"
    row, col = action % 49 // 7 + 1, action % 7 + 1
    rows, cols = MOVES[action // 49]
    if s.turn == 0 and can_jump(s, row, col, action // 49):
        return f"{point_name(row, col)}x{point_name(row + 2 * rows, col + 2 * cols)}"
    return f"{point_name(row, col)}-{point_name(row + rows, col + cols)}"


def text(s):
    lines = ["".join(" Fo"[piece] for piece in s.board[row, 1:8]) for row in range(7, 0, -1)]
    return "\n".join([*lines, f"{PLAYERS[s.turn]} to move, {s.quiet} quiet"])
