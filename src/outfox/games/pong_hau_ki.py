r"""Pong hau k'i: two pieces each on five points; whoever cannot move into the one empty point loses.

    3 x   x
      |\ /|       x  first
    2 | . |       o  second
      |/ \|
    1 o - o
      a b c

Rules
    - The first player's pieces start above, the second's below, and the first player begins.
    - In its turn a player moves one of its pieces along a line into the one empty point. No line joins the
      two upper points.
    - Whoever cannot move loses. Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    The number of the point whose piece moves: 0 a3, 1 c3, 2 b2, 3 a1, 4 c1. Names give both points: a3-b2.

State
    A bitboard of pieces for each side, and the side to move.

Facts
    A draw. There are 60 states, of which 56 can be reached; in 4 of the 60 the side to move has already lost,
    and 12 are won or lost.

Sources
    P. D. Straffin, "Position graphs for Pong Hau K'i and Mu Torere", *Mathematics Magazine* 68 (1995). The
    game is Umul gonu in Korea. The figures are exact, by retrograde analysis.

Players
    `first` moves first, `second` second.
"""

import re

import numpy as np

from outfox.rules import Board, bits

PLAYERS = "first", "second"
POINTS = 5
ACTIONS = POINTS
BRANCHING = 2
ENDLESS = 0.0
STUCK = "loses"
SYMMETRIES = 2
State = np.dtype([("pieces", np.int8, (2,)), ("turn", np.int8)])

LINES = (0, 2), (1, 2), (3, 2), (4, 2), (0, 3), (1, 4), (3, 4)
NEAR = tuple(sum(1 << a + b - k for a, b in LINES if k in (a, b)) for k in range(POINTS))
MIRROR = 1, 0, 2, 4, 3
BOARD = Board(
    points=((0, 2), (2, 2), (1, 1), (0, 0), (2, 0)),
    names=("a3", "c3", "b2", "a1", "c1"),
    pieces=PLAYERS,
    marks="xo",
    lines=LINES,
    cells=False,
)


def initial(s):
    s.pieces[0] = 0b00011
    s.pieces[1] = 0b11000


def mover(s):
    return s.turn  # the game ends only where this side cannot move


def payoff(s):
    return 0.0  # never asked for: STUCK says who has lost


def empty_point(s):
    return POINTS * (POINTS - 1) // 2 - sum(bits(s.pieces[0] | s.pieces[1]))


def legal_actions(s):
    yield from bits(s.pieces[s.turn] & NEAR[empty_point(s)])


def apply(s, action):
    s.pieces[s.turn] ^= 1 << action | 1 << empty_point(s)
    s.turn = 1 - s.turn


def symmetry(k, s, out):  # left and right exchanged
    for side in range(2):
        out.pieces[side] = 0
        for point in bits(s.pieces[side]):
            out.pieces[side] |= 1 << (MIRROR[point] if k else point)
    out.turn = s.turn


def symmetry_action(k, action):
    return MIRROR[action] if k else action


def swap(s, out):
    out.pieces[0] = s.pieces[1]
    out.pieces[1] = s.pieces[0]
    out.turn = 1 - s.turn


def squares(s, out):
    for side in range(2):
        for point in bits(s.pieces[side]):
            out[point] = 1 + side


def action_name(s, action):
    return f"{BOARD.names[action]}-{BOARD.names[empty_point(s)]}"


PICTURE = r"""
3 {}   {}
  |\ /|
2 | {} |
  |/ \|
1 {} - {}
  a b c
""".strip()


def text(s):
    out = [0] * POINTS
    squares(s, out)
    return PICTURE.format(*(".xo"[piece] for piece in out)) + f"\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    turn = re.search("(first|second) to move", text)
    marks = re.findall("[.xo]", text[: turn.start()]) if turn else []
    if not turn or marks.count("x") != 2 or marks.count("o") != 2 or marks.count(".") != 1:
        raise ValueError("expected 5 marks, two x, two o and a dot, and below them: first to move")
    for side in range(2):
        s.pieces[side] = sum(1 << point for point in range(POINTS) if marks[point] == "xo"[side])
    s.turn = PLAYERS.index(turn[1])
