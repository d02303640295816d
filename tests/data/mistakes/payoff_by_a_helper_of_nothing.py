"""Take one, two or three from a pile; whoever takes the last wins. payoff passes on nothing."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
PILE: int = 12
ACTIONS = 3
State = np.dtype([("pile", np.int8), ("taken", np.int8, (2,)), ("turn", np.int8)])


def initial(s):
    s.pile = PILE


def mover(s):
    return TERMINAL if s.pile == 0 else s.turn


def legal_actions(s):
    for number in range(1, 4):
        if number <= s.pile:
            yield number - 1


def apply(s, action):
    s.pile -= action + 1
    s.taken[s.turn] += action + 1
    s.turn = 1 - s.turn


def payoff(s):  # <- plain
    return worth(s)  # <- checked


def worth(s):
    if s.turn == 0:
        s.taken[0] += 0
