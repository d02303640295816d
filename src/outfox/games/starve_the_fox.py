r"""Starve the Fox: two foxes jump over sheep to eat them; twenty sheep fill the pen or shut the foxes in.

A Scandinavian fox game (Svälta räv, Rävspel, Halatafl). The sides have different pieces and different aims.

    7         F - . - F           F  fox
              | \ | / |           o  sheep
    6         . - . - .           .  empty point
              | / | \ |
    5 . - . - . - . - . - . - .   The pen: the nine points c5 to e7.
      | \ | / | \ | / | \ | / |
    4 o - o - o - o - o - o - o
      | / | \ | / | \ | / | \ |
    3 o - o - o - o - o - o - o
              | \ | / |
    2         o - o - o
              | / | \ |
    1         o - o - o
      a   b   c   d   e   f   g

Rules
    - The board has 33 points. Lines join neighbours in a row and in a column, and one diagonal crosses each
      unit square: diagonals meet at points whose column number plus row number is even (a is column 1).
    - The foxes begin. One piece of the side to move takes one step along a line to an empty point.
    - Sheep never step to a lower row: they go sideways, up, or up along a diagonal line.
    - A fox steps in all directions. Instead it may capture: it jumps over one sheep beside it, straight along
      lines, to the empty point behind. Captures are not forced.
    - A fox that can neither step nor jump at the end of a sheep turn is removed. Both foxes are judged on the
      same position: two that cannot move go together, even where one would be free without the other.
    - A side to move without a legal move passes.
    - The sheep win when no fox is left, or when sheep stand on all nine points of the pen. The foxes win when
      fewer than nine sheep are left.
    - Forty plies in a row without progress are a draw. Progress is a capture, or a sheep that reaches a
      higher row; a pass is a ply like any other. A win on the last of the forty is a win.

Payoff
    1 if the foxes win, -1 if the sheep win, 0 for a draw and for endless play.

Actions
    Action direction * 49 + cell moves the piece on that cell. A cell is 7 * (row - 1) + column - 1; the
    directions are 0 left, 1 right, 2 up left, 3 up, 4 up right, 5 down left, 6 down, 7 down right. A fox
    jumps where a sheep stands in its way, so the number need not say so. Action 392 is the pass; where a fox
    may jump on, it means to stop. The legal ones come by direction, then by cell, and 392 last.
    Names are `c7-d6` for a step, `d5xd3` for a capture (from, to), `pass` and `stop`.

State
    Bitboards of the foxes and of the sheep, bit k for cell k; the fox that is in the middle of a series of
    jumps, as a bitboard (0: none); the plies since the last progress; the side to move. The count decides
    when a draw comes, so it is part of what makes states equal; without a limit it stays 0.

Parameters
    - `first`: who begins.
    - `sheep`: fewer than 20 leave points of row 4 empty, symmetrically: d4 where the number is odd, and pairs
      from the outside in (18: a4 and g4; 16: b4 and f4 too; 14: c4 and e4 too; 13: the whole row).
    - `fox_start`: the points on which the foxes start.
    - `diagonals`: false takes the diagonal lines off the board.
    - `sheep_diagonal`: false leaves the diagonal lines to the foxes.
    - `multi_jump`: true lets a fox that captured jump on with the next action of the same turn, or stop. The
      turn ends by itself where it cannot jump on. To stop does not count as a ply without progress.
    - `forced_capture`: true obliges foxes that can capture to do so, and with `multi_jump` to jump on.
    - `quiet_limit`: plies without progress that make a draw; 0 for no limit.

Features
    For a fitted evaluation, in this order: sheep captured so far; sheep that can be captured at once where
    the foxes are to move, else 0; the same where the sheep are to move, else 0; moves that the foxes have, or
    would have in their turn; rows gained by the sheep, which is the sum of the rows of those on the board
    less the sum at the start; sheep in the pen.

Sources
    O. Mattsson and A. Janshagen, *Exploring Game Balance in the Scandinavian Fox Game with Monte-Carlo Tree
    Search*, Foundations of Digital Games 2022: strong play favours the sheep, and 18 sheep are fairer.

Players
    `foxes` have two pieces, `sheep` up to twenty.
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, Board, bits, count

PLAYERS = "foxes", "sheep"
FIRST: Literal["foxes", "sheep"] = "foxes"  # who begins
SHEEP: int = 20  # 13 to 20; the missing ones leave points of row 4 empty
FOX_START: Literal["c7e7", "c5e5"] = "c7e7"  # the points on which the foxes start
DIAGONALS: bool = True  # whether the board has diagonal lines
SHEEP_DIAGONAL: bool = True  # whether sheep may use them
MULTI_JUMP: bool = False  # whether a fox that captured may jump on
FORCED_CAPTURE: bool = False  # whether foxes that can capture must
QUIET_LIMIT: int = 40  # plies without progress that make a draw; 0: no limit
assert 13 <= SHEEP <= 20, "sheep must be 13 to 20"
assert 0 <= QUIET_LIMIT <= 30_000, "quiet_limit must be 0 (no limit) to 30000"

VERSION = 1
ENDLESS = 0.0
CELLS = 49
PASS = 8 * CELLS
ACTIONS = PASS + 1
BRANCHING = 42  # no placement gives sheep more moves; two foxes never have more than 17
FOXES_TURN, SHEEP_TURN = 0, 1
FEWEST = 9  # sheep: as many as the pen has points
State = np.dtype(
    [("foxes", np.int64), ("sheep", np.int64), ("jumper", np.int64), ("quiet", np.int16), ("turn", np.int8)]
)

# Bit 7 * (row - 1) + column - 1 is the cell of that column and row; the corners are no points of the board.
#
#     7    .  . 44 45 46  .  .
#     6    .  . 37 38 39  .  .       left: -1    right: 1
#     5   28 29 30 31 32 33 34       up left: 6    up: 7    up right: 8
#     4   21 22 23 24 25 26 27       down left: -8    down: -7    down right: -6
#     3   14 15 16 17 18 19 20
#     2    .  .  9 10 11  .  .
#     1    .  .  2  3  4  .  .
#          a  b  c  d  e  f  g
STEP = (-1, 1, 6, 7, 8, -8, -7, -6)
MIRRORED = (1, 0, 4, 3, 2, 7, 6, 5)  # the direction that it becomes when left and right change places
DIRECTIONS = len(STEP)
SHEEP_DIRECTIONS = 5  # the first five, of which the last three lead up
POINT = tuple(k for k in range(CELLS) if 2 <= k % 7 <= 4 or 2 <= k // 7 <= 4)


def board_of(cells):
    """Return the bitboard of some cells."""
    return sum(1 << k for k in cells)


def along(cell, direction, length=1):
    """Return the cell that lines reach in a direction from a cell, or -1 where there are none."""
    for _ in range(length):
        goal = cell + STEP[direction]
        diagonal = abs(STEP[direction]) in (6, 8)
        if goal not in POINT or abs(goal % 7 - cell % 7) > 1:
            return -1
        if diagonal and (not DIAGONALS or (cell % 7 + cell // 7) % 2):
            return -1
        cell = goal
    return cell


# The points from which a line leads in each direction, the same for sheep, and two lines straight on.
LINES = tuple(board_of(k for k in POINT if along(k, d) >= 0) for d in range(DIRECTIONS))
SHEEP_LINES = tuple(LINES[d] if SHEEP_DIAGONAL or d in (0, 1, 3) else 0 for d in range(SHEEP_DIRECTIONS))
JUMPS = tuple(board_of(k for k in POINT if along(k, d, 2) >= 0) for d in range(DIRECTIONS))
NEAR = tuple(board_of(along(k, d) for d in range(DIRECTIONS) if LINES[d] >> k & 1) for k in range(CELLS))

POINTS = board_of(POINT)
ROW = tuple(board_of(k for k in POINT if k // 7 == row) for row in range(7))
PEN = board_of(k for k in POINT if 2 <= k % 7 <= 4 and k // 7 >= 4)
MISSING = 20 - SHEEP
FRONT = (24, 21, 27, 22, 26, 23, 25)  # row 4: d4, then pairs from the outside in
GONE = FRONT[:MISSING] if MISSING % 2 else FRONT[1 : MISSING + 1]
SHEEP_START = (ROW[0] | ROW[1] | ROW[2] | ROW[3]) & ~board_of(GONE)
FOXES_START = board_of((44, 46) if FOX_START == "c7e7" else (30, 32))
ROWS_START = sum(k // 7 + 1 for k in POINT if SHEEP_START >> k & 1)
LEFT = tuple(max(-step, 0) for step in STEP)  # how far `ahead` shifts to the left,
RIGHT = tuple(max(step, 0) for step in STEP)  # and how far to the right


def initial(s):
    s.foxes = FOXES_START
    s.sheep = SHEEP_START
    s.turn = FOXES_TURN if FIRST == "foxes" else SHEEP_TURN


def sheep_won(s):
    return s.foxes == 0 or s.sheep & PEN == PEN


def mover(s):
    if sheep_won(s) or count(s.sheep) < FEWEST or (QUIET_LIMIT > 0 and s.quiet >= QUIET_LIMIT):
        return TERMINAL
    return s.turn


def payoff(s):
    if sheep_won(s):
        return -1.0
    return 1.0 if count(s.sheep) < FEWEST else 0.0


def ahead(board, direction):
    """Return the cells that have a cell of `board` next to them in a direction; some wrap round an edge."""
    return board << LEFT[direction] >> RIGHT[direction]


def jumping(foxes, sheep, empty, direction):
    """Return the foxes that can capture in a direction."""
    return foxes & JUMPS[direction] & ahead(sheep & ahead(empty, direction), direction)


def going(foxes, sheep, empty, direction):
    """Return the foxes that can step or capture in a direction."""
    return foxes & LINES[direction] & ahead(empty, direction) | jumping(foxes, sheep, empty, direction)


def can_capture(foxes, sheep, empty):
    found = 0
    for direction in range(DIRECTIONS):
        found |= jumping(foxes, sheep, empty, direction)
    return found != 0


def legal_actions(s):
    empty = POINTS & ~(s.foxes | s.sheep)
    moved = 0
    if s.turn == SHEEP_TURN:
        for direction in range(SHEEP_DIRECTIONS):
            movers = s.sheep & SHEEP_LINES[direction] & ahead(empty, direction)
            moved |= movers
            for cell in bits(movers):
                yield direction * CELLS + cell
    else:
        foxes = s.foxes if s.jumper == 0 else s.jumper
        captures_only = s.jumper != 0 or (FORCED_CAPTURE and can_capture(foxes, s.sheep, empty))
        for direction in range(DIRECTIONS):
            if captures_only:
                movers = jumping(foxes, s.sheep, empty, direction)
            else:
                movers = going(foxes, s.sheep, empty, direction)
            moved |= movers
            for cell in bits(movers):
                yield direction * CELLS + cell
    if moved == 0 or (s.jumper != 0 and not FORCED_CAPTURE):
        yield PASS


def apply(s, action):
    direction, cell = action // CELLS, action % CELLS
    progress_made = False
    stopped = s.jumper != 0 and action == PASS
    s.jumper = 0
    if s.turn == SHEEP_TURN:
        if action != PASS:
            s.sheep ^= (1 << cell) | (1 << cell + STEP[direction])
            progress_made = STEP[direction] > 1
        remove_trapped_foxes(s)
    elif action != PASS:
        progress_made = move_fox(s, cell, direction)
    if progress_made:
        s.quiet = 0
    elif QUIET_LIMIT > 0 and not stopped:
        s.quiet += 1
    if s.jumper == 0:
        s.turn = 1 - s.turn


def move_fox(s, cell, direction):
    """Step or capture; tell whether it was a capture, and note the fox that may jump on."""
    goal = cell + STEP[direction]
    captured = s.sheep & (1 << goal)
    if captured:
        goal += STEP[direction]
    s.sheep ^= captured
    s.foxes ^= (1 << cell) | (1 << goal)
    if MULTI_JUMP and captured and can_capture(1 << goal, s.sheep, POINTS & ~(s.foxes | s.sheep)):
        s.jumper = 1 << goal
    return captured != 0


def remove_trapped_foxes(s):
    empty = POINTS & ~(s.foxes | s.sheep)
    trapped = 0
    for cell in bits(s.foxes):
        if NEAR[cell] & empty == 0 and not can_capture(1 << cell, s.sheep, empty):
            trapped |= 1 << cell
    s.foxes ^= trapped


def rows_of_sheep(s):
    rows = 0
    for row in range(7):
        rows += (row + 1) * count(s.sheep & ROW[row])
    return rows


def progress(s):
    # A capture takes at most 7 from the rows; between such changes only the quiet plies rise.
    lasting = 8 * (SHEEP - count(s.sheep)) + rows_of_sheep(s) + 2 - count(s.foxes)
    return lasting * (QUIET_LIMIT + 1) + s.quiet


FEATURES = "captured", "edible_foxes_to_move", "edible_sheep_to_move", "fox_moves", "rows_gained", "in_pen"


def features(s, out):
    empty = POINTS & ~(s.foxes | s.sheep)
    edible = 0
    moves = 0
    for direction in range(DIRECTIONS):
        jumpers = jumping(s.foxes, s.sheep, empty, direction)
        edible |= jumpers << RIGHT[direction] >> LEFT[direction]  # the cells that they jump over
        moves += count(going(s.foxes, s.sheep, empty, direction))
    out[0] = SHEEP - count(s.sheep)
    out[1] = count(edible) if s.turn == FOXES_TURN else 0
    out[2] = count(edible) if s.turn == SHEEP_TURN else 0
    out[3] = moves
    out[4] = rows_of_sheep(s) - ROWS_START
    out[5] = count(s.sheep & PEN)


SYMMETRIES = 2  # as it is, and with left and right exchanged
MIRROR = tuple(cell + 6 - 2 * (cell % 7) for cell in range(CELLS))


def mirror(board):
    mirrored = 0
    for cell in bits(board):
        mirrored |= 1 << MIRROR[cell]
    return mirrored


def symmetry(k, s, out):
    out.foxes = mirror(s.foxes) if k else s.foxes
    out.sheep = mirror(s.sheep) if k else s.sheep
    out.jumper = mirror(s.jumper) if k else s.jumper
    out.quiet = s.quiet
    out.turn = s.turn


def symmetry_action(k, action):
    if k == 0 or action == PASS:
        return action
    return MIRRORED[action // CELLS] * CELLS + MIRROR[action % CELLS]


def squares(s, out):
    for point in range(len(POINT)):
        if s.foxes >> POINT[point] & 1:
            out[point] = 1
        elif s.sheep >> POINT[point] & 1:
            out[point] = 2


NAMES = tuple("abcdefg"[cell % 7] + str(cell // 7 + 1) for cell in range(CELLS))
BOARD = Board(
    points=tuple((cell % 7, cell // 7) for cell in POINT),
    names=tuple(NAMES[cell] for cell in POINT),
    pieces=("fox", "sheep"),
    marks="Fo",
    lines=tuple(
        (POINT.index(cell), POINT.index(along(cell, direction)))
        for cell in POINT
        for direction in (1, 2, 3, 4)
        if along(cell, direction) >= 0
    ),
    areas=(("pen", tuple(k for k in range(len(POINT)) if PEN >> POINT[k] & 1)),),
    cells=False,
)


def action_name(s, action):
    if action == PASS:
        return "stop" if s.jumper else "pass"
    direction, cell = action // CELLS, action % CELLS
    goal = along(cell, direction)
    if s.turn == FOXES_TURN and goal >= 0 and s.sheep >> goal & 1:
        return f"{NAMES[cell]}x{NAMES[along(cell, direction, 2)]}"
    return f"{NAMES[cell]}-{NAMES[goal]}"


def parse_action(s, text):
    for action in legal_actions(s):
        if action_name(s, action) == text.strip():
            return action
    raise ValueError(f"{text!r} is no legal move: write c7-d6 for a step, d5xd3 for a capture, pass or stop")


def mark(s, cell):
    return "F" if s.foxes >> cell & 1 else "o" if s.sheep >> cell & 1 else "."


def drawn_row(s, row):
    """Return the line of text with the points of a row, four characters a point."""
    drawn = ""
    for cell in range(7 * row, 7 * row + 7):
        point = mark(s, cell) if cell in POINT else " "
        drawn += point + (" - " if LINES[1] >> cell & 1 else "   ")
    return f"{row + 1} {drawn}".rstrip()


def drawn_gap(row):
    """Return the line of text with the lines that lead up from a row."""
    drawn = ""
    for cell in range(7 * row, 7 * row + 7):
        drawn += "| " if LINES[3] >> cell & 1 else "  "
        drawn += "/ " if LINES[4] >> cell & 1 else "\\ " if LINES[2] >> cell + 1 & 1 else "  "
    return f"  {drawn}".rstrip()


def text(s):
    lines = [drawn_row(s, 6)]
    for row in range(5, -1, -1):
        lines += [drawn_gap(row), drawn_row(s, row)]
    lines.append("  a   b   c   d   e   f   g")
    status = f"{PLAYERS[s.turn]} to move"
    if mover(s) == TERMINAL:
        result = {1.0: "the foxes have won", -1.0: "the sheep have won", 0.0: "a draw"}[payoff(s)]
        status = f"{result}, {PLAYERS[s.turn]} would be next"
    status += f", {s.quiet} of {QUIET_LIMIT} quiet plies" if QUIET_LIMIT else ""
    status += f", {NAMES[s.jumper.bit_length() - 1]} jumps on" if s.jumper else ""
    return "\n".join([*lines, status])


def parse(text, s):
    marks: dict[int, str] = {}
    for line in text.splitlines():
        label, _, drawn = line.strip().partition(" ")
        if label in "1234567" and label:
            row = [cell for cell in POINT if cell // 7 == int(label) - 1]
            marks.update(zip(row, (c for c in drawn if c in "Fo."), strict=True))
    if len(marks) != len(POINT):
        raise ValueError("expected rows 7 to 1, each its number and a mark of F, o or . for every point")
    turn = re.search(r"(foxes|sheep) (to move|would be next)", text)
    if turn is None:
        raise ValueError("expected 'foxes to move' or 'sheep to move' below the board")
    quiet = re.search(r"(\d+) of \d+ quiet", text)
    jumper = re.search(r"([a-g][1-7]) jumps on", text)
    s.foxes = board_of(cell for cell in POINT if marks[cell] == "F")
    s.sheep = board_of(cell for cell in POINT if marks[cell] == "o")
    s.turn = PLAYERS.index(turn[1])
    s.quiet = int(quiet[1]) if quiet and QUIET_LIMIT else 0
    s.jumper = 1 << NAMES.index(jumper[1]) if jumper else 0
    if count(s.foxes) > 2 or count(s.sheep) > SHEEP or s.jumper & ~s.foxes:
        raise ValueError(f"expected at most 2 foxes and {SHEEP} sheep, and a fox where one jumps on")
