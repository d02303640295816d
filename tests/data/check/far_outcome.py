"""Two dice in turn, the larger sum wins: an outcome is out of range."""

import numpy as np

from outfox.rules import CHANCE, TERMINAL

ACTIONS = 1
OUTCOMES = 3
State = np.dtype([("sums", np.int8, (2,)), ("rolls", np.int8), ("rolling", np.bool_)])


def initial(s):
    s.rolls = 0


def mover(s):
    if s.rolls == 4:
        return TERMINAL
    return CHANCE if s.rolling else s.rolls % 2


def legal_actions(s):
    yield 0


def chance(s):
    for k in range(3):
        yield k + 1, 1 / 3


def apply(s, action):
    if s.rolling:
        s.sums[s.rolls % 2] += action
        s.rolls += 1
    s.rolling = not s.rolling


def payoff(s):
    return float(np.sign(s.sums[0] - s.sums[1]))


def action_name(s, action):
    return f"rolled {action + 1}" if s.rolling else "roll"
