"""Wythoff's game: take from one pile, or as many from both; whoever takes the last object wins.

    6 . . . . . . . . Q
    5 . . . . . . . . .      The same game on a board: a queen moves left, down or along the diagonal
    4 . . . . . . . . .      to the lower left, and whoever brings it to the corner a1 wins. The files
    3 . . . . . . . . .      count the first pile from 0, the ranks the second: here 8 and 5 objects.
    2 . . . . . . . . .
    1 . . . . . . . . .
      a b c d e f g h i

Rules
    Objects lie in two piles. The players take turns to take one or more objects from one pile, or the same
    number from both. Whoever takes the last object of all wins.

Payoff
    1 if the first player wins, -1 if the second player wins.

Actions
    Action way * largest + count - 1 takes `count` objects: way 0 from the first pile, 1 from the second, 2
    from both; `largest` is the size of the larger pile at the start. The legal ones come in this order.
    Names: `3 from pile 1`, `2 from both`.

State
    The sizes of the piles and who is to move.

Parameters
    `piles`: both sizes at the start.

Facts
    Who is to move loses exactly on the pairs 1 2, 3 5, 4 7, 6 10, 8 13, 9 15 and so on: the k-th is
    floor(k * r), floor(k * r) + k, where r is the golden ratio.

Sources
    W. A. Wythoff, "A modification of the game of Nim", *Nieuw Archief voor Wiskunde* 7 (1907).

Players
    `first` moves first, `second` second.
"""

import re

import numpy as np

from outfox.rules import TERMINAL, grid

PLAYERS = "first", "second"
PILES: tuple[int, int] = (8, 5)
LARGEST = max(PILES)
assert all(0 <= size <= 1000 for size in PILES), "a pile holds from 0 to 1000 objects"
assert any(PILES), "at least one of the piles must hold an object"

ACTIONS = 3 * LARGEST
FIRST_PILE, SECOND_PILE, BOTH_PILES = 0, 1, 2
WAYS = "from pile 1", "from pile 2", "from both"
BOARD = grid(PILES[1] + 1, PILES[0] + 1, pieces=("queen",), marks="Q", top_down=False)
State = np.dtype([("piles", np.int16, (2,)), ("turn", np.int8)])


def initial(s):
    s.piles[0] = PILES[0]
    s.piles[1] = PILES[1]


def mover(s):
    return s.turn if s.piles.any() else TERMINAL


def legal_actions(s):
    for way in range(3):
        most = min(s.piles[0], s.piles[1]) if way == BOTH_PILES else s.piles[way]
        for taken in range(1, most + 1):
            yield way * LARGEST + taken - 1


def apply(s, action):
    way, taken = action // LARGEST, action % LARGEST + 1
    if way != SECOND_PILE:
        s.piles[0] -= taken
    if way != FIRST_PILE:
        s.piles[1] -= taken
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who moved last took the last object


def swap(s, out):
    out.piles[0] = s.piles[0]
    out.piles[1] = s.piles[1]
    out.turn = 1 - s.turn


def squares(s, out):
    out[s.piles[1] * (PILES[0] + 1) + s.piles[0]] = 1


def action_name(s, action):
    return f"{action % LARGEST + 1} {WAYS[action // LARGEST]}"


def text(s):
    return f"piles {s.piles[0]} and {s.piles[1]}, {PLAYERS[s.turn]} to move"


def parse(text, s):
    found = re.fullmatch(r"piles (\d+) and (\d+), (first|second) to move", text.strip())
    if not found or int(found[1]) > PILES[0] or int(found[2]) > PILES[1]:
        raise ValueError(f"expected a line like: piles {PILES[0]} and {PILES[1]}, first to move")
    s.piles[0], s.piles[1] = int(found[1]), int(found[2])
    s.turn = PLAYERS.index(found[3])
