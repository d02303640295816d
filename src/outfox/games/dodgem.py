"""Dodgem: two fleets of cars cross a small square at right angles; whoever first has all its cars off wins.

    3 x . .
    2 x . .       x  first, drives to the right
    1 . o o       o  second, drives up
      a b c

Rules
    - On a board of n x n each side has n - 1 cars: the first player's in the left column above the corner,
      the second's in the bottom row beside it. The first player begins.
    - In its turn a player moves one of its cars one square onto an empty one: the first to the right, up or
      down, the second up, right or left. Cars never go back and never capture.
    - A car leaves the board ahead: over the right edge for the first player, over the top for the second.
    - Whoever has all its cars off the board wins. A player who cannot move wins too: the other has blocked it.
    - Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    Action 3 * square + side moves the car on a square: side 0 ahead, side 1 sideways away from the corner a1,
    side 2 sideways towards it. Squares are numbered row * size + col from the lower left. Names give both
    squares: a3b3; a3-off leaves the board.

State
    A bitboard of cars for each side, and the side to move.

Parameters
    `size`: rows and columns of the board.

Facts
    On 3 x 3 the first player wins in 19 plies (1,963 states can be reached); 4 x 4 is a draw.

Sources
    C. Vout's game in E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for Your Mathematical Plays*,
    chapter 22, with all positions of 3 x 3. The figures are exact, by retrograde analysis.

Players
    `first` and `second`.
"""

import re

import numpy as np

from outfox.rules import TERMINAL, bits, grid, picture, pieces_in

PLAYERS = "first", "second"
SIZE: int = 3
assert 2 <= SIZE <= 7, "size must be 2 to 7"

SQUARES = SIZE * SIZE
ACTIONS = 3 * SQUARES
BRANCHING = 3 * (SIZE - 1)
ENDLESS = 0.0
STUCK = "wins"
BOARD = grid(SIZE, SIZE, pieces=PLAYERS, marks="xo", top_down=False)
State = np.dtype([("cars", np.int32 if SQUARES < 32 else np.int64, (2,)), ("turn", np.int8)])

OFF, NOWHERE = SQUARES, SQUARES + 1
START = sum(1 << row * SIZE for row in range(1, SIZE)), sum(1 << col for col in range(1, SIZE))


def target(player, square, side):
    """Return where a car would come; every side is seen from a player that drives to the right."""
    row, col = divmod(square, SIZE) if player == 0 else divmod(square, SIZE)[::-1]
    col += side == 0
    row += (0, 1, -1)[side]
    if col == SIZE:
        return OFF
    if not 0 <= row < SIZE:
        return NOWHERE
    return row * SIZE + col if player == 0 else col * SIZE + row


NEXT = np.array([[[target(p, square, side) for side in range(3)] for square in range(SQUARES)] for p in range(2)])


def initial(s):
    s.cars[0] = START[0]
    s.cars[1] = START[1]


def mover(s):
    return TERMINAL if s.cars[1 - s.turn] == 0 else s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who moved last has its cars off


def legal_actions(s):
    taken = s.cars[0] | s.cars[1] | 1 << NOWHERE
    for square in bits(s.cars[s.turn]):
        for side in range(3):
            if not taken >> NEXT[s.turn, square, side] & 1:
                yield 3 * square + side


def apply(s, action):
    goal = NEXT[s.turn, action // 3, action % 3]
    s.cars[s.turn] ^= 1 << action // 3
    if goal != OFF:
        s.cars[s.turn] |= 1 << goal
    s.turn = 1 - s.turn


def swap(s, out):  # the board mirrored in its diagonal from a1
    for side in range(2):
        out.cars[side] = 0
        for square in bits(s.cars[1 - side]):
            out.cars[side] |= 1 << square % SIZE * SIZE + square // SIZE
    out.turn = 1 - s.turn


def squares(s, out):
    for side in range(2):
        for square in bits(s.cars[side]):
            out[square] = 1 + side


def action_name(s, action):
    goal = NEXT[s.turn, action // 3, action % 3]
    return BOARD.names[action // 3] + ("-off" if goal == OFF else BOARD.names[goal])


def text(s):
    out = [0] * SQUARES
    squares(s, out)
    over = f", {PLAYERS[1 - s.turn]} has won" if mover(s) == TERMINAL else ""
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move{over}"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    turn = re.search("(first|second) to move", text)
    if not turn or max(pieces.count(1), pieces.count(2)) >= SIZE:
        raise ValueError(f"expected at most {SIZE - 1} cars a side, and below the board: first to move")
    for side in range(2):
        s.cars[side] = sum(1 << square for square in range(SQUARES) if pieces[square] == 1 + side)
    s.turn = PLAYERS.index(turn[1])
