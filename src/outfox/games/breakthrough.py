"""Breakthrough: advance pieces that capture diagonally; whoever first reaches the far side of the board wins.

Rules
    Both sides start with full rows of pieces, two rows on boards of six rows and more, else one. Black stands
    at the top and moves down, white at the bottom and moves up; black begins. A move takes one piece one step
    forward, straight or diagonally. A straight step needs an empty square. A diagonal step needs a square
    that holds no piece of one's own; an opposing piece there is captured. Capturing is never compulsory.
    Whoever first has a piece on the opponent's home row wins, and so does whoever captures the last opposing
    piece. There are no draws, and a side with pieces can always move.

Payoff
    1 if black wins, -1 if white wins.

Actions
    Action 3 * square + side moves the piece on a square one row forward: side 0 towards file a, side 1
    straight, side 2 away from file a. Squares are numbered row * cols + col from the top left. The legal ones
    come with all moves of side 0 first, then 1, then 2, each from the top left on. Names give both squares,
    ranks counted from the bottom: a7a6 is a move, b2xc3 a capture.

State
    Two bitboards, the pieces of the side to move and those of the other side, and who is to move.

Parameters
    `rows`, `cols`: size of the board. `piece_rows`: full rows of pieces at the start; 0 stands for the usual
    number.

Sources
    D. Troyka, 2000. A. Saffidine, N. Jouandeau, T. Cazenave, "Solving Breakthrough with Race Patterns and
    Job-Level Proof Number Search", *Advances in Computer Games* (2011). OpenSpiel's `breakthrough` has the
    same rules and other action numbers.

Players
    `black` moves first, `white` second.
"""

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid

PLAYERS = "black", "white"
ROWS: int = 8
COLS: int = 8
PIECE_ROWS: int = 0
HOME = PIECE_ROWS or (2 if ROWS >= 6 else 1)
SQUARES = ROWS * COLS
assert COLS >= 2, "with fewer than 2 cols the pieces get stuck"
assert SQUARES <= 64, "a bitboard holds 64 squares: lower rows or cols"
assert HOME >= 1, "piece_rows is the number of rows of pieces, or 0 for the usual number"
assert 2 * HOME < ROWS, "the two sides need an empty row between them: lower piece_rows or raise rows"

ACTIONS = 3 * SQUARES
BRANCHING = 3 * HOME * COLS
BOARD = grid(ROWS, COLS, pieces=("black", "white"), marks="bw")
SYMMETRIES = 2

# Bit row * COLS + col is a square. On the 8 x 8 board:
#
#     8    0  1  2  3  4  5  6  7      black's home, white's goal
#     7    8  9 10 11 12 13 14 15      black moves down: COLS - 1, COLS or COLS + 1 squares on
#     ...                              white moves up: COLS + 1, COLS or COLS - 1 squares back
#     1   56 57 58 59 60 61 62 63      white's home, black's goal
#          a  b  c  d  e  f  g  h
State = np.dtype([("mine", np.uint64), ("theirs", np.uint64), ("turn", np.int8)])

FULL = (1 << SQUARES) - 1
ROW = (1 << COLS) - 1
BLACK_START = (1 << HOME * COLS) - 1
WHITE_START = BLACK_START << (ROWS - HOME) * COLS
GOALS = ROW, ROW << (ROWS - 1) * COLS  # by side to move: where the other side, which just moved, wins
NOT_FIRST_FILE = sum((ROW & ~1) << row * COLS for row in range(ROWS))
NOT_LAST_FILE = sum((ROW >> 1) << row * COLS for row in range(ROWS))


def initial(s):
    s.mine = BLACK_START
    s.theirs = WHITE_START


def mover(s):
    if s.theirs & GOALS[s.turn] or s.mine == 0:
        return TERMINAL
    return s.turn


def legal_actions(s):
    # Shifted back by one step, the squares a piece may step to become the squares it may step from.
    free = FULL & ~s.mine
    empty = free & ~s.theirs
    if s.turn == 0:
        left, ahead, right = free >> COLS - 1, empty >> COLS, free >> COLS + 1
    else:
        left, ahead, right = free << COLS + 1, empty << COLS, free << COLS - 1
    for square in bits(s.mine & left & NOT_FIRST_FILE):
        yield 3 * square
    for square in bits(s.mine & ahead):
        yield 3 * square + 1
    for square in bits(s.mine & right & NOT_LAST_FILE):
        yield 3 * square + 2


def target(turn, action):
    forward = COLS if turn == 0 else -COLS
    return action // 3 + forward + action % 3 - 1


def apply(s, action):
    place = 1 << target(s.turn, action)
    moved = s.mine ^ (1 << action // 3) ^ place
    s.mine = s.theirs & ~place
    s.theirs = moved
    s.turn = 1 - s.turn


def payoff(s):
    return -1.0 if s.turn == 0 else 1.0  # who moved last has won


def mirrored(square):
    return square - square % COLS + COLS - 1 - square % COLS


def symmetry(k, s, out):
    out.mine = 0
    out.theirs = 0
    out.turn = s.turn
    for square in bits(s.mine):
        out.mine |= 1 << (mirrored(square) if k else square)
    for square in bits(s.theirs):
        out.theirs |= 1 << (mirrored(square) if k else square)


def symmetry_action(k, action):
    return 3 * mirrored(action // 3) + 2 - action % 3 if k else action


def swap(s, out):
    out.mine = 0
    out.theirs = 0
    out.turn = 1 - s.turn
    for square in bits(s.mine):
        out.mine |= 1 << (ROWS - 1 - square // COLS) * COLS + square % COLS
    for square in bits(s.theirs):
        out.theirs |= 1 << (ROWS - 1 - square // COLS) * COLS + square % COLS


def squares(s, out):
    for square in bits(s.mine):
        out[square] = 1 + s.turn
    for square in bits(s.theirs):
        out[square] = 2 - s.turn


def action_name(s, action):
    to = target(s.turn, action)
    return BOARD.names[action // 3] + ("x" if s.theirs >> to & 1 else "") + BOARD.names[to]


def parse_action(s, text):
    for action in legal_actions(s):
        if text.replace("x", "") == action_name(s, action).replace("x", ""):
            return action
    raise ValueError("write the two squares of a legal move, such as a2a3 or b2xc3")


def text(s):
    out = [0] * SQUARES
    squares(s, out)
    marks = [".bw"[piece] for piece in out]
    lines = [f"{ROWS - row:2} " + " ".join(marks[row * COLS : (row + 1) * COLS]) for row in range(ROWS)]
    files = "   " + " ".join(name.rstrip("0123456789") for name in BOARD.names[:COLS])
    won = f"{PLAYERS[1 - s.turn]} has won"
    return "\n".join([*lines, files, won if mover(s) == TERMINAL else f"{PLAYERS[s.turn]} to move"])


def parse(text, s):
    lines = text.strip().splitlines()
    marks = "".join("".join(line.split()[1:]) for line in lines[:ROWS])
    if len(marks) != SQUARES or set(marks) - set("bw."):
        raise ValueError(f"expected {ROWS} lines of a rank number and {COLS} marks, each one of b, w and .")
    black = sum(1 << square for square, mark in enumerate(marks) if mark == "b")
    white = sum(1 << square for square, mark in enumerate(marks) if mark == "w")
    if max(count(black), count(white)) > HOME * COLS:
        raise ValueError(f"a side has at most {HOME * COLS} pieces")
    if lines[-1] not in ("black to move", "white to move", "black has won", "white has won"):
        raise ValueError("the last line says who is to move or has won, such as: black to move")
    s.turn = 0 if lines[-1] in ("black to move", "white has won") else 1
    s.mine, s.theirs = (black, white) if s.turn == 0 else (white, black)
