"""Dots and boxes: draw lines between dots; whoever closes a box takes it and draws again, and more boxes win.

Rules
    The board is a grid of dots, corners of `rows` x `cols` boxes. The players take turns to draw a line
    between two dots that are next to each other, across or down. Whoever draws the fourth side of a box takes
    that box and must draw another line, also where one line closes two boxes. The game ends when every line
    is drawn.

Payoff
    With `count=margin` (the default) the boxes of the first player minus those of the second. With
    `count=win` 1 if the first player has more boxes, -1 if the second has, 0 where both have as many.

Actions
    One a line: first the lines that run across, row * cols + col for the one on top of box (row, col), then
    those that run down, (rows + 1) * cols + row * (cols + 1) + col for the one on the left of box (row, col).
    Row 0 is the top row. The legal ones come in this order. Names give the two dots, ranks counted from the
    bottom: a1b1 lies at the bottom left.

State
    One bit a line that is drawn, one bit a box that the first player has, by how many boxes the first player
    leads, and who is to move. Who has which box makes no difference to the rest of the game beyond the lead.

Parameters
    `rows`, `cols`: number of boxes. `count`: `margin` or `win`.

Sources
    E. Berlekamp, *The Dots and Boxes Game* (2000). J. K. Barker, R. E. Korf, "Solving Dots-and-Boxes", *AAAI*
    (2012). OpenSpiel's `dots_and_boxes` has the same rules and action numbers.

Players
    `first` moves first, `second` second.
"""

from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, bits, grid

PLAYERS = "first", "second"
ROWS: int = 3
COLS: int = 3
COUNT: Literal["margin", "win"] = "margin"
ACROSS = (ROWS + 1) * COLS  # number of lines that run across; those that run down come after them
LINES = ACROSS + ROWS * (COLS + 1)
assert min(ROWS, COLS) >= 1, "the board needs at least one row and one column of boxes"
assert LINES <= 63, "a bitboard holds 63 lines, such as 5 x 5 boxes: lower rows or cols"

ACTIONS = LINES
MARGIN = COUNT == "margin"
SCALE = ROWS * COLS if MARGIN else 1
SYMMETRIES = 8 if ROWS == COLS else 4

# Bit k of lines is line k, bit row * COLS + col of owned is that box. Two rows of three boxes:
#
#     3  + 0 + 1 + 2 +
#        9  10  11  12
#     2  + 3 + 4 + 5 +
#       13  14  15  16
#     1  + 6 + 7 + 8 +
#        a   b   c   d
State = np.dtype([("lines", np.uint64), ("owned", np.uint64), ("lead", np.int8), ("turn", np.int8)])
KEY = "lines", "lead", "turn"

FULL = (1 << LINES) - 1
NEVER = 1 << 63  # no line has this bit: a box that cannot be closed


def sides(row, col):
    """Return the numbers of the four lines round a box."""
    left = ACROSS + row * (COLS + 1) + col
    return row * COLS + col, (row + 1) * COLS + col, left, left + 1


BOXES = tuple(sum(1 << side for side in sides(row, col)) for row in range(ROWS) for col in range(COLS))
BESIDE = tuple([box for box in range(ROWS * COLS) if BOXES[box] >> line & 1] for line in range(LINES))
# By line, the one or two boxes beside it: their numbers and their lines.
NUMBERS = tuple((boxes[0], boxes[-1]) for boxes in BESIDE)
AROUND = tuple((BOXES[boxes[0]], BOXES[boxes[1]] if len(boxes) == 2 else NEVER) for boxes in BESIDE)


def mover(s):
    return TERMINAL if s.lines == FULL else s.turn


def legal_actions(s):
    yield from bits(FULL & ~s.lines)


def apply(s, action):
    s.lines |= 1 << action
    closed = 0
    for side in range(2):
        if s.lines & AROUND[action][side] == AROUND[action][side]:
            closed += 1
            if s.turn == 0:
                s.owned |= 1 << NUMBERS[action][side]
    if closed == 0:
        s.turn = 1 - s.turn
    else:
        s.lead += closed if s.turn == 0 else -closed


def payoff(s):
    if MARGIN:
        return float(s.lead)
    return 1.0 if s.lead > 0 else -1.0 if s.lead < 0 else 0.0


def initial(s):
    s.lines = 0


# The drawing: dots, lines and boxes on a grid of cells, 2 * ROWS + 1 by 2 * COLS + 1, as in `text`.
HIGH, WIDE = 2 * ROWS + 1, 2 * COLS + 1
LINE_CELLS = tuple(2 * row * WIDE + 2 * col + 1 for row in range(ROWS + 1) for col in range(COLS)) + tuple(
    (2 * row + 1) * WIDE + 2 * col for row in range(ROWS) for col in range(COLS + 1)
)
BOX_CELLS = tuple((2 * row + 1) * WIDE + 2 * col + 1 for row in range(ROWS) for col in range(COLS))
DOT_CELLS = tuple(2 * row * WIDE + 2 * col for row in range(ROWS + 1) for col in range(COLS + 1))
DOT, ACROSS_LINE, DOWN_LINE, FIRST_BOX, SECOND_BOX = 1, 2, 3, 4, 5


def cell_name(cell):
    """Name both ends of a line, two corners of a box, or a dot: a1b1, a1b2, a1."""
    row, col = divmod(cell, WIDE)
    dots = grid(ROWS + 1, COLS + 1, (), "").names
    first, last = (row + 1) // 2 * (COLS + 1) + col // 2, row // 2 * (COLS + 1) + (col + 1) // 2
    return dots[first] if first == last else dots[first] + dots[last]


BOARD = grid(HIGH, WIDE, pieces=("dot", "line across", "line down", "first", "second"), marks="+-|12")
BOARD = BOARD._replace(names=tuple(cell_name(cell) for cell in range(HIGH * WIDE)))


def squares(s, out):
    for cell in range(len(DOT_CELLS)):
        out[DOT_CELLS[cell]] = DOT
    for line in bits(s.lines):
        out[LINE_CELLS[line]] = ACROSS_LINE if line < ACROSS else DOWN_LINE
    for box in range(len(BOXES)):
        if s.lines & BOXES[box] == BOXES[box]:
            out[BOX_CELLS[box]] = FIRST_BOX if s.owned >> box & 1 else SECOND_BOX


def moved(k, cell):
    """Move a cell by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = divmod(cell, WIDE)
    if k & 1:
        col = WIDE - 1 - col
    if k & 2:
        row = HIGH - 1 - row
    return col * WIDE + row if k & 4 else row * WIDE + col


MOVED_LINES = tuple(tuple(LINE_CELLS.index(moved(k, cell)) for cell in LINE_CELLS) for k in range(SYMMETRIES))
MOVED_BOXES = tuple(tuple(BOX_CELLS.index(moved(k, cell)) for cell in BOX_CELLS) for k in range(SYMMETRIES))


def symmetry(k, s, out):
    out.lines = 0
    out.owned = 0
    out.lead = s.lead
    out.turn = s.turn
    for line in bits(s.lines):
        out.lines |= 1 << MOVED_LINES[k][line]
    for box in bits(s.owned):
        out.owned |= 1 << MOVED_BOXES[k][box]


def symmetry_action(k, action):
    return MOVED_LINES[k][action]


def swap(s, out):
    out.lines = s.lines
    out.owned = 0
    for box in range(len(BOXES)):
        if s.lines & BOXES[box] == BOXES[box] and not s.owned >> box & 1:
            out.owned |= 1 << box
    out.lead = -s.lead
    out.turn = 1 - s.turn


def action_name(s, action):
    return BOARD.names[LINE_CELLS[action]]


def parse_action(s, text):
    return LINE_CELLS.index(BOARD.names.index(text))


WIDE_MARKS = "   ", "+", "---", "|", " 1 ", " 2 "


def text(s):
    out = [0] * (HIGH * WIDE)
    squares(s, out)
    lines = []
    for row in range(HIGH):
        cells = [WIDE_MARKS[piece] for piece in out[row * WIDE : (row + 1) * WIDE]]
        cells[::2] = [cell.strip() or " " for cell in cells[::2]]  # columns of dots are narrow
        lines.append((f"{ROWS + 1 - row // 2:<2} " if row % 2 == 0 else "   ") + "".join(cells))
    files = "   " + "   ".join(name.rstrip("0123456789") for name in grid(1, COLS + 1, (), "").names)
    return "\n".join([*lines, files, standing(s)])


def standing(s):
    player = PLAYERS[s.turn]
    return f"game over ({player} next)" if mover(s) == TERMINAL else f"{player} to move"


def parse(text, s):
    rows = text.strip().splitlines()
    if len(rows) != HIGH + 2:
        raise ValueError(f"expected {HIGH + 2} lines, as a position of this board is printed")
    if ("first" in rows[-1]) == ("second" in rows[-1]):
        raise ValueError("the last line says who is to move, such as: first to move")
    cells = "".join(row.ljust(4 * COLS + 4)[3 : 4 * COLS + 4 : 2] for row in rows[:HIGH])
    s.lines = sum(1 << line for line, cell in enumerate(LINE_CELLS) if cells[cell] in "-|")
    s.owned = sum(1 << box for box, cell in enumerate(BOX_CELLS) if cells[cell] == "1")
    s.lead = cells.count("1") - cells.count("2")
    s.turn = 0 if "first" in rows[-1] else 1
