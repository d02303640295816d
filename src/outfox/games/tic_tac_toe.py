"""Tic-tac-toe: mark empty cells in turn, and whoever first has three of their marks in a row wins.

Also the m,n,k-games: any board of at most 64 cells, any length of row (gomoku without its extra rules).

Rules
    The board has `rows` x `cols` cells. Cross (x) begins; the players take turns to put their mark on an
    empty cell. Whoever first has `connect` of their marks in an unbroken straight line, along a row, a
    column or a diagonal, wins. A full board without such a line is a draw.

Payoff
    1 if cross wins, -1 if nought wins, 0 for a draw.

Actions
    Action row * cols + col marks that cell; row 0 is the top row. The legal ones come in this order.
    Names are a file letter and a rank counted from the bottom: a1 is the bottom left.

State
    Two bitboards, the marks of the side to move and those of the other side. Who moves follows from their
    number, so a position has one state only.

Parameters
    `rows`, `cols`: size of the board. `connect`: length of the row that wins.

Sources
    E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 22. Perfect play draws.
    OpenSpiel's `tic_tac_toe` and `mnk` have the same rules and action numbers.

Players
    `x` moves first, `o` second.
"""

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid

PLAYERS = "x", "o"
ROWS: int = 3
COLS: int = 3
CONNECT: int = 3
assert min(ROWS, COLS) >= 1, "the board needs at least one row and one column"
assert ROWS * COLS <= 64, "a bitboard holds 64 cells: lower rows or cols"
assert 2 <= CONNECT <= max(ROWS, COLS), "connect must lie between 2 and the longer side of the board"

ACTIONS = ROWS * COLS
BOARD = grid(ROWS, COLS, pieces=("cross", "nought"), marks="xo")
SYMMETRIES = 8 if ROWS == COLS else 4

# Bit row * COLS + col, the action's own number, is the cell of that row and column. On the 3 x 3 board:
#
#     3   0 1 2
#     2   3 4 5       right: 1   down: COLS   down and right: COLS + 1   down and left: COLS - 1
#     1   6 7 8
#         a b c
State = np.dtype([("mine", np.uint64), ("theirs", np.uint64)])  # marks of the side to move, of the other side

FULL = (1 << ROWS * COLS) - 1
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))  # (rows, columns) of one step along each kind of line
STEPS = tuple(down * COLS + right for down, right in LINES)


def fits(row, col, down, right):
    """Tell whether a winning line that starts here stays on the board."""
    last_row, last_col = row + (CONNECT - 1) * down, col + (CONNECT - 1) * right
    return 0 <= last_row < ROWS and 0 <= last_col < COLS


# For each kind of line, the cells on which one may start, so that none wraps round an edge of the board.
FITTING = tuple(
    sum(1 << row * COLS + col for row in range(ROWS) for col in range(COLS) if fits(row, col, down, right))
    for down, right in LINES
)


def initial(s):
    s.mine = 0
    s.theirs = 0


def in_a_row(marks):
    for line in range(4):
        run = marks & (marks >> STEPS[line])  # bit k: the marks on k and on the next cell are both there
        for step in range(2, CONNECT):
            run &= marks >> step * STEPS[line]
        if run & FITTING[line]:
            return True
    return False


def mover(s):
    marks = s.mine | s.theirs
    if in_a_row(s.theirs) or marks == FULL:
        return TERMINAL
    return count(marks) % 2


def legal_actions(s):
    yield from bits(FULL & ~(s.mine | s.theirs))


def apply(s, action):
    marked = s.mine | (1 << action)
    s.mine = s.theirs
    s.theirs = marked


def payoff(s):
    if not in_a_row(s.theirs):
        return 0.0
    return 1.0 if count(s.mine | s.theirs) % 2 == 1 else -1.0


def moved(k, cell):
    """Move a cell by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = cell // COLS, cell % COLS
    if k & 1:
        col = COLS - 1 - col
    if k & 2:
        row = ROWS - 1 - row
    return col * COLS + row if k & 4 else row * COLS + col


MOVED = tuple(tuple(moved(k, cell) for cell in range(ROWS * COLS)) for k in range(SYMMETRIES))


def symmetry(k, s, out):
    out.mine = 0
    out.theirs = 0
    for cell in bits(s.mine):
        out.mine |= 1 << MOVED[k][cell]
    for cell in bits(s.theirs):
        out.theirs |= 1 << MOVED[k][cell]


def symmetry_action(k, action):
    return MOVED[k][action]


def squares(s, out):
    turn = count(s.mine | s.theirs) % 2
    for cell in bits(s.mine):
        out[cell] = 1 + turn
    for cell in bits(s.theirs):
        out[cell] = 2 - turn


def action_name(s, action):
    return BOARD.names[action]


def parse_action(s, text):
    return BOARD.names.index(text)


def text(s):
    out = [0] * (ROWS * COLS)
    squares(s, out)
    marks = [".xo"[piece] for piece in out]
    lines = [f"{ROWS - row:2} " + " ".join(marks[row * COLS : (row + 1) * COLS]) for row in range(ROWS)]
    files = "   " + " ".join(name.rstrip("0123456789") for name in BOARD.names[:COLS])
    return "\n".join([*lines, files, standing(s)])


def standing(s):
    turn = count(s.mine | s.theirs) % 2
    if mover(s) != TERMINAL:
        return f"{PLAYERS[turn]} to move"
    return f"{PLAYERS[1 - turn]} has won" if payoff(s) else "drawn"


def parse(text, s):
    marks = "".join("".join(line.split()[1:]) for line in text.strip().splitlines()[:ROWS])
    if len(marks) != ROWS * COLS or set(marks) - set("xo."):
        raise ValueError(f"expected {ROWS} lines of a rank number and {COLS} marks, each one of x, o and .")
    crosses = sum(1 << cell for cell, mark in enumerate(marks) if mark == "x")
    noughts = sum(1 << cell for cell, mark in enumerate(marks) if mark == "o")
    turn = count(crosses) - count(noughts)
    if turn not in (0, 1):
        raise ValueError("cross must have as many marks as nought, or one more")
    s.mine, s.theirs = (crosses, noughts) if turn == 0 else (noughts, crosses)
