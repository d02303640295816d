"""Tokens in two stacks: every law holds, and much of what State and rules may have is used.

Several starts, STUCK, records in records, floats, booleans in arrays, a private copy, a scratch array.
"""

import numpy as np

from outfox.rules import copy

ACTIONS = 4
STARTS = 5
STUCK = "loses"
Stack = np.dtype([("tokens", np.int8), ("taken", np.int16, (2,))])
State = np.dtype(
    [
        ("stacks", Stack, (2,)),
        ("last", Stack),
        ("weight", np.float32),
        ("parity", np.bool_, (2,)),
        ("turn", np.int8),
    ]
)


def initial(s):
    s.stacks[0].tokens = 3


def start(i, s):
    s.stacks[0].tokens = 3 + i
    s.stacks[1].tokens = 2
    s.weight = i / 3


def mover(s):
    return s.turn


def legal_actions(s):
    for action in range(4):
        trial = copy(s)
        trial.stacks[action // 2].tokens -= action % 2 + 1
        if trial.stacks[action // 2].tokens >= 0:
            yield action


def apply(s, action):
    stack, number = action // 2, action % 2 + 1
    total = np.zeros(2, np.int64)
    total[stack] = number
    for k in range(2):
        s.stacks[k].tokens -= total[k]
        s.stacks[k].taken[s.turn] += total[k]
    s.last.tokens = number
    s.parity[stack] = s.stacks[stack].tokens % 2 == 1
    s.weight = s.weight * 0.7 + number
    s.turn = 1 - s.turn


def payoff(s):
    return 0.0
