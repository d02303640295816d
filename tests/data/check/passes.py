"""Walkers on a line of five points: who cannot step passes, and every law holds."""

import numpy as np

from outfox.rules import TERMINAL

ACTIONS = 2
STUCK = "passes"
State = np.dtype([("place", np.int8, (2,)), ("turn", np.int8)])


def initial(s):
    s.place[1] = 1


def mover(s):
    return TERMINAL if s.place[0] + s.place[1] >= 9 else s.turn


def legal_actions(s):
    mine, theirs = s.place[s.turn], s.place[1 - s.turn]
    for action in range(2):
        if mine + action + 1 <= 5 and mine + action + 1 != theirs:
            yield action


def apply(s, action):
    s.place[s.turn] += action + 1
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 * s.place[0] - s.place[1]
