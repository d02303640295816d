"""Matrix game: both choose at the same time, and a table says what the first player wins.

Rules
    - The first player chooses a row and the second a column, which it does without seeing the row.
    - The number in that row and column is what the first player wins and the second loses.

    The default is rock, paper, scissors.

Payoff
    The number in the table.

Actions
    The first player's action k is row k, the second's is column k. They bear the names given in `rows` and
    `columns`, or are called `row 1`, `column 1` and so on.

What a player sees
    Before it chooses, nothing; afterwards both choices.

State
    Both choices, and how many have been made.

Parameters
    - `table`: its rows, each with the first player's payoffs: `matrix-game:table=[[2,-1],[-1,1]]`. With pairs of
      payoffs it has to be zero-sum: `[[[2,-2],[-1,1]],[[-1,1],[1,-1]]]`.
    - `rows`, `columns`: names of the choices, or empty.

Facts
    In rock, paper, scissors the value is 0, and each choice is made one time in three. `[[2,-1],[-1,1]]` has the
    value 1/5: both choose the first with probability 2/5.

Sources
    J. von Neumann, *Zur Theorie der Gesellschaftsspiele*, Mathematische Annalen 100 (1928).

Players
    `first` and `second`.
"""

import math
import re

import numpy as np

from outfox.rules import BOTH, TERMINAL

PLAYERS = "first", "second"
TABLE: tuple = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))  # what the first player wins
ROWS: tuple[str, ...] = ()  # names of the rows; of rock, paper, scissors where nothing is given
COLUMNS: tuple[str, ...] = ()  # names of the columns
ROCK_PAPER_SCISSORS = (0, -1, 1), (1, 0, -1), (-1, 1, 0)


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x)


def is_pair(x):
    return isinstance(x, tuple) and len(x) == 2 and is_number(x[0]) and is_number(x[1])


def is_zero_sum(x):
    return not is_pair(x) or abs(x[0] + x[1]) <= 1e-9 * max(1.0, abs(x[0]))


assert len(TABLE) > 0, "table needs a row"
assert all(isinstance(row, tuple) and len(row) > 0 for row in TABLE), "table is a list of rows: [[2,-1],[-1,1]]"
assert len({len(row) for row in TABLE}) == 1, "the rows of table must be equally long"
CELLS = [x for row in TABLE for x in row]
assert all(map(is_number, CELLS)) or all(map(is_pair, CELLS)), "table holds numbers, or pairs of numbers: no other"
assert all(map(is_zero_sum, CELLS)), "table is general-sum: what one player wins the other must lose"

PAYOFFS = [[float(x[0] if isinstance(x, tuple) else x) for x in row] for row in TABLE]
HEIGHT = len(PAYOFFS)
WIDTH = len(PAYOFFS[0])
assert len(ROWS) in (0, HEIGHT), "rows must be as many names as the table has rows"
assert len(COLUMNS) in (0, WIDTH), "columns must be as many names as the table has columns"
assert len({name.lower() for name in ROWS}) == len(ROWS), "rows must be different names"
assert len({name.lower() for name in COLUMNS}) == len(COLUMNS), "columns must be different names"

VERSION = 1
ACTIONS = max(HEIGHT, WIDTH)
SCALE = max(abs(x) for row in PAYOFFS for x in row) or 1.0
# chosen: 0 nothing yet, else the action and one
State = np.dtype([("chosen", np.int16, (2,)), ("made", np.int8)])
View = np.dtype([("chosen", np.int16, (2,)), ("player", np.int8)])

DEFAULT = ("rock", "paper", "scissors") if TABLE == ROCK_PAPER_SCISSORS else ()
NAMES = (
    ROWS or DEFAULT or [f"row {k + 1}" for k in range(HEIGHT)],
    COLUMNS or DEFAULT or [f"column {k + 1}" for k in range(WIDTH)],
)


def initial(s):
    s.made = 0


def mover(s):
    return TERMINAL if s.made == 2 else s.made


def legal_actions(s):
    for k in range(HEIGHT if s.made == 0 else WIDTH):
        yield k


def apply(s, action):
    s.chosen[s.made] = action + 1
    s.made += 1


def payoff(s):
    return PAYOFFS[s.chosen[0] - 1][s.chosen[1] - 1]


def observe(s, player, view):
    view.player = player
    for k in range(2):
        view.chosen[k] = s.chosen[k] if k == player or s.made == 2 else 0


def sees(s, action):
    return 0 if s.made == 0 else BOTH


def action_name(s, action):
    return str(NAMES[s.made][action])


def parse_action(s, text):
    return [str(name).lower() for name in NAMES[s.made]].index(text.strip().lower())


def text(s):
    said = [NAMES[k][s.chosen[k] - 1] if s.chosen[k] else "-" for k in (0, 1)]
    return "\n".join(f"{PLAYERS[k]:6} {said[k]}" for k in (0, 1))


def parse(text, s):
    for k in (0, 1):
        found = re.search(rf"{PLAYERS[k]} +(.+)", text)
        if found is None:
            raise ValueError("expected 'first rock' and 'second -'")
        if found[1].strip() != "-":
            apply(s, parse_action(s, found[1]))
