r"""Three men's morris: drop three men each on nine points, then slide them; whoever first has three in a row wins.

    3 x - o - .
      | \ | / |
    2 . - x - .       x  first
      | / | \ |       o  second
    1 o - . - .
      a   b   c

Rules
    - The players drop their men in turn, one at a time, onto empty points; the first player begins.
    - When all six are on the board a player slides one of its men along a line to a neighbouring empty point.
    - Whoever has its three men in a row wins, while dropping too. A player that cannot slide loses.
    - Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    Action 9 * origin + goal slides a man; a drop is written as a slide from the goal itself. Points are
    numbered along the rows from the upper left. Names give the points: b2 is a drop, b2-c3 a slide.

State
    A bitboard of men for each side, and the side to move.

Parameters
    - `diagonal_moves`: false allows slides along rows and columns only.
    - `diagonal_mills`: false counts rows and columns only as three in a row.
    - `centre_ban`: true forbids each player to drop its first man onto the centre.
    - `no_move`: what happens to a player that cannot slide: `loses` or `passes`.

Facts
    The first player wins in 9 plies, by dropping its first man onto the centre, and in no other way; 5,390
    states can be reached. With the centre ban the game is a draw. Where only rows and columns count as three
    in a row it is a draw as well (5,466 states), whether men slide along diagonals or not.

Sources
    R. C. Bell, *Board and Table Games from Many Civilizations*, 1960. The figures are exact, by retrograde
    analysis.

Players
    `first` drops first, `second` second.
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid, picture, pieces_in

PLAYERS = "first", "second"
DIAGONAL_MOVES: bool = True
DIAGONAL_MILLS: bool = True
CENTRE_BAN: bool = False  # each player's first man may not be dropped onto the centre
NO_MOVE: Literal["loses", "passes"] = "loses"  # what happens to a player that cannot slide

MEN = 3
POINTS = 9
ACTIONS = POINTS * POINTS
BRANCHING = 9
ENDLESS = 0.0
STUCK = NO_MOVE
SYMMETRIES = 8
State = np.dtype([("men", np.int16, (2,)), ("turn", np.int8)])

# 0 1 2
# 3 4 5
# 6 7 8
FULL = (1 << POINTS) - 1
CENTRE = 4
STRAIGHT = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)
DIAGONAL = (0, 4, 8), (2, 4, 6)
MILLS = tuple(sum(1 << k for k in row) for row in STRAIGHT + (DIAGONAL if DIAGONAL_MILLS else ()))
LINES = tuple(pair for a, b, c in STRAIGHT + (DIAGONAL if DIAGONAL_MOVES else ()) for pair in ((a, b), (b, c)))
NEAR = tuple(sum(1 << a + b - k for a, b in LINES if k in (a, b)) for k in range(POINTS))
BOARD = grid(3, 3, pieces=PLAYERS, marks="xo", cells=False, lines=LINES)


def initial(s):
    s.turn = 0


def mover(s):
    theirs = s.men[1 - s.turn]
    return TERMINAL if any(theirs & mill == mill for mill in MILLS) else s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who moved last has three in a row


def drops_and_slides(s, men):
    mine = s.men[s.turn]
    free = FULL & ~(mine | s.men[1 - s.turn])
    if count(mine) < men:
        if CENTRE_BAN and mine == 0:
            free &= ~(1 << CENTRE)
        for goal in bits(free):
            yield POINTS * goal + goal
    else:
        for origin in bits(mine):
            for goal in bits(NEAR[origin] & free):
                yield POINTS * origin + goal


def legal_actions(s):
    yield from drops_and_slides(s, MEN)


def apply(s, action):
    s.men[s.turn] = s.men[s.turn] & ~(1 << action // POINTS) | 1 << action % POINTS
    s.turn = 1 - s.turn


def moved(k, point):
    """Move a point by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = point // 3, point % 3
    if k & 1:
        col = 2 - col
    if k & 2:
        row = 2 - row
    return 3 * col + row if k & 4 else 3 * row + col


def symmetry(k, s, out):
    for side in range(2):
        out.men[side] = 0
        for point in bits(s.men[side]):
            out.men[side] |= 1 << moved(k, point)
    out.turn = s.turn


def symmetry_action(k, action):
    return POINTS * moved(k, action // POINTS) + moved(k, action % POINTS)


def swap(s, out):
    out.men[0] = s.men[1]
    out.men[1] = s.men[0]
    out.turn = 1 - s.turn


def squares(s, out):
    for side in range(2):
        for point in bits(s.men[side]):
            out[point] = 1 + side


def action_name(s, action):
    origin, goal = BOARD.names[action // POINTS], BOARD.names[action % POINTS]
    return goal if origin == goal else f"{origin}-{goal}"


def text(s):
    out = [0] * POINTS
    squares(s, out)
    over = f", {PLAYERS[1 - s.turn]} has won" if mover(s) == TERMINAL else ""
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move{over}"


def read(text, s, men):
    """Set up the position that `text` wrote, of a game with so many men a side."""
    pieces = pieces_in(BOARD, text)
    turn = re.search("(first|second) to move", text)
    first, second = pieces.count(1), pieces.count(2)
    if not turn or max(first, second) > men or first - second != (turn[1] == "second" and first + second < 2 * men):
        raise ValueError(f"expected up to {men} men a side, as many as were dropped, and then: first to move")
    for side in range(2):
        s.men[side] = sum(1 << point for point in range(POINTS) if pieces[point] == 1 + side)
    s.turn = PLAYERS.index(turn[1])


def parse(text, s):
    read(text, s, MEN)
