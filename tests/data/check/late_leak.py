"""Kuhn poker in which the first player sees the other card by a bit that the deal leaves behind."""

import numpy as np

from outfox.rules import BOTH, CHANCE, NOBODY, TERMINAL

PLAYERS = "first", "second"
CARDS = 3
ACTIONS = 2
SCALE = 2.0
PASS, BET = 0, 1
OUTCOMES = CARDS
# cards: 0 none, else its rank; moves: 0 none, 1 pass, 2 bet
State = np.dtype([("cards", np.int8, (2,)), ("moves", np.int8, (3,)), ("plies", np.int8), ("spoken", np.bool_)])
View = np.dtype([("card", np.int8), ("leak", np.int8), ("moves", np.int8, (3,))])


def initial(s):
    s.plies = 0


def over(s):
    a, b, c = s.moves[0], s.moves[1], s.moves[2]
    return c > 0 or (a == 1 and b == 1) or (a == 2 and b > 0)


def mover(s):
    if s.cards[1] == 0 or not s.spoken:
        return CHANCE
    return TERMINAL if over(s) else s.plies % 2


def chance(s):
    if s.cards[1] > 0:
        yield 0, 1.0
        return
    for k in range(CARDS):
        if s.cards[0] != k + 1:
            yield k, 1 / 3 if s.cards[0] == 0 else 1 / 2


def legal_actions(s):
    yield PASS
    yield BET


def apply(s, action):
    if s.cards[0] == 0:
        s.cards[0] = action + 1
    elif s.cards[1] == 0:
        s.cards[1] = action + 1
    elif not s.spoken:
        s.spoken = True
    else:
        s.moves[s.plies] = action + 1
        s.plies += 1


def payoff(s):
    higher = 1.0 if s.cards[0] > s.cards[1] else -1.0
    a, b, c = s.moves[0], s.moves[1], s.moves[2]
    if a == 1 and b == 1:
        return higher
    if a == 2 and b == 1:
        return 1.0
    if c == 1:
        return -1.0
    return 2.0 * higher


def observe(s, player, view):
    view.card = s.cards[player]
    for k in range(3):
        view.moves[k] = s.moves[k]
    view.leak = s.cards[1] if s.spoken else 0


def sees(s, action):
    if s.cards[0] == 0:
        return 0
    if s.cards[1] == 0:
        return 1
    return BOTH if s.spoken else NOBODY


def action_name(s, action):
    if not s.spoken:
        return "JQK"[action] if s.cards[1] == 0 else "silence"
    return ("pass", "bet")[action]


def text(s):
    cards = "".join("-JQK"[card] for card in s.cards)
    return cards + "!" * s.spoken + " " + "".join("-pb"[move] for move in s.moves)
