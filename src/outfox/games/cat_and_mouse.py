"""Cat and mouse: a cat chases a mouse on a grid, and the mouse wins if it is never caught.

    8 . . . . . . m
    7 . . . . . . .
    6 . . . . . . .
    5 . . . . . . .       c  cat
    4 . . . . . . .       m  mouse
    3 . . . . . . .       #  wall
    2 . . . . . . .
    1 c . . . . . .
      a b c d e f g

Rules
    - The cat starts on the lower left cell, the mouse on the upper right one, and the cat begins.
    - In its turn a player must step to the cell left, right, above or below that is on the grid and no wall.
    - The cat wins when both are on one cell, also when the mouse steps onto the cat. Play without end is the
      mouse's win.
    - A piece that has walls and edges on all four sides stays where it is.
    - Several cats are one player: in its turn each cat steps, one after the other. They may share a cell, and
      start on the first cells that are free, from the lower left along the rows. Any of them catches.
    - With several steps a turn, each step is an action of its own, a cat takes all of its steps before the
      next cat, and the mouse is caught as soon as it shares a cell, in the middle of a turn too.
    - Several mice are one player as well: in its turn each free mouse steps, one after the other. They may share
      a cell, and start on the last cells that are free, from the upper right along the rows. A caught mouse leaves
      the board, and the cats win when all are caught; otherwise the mice win.

Payoff
    1 if the cat catches the mouse, or the cats all mice; -1 for endless play.

Actions
    0 right, 1 left, 2 up, 3 down, 4 stay; the legal ones come in this order. Names are these words.

State
    The cell of each cat and of each free mouse, row * cols + col with row 0 at the bottom, -1 in the last places
    for mice that were caught (the last to be caught stay where that was); the side to move; the steps that it has
    already taken in this turn, without those of a mouse that left. Nothing counts plies: equal positions have
    equal futures.

Parameters
    - `rows`, `cols`: size of the grid.
    - `first`: who begins.
    - `walls`: numbers of the cells that nobody enters, row * cols + col.
    - `stay`: true lets a piece stay where it is instead of a step.
    - `cats`, `mice`: number of cats, and of mice.
    - `cat_steps`, `mouse_steps`: steps of each cat, and of each mouse, in a turn.

Relations
    What the piece that steps sees of the nearest piece of the other side, the same on boards of any size. `_x`
    and `_y` are 0, 1 or 2: left or below, level or neither, right or above; `_cols` and `_rows` belong to an
    axis and have no direction. `near` is 1 where both pieces fit into a window of 3 x 3 cells, whose `window_`
    relations tell where they stand in it and which edges of the board it touches. Where there are more than two
    pieces, `next_` tells of the second nearest piece of the other side, and `mate_` of the nearest of its own; level
    and at distance 0 where there is none.

Facts
    One cat, no walls, at least two rows and two columns: with the cat to move it catches the mouse exactly
    when their distance is odd, with the mouse to move exactly when it is even. From opposite corners that
    takes 2 * (rows + cols) - 7 plies if the cat begins, 2 * (rows + cols) - 6 if the mouse does. Where
    staying is allowed, one cat catches a mouse that plays well only if it begins beside it.

Sources
    R. Nowakowski and P. Winkler, *Vertex-to-vertex pursuit in a graph*, Discrete Mathematics 43 (1983): the
    pursuit game on graphs, with staying. The figures above are exact, by retrograde analysis.

Players
    `cat` (all cats) and `mouse` (all mice).
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, grid

PLAYERS = "cat", "mouse"
ROWS: int = 8
COLS: int = 7
FIRST: Literal["cat", "mouse"] = "cat"  # who begins
WALLS: tuple[int, ...] = ()  # cells that nobody enters: row * cols + col, row 0 at the bottom
STAY: bool = False  # whether a piece may stay where it is
CATS: int = 1
MICE: int = 1
CAT_STEPS: int = 1  # of each cat in a turn
MOUSE_STEPS: int = 1  # of each mouse in a turn
CELLS = ROWS * COLS
OPEN = tuple(cell for cell in range(CELLS) if cell not in WALLS)
assert min(ROWS, COLS) >= 1, "the grid needs at least one row and one column"
assert 2 <= CELLS <= 32_767, "the grid needs 2 to 32767 cells"
assert all(0 <= cell < CELLS for cell in WALLS), f"walls must be cell numbers from 0 to {CELLS - 1}"
assert not {0, CELLS - 1} & set(WALLS), "walls may not stand on the corners where cat and mouse start"
assert min(CATS, MICE) >= 1, "cats and mice must be at least 1"
assert len(OPEN) >= CATS + MICE, f"cats and mice must be {len(OPEN)} at most: a cell for each"
assert min(CAT_STEPS, MOUSE_STEPS) >= 1, "cat_steps and mouse_steps must be at least 1"
assert max(CATS * CAT_STEPS, MICE * MOUSE_STEPS) <= 32_767, "a turn may have at most 32767 steps"

VERSION = 1
ENDLESS = -1.0  # the mouse is never caught
ACTIONS = 5
CAT, MOUSE = 0, 1
STAYING = 4
NAMES = "right", "left", "up", "down", "stay"
BOARD = grid(ROWS, COLS, pieces=("cat", "mouse", "wall"), marks="cm#", top_down=False)
OF_A_PAIR = (
    "other_x", "other_y",  # where the other is
    "gap_xy",  # 0 nearer in x, 1 as near in both, 2 nearer in y
    "edge_x", "edge_y", "near_edge_x", "near_edge_y", "corner",  # of the board, under me; or one step from me
    "other_edge_x", "other_edge_y", "other_near_edge_x", "other_near_edge_y", "other_corner",
    "parity",  # of the distance to the other
    "parity_cols", "parity_rows",  # of my distance to the nearest edge along each axis
    "distance",  # in steps
    "near", "window_me_x", "window_me_y", "window_other_x", "window_other_y", "window_edge_x", "window_edge_y",
)  # fmt: skip
PAIR = len(OF_A_PAIR)
OF_MORE = "next_x", "next_y", "next_distance", "mate_x", "mate_y", "mate_distance"
RELATIONS = (*OF_A_PAIR, *OF_MORE) if CATS + MICE > 2 else OF_A_PAIR
State = np.dtype([("cats", np.int16, (CATS,)), ("mice", np.int16, (MICE,)), ("turn", np.int8), ("steps", np.int16)])


def neighbours(cell):
    """Return the cells to the right, left, above and below, -1 where there is none to enter."""
    row, col = cell // COLS, cell % COLS
    cells = []
    for up, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        inside = 0 <= row + up < ROWS and 0 <= col + right < COLS
        goal = (row + up) * COLS + col + right
        cells.append(goal if inside and goal not in WALLS else -1)
    return cells


NEXT = np.array([neighbours(cell) for cell in range(CELLS)], np.int64)  # NEXT[cell, action]


def initial(s):
    for cat in range(CATS):
        s.cats[cat] = OPEN[cat]
    for mouse in range(MICE):
        s.mice[mouse] = OPEN[len(OPEN) - 1 - mouse]
    s.turn = CAT if FIRST == "cat" else MOUSE


def is_free(s, mouse):
    return s.mice[mouse] >= 0 and not any(s.cats[cat] == s.mice[mouse] for cat in range(CATS))


def caught(s):
    return not any(is_free(s, mouse) for mouse in range(MICE))


def mover(s):
    return TERMINAL if caught(s) else s.turn


def payoff(s):
    return 1.0  # a game that ends, ends with all mice caught


def pieces(s, side):
    """Return how many pieces a side has on the board; mice on it come first."""
    count = CATS
    if side == MOUSE:
        count = 0
        for mouse in range(MICE):
            count += 1 if s.mice[mouse] >= 0 else 0
    return count


def cell_of(s, side, piece):
    return s.cats[piece] if side == CAT else s.mice[piece]


def stepping(s):
    """Return the number of the piece that takes the next step."""
    return s.steps // (CAT_STEPS if s.turn == CAT else MOUSE_STEPS)


def stepping_cell(s):
    return cell_of(s, s.turn, stepping(s))


def legal_actions(s):
    cell = stepping_cell(s)
    stuck = True
    for action in range(4):
        if NEXT[cell, action] >= 0:
            stuck = False
            yield action
    if STAY or stuck:
        yield STAYING


def apply(s, action):
    cell = stepping_cell(s)
    goal = cell if action == STAYING else NEXT[cell, action]
    piece = stepping(s)
    if s.turn == CAT:
        s.cats[piece] = goal
    else:
        s.mice[piece] = goal
    s.steps += 1
    if MICE > 1 and take_away(s) and s.turn == MOUSE:
        s.steps = piece * MOUSE_STEPS  # the next mouse has come to the place of the one that left
    if s.steps == (CATS * CAT_STEPS if s.turn == CAT else pieces(s, MOUSE) * MOUSE_STEPS):
        s.steps = 0
        s.turn = 1 - s.turn


def take_away(s):
    """Take caught mice off the board while any is free, and return how many."""
    free = 0
    for mouse in range(MICE):
        free += 1 if is_free(s, mouse) else 0
    gone = pieces(s, MOUSE) - free
    if gone == 0 or free == 0:
        return 0
    kept = 0
    for mouse in range(MICE):
        if is_free(s, mouse):
            s.mice[kept] = s.mice[mouse]
            kept += 1
    for mouse in range(kept, MICE):
        s.mice[mouse] = -1
    return gone


def squares(s, out):
    for k in range(len(WALLS)):
        out[WALLS[k]] = 3
    for mouse in range(MICE):
        if s.mice[mouse] >= 0:
            out[s.mice[mouse]] = 2
    for cat in range(CATS):
        out[s.cats[cat]] = 1


def steps_between(a, b):
    return abs(a // COLS - b // COLS) + abs(a % COLS - b % COLS)


def nearest(s, side, cell, without):
    """Return the number of a side's piece that is nearest to a cell, `without` left out; -1 where there is none."""
    found, least = -1, 0
    for piece in range(pieces(s, side)):
        away = steps_between(cell_of(s, side, piece), cell)
        if piece != without and (found < 0 or away < least):
            found, least = piece, away
    return found


def direction(me, other):
    return 0 if other < me else 2 if other > me else 1


def at_end(k, count, away):
    """Return 0 or 2 where `k` is `away` steps from the first or last of `count` places, 1 elsewhere and at both."""
    first, last = k == away, k == count - 1 - away
    return 0 if first and not last else 2 if last and not first else 1


def window_at(me, other, count):
    """Return where a window of 3 places with both begins: around me where there is a choice."""
    low = min(me, other) if abs(me - other) == 2 else me - 1
    return max(min(low, count - 3), 0)


def locate(s, out, place, side, piece):
    """Write where a piece is, seen from the one that steps, from `place` on."""
    out[place] = out[place + 1] = 1
    if piece >= 0:
        me, other = stepping_cell(s), cell_of(s, side, piece)
        out[place] = direction(me % COLS, other % COLS)
        out[place + 1] = direction(me // COLS, other // COLS)
        out[place + 2] = steps_between(me, other)


def relations(s, out):
    me, others = stepping_cell(s), 1 - s.turn
    first = nearest(s, others, me, -1)
    other = cell_of(s, others, first)
    x, y, ox, oy = me % COLS, me // COLS, other % COLS, other // COLS
    wide, high = abs(x - ox), abs(y - oy)
    out[0] = direction(x, ox)
    out[1] = direction(y, oy)
    out[2] = 0 if wide < high else 2 if wide > high else 1
    out[3] = at_end(x, COLS, 0)
    out[4] = at_end(y, ROWS, 0)
    out[5] = at_end(x, COLS, 1)
    out[6] = at_end(y, ROWS, 1)
    out[7] = 1 if out[3] != 1 and out[4] != 1 else 0
    out[8] = at_end(ox, COLS, 0)
    out[9] = at_end(oy, ROWS, 0)
    out[10] = at_end(ox, COLS, 1)
    out[11] = at_end(oy, ROWS, 1)
    out[12] = 1 if out[8] != 1 and out[9] != 1 else 0
    out[13] = (wide + high) % 2
    out[14] = min(x, COLS - 1 - x) % 2
    out[15] = min(y, ROWS - 1 - y) % 2
    out[16] = wide + high
    if wide < 3 and high < 3:
        left, bottom = window_at(x, ox, COLS), window_at(y, oy, ROWS)
        out[17] = 1
        out[18] = x - left
        out[19] = y - bottom
        out[20] = ox - left
        out[21] = oy - bottom
        out[22] = at_end(left, COLS - 2, 0)
        out[23] = at_end(bottom, ROWS - 2, 0)
    if CATS + MICE > 2:
        locate(s, out, PAIR, others, nearest(s, others, me, first))
        locate(s, out, PAIR + 3, s.turn, nearest(s, s.turn, me, stepping(s)))


def action_name(s, action):
    return NAMES[action]


def parse_action(s, text):
    if text.strip() not in NAMES:
        raise ValueError(f"{text!r} is no step: write {', '.join(NAMES)}")
    return NAMES.index(text.strip())


def picture(s):
    """Return the lines of the board, cats over mice over walls."""
    marks = ["#" if cell in WALLS else "." for cell in range(CELLS)]
    for mouse in range(pieces(s, MOUSE)):
        marks[s.mice[mouse]] = "m"
    for cat in range(CATS):
        marks[s.cats[cat]] = "c"
    files = [name.rstrip("0123456789") for name in BOARD.names[:COLS]]
    wide, deep = len(files[-1]), len(str(ROWS))
    lines = []
    for row in range(ROWS - 1, -1, -1):
        cells = (mark.rjust(wide) for mark in marks[row * COLS : (row + 1) * COLS])
        lines.append(f"{row + 1:{deep}} " + " ".join(cells))
    return [*lines, " " * deep + " " + " ".join(name.rjust(wide) for name in files)]


def text(s):
    cats = " ".join(BOARD.names[s.cats[cat]] for cat in range(CATS))
    mice = " ".join(BOARD.names[s.mice[mouse]] for mouse in range(pieces(s, MOUSE)))
    status = f"cat {cats}, mouse {mice}, {PLAYERS[s.turn]} to move"
    if max(CATS * CAT_STEPS, MICE * MOUSE_STEPS) > 1:
        status += f", {s.steps} steps taken"
    return "\n".join([*picture(s), f"{status}, caught" if caught(s) else status])


def parse(text, s):
    found = re.search(r"cat ([a-z0-9 ]+), mouse ([a-z0-9 ]+), (cat|mouse) to move(?:, (\d+) steps taken)?", text)
    cells = {name: cell for cell, name in enumerate(BOARD.names) if cell in OPEN}
    if not found or not all(name in cells for name in f"{found[1]} {found[2]}".split()):
        raise ValueError("expected a last line like 'cat a1, mouse g8, cat to move', on cells without walls")
    cats, mice = found[1].split(), found[2].split()
    if len(cats) != CATS:
        raise ValueError(f"expected the cells of {CATS} cats, not of {len(cats)}")
    if not 1 <= len(mice) <= MICE:
        raise ValueError(f"expected the cells of 1 to {MICE} mice, not of {len(mice)}")
    for cat in range(CATS):
        s.cats[cat] = cells[cats[cat]]
    for mouse in range(MICE):
        s.mice[mouse] = cells[mice[mouse]] if mouse < len(mice) else -1
    s.turn = PLAYERS.index(found[3])
    s.steps = int(found[4] or 0)
    if not caught(s) and not all(is_free(s, mouse) for mouse in range(len(mice))):
        raise ValueError("a caught mouse leaves the board while another is free")
    if s.steps >= (CATS * CAT_STEPS if s.turn == CAT else len(mice) * MOUSE_STEPS):
        raise ValueError(f"a turn of {found[3]} has fewer steps than {s.steps + 1}")
    drawn = [line for line in text.splitlines()[:-1] if line.strip()]
    if drawn and [line.split() for line in drawn] != [line.split() for line in picture(s)]:
        raise ValueError("the board and the line below it differ; the line alone is enough")
