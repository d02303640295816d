"""Othello: place discs that enclose lines of opposing ones, turn these over, and have more discs at the end.

Rules
    The board has `size` x `size` squares. The four in the middle hold two discs of each colour, crosswise:
    on the usual board white on d4 and e5, black on e4 and d5. Black begins. A move places a disc of one's own
    on an empty square such that, in at least one of the eight directions, an unbroken line of opposing discs
    is enclosed between the new disc and another of one's own; all discs so enclosed, in every direction, are
    turned over. Who has no such move passes, and may not pass otherwise. The game ends when neither side can
    place a disc. Whoever then has more discs wins; an equal number is a draw.

Payoff
    1 if black wins, -1 if white wins, 0 for a draw; with `count=margin` black's discs minus white's.

Actions
    Action row * size + col places a disc, row 0 being the top row; action size * size passes. The legal ones
    come in this order. Names are a file letter and a row counted from the top, as is usual in Othello: d3 is
    the third square from the top; the pass is `pass`.

State
    Three bitboards, the discs of the side to move, those of the other side, and where the side to move may
    place one (kept so that it is computed once a move), and who is to move.

Parameters
    - `size`: 4, 6 or 8.
    - `count`: `win`, or `margin` for how many discs one side has more than the other.

Sources
    G. Hasegawa, 1971; rules of the World Othello Federation. J. Feinstein (1993): white wins on the 6 x 6
    board by 20 to 16. Perft numbers: A. Bik, *Perft for Reversi* (2009). OpenSpiel's `othello` has the same
    rules and action numbers.

Players
    `black` moves first, `white` second.
"""

from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid

PLAYERS = "black", "white"
SIZE: int = 8
COUNT: Literal["win", "margin"] = "win"  # what the payoff is
assert SIZE in (4, 6, 8), "size must be 4, 6 or 8: a bitboard holds 64 squares, and the middle has four"

PASS = SIZE * SIZE
MARGIN = COUNT == "margin"
SCALE = PASS if MARGIN else 1
ACTIONS = PASS + 1
FILES = "abcdefgh"[:SIZE]
BOARD = grid(SIZE, SIZE, pieces=("black", "white"), marks="xo")
BOARD = BOARD._replace(names=tuple(FILES[square % SIZE] + str(square // SIZE + 1) for square in range(PASS)))
SYMMETRIES = 8

# Bit row * SIZE + col is a square, row 0 the top row. On the 8 x 8 board:
#
#          a  b  c  d  e  f  g  h
#     1    0  1  2  3  4  5  6  7      << 1 steps right; << SIZE - 1, SIZE and SIZE + 1 step down and left,
#     2    8  9 10 11 12 13 14 15      down, down and right; >> steps the opposite way
#     ...
#     8   56 57 58 59 60 61 62 63
State = np.dtype([("mine", np.uint64), ("theirs", np.uint64), ("places", np.uint64), ("turn", np.int8)])
KEY = "mine", "theirs", "turn"

FULL = (1 << PASS) - 1
MIDDLE = SIZE * SIZE // 2 + SIZE // 2  # the square right of and below the centre: e5
BLACK_START = 1 << MIDDLE - 1 | 1 << MIDDLE - SIZE
WHITE_START = 1 << MIDDLE | 1 << MIDDLE - SIZE - 1
# An enclosed line that is not vertical has no discs on the outer files; leaving these out also keeps it from
# running on into the next row.
INNER = sum(((1 << SIZE - 2) - 1 << 1) << row * SIZE for row in range(SIZE))
STEPS = 1, SIZE - 1, SIZE, SIZE + 1
PASSABLE = INNER, INNER, FULL, INNER


def onwards(start, through, step):
    """Find the lines of discs of `through` that begin one step after a disc of `start`."""
    line = through & (start << step)
    line |= through & (line << step)
    pairs = through & (through << step)
    line |= pairs & (line << 2 * step)
    line |= pairs & (line << 2 * step)  # now up to six discs: no enclosed line is longer
    return line


def backwards(start, through, step):
    line = through & (start >> step)
    line |= through & (line >> step)
    pairs = through & (through >> step)
    line |= pairs & (line >> 2 * step)
    line |= pairs & (line >> 2 * step)
    return line


def ends(mine, through, step):
    """Find the squares beyond the lines of `through` that begin next to a disc of mine, both ways."""
    return onwards(mine, through, step) << step | backwards(mine, through, step) >> step


def placements(mine, theirs):
    reached = mine & 0
    for line in range(4):
        reached |= ends(mine, theirs & PASSABLE[line], STEPS[line])
    return reached & FULL & ~(mine | theirs)


def enclosed(placed, mine, through, step):
    """Find the discs of `through` between the placed disc and one of mine, both ways."""
    after = onwards(placed, through, step)
    before = backwards(placed, through, step)
    after = after if after << step & mine else after & 0
    before = before if before >> step & mine else before & 0
    return after | before


def turned_over(placed, mine, theirs):
    discs = mine & 0
    for line in range(4):
        discs |= enclosed(placed, mine, theirs & PASSABLE[line], STEPS[line])
    return discs


def initial(s):
    s.mine = BLACK_START
    s.theirs = WHITE_START
    s.places = placements(s.mine, s.theirs)


def mover(s):
    if s.places or placements(s.theirs, s.mine):
        return s.turn
    return TERMINAL


def legal_actions(s):
    yield from bits(s.places)
    if not s.places:
        yield PASS


def apply(s, action):
    mine, theirs = s.mine, s.theirs
    if action != PASS:
        placed = 1 << action
        turned = turned_over(placed, mine, theirs)
        mine |= placed | turned
        theirs ^= turned
    s.mine = theirs
    s.theirs = mine
    s.places = placements(theirs, mine)
    s.turn = 1 - s.turn


def payoff(s):
    lead = count(s.mine) - count(s.theirs)
    if s.turn == 1:
        lead = -lead
    if MARGIN:
        return float(lead)
    return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0


def moved(k, square):
    """Move a square by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and cols."""
    row, col = square // SIZE, square % SIZE
    if k & 1:
        col = SIZE - 1 - col
    if k & 2:
        row = SIZE - 1 - row
    return col * SIZE + row if k & 4 else row * SIZE + col


def symmetry(k, s, out):
    out.mine = 0
    out.theirs = 0
    out.places = 0
    out.turn = s.turn
    for square in bits(s.mine):
        out.mine |= 1 << moved(k, square)
    for square in bits(s.theirs):
        out.theirs |= 1 << moved(k, square)
    for square in bits(s.places):
        out.places |= 1 << moved(k, square)


def symmetry_action(k, action):
    return PASS if action == PASS else moved(k, action)


def swap(s, out):
    out.mine = s.mine
    out.theirs = s.theirs
    out.places = s.places
    out.turn = 1 - s.turn


def squares(s, out):
    for square in bits(s.mine):
        out[square] = 1 + s.turn
    for square in bits(s.theirs):
        out[square] = 2 - s.turn


def action_name(s, action):
    return "pass" if action == PASS else BOARD.names[action]


def parse_action(s, text):
    return PASS if text == "pass" else BOARD.names.index(text)


def text(s):
    out = [0] * PASS
    squares(s, out)
    marks = [".xo"[piece] for piece in out]
    rows = [f"{row + 1} " + " ".join(marks[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE)]
    return "\n".join(["  " + " ".join(FILES), *rows, standing(s)])


def standing(s):
    return f"game over ({PLAYERS[s.turn]} next)" if mover(s) == TERMINAL else f"{PLAYERS[s.turn]} to move"


def parse(text, s):
    lines = text.strip().splitlines()
    marks = "".join("".join(line.split()[1:]) for line in lines[1 : SIZE + 1])
    if len(marks) != PASS or set(marks) - set("xo."):
        raise ValueError(f"expected {SIZE} lines of a row number and {SIZE} marks, each one of x, o and .")
    black = sum(1 << square for square, mark in enumerate(marks) if mark == "x")
    white = sum(1 << square for square, mark in enumerate(marks) if mark == "o")
    if ("black" in lines[-1]) == ("white" in lines[-1]):
        raise ValueError("the last line says who is to move, such as: black to move")
    s.turn = 0 if "black" in lines[-1] else 1
    s.mine, s.theirs = (black, white) if s.turn == 0 else (white, black)
    s.places = placements(s.mine, s.theirs)
