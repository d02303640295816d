"""Leapers: frogs of two teams face each other on a line of stones.

A frog steps to the empty stone ahead, or leaps over one frog of the other
team to the empty stone behind it. Whoever cannot move loses.
"""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "left", "right"
FROGS: int = 3  # frogs a team
GAP: int = 2  # empty stones between the teams
STONES = 2 * FROGS + GAP
ACTIONS = STONES  # an action is the stone of the frog that moves
# A stone is 0: empty, 1: under a frog of left, 2: under a frog of right.
State = np.dtype([("stones", np.int8, (STONES,)), ("turn", np.int8)])


def initial(s):
    s.stones[:FROGS] = 1
    s.stones[STONES - FROGS :] = 2


def target(s, frog):  # the stone where this frog would land, or -1
    step = 1 if s.turn == 0 else -1
    for stone in (frog + step, frog + 2 * step):
        if stone < 0 or stone >= STONES or s.stones[stone] == s.turn + 1:
            return -1
        if s.stones[stone] == 0:
            return stone
    return -1


def legal_actions(s):
    for stone in range(STONES):
        if s.stones[stone] == s.turn + 1 and target(s, stone) >= 0:
            yield stone


def mover(s):
    return s.turn if any(True for _ in legal_actions(s)) else TERMINAL


def apply(s, action):
    s.stones[target(s, action)] = s.turn + 1
    s.stones[action] = 0
    s.turn = 1 - s.turn


def payoff(s):  # what player 0, left, wins
    return -1.0 if s.turn == 0 else 1.0


def text(s):
    return "".join(".LR"[piece] for piece in s.stones) + f" {PLAYERS[s.turn]} to move"
