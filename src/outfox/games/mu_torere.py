r"""Mu torere: eight pieces on a star of nine points; whoever cannot move into the one empty point loses.

    x - x - x
    | \ | / |       x  first
    o - . - x       o  second
    | / | \ |
    o - o - o

Rules
    - Eight points lie on a rim, each joined to its two neighbours there and to the centre. The first player
      has the rim points 1 to 4, the second 5 to 8 (clockwise, 1 at the upper left); the centre is empty.
    - The first player begins. In its turn a player moves one of its pieces along a line into the one empty
      point.
    - The restriction: a piece may move from the rim into the centre only if one of its neighbours on the
      rim is an opposing piece.
    - Whoever cannot move loses. Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    The number of the point whose piece moves: 0 to 7 for rim points 1 to 8, 8 for the centre. Names give both
    points, the centre as c: 4-c, 5-4.

State
    A bitboard of pieces for each side, the side to move, and the plies played as long as the restriction
    still runs out.

Parameters
    `restriction`: for how many plies from the start the restriction holds; -1: for ever, 0: never.

Facts
    With the restriction for ever, or for at least the first 4 plies, the game is a draw. With it for 1 to 3
    plies the second player wins in 4, and without it the first wins with the first move.

Sources
    The game of the Maori; P. D. Straffin, "Position graphs for Pong Hau K'i and Mu Torere", *Mathematics
    Magazine* 68 (1995). The figures are exact, by retrograde analysis.

Players
    `first` and `second`.
"""

import re

import numpy as np

from outfox.rules import Board, bits

PLAYERS = "first", "second"
RESTRICTION: int = -1  # for how many plies it holds; -1: for ever
assert -1 <= RESTRICTION <= 1000, "restriction is a number of plies up to 1000, or -1 for ever"

CENTRE = 8
POINTS = 9
ACTIONS = POINTS
BRANCHING = 4
ENDLESS = 0.0
STUCK = "loses"
SYMMETRIES = 16
State = np.dtype([("pieces", np.int16, (2,)), ("plies", np.int16), ("turn", np.int8)])

BESIDE = tuple(1 << (k + 1) % 8 | 1 << (k - 1) % 8 for k in range(8))  # on the rim
NEAR = (*(rim | 1 << CENTRE for rim in BESIDE), 0b1111_1111)
BOARD = Board(
    points=((1, 4), (3, 4), (4, 3), (4, 1), (3, 0), (1, 0), (0, 1), (0, 3), (2, 2)),
    names=tuple("12345678c"),
    pieces=PLAYERS,
    marks="xo",
    lines=tuple((k, (k + 1) % 8) for k in range(8)) + tuple((k, CENTRE) for k in range(8)),
    cells=False,
)


def initial(s):
    s.pieces[0] = 0b0000_1111
    s.pieces[1] = 0b1111_0000


def mover(s):
    return s.turn  # the game ends only where this side cannot move


def payoff(s):
    return 0.0  # never asked for: STUCK says who has lost


def empty_point(s):
    return POINTS * (POINTS - 1) // 2 - sum(bits(s.pieces[0] | s.pieces[1]))


def legal_actions(s):
    empty = empty_point(s)
    restricted = empty == CENTRE and (RESTRICTION < 0 or s.plies < RESTRICTION)
    for point in bits(s.pieces[s.turn] & NEAR[empty]):
        if not restricted or BESIDE[point] & s.pieces[1 - s.turn]:
            yield point


def apply(s, action):
    s.pieces[s.turn] ^= 1 << action | 1 << empty_point(s)
    if s.plies < RESTRICTION:
        s.plies += 1
    s.turn = 1 - s.turn


def image(k, point):  # turned by k points for k < 8, else turned over as well
    if point == CENTRE:
        return CENTRE
    return (point + k) % 8 if k < 8 else (k - point) % 8


def symmetry(k, s, out):
    for side in range(2):
        out.pieces[side] = 0
        for point in bits(s.pieces[side]):
            out.pieces[side] |= 1 << image(k, point)
    out.plies = s.plies
    out.turn = s.turn


def symmetry_action(k, action):
    return image(k, action)


def swap(s, out):
    out.pieces[0] = s.pieces[1]
    out.pieces[1] = s.pieces[0]
    out.plies = s.plies
    out.turn = 1 - s.turn


def squares(s, out):
    for side in range(2):
        for point in bits(s.pieces[side]):
            out[point] = 1 + side


def action_name(s, action):
    return f"{BOARD.names[action]}-{BOARD.names[empty_point(s)]}"


PICTURE = r"""
{0} - {1} - {2}
| \ | / |
{7} - {8} - {3}
| / | \ |
{6} - {5} - {4}
""".strip()
ORDER = [int(number) for number in re.findall(r"{(\d)}", PICTURE)]  # of the points in the picture


def text(s):
    out = [0] * POINTS
    squares(s, out)
    plies = f", {s.plies} of {RESTRICTION} restricted plies" if RESTRICTION > 0 else ""
    return PICTURE.format(*(".xo"[piece] for piece in out)) + f"\n{PLAYERS[s.turn]} to move{plies}"


def parse(text, s):
    turn = re.search(r"(first|second) to move(?:, (\d+) of)?", text)
    marks = re.findall("[.xo]", text[: turn.start()]) if turn else []
    if not turn or marks.count("x") != 4 or marks.count("o") != 4 or marks.count(".") != 1:
        raise ValueError("expected 9 marks, four x, four o and a dot, and below them: first to move")
    for side in range(2):
        s.pieces[side] = sum(1 << point for point, mark in zip(ORDER, marks, strict=True) if mark == "xo"[side])
    s.turn = PLAYERS.index(turn[1])
    s.plies = min(int(turn[2] or 0), max(RESTRICTION, 0))
