r"""Hare and hounds: three hounds that never turn back corner a hare, or it slips past them.

    3     o - . - .
        / | \ | / | \
    2 o - . - . - . - h       o  hound
        \ | / | \ | /         h  hare
    1     o - . - .
      a   b   c   d   e

Rules
    - Two neighbours are joined by a line. The hounds begin; they move one hound to an empty neighbour, but
      never to a column further left. The hare moves to any empty neighbour.
    - The hounds win when the hare cannot move.
    - The hare wins when it is past them: after its move no hound stands in a column left of it.
    - The hounds can go up and down for ever; play without end is the hare's win.

Payoff
    1 if the hounds win, -1 if the hare wins, also by endless play.

Actions
    Action 11 * origin + goal moves the piece on a point. Points are numbered by columns, each from the top:
    a2 is 0; b3, b2, b1 are 1, 2, 3; and so on to e2, which is 10. Names give both points: b3-c3.

State
    The hounds as a bitboard, the point of the hare, the side to move.

Parameters
    - `first`: who begins.
    - `hare`: the point on which the hare starts.

Facts
    The hounds win from every start of the hare, whoever begins; in 23 plies from the usual one (2,303 states
    can be reached), and latest, in 28, where the hare starts in the centre and begins.

Sources
    The French military hunt in E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for Your Mathematical
    Plays*, chapter 21. The figures are exact, by retrograde analysis.

Players
    `hounds` and `hare`.
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, Board, bits, lowest

PLAYERS = "hounds", "hare"
FIRST: Literal["hounds", "hare"] = "hounds"  # who begins
HARE: int = 10  # the point on which the hare starts
POINTS = 11
HOUNDS_START = 1 << 0 | 1 << 1 | 1 << 3
assert HARE in (2, 4, 5, 6, 7, 8, 9, 10), "hare must be 2 or 4 to 10: the hounds start on 0, 1 and 3"

ACTIONS = POINTS * POINTS
BRANCHING = 12
ENDLESS = -1.0
STUCK = "loses"
SYMMETRIES = 2
State = np.dtype([("hounds", np.int16), ("hare", np.int8), ("turn", np.int8)])

#     1 - 4 - 7
#   / | \ | / | \        columns: 0; 1, 2, 3; 4, 5, 6; 7, 8, 9; 10
# 0 - 2 - 5 - 8 - 10
#   \ | / | \ | /
#     3 - 6 - 9
COLUMN = tuple((k + 2) // 3 for k in range(POINTS))
MIRROR = 0, 3, 2, 1, 6, 5, 4, 9, 8, 7, 10
LINES = (
    (0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (1, 4), (2, 5), (3, 6), (1, 5), (3, 5), (4, 5),
    (5, 6), (4, 7), (5, 8), (6, 9), (5, 7), (5, 9), (7, 8), (8, 9), (7, 10), (8, 10), (9, 10),
)  # fmt: skip
NEAR = tuple(sum(1 << a + b - k for a, b in LINES if k in (a, b)) for k in range(POINTS))
ONWARD = tuple(sum(1 << j for j in range(POINTS) if NEAR[k] >> j & 1 and COLUMN[j] >= COLUMN[k]) for k in range(POINTS))
BOARD = Board(
    points=tuple((COLUMN[k], 1 if k in (0, 10) else 2 - (k - 1) % 3) for k in range(POINTS)),
    names=("a2", "b3", "b2", "b1", "c3", "c2", "c1", "d3", "d2", "d1", "e2"),
    pieces=("hound", "hare"),
    marks="oh",
    lines=LINES,
    cells=False,
)


def initial(s):
    s.hounds = HOUNDS_START
    s.hare = HARE
    s.turn = 0 if FIRST == "hounds" else 1


def mover(s):
    escaped = s.turn == 0 and COLUMN[s.hare] <= COLUMN[lowest(s.hounds)]
    return TERMINAL if escaped else s.turn


def payoff(s):
    return -1.0  # the hare has escaped; who cannot move has lost anyway


def legal_actions(s):
    free = ~(s.hounds | 1 << s.hare)
    if s.turn == 1:
        for goal in bits(NEAR[s.hare] & free):
            yield POINTS * s.hare + goal
    else:
        for hound in bits(s.hounds):
            for goal in bits(ONWARD[hound] & free):
                yield POINTS * hound + goal


def apply(s, action):
    if s.turn == 1:
        s.hare = action % POINTS
    else:
        s.hounds ^= 1 << action // POINTS | 1 << action % POINTS
    s.turn = 1 - s.turn


def symmetry(k, s, out):  # top and bottom exchanged
    out.hounds = 0
    for hound in bits(s.hounds):
        out.hounds |= 1 << (MIRROR[hound] if k else hound)
    out.hare = MIRROR[s.hare] if k else s.hare
    out.turn = s.turn


def symmetry_action(k, action):
    return POINTS * MIRROR[action // POINTS] + MIRROR[action % POINTS] if k else action


def squares(s, out):
    for hound in bits(s.hounds):
        out[hound] = 1
    out[s.hare] = 2


def action_name(s, action):
    return f"{BOARD.names[action // POINTS]}-{BOARD.names[action % POINTS]}"


PICTURE = r"""
3     {1} - {4} - {7}
    / | \ | / | \
2 {0} - {2} - {5} - {8} - {10}
    \ | / | \ | /
1     {3} - {6} - {9}
  a   b   c   d   e
""".strip()
ORDER = [int(number) for number in re.findall(r"{(\d+)}", PICTURE)]  # of the points in the picture


def text(s):
    out = [0] * POINTS
    squares(s, out)
    picture = PICTURE.format(*(".oh"[piece] for piece in out))
    return f"{picture}\n{PLAYERS[s.turn]} to move" + (", the hare has escaped" if mover(s) == TERMINAL else "")


def parse(text, s):
    turn = re.search("(hounds|hare) to move", text)
    marks = re.findall("[.oh]", text[: turn.start()]) if turn else []
    if not turn or len(marks) != POINTS or marks.count("o") != 3 or marks.count("h") != 1:
        raise ValueError("expected 11 marks, three o, one h and dots, and below them: hounds to move")
    s.hounds = sum(1 << point for point, mark in zip(ORDER, marks, strict=True) if mark == "o")
    s.hare = ORDER[marks.index("h")]
    s.turn = PLAYERS.index(turn[1])
