"""Fox and hounds: four hounds drive a fox over the dark squares; the fox breaks through or is shut in.

    8 . o . o . o . o
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .       F  fox
    4 . . . . . . . .       o  hound
    3 . . . . . . . .
    2 . . . . . . . .
    1 . . . . F . . .
      a b c d e f g h

Rules
    - The hounds start on all dark squares of the top row, the fox on one of the bottom row. The fox begins.
    - In its turn the fox steps to a diagonal neighbour, forward or backward. The hounds move one hound, one
      step diagonally downward; hounds never go back. Nobody is captured, and a square holds one piece.
    - The hounds win when the fox cannot step. The fox wins when it reaches the top row, where the hounds
      came from, or when no hound can step.
    - The game is played to that end: that the fox has slipped past all hounds does not stop it earlier.

Payoff
    1 if the fox wins, -1 if the hounds win.

Actions
    Action 4 * square + direction moves the piece on a square: 0 down left, 1 down right, 2 up left, 3 up
    right. Only dark squares are numbered, from the top left along the rows. Names give both squares: e1-d2.

State
    The hounds as a bitboard of the dark squares, the square of the fox, the side to move.

Parameters
    - `size`: rows and columns of the board, even; there are size / 2 hounds.
    - `first`: who begins.
    - `fox_col`: the column on which the fox starts, counted from 0; -1 for the middle one.

Facts
    On 8 x 8 the hounds win in 44 plies if the fox begins, in 43 if they begin; 895,280 states can be reached.
    On 6 x 6 the fox wins in 25 plies if it begins, and loses if the hounds do. On 4 x 4 the hounds win in 8.
    On 10 x 10 they are said to win in 72.
    Other counts (701,218 states; 21 plies on 6 x 6) end the game once the fox is past the hounds.

Sources
    E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for Your Mathematical Plays*, chapter 20: fox and
    geese. The figures are exact, by retrograde analysis.

Players
    `fox` and `hounds`.
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid, picture, pieces_in

PLAYERS = "fox", "hounds"
SIZE: int = 8
FIRST: Literal["fox", "hounds"] = "fox"  # who begins
FOX_COL: int = -1  # where the fox starts, counted from 0; -1: in the middle
assert SIZE in (4, 6, 8, 10), "size must be 4, 6, 8 or 10"
HALF = SIZE // 2  # hounds, and dark squares in a row
SQUARES = SIZE * HALF
START_COL = HALF - HALF % 2 if FOX_COL < 0 else FOX_COL
assert START_COL in range(0, SIZE, 2), f"fox_col must be an even number below {SIZE}, or -1"

ACTIONS = 4 * SQUARES
BRANCHING = SIZE
STUCK = "loses"
FOX, HOUNDS = 0, 1
State = np.dtype([("hounds", np.uint32 if SQUARES <= 32 else np.int64), ("fox", np.int8), ("turn", np.int8)])

# Where the dark squares lie on the whole board, row * SIZE + col from the top left.
CELL = tuple(row * SIZE + col for row in range(SIZE) for col in range(SIZE) if (row + col) % 2)
BOARD = grid(SIZE, SIZE, pieces=("fox", "hound"), marks="Fo")
NAMES = tuple(BOARD.names[cell] for cell in CELL)
OFF = SQUARES  # the number of all that lies off the board


def neighbour(square, down, right):
    row, col = CELL[square] // SIZE + down, CELL[square] % SIZE + right
    return CELL.index(row * SIZE + col) if 0 <= row < SIZE and 0 <= col < SIZE else OFF


STEPS = (1, -1), (1, 1), (-1, -1), (-1, 1)  # (down, right)
NEXT = np.array([[neighbour(square, *step) for step in STEPS] for square in range(SQUARES)])


def initial(s):
    s.hounds = (1 << HALF) - 1
    s.fox = (SIZE - 1) * HALF + START_COL // 2
    s.turn = FOX if FIRST == "fox" else HOUNDS


def mover(s):
    return TERMINAL if s.fox < HALF else s.turn


def payoff(s):
    return 1.0  # the fox is home; who cannot move has lost anyway


def legal_actions(s):
    taken = s.hounds | 1 << s.fox | 1 << OFF
    if s.turn == FOX:
        for direction in range(4):
            if not taken >> NEXT[s.fox, direction] & 1:
                yield 4 * s.fox + direction
    else:
        for square in bits(s.hounds):
            for direction in range(2):
                if not taken >> NEXT[square, direction] & 1:
                    yield 4 * square + direction


def apply(s, action):
    square, goal = action // 4, NEXT[action // 4, action % 4]
    if s.turn == FOX:
        s.fox = goal
    else:
        s.hounds ^= 1 << square | 1 << goal
    s.turn = 1 - s.turn


def progress(s):  # rows that the hounds have come down
    return sum(row * count(s.hounds >> row * HALF & (1 << HALF) - 1) for row in range(SIZE))


def squares(s, out):
    out[CELL[s.fox]] = 1
    for square in bits(s.hounds):
        out[CELL[square]] = 2


def action_name(s, action):
    return f"{NAMES[action // 4]}-{NAMES[NEXT[action // 4, action % 4]]}"


def text(s):
    out = [0] * SIZE**2
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move" + (", the fox is home" if s.fox < HALF else "")


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    turn = re.search("(fox|hounds) to move", text)
    dark = [pieces[cell] for cell in CELL]
    if not turn or dark.count(1) != 1 or dark.count(2) != HALF or sum(pieces) != 1 + 2 * HALF:
        raise ValueError(f"expected a fox and {HALF} hounds on dark squares, and below them: fox to move")
    s.fox = dark.index(1)
    s.hounds = sum(1 << square for square in range(SQUARES) if dark[square] == 2)
    s.turn = PLAYERS.index(turn[1])
