r"""Fox and geese: many geese drive one fox into a corner; the fox eats them one by one.

    7         . - . - .
              | \ | / |
    6         . - . - .
              | / | \ |
    5 . - . - . - . - . - . - .       F  fox
      | \ | / | \ | / | \ | / |       o  goose
    4 . - . - . - F - . - . - .
      | / | \ | / | \ | / | \ |
    3 o - o - o - o - o - o - o
              | \ | / |
    2         o - o - o
              | / | \ |
    1         o - o - o
      a   b   c   d   e   f   g

Rules
    - The board has 33 points, with lines along rows and columns, and one diagonal across each unit square: these
      meet at the points whose column number plus row number is even (a is column 1).
    - The geese begin. In its turn a side moves one piece one step along a line to an empty point.
    - Geese never step to a lower row. The fox steps in all directions. Instead it may capture: it jumps over a goose
      beside it, straight along lines, to the empty point behind, and may jump on in the same turn.
    - A fox that can neither step nor jump has lost. So have geese that cannot step, and geese that are fewer than
      four: three cannot shut a fox in.
    - Forty plies in a row without progress are a draw. Progress is a capture, or a goose that reaches a higher row.

Payoff
    1 if the fox wins, -1 if the geese win, 0 for a draw and for endless play.

Actions
    Action 8 * point + direction moves the piece on that point. Points are numbered row by row from a lower left
    c1 = 0 to e7 = 32; directions are 0 left, 1 right, 2 up left, 3 up, 4 up right, 5 down left, 6 down, 7 down
    right. The fox jumps where a goose stands in its way. Action 264 stops a series of jumps.
    Names are `c3-c4` for a step, `d4xd2` for a capture (from, to), and `stop`.

State
    The geese as a bitboard of points, the fox's point, whether the fox is in the middle of its jumps, the plies
    since the last progress, the side to move.

Parameters
    - `geese`: 13 fill the three lower rows, 15 have a4 and g4 too, 17 also a5 and g5.
    - `first`: who begins.
    - `diagonals`: false takes the diagonal lines off the board.
    - `backward`: true lets geese step to a lower row; then only captures are progress.
    - `multi_jump`: false ends a turn after one capture.
    - `quiet_limit`: plies without progress that make a draw; 0 for no limit.

Features
    For a fitted evaluation: geese captured so far; geese that can be captured at once where the fox is to move,
    else 0; the same where the geese are to move, else 0; moves that the fox has, or would have in its turn; rows that
    the geese have gained.

Sources
    H. J. R. Murray, *A History of Board-Games other than Chess* (1952), chapter 5: one fox, 13, 15 or 17 geese. Houses
    differ over the diagonals, over steps backward and over when geese are too few: hence the parameters.

Players
    `fox` and `geese`.
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, Board, bits, count

PLAYERS = "fox", "geese"
GEESE: Literal[13, 15, 17] = 13
FIRST: Literal["fox", "geese"] = "geese"  # who begins
DIAGONALS: bool = True  # whether the board has diagonal lines
BACKWARD: bool = False  # whether geese may step to a lower row
MULTI_JUMP: bool = True  # whether the fox may jump on
QUIET_LIMIT: int = 40  # plies without progress that make a draw; 0: no limit
assert 0 <= QUIET_LIMIT <= 30_000, "quiet_limit must be 0 (no limit) to 30000"

ENDLESS = 0.0
FOX, FLOCK = 0, 1
FEWEST = 4  # geese that can shut a fox in: c1, e1, d2 and d3 a fox on d1
AT = tuple((col, row) for row in range(7) for col in range(7) if 2 <= col <= 4 or 2 <= row <= 4)
POINTS = len(AT)
STOP = 8 * POINTS
ACTIONS = STOP + 1
STUCK = "loses"
STEP = ((-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1), (-1, -1), (0, -1), (1, -1))  # columns and rows
MIRRORED = (1, 0, 4, 3, 2, 7, 6, 5)  # the direction that it becomes when left and right change places
GEESE_DIRECTIONS = 8 if BACKWARD else 5
State = np.dtype([("geese", np.int64), ("fox", np.int8), ("jumping", np.int8), ("quiet", np.int16), ("turn", np.int8)])


def along(point, direction):
    """Return the point that a line leads to, or -1."""
    col, row = AT[point]
    right, up = STEP[direction]
    if right and up and (not DIAGONALS or (col + row) % 2):
        return -1
    goal = (col + right, row + up)
    return AT.index(goal) if goal in AT else -1


# NEXT[point][direction] is one line on, BEYOND two lines straight on, -1 where there is no such point.
NEXT = tuple(tuple(along(point, d) for d in range(8)) for point in range(POINTS))
BEYOND = tuple(tuple(NEXT[NEXT[k][d]][d] if NEXT[k][d] >= 0 else -1 for d in range(8)) for k in range(POINTS))
LINES = tuple((k, NEXT[k][d]) for k in range(POINTS) for d in (1, 2, 3, 4) if NEXT[k][d] >= 0)
BRANCHING = len(LINES)  # a line has a goose at one end, so it is at most one step
CENTRE = AT.index((3, 3))
START = [k for k in range(POINTS) if AT[k][1] < 3 or (GEESE > 13 and AT[k] in ((0, 3), (6, 3)))]
GEESE_START = sum(1 << k for k in START) | (sum(1 << AT.index(at) for at in ((0, 4), (6, 4))) if GEESE > 15 else 0)
ROW = tuple(sum(1 << k for k in range(POINTS) if AT[k][1] == row) for row in range(7))
ROWS_START = sum(AT[k][1] for k in range(POINTS) if GEESE_START >> k & 1)


def initial(s):
    s.geese = GEESE_START
    s.fox = CENTRE
    s.turn = FOX if FIRST == "fox" else FLOCK


def mover(s):
    if count(s.geese) < FEWEST or (QUIET_LIMIT > 0 and s.quiet >= QUIET_LIMIT):
        return TERMINAL
    return s.turn


def payoff(s):
    return 1.0 if count(s.geese) < FEWEST else 0.0  # who cannot move has lost anyway


def is_goose(s, point):
    return s.geese >> point & 1 == 1


def is_empty(s, point):
    return point != s.fox and not is_goose(s, point)


def captures(s, direction):
    """Tell whether the fox can capture in a direction."""
    over, goal = NEXT[s.fox][direction], BEYOND[s.fox][direction]
    return over >= 0 and goal >= 0 and is_goose(s, over) and is_empty(s, goal)


def legal_actions(s):
    if s.turn == FOX:
        for direction in range(8):
            goal = NEXT[s.fox][direction]
            steps = s.jumping == 0 and goal >= 0 and is_empty(s, goal)
            if steps or captures(s, direction):
                yield 8 * s.fox + direction
        if s.jumping:
            yield STOP
    else:
        for point in bits(s.geese):
            for direction in range(GEESE_DIRECTIONS):
                goal = NEXT[point][direction]
                if goal >= 0 and is_empty(s, goal):
                    yield 8 * point + direction


def apply(s, action):
    point, direction = action // 8, action % 8
    progress_made = False
    stays = False
    if action != STOP:
        goal = NEXT[point][direction]
        if s.turn == FLOCK:
            s.geese ^= 1 << point | 1 << goal
            progress_made = not BACKWARD and direction >= 2
        elif is_goose(s, goal):
            s.geese ^= 1 << goal
            s.fox = BEYOND[point][direction]
            progress_made = True
            stays = MULTI_JUMP and any(captures(s, d) for d in range(8))
        else:
            s.fox = goal
        if progress_made:
            s.quiet = 0
        elif QUIET_LIMIT > 0:
            s.quiet += 1
    s.jumping = 1 if stays else 0
    if not stays:
        s.turn = 1 - s.turn


def rows_of_geese(s):
    rows = 0
    for row in range(7):
        rows += row * count(s.geese & ROW[row])
    return rows


def progress(s):
    # A capture takes at most 6 from the rows of the geese; geese that step back make no progress.
    rows = 0 if BACKWARD else rows_of_geese(s)
    return (7 * (GEESE - count(s.geese)) + rows) * (QUIET_LIMIT + 1) + s.quiet


FEATURES = "captured", "edible_fox_to_move", "edible_geese_to_move", "fox_moves", "rows_gained"


def features(s, out):
    edible = 0
    moves = 0
    for direction in range(8):
        goal = NEXT[s.fox][direction]
        edible += captures(s, direction)
        moves += goal >= 0 and is_empty(s, goal)
    out[0] = GEESE - count(s.geese)
    out[1] = edible if s.turn == FOX else 0
    out[2] = edible if s.turn == FLOCK else 0
    out[3] = moves + edible
    out[4] = rows_of_geese(s) - ROWS_START


SYMMETRIES = 2  # as it is, and with left and right exchanged
MIRROR = tuple(AT.index((6 - col, row)) for col, row in AT)


def symmetry(k, s, out):
    out.fox, out.geese = s.fox, s.geese
    if k:
        out.fox = MIRROR[s.fox]
        out.geese = 0
        for point in bits(s.geese):
            out.geese |= 1 << MIRROR[point]
    out.jumping = s.jumping
    out.quiet = s.quiet
    out.turn = s.turn


def symmetry_action(k, action):
    if k == 0 or action == STOP:
        return action
    return 8 * MIRROR[action // 8] + MIRRORED[action % 8]


def squares(s, out):
    for point in bits(s.geese):
        out[point] = 2
    out[s.fox] = 1


NAMES = tuple("abcdefg"[col] + str(row + 1) for col, row in AT)
BOARD = Board(
    points=AT,
    names=NAMES,
    pieces=("fox", "goose"),
    marks="Fo",
    lines=LINES,
    cells=False,
)


def action_name(s, action):
    if action == STOP:
        return "stop"
    point, direction = action // 8, action % 8
    goal = NEXT[point][direction]
    if s.turn == FOX and is_goose(s, goal):
        return f"{NAMES[point]}x{NAMES[BEYOND[point][direction]]}"
    return f"{NAMES[point]}-{NAMES[goal]}"


def parse_action(s, text):
    for action in legal_actions(s):
        if action_name(s, action) == text.strip():
            return action
    raise ValueError(f"{text!r} is no legal move: write c3-c4 for a step, d4xd2 for a capture, or stop")


def text(s):
    lines = []
    for row in range(6, -1, -1):
        marks = "".join("F" if k == s.fox else "o" if is_goose(s, k) else "." for k in range(POINTS) if AT[k][1] == row)
        lines.append(f"{row + 1} {' '.join(marks).center(13)}".rstrip())
    status = f"{PLAYERS[s.turn]} to move"
    status += f", {s.quiet} of {QUIET_LIMIT} quiet plies" if QUIET_LIMIT else ""
    status += ", the fox jumps on" if s.jumping else ""
    return "\n".join([*lines, "  a b c d e f g", status])


def parse(text, s):
    marks = ""
    for line in sorted(text.splitlines()):
        label, _, drawn = line.strip().partition(" ")
        if label and label in "1234567":
            marks += "".join(c for c in drawn if c in "Fo.")
    turn = re.search(r"(fox|geese) to move", text)
    if len(marks) != POINTS or marks.count("F") != 1 or marks.count("o") > GEESE or not turn:
        raise ValueError(f"expected rows 7 to 1 with one F and at most {GEESE} o, and below them: fox to move")
    quiet = re.search(r"(\d+) of \d+ quiet", text)
    s.fox = marks.index("F")
    s.geese = sum(1 << k for k in range(POINTS) if marks[k] == "o")
    s.turn = PLAYERS.index(turn[1])
    s.quiet = int(quiet[1]) if quiet and QUIET_LIMIT else 0
    s.jumping = int("jumps on" in text)
