"""Jumping cat and mouse: the mouse wants the food, the cat wants either, and both jump along straight lines.

    3 # # # # F
    2 # C . . .       C  cat       F  food
    1 M . . . .       M  mouse     #  wall
      a b c d e

Rules
    - The mouse begins. In turn each jumps right, left, up or down: up to `mouse_jump` or `cat_jump` cells in
      one line, never over a wall, or stays where it is. It may jump over the other.
    - The cat wins when both are on one cell, whoever jumped there, and when it is first at the food; the mouse
      when it is first there. Play without end is the cat's win.

Payoff
    1 if the cat wins, -1 if the mouse does.

Actions
    The number of the cell that is jumped to, row * cols + col from the top left. The legal ones come as right,
    left, up, down, each short jumps first, and staying last. Names are cells, ranks counted from the bottom.

State
    The cells of cat and mouse, and who is to move.

Parameters
    - `grid`: the rows from the top, as words of `.`, `#` wall, `C` cat, `M` mouse and `F` food.
    - `cat_jump`, `mouse_jump`: longest jumps.

Facts
    The mouse wins the grid above, in 5 plies.

Sources
    A well-known programming exercise, there with a limit on plies in the place of endless play. Figures are by
    retrograde analysis.

Players
    `cat` and `mouse`, who begins.
"""

import numpy as np

from outfox.rules import TERMINAL, grid, picture, pieces_in, player_in

PLAYERS = "cat", "mouse"
GRID: tuple[str, ...] = ("####F", "#C...", "M....")
CAT_JUMP: int = 1
MOUSE_JUMP: int = 2
ROWS, COLS, DRAWN = len(GRID), len(GRID[0]), "".join(GRID)
CELLS = ROWS * COLS
assert all(len(row) == COLS for row in GRID), "the rows of grid must be of equal length"
assert set(DRAWN) <= set("CMF#."), "grid is drawn with C, M, F, # and ."
assert all(DRAWN.count(mark) == 1 for mark in "CMF"), "grid needs one C, one M and one F"
assert CELLS <= 32_767, "grid may have at most 32,767 cells"
assert min(CAT_JUMP, MOUSE_JUMP) >= 0, "a jump is 0 cells or more"

ENDLESS = 1.0
ACTIONS = CELLS
BRANCHING = ROWS + COLS - 1
BOARD = grid(ROWS, COLS, pieces=("cat", "mouse", "wall", "food"), marks="CM#F")
State = np.dtype([("cat", np.int16), ("mouse", np.int16), ("turn", np.int8)])

CAT, MOUSE = 0, 1
CAT_START, MOUSE_START, FOOD = (DRAWN.index(mark) for mark in "CMF")
WALLS = tuple(cell for cell in range(CELLS) if DRAWN[cell] == "#")


def jumps(cell, longest):
    """Return the cells that can be reached in one turn."""
    cells = []
    for down, right in ((0, 1), (0, -1), (-1, 0), (1, 0)):
        for length in range(1, longest + 1):
            row, col = cell // COLS + length * down, cell % COLS + length * right
            if not (0 <= row < ROWS and 0 <= col < COLS) or row * COLS + col in WALLS:
                break
            cells.append(row * COLS + col)
    return (*cells, cell)


CAT_JUMPS = tuple(jumps(cell, CAT_JUMP) for cell in range(CELLS))
MOUSE_JUMPS = tuple(jumps(cell, MOUSE_JUMP) for cell in range(CELLS))


def initial(s):
    s.cat = CAT_START
    s.mouse = MOUSE_START
    s.turn = MOUSE


def mover(s):
    return TERMINAL if s.cat == s.mouse or FOOD in (s.cat, s.mouse) else s.turn


def legal_actions(s):
    if s.turn == CAT:
        yield from CAT_JUMPS[s.cat]
    else:
        yield from MOUSE_JUMPS[s.mouse]


def apply(s, action):
    if s.turn == CAT:
        s.cat = action
    else:
        s.mouse = action
    s.turn = 1 - s.turn


def payoff(s):
    return -1.0 if s.mouse == FOOD and s.cat != FOOD else 1.0


def squares(s, out):
    for cell in WALLS:
        out[cell] = 3
    out[FOOD] = 4
    out[s.mouse] = 2
    out[s.cat] = 1


def action_name(s, action):
    return BOARD.names[action]


def text(s):
    out = [0] * CELLS
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    if pieces.count(1) != 1 or pieces.count(2) > 1:
        raise ValueError("expected one C and at most one M, which a cat that caught it hides")
    s.cat = pieces.index(1)
    s.mouse = pieces.index(2) if 2 in pieces else s.cat
    s.turn = player_in(PLAYERS, text)
