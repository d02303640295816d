"""Connect four: drop discs into columns in turn, and whoever first has four of their own in a row wins.

Rules
    The board stands upright, `cols` columns of `rows` cells. x begins; the players take turns to drop a disc
    of their own into a column that is not full, where it falls to the lowest empty cell. Whoever first has
    `connect` of their discs in an unbroken straight line, along a row, a column or a diagonal, wins. A full
    board without such a line is a draw.

Payoff
    1 if x wins, -1 if o wins, 0 for a draw.

Actions
    Action c drops a disc into column c; column 0 is the left one. The legal ones come from left to right.
    Names are the letter of the column: a, b, c, ...

State
    Two bitboards, the discs of the side to move and those of both. Who moves follows from their number, so a
    position has one state only.

Parameters
    `rows`, `cols`: size of the board. `connect`: length of the row that wins.

Sources
    J. D. Allen and V. Allis solved the game independently in 1988: x wins by beginning in the centre column.
    The bitboard is that of J. Tromp's Fhourstones benchmark. Solved values of other sizes: J. Tromp, *John's
    Connect Four Playground*. OpenSpiel's `connect_four` has the same rules and action numbers.

Players
    `x` moves first, `o` second.
"""

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid

PLAYERS = "x", "o"
ROWS: int = 6
COLS: int = 7
CONNECT: int = 4
HEIGHT = ROWS + 1
assert min(ROWS, COLS) >= 1, "the board needs at least one row and one column"
assert HEIGHT * COLS <= 64, "a bitboard holds (rows + 1) * cols <= 64 cells: lower rows or cols"
assert 2 <= CONNECT <= max(ROWS, COLS), "connect must lie between 2 and the longer side of the board"

ACTIONS = COLS
BOARD = grid(ROWS, COLS, pieces=("x", "o"), marks="xo", top_down=False)
SYMMETRIES = 2

# Bit col * HEIGHT + row; each column has one cell more than the board, the sentinel, which stays empty, so
# that no line runs from the top of a column into the bottom of the next. On the 6 x 7 board:
#
#         6 13 20 27 34 41 48      sentinels
#     6   5 12 19 26 33 40 47      up: 1
#     5   4 11 18 25 32 39 46      right: HEIGHT
#     4   3 10 17 24 31 38 45      right and up: HEIGHT + 1
#     3   2  9 16 23 30 37 44      right and down: HEIGHT - 1
#     2   1  8 15 22 29 36 43
#     1   0  7 14 21 28 35 42
#         a  b  c  d  e  f  g
State = np.dtype([("mine", np.uint64), ("both", np.uint64)])  # discs of the side to move, of both sides

STEPS = 1, HEIGHT, HEIGHT + 1, HEIGHT - 1
BOTTOM = tuple(1 << col * HEIGHT for col in range(COLS))
TOP = tuple(1 << col * HEIGHT + ROWS - 1 for col in range(COLS))
COLUMN = (1 << ROWS) - 1
FULL = sum(COLUMN << col * HEIGHT for col in range(COLS))


def initial(s):
    s.mine = 0
    s.both = 0


def in_a_row(discs):
    for line in range(4):
        run = discs & (discs >> STEPS[line])  # bit k: the discs on k and on the next cell are both there
        for step in range(2, CONNECT):
            run &= discs >> step * STEPS[line]
        if run:
            return True
    return False


def mover(s):
    if in_a_row(s.mine ^ s.both) or s.both == FULL:
        return TERMINAL
    return count(s.both) % 2


def legal_actions(s):
    for col in range(COLS):
        if not s.both & TOP[col]:
            yield col


def apply(s, action):
    s.mine ^= s.both  # the other side's discs: it moves next
    s.both |= s.both + BOTTOM[action]  # the sum carries up the column to its lowest empty cell


def payoff(s):
    if not in_a_row(s.mine ^ s.both):
        return 0.0
    return 1.0 if count(s.both) % 2 == 1 else -1.0


def symmetry(k, s, out):
    out.mine = mirrored(s.mine) if k else s.mine
    out.both = mirrored(s.both) if k else s.both


def mirrored(discs):
    result = discs & 0
    for col in range(COLS):
        result |= (discs >> col * HEIGHT & COLUMN) << (COLS - 1 - col) * HEIGHT
    return result


def symmetry_action(k, action):
    return COLS - 1 - action if k else action


def squares(s, out):
    turn = count(s.both) % 2
    for cell in bits(s.both):
        col, row = cell // HEIGHT, cell % HEIGHT
        own = s.mine >> cell & 1 == 1
        out[row * COLS + col] = 1 + turn if own else 2 - turn


def action_name(s, action):
    return BOARD.names[action].rstrip("0123456789")


def parse_action(s, text):
    return BOARD.names.index(text + "1")


def text(s):
    out = [0] * (ROWS * COLS)
    squares(s, out)
    marks = [".xo"[piece] for piece in out]
    lines = [f"{row + 1} " + " ".join(marks[row * COLS : (row + 1) * COLS]) for row in reversed(range(ROWS))]
    files = "  " + " ".join(action_name(s, col) for col in range(COLS))
    return "\n".join([*lines, files, standing(s)])


def standing(s):
    turn = count(s.both) % 2
    if mover(s) != TERMINAL:
        return f"{PLAYERS[turn]} to move"
    return f"{PLAYERS[1 - turn]} has won" if payoff(s) else "drawn"


def parse(text, s):
    rows = [line.split()[1:] for line in text.strip().splitlines()[:ROWS]]
    if [len(row) for row in rows] != [COLS] * ROWS or any(mark not in "xo." for row in rows for mark in row):
        raise ValueError(f"expected {ROWS} lines of a row number and {COLS} marks, each one of x, o and .")
    columns = ["".join(row[col] for row in reversed(rows)) for col in range(COLS)]
    if any("." in column.rstrip(".") for column in columns):
        raise ValueError("a disc hangs above an empty cell")
    marks = ".".join(columns)  # the sentinels are the dots between
    crosses = sum(1 << cell for cell, mark in enumerate(marks) if mark == "x")
    noughts = sum(1 << cell for cell, mark in enumerate(marks) if mark == "o")
    turn = count(crosses) - count(noughts)
    if turn not in (0, 1):
        raise ValueError("x must have as many discs as o, or one more")
    s.mine = crosses if turn == 0 else noughts
    s.both = crosses | noughts
