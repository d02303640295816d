"""Teeko: drop four men each on a 5 x 5 board, then move them; four in a row or in a square win.

    5 . . . . .
    4 . x o . .
    3 . o x . .       x  first
    2 . . o x .       o  second
    1 . . . . .
      a b c d e

Rules
    - The players drop their men in turn, one at a time, onto empty squares; the first player begins.
    - When all eight are on the board a player moves one of its men to an empty square beside it, along a row,
      a column or a diagonal.
    - Whoever has its four men in an unbroken straight line, along a row, a column or a diagonal, or on the
      four squares of a 2 x 2 block, wins, while dropping too. There are 44 such places.
    - Play without end is a draw. There is always a move: four men cannot shut in four others.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    Action 25 * origin + goal moves a man; a drop is written as a move from the goal itself. Squares are
    numbered along the rows from the upper left. Names give the squares: c3 is a drop, c3-d4 a move.

State
    Two bitboards, the men of the side to move and those of the other side, and who is to move. States are
    ranked: the 75,710,250 positions with eight men come first, as the side to move sees them, then those with
    fewer men, then all of them again for the other player.

Parameters
    `drop`: false starts with all eight men on the board. Every position is a start in which the side to move
    has not won already.

Facts
    A draw. Of the 75,710,250 positions with eight men as the side to move sees them it has won already in
    263,340, which play cannot reach. In the others it wins 25,606,338 and loses 7,493,341, counting 262,332 in
    which it has lost already; 42,347,231 are drawn. The longest win takes 39 plies.

Sources
    J. Scarne, *Scarne on Teeko*, 1955. G. L. Steele showed by exhaustive search that the game is a draw. The
    figures are exact, by retrograde analysis.

Players
    `first` drops first, `second` second.
"""

import re
from math import comb

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid, lowest, picture, pieces_in

PLAYERS = "first", "second"
DROP: bool = True  # false: the positions with eight men are starts

SIZE = 5
SQUARES = SIZE * SIZE
MEN = 4
ACTIONS = SQUARES * SQUARES
BRANCHING = 4 * 8
ENDLESS = 0.0
SYMMETRIES = 8
BOARD = grid(SIZE, SIZE, pieces=PLAYERS, marks="xo")
State = np.dtype([("mine", np.uint32), ("theirs", np.uint32), ("turn", np.int8)])

#  0  1  2  3  4
#  5  6  7  8  9      right: 1   down: 5   down and right: 6   down and left: 4
# 10 11 12 13 14
# 15 16 17 18 19
# 20 21 22 23 24
FULL = (1 << SQUARES) - 1
STEPS = (0, 1), (1, 0), (1, 1), (1, -1)  # (down, right) along each kind of line


def near(square, other):
    rows, cols = abs(square // SIZE - other // SIZE), abs(square % SIZE - other % SIZE)
    return max(rows, cols) == 1


def inside(square, down, right):
    return square // SIZE + down < SIZE and 0 <= square % SIZE + right < SIZE


NEAR = tuple(sum(1 << other for other in range(SQUARES) if near(square, other)) for square in range(SQUARES))
# The five shapes that win, with their first square on bit 0, and the squares on which that one may lie.
SHAPES = (*(sum(1 << i * (SIZE * down + right) for i in range(MEN)) for down, right in STEPS), 0b11_00011)
LAST = (*((3 * down, 3 * right) for down, right in STEPS), (1, 1))
FITS = tuple(sum(1 << k for k in range(SQUARES) if inside(k, *last)) for last in LAST)


def initial(s):
    start(0, s)


def start(i, s):
    if not DROP:
        mine = i // OTHERS
        for won in WON:
            mine += won <= mine
        unrank(mine * OTHERS + i % OTHERS, s)


def mover(s):
    men = s.theirs
    if men:
        first = lowest(men)
        for k in range(5):
            if men >> first == SHAPES[k] and FITS[k] >> first & 1:
                return TERMINAL
    return s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who moved last has won


def legal_actions(s):
    free = FULL & ~(s.mine | s.theirs)
    if count(s.mine) < MEN:
        for goal in bits(free):
            yield SQUARES * goal + goal
    else:
        for origin in bits(s.mine):
            for goal in bits(NEAR[origin] & free):
                yield SQUARES * origin + goal


def apply(s, action):
    men = s.mine & ~(1 << action // SQUARES) | 1 << action % SQUARES
    s.mine = s.theirs
    s.theirs = men
    s.turn = 1 - s.turn


def progress(s):
    return count(s.mine | s.theirs)


def swap(s, out):
    out.mine = s.mine
    out.theirs = s.theirs
    out.turn = 1 - s.turn


# A set of k squares has the rank sum(CHOOSE[i-th square, i]), i from 1 to k; the squares of the other side are
# counted without those of the side to move. SPAN[men]: positions with so many men on the board, of which the side to
# move has half, rounded down; BASE[men]: how many come before them.
CHOOSE = np.array([[comb(n, k) for k in range(MEN + 1)] for n in range(SQUARES + 1)])
SPAN = tuple(comb(SQUARES, men // 2) * comb(SQUARES - men // 2, (men + 1) // 2) for men in range(2 * MEN + 1))
BASE = tuple(sum(SPAN[men + 1 :]) for men in range(2 * MEN + 1))
POSITIONS = sum(SPAN) if DROP else SPAN[2 * MEN]  # as the side to move sees them
STATES = 2 * POSITIONS


def ranked(men, others):
    rank = 0
    for k, square in enumerate(bits(men), 1):
        rank += CHOOSE[square - count(others & (1 << square) - 1), k]
    return rank


# Starts with eight men: those in which the mover's have not won, by the ranks of these.
WON = tuple(sorted(ranked(SHAPES[k] << first, 0) for k in range(5) for first in bits(FITS[k])))
OTHERS = comb(SQUARES - MEN, MEN)
STARTS = 1 if DROP else (comb(SQUARES, MEN) - len(WON)) * OTHERS


def rank(s):
    mine, theirs = count(s.mine), count(s.theirs)
    position = ranked(s.mine, 0) * CHOOSE[SQUARES - mine, theirs] + ranked(s.theirs, s.mine)
    return s.turn * POSITIONS + BASE[mine + theirs] + position


def unranked(rank, men, others):
    """Return the set of `men` squares of a rank, counted without those of `others`."""
    result, square = 0, SQUARES - 1 - count(others)
    for k in range(men, 0, -1):
        while CHOOSE[square, k] > rank:
            square -= 1
        rank -= CHOOSE[square, k]
        place = square
        for other in bits(others):
            place += other <= place
        result |= 1 << place
    return result


def unrank(i, s):
    s.turn = i // POSITIONS
    i %= POSITIONS
    men = 2 * MEN
    while i >= BASE[men] + SPAN[men]:
        men -= 1
    mine, theirs = men // 2, (men + 1) // 2
    others = CHOOSE[SQUARES - mine, theirs]
    s.mine = unranked((i - BASE[men]) // others, mine, 0)
    s.theirs = unranked((i - BASE[men]) % others, theirs, s.mine)


def moved(k, square):
    """Move a square by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = square // SIZE, square % SIZE
    if k & 1:
        col = SIZE - 1 - col
    if k & 2:
        row = SIZE - 1 - row
    return SIZE * col + row if k & 4 else SIZE * row + col


# IMAGE[k, row, men]: where symmetry k takes the men of a row, which are the five bits of `men`.
IMAGE = np.array(
    [
        [[sum(1 << moved(k, SIZE * row + col) for col in bits(men)) for men in range(1 << SIZE)] for row in range(SIZE)]
        for k in range(SYMMETRIES)
    ]
)


def image(k, men):
    return sum(IMAGE[k, row, men >> SIZE * row & 31] for row in range(SIZE))


def symmetry(k, s, out):
    out.mine = image(k, s.mine)
    out.theirs = image(k, s.theirs)
    out.turn = s.turn


def symmetry_action(k, action):
    return SQUARES * moved(k, action // SQUARES) + moved(k, action % SQUARES)


def squares(s, out):
    for square in bits(s.mine):
        out[square] = 1 + s.turn
    for square in bits(s.theirs):
        out[square] = 2 - s.turn


def action_name(s, action):
    origin, goal = BOARD.names[action // SQUARES], BOARD.names[action % SQUARES]
    return goal if origin == goal else f"{origin}-{goal}"


def text(s):
    out = [0] * SQUARES
    squares(s, out)
    over = f", {PLAYERS[1 - s.turn]} has won" if mover(s) == TERMINAL else ""
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move{over}"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    turn = re.search("(first|second) to move", text)
    if not turn or max(pieces.count(1), pieces.count(2)) > MEN:
        raise ValueError(f"expected up to {MEN} men a side, and below the board: first to move")
    s.turn = PLAYERS.index(turn[1])
    men = [sum(1 << square for square in range(SQUARES) if pieces[square] == side) for side in (1, 2)]
    s.mine, s.theirs = men[s.turn], men[1 - s.turn]
    fewest = 0 if DROP else MEN
    if count(s.mine) < fewest or not 0 <= count(s.theirs) - count(s.mine) <= 1:
        raise ValueError("the side to move has as many men as the other, or one fewer while they drop")
