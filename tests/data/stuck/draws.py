"""Two tokens race over eight cells by one or two; who cannot move draws. A token may not enter the other's cell."""

import numpy as np

from outfox.rules import TERMINAL

ACTIONS = 2
CELLS = 8
STUCK = "draws"
State = np.dtype([("at", np.int8, (2,)), ("plies", np.int8), ("turn", np.int8)])


def initial(s):
    s.at[1] = 3


def mover(s):
    return TERMINAL if s.plies >= 9 or s.at.min() == CELLS - 2 else s.turn


def legal_actions(s):
    for step in (1, 2):
        goal = s.at[s.turn] + step
        if goal < CELLS and goal != s.at[1 - s.turn] and goal * 3 % 5 != s.plies % 5:
            yield step - 1


def apply(s, action):
    s.at[s.turn] += action + 1
    s.plies += 1
    s.turn = 1 - s.turn


def payoff(s):
    return 0.5 if s.at[0] > s.at[1] else -0.25
