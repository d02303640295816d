"""Countdown: take 1 to 3 from a pile of 13; whoever takes the last one wins. With an evaluation and a prior."""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
PILE: int = 13
ACTIONS = 3
State = np.dtype([("left", np.int8), ("turn", np.int8)])


def initial(s):
    s.left = PILE


def mover(s):
    return s.turn if s.left > 0 else TERMINAL


def legal_actions(s):
    for count in range(1, min(3, s.left) + 1):
        yield count - 1


def apply(s, action):
    s.left -= action + 1
    s.turn = 1 - s.turn


def payoff(s):
    return -1.0 if s.turn == 0 else 1.0


def evaluate(s, weights):
    lead = 1.0 if s.turn == 0 else -1.0
    return lead * weights[s.left % 4] + weights[4] * s.left


def prior(s, weights, out):
    total = 0.0
    for count in range(1, min(3, s.left) + 1):
        out[count - 1] = 1.0 + 0.25 * count + 0.01 * s.left
        total += out[count - 1]
    for k in range(min(3, s.left)):
        out[k] /= total


def action_name(s, action):
    return str(action + 1)


def text(s):
    return f"{s.left} left, {PLAYERS[s.turn]} to move"


def parse(text, s):
    s.left = int(text.split()[0])
    s.turn = PLAYERS.index(text.split()[2])
