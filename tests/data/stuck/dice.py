"""Dice whose faces and odds stand in tables, read in three ways."""

import numpy as np
from outfox.rules import CHANCE, TERMINAL

ACTIONS = 2
OUTCOMES = 3
DICE = ((0, 0.25), (1, 0.25), (2, 0.5))
TWO = [(0, 0.5), (2, 0.5)]
State = np.dtype([("total", np.int16), ("rolling", np.bool_), ("turn", np.int8)])


def initial(s):
    s.rolling = True


def mover(s):
    if s.total > 9:
        return TERMINAL
    return CHANCE if s.rolling else s.turn


def chance(s):
    if s.turn == 0:
        for pair in DICE:
            yield pair
    elif s.total % 2:
        yield from TWO
    else:
        for k, (face, odds) in enumerate(DICE):
            yield face, odds


def legal_actions(s):
    yield from range(2)


def apply(s, action):
    if s.rolling:
        s.total += action
        s.rolling = False
    else:
        s.total += action
        s.turn = 1 - s.turn
        s.rolling = True


def payoff(s):
    return 1 if s.turn else -1
