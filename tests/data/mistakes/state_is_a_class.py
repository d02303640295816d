"""Take one, two or three from a pile; whoever takes the last wins. State as a class."""

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
PILE: int = 12
ACTIONS = 3


class State:  # <-
    pile = 12
    taken = (0, 0)
    turn = 0


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


def payoff(s):
    return -1.0 if s.turn == 0 else 1.0
