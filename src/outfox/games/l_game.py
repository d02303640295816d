"""The L game: two L-shaped pieces and two neutral ones on 4 x 4; whoever cannot move its L loses.

    4 # x x .
    3 . o x .       x  the first player's L
    2 . o x .       o  the second player's L
    1 . o o #       #  neutral
      a b c d

Rules
    - The first player begins. In its turn a player must lift its L and put it down on four free squares,
      turned over or around as it likes, but not on the same four as before.
    - After that it may move one neutral piece to any empty square.
    - Whoever cannot move its L loses. Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    Action 256 * place + 16 * origin + goal puts the L on one of its 48 places and moves a neutral piece
    between two squares, which are numbered along the rows from the upper left; origin = goal = 0 moves none.
    Names give the end of the long arm, the corner and the end of the short arm: a1-a3-b3 or a1-a3-b3 a4-d1.

State
    The place of each L, a bitboard of the neutral pieces, the side to move.

Facts
    A draw. There are 18,368 positions as the side to move sees them, 2,296 up to turning the board around and
    over; in 29 of these the side to move cannot avoid to lose.

Sources
    E. de Bono, *The Five-Day Course in Thinking*, 1967. E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
    Ways for Your Mathematical Plays*, chapter 12. The figures are exact, by retrograde analysis.

Players
    `first` and `second`.
"""

import re

import numpy as np

from outfox.rules import bits, grid, picture, pieces_in

PLAYERS = "first", "second"
SIZE = 4
SQUARES = SIZE * SIZE
BOARD = grid(SIZE, SIZE, pieces=("first", "second", "neutral"), marks="xo#")


def places():
    """Return the squares of an L wherever it can lie: end of the long arm, its middle, corner, short arm."""
    found = []
    for corner in range(SQUARES):
        for long, short in ((1, 1j), (1, -1j), (-1, 1j), (-1, -1j), (1j, 1), (1j, -1), (-1j, 1), (-1j, -1)):
            at = complex(corner % SIZE, corner // SIZE)
            line = [at + 2 * long, at + long, at, at + short]
            if all(0 <= z.real < SIZE and 0 <= z.imag < SIZE for z in line):
                found.append([int(SIZE * z.imag + z.real) for z in line])
    return found


PLACES = places()
L = tuple(sum(1 << square for square in place) for place in PLACES)
ACTIONS = len(L) * SQUARES * SQUARES
BRANCHING = len(L) * 13
ENDLESS = 0.0
STUCK = "loses"
SYMMETRIES = 8
FULL = (1 << SQUARES) - 1
State = np.dtype([("place", np.int8, (2,)), ("neutral", np.uint16), ("turn", np.int8)])


def initial(s):
    s.place[0] = L.index(1 << 1 | 1 << 2 | 1 << 6 | 1 << 10)
    s.place[1] = L.index(1 << 5 | 1 << 9 | 1 << 13 | 1 << 14)
    s.neutral = 1 << 0 | 1 << 15


def mover(s):
    return s.turn  # the game ends only where this side cannot move its L


def payoff(s):
    return 0.0  # never asked for: STUCK says who has lost


def legal_actions(s):
    others = L[s.place[1 - s.turn]]
    for place in range(len(L)):
        if place != s.place[s.turn] and not L[place] & (others | s.neutral):
            yield SQUARES * SQUARES * place
            free = FULL & ~(L[place] | others | s.neutral)
            for origin in bits(s.neutral):
                for goal in bits(free):
                    yield SQUARES * (SQUARES * place + origin) + goal


def apply(s, action):
    origin, goal = action // SQUARES % SQUARES, action % SQUARES
    s.place[s.turn] = action // (SQUARES * SQUARES)
    if origin != goal:
        s.neutral ^= 1 << origin | 1 << goal
    s.turn = 1 - s.turn


def moved(k, square):
    """Move a square by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = square // SIZE, square % SIZE
    if k & 1:
        col = SIZE - 1 - col
    if k & 2:
        row = SIZE - 1 - row
    return SIZE * col + row if k & 4 else SIZE * row + col


MOVED = tuple(
    tuple(L.index(sum(1 << moved(k, square) for square in place)) for place in PLACES) for k in range(SYMMETRIES)
)


def symmetry(k, s, out):
    for side in range(2):
        out.place[side] = MOVED[k][s.place[side]]
    out.neutral = sum(1 << moved(k, square) for square in bits(s.neutral))
    out.turn = s.turn


def symmetry_action(k, action):
    place, origin, goal = action // (SQUARES * SQUARES), action // SQUARES % SQUARES, action % SQUARES
    image = SQUARES * SQUARES * MOVED[k][place]
    return image if origin == goal else image + SQUARES * moved(k, origin) + moved(k, goal)


def swap(s, out):
    out.place[0] = s.place[1]
    out.place[1] = s.place[0]
    out.neutral = s.neutral
    out.turn = 1 - s.turn


def squares(s, out):
    for side in range(2):
        for square in bits(L[s.place[side]]):
            out[square] = 1 + side
    for square in bits(s.neutral):
        out[square] = 3


def action_name(s, action):
    long, _, corner, short = (BOARD.names[square] for square in PLACES[action // (SQUARES * SQUARES)])
    origin, goal = action // SQUARES % SQUARES, action % SQUARES
    neutral = "" if origin == goal else f" {BOARD.names[origin]}-{BOARD.names[goal]}"
    return f"{long}-{corner}-{short}{neutral}"


def text(s):
    out = [0] * SQUARES
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    turn = re.search("(first|second) to move", text)
    sets = [sum(1 << k for k in range(SQUARES) if pieces[k] == piece) for piece in (1, 2, 3)]
    if not turn or sets[0] not in L or sets[1] not in L or pieces.count(3) != 2:
        raise ValueError("expected an L of x, an L of o and two #, and below the board: first to move")
    s.place[0] = L.index(sets[0])
    s.place[1] = L.index(sets[1])
    s.neutral = sets[2]
    s.turn = PLAYERS.index(turn[1])
