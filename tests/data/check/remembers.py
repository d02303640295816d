"""Counting to 10: apply remembers outside State how often it was called."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
TARGET: int = 10
ACTIONS = 3
MEMORY = [0]
State = np.dtype([("total", np.int8), ("turn", np.int8)])


def initial(s):
    s.total = 0


def mover(s):
    return TERMINAL if s.total >= TARGET else s.turn


def legal_actions(s):
    for number in range(1, 4):
        if s.total + number <= TARGET:
            yield number - 1


def apply(s, action):
    MEMORY.append(action)
    s.total += action + 1 if s.total + action < 7 else 1 + (len(MEMORY) > 30)
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0


def action_name(s, action):
    return f"+{action + 1}"


def text(s):
    return f"{s.total} {PLAYERS[s.turn]}"


def parse(text, s):
    total, player = text.split()
    s.total = int(total)
    s.turn = PLAYERS.index(player)
