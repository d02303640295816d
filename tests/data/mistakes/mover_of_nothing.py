"""mover forgets to return in one case."""

import numpy as np
from outfox.rules import TERMINAL

SIZE = 4
ACTIONS = 4
State = np.dtype([("cells", np.int8, (SIZE,)), ("score", np.int8), ("turn", np.int8)])


def initial(s):
    s.turn = 0


def mover(s):
    if s.cells.all():
        return TERMINAL
    if s.turn == 0:
        return 0


def legal_actions(s):
    for cell in range(SIZE):
        if s.cells[cell] == 0:
            yield cell


def apply(s, action):
    s.cells[action] = 1 + s.turn
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.cells[0] == 1 else -1.0
