"""Chopsticks: tap the other's hands to add fingers to them; a hand with five is out, and so is who has none left.

    1 1 against 1 1, first to move

Rules
    - Each player has two hands, at the start with one finger up on each. The first player begins.
    - In its turn a player taps one of the other's live hands with a live hand of its own: the fingers of the
      tapping hand are added to the tapped one.
    - A hand that comes to five fingers or more is dead and has none.
    - Instead of tapping, a player may transfer fingers between its own hands, as it likes, as long as no
      hand has five or more. A transfer may empty a hand and revive a dead one, but must change the two
      numbers: to exchange them is not enough.
    - Whoever has no live hand left loses. Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    Action 2 * own + other taps, with hands numbered 0 for the one with fewer fingers, 1 for the other; of two
    equal hands only number 0 is named. Action 4 + k is the transfer after which the lesser hand has k. Names
    are `2 taps 3` and `3 3 to 2 4`.

State
    The fingers of each player's hands, the lesser first, and the side to move.

Parameters
    - `fingers`: with how many a hand is out.
    - `transfers`: false forbids them.
    - `death`: `over`, a hand dies with `fingers` or more; `exact`, only with exactly as many, and counts on
      from 0 beyond: 4 and 3 give 2.

Facts
    The second player wins in 26 plies (382 states can be reached), and without transfers in 8. Where a hand
    dies only with exactly five the game is a draw.

Sources
    A children's hand game, also called sticks. The figures are exact, by retrograde analysis.

Players
    `first` moves first, `second` second.
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
FINGERS: int = 5
TRANSFERS: bool = True
DEATH: Literal["over", "exact"] = "over"
assert 2 <= FINGERS <= 60, "fingers must be 2 to 60"

ACTIONS = 4 + FINGERS
ENDLESS = 0.0
State = np.dtype([("hands", np.int8, (2, 2)), ("turn", np.int8)])


def initial(s):
    for player in range(2):
        s.hands[player, 0] = 1
        s.hands[player, 1] = 1


def mover(s):
    return TERMINAL if s.hands[s.turn, 1] == 0 else s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who is to move has no live hand


def live(s, player):
    for hand in range(2):
        if s.hands[player, hand] > 0 and (hand == 0 or s.hands[player, 0] != s.hands[player, 1]):
            yield hand


def legal_actions(s):
    for own in live(s, s.turn):
        for other in live(s, 1 - s.turn):
            yield 2 * own + other
    if TRANSFERS:
        fingers = s.hands[s.turn, 0] + s.hands[s.turn, 1]
        for lesser in range(max(0, fingers - FINGERS + 1), fingers // 2 + 1):
            if lesser != s.hands[s.turn, 0]:
                yield 4 + lesser


def tapped(fingers):
    if DEATH == "exact":
        return fingers % FINGERS
    return fingers if fingers < FINGERS else 0


def put(s, player, a, b):
    s.hands[player, 0] = min(a, b)
    s.hands[player, 1] = max(a, b)


def apply(s, action):
    if action < 4:
        own, other = action // 2, action % 2
        fingers = tapped(s.hands[s.turn, own] + s.hands[1 - s.turn, other])
        put(s, 1 - s.turn, fingers, s.hands[1 - s.turn, 1 - other])
    else:
        put(s, s.turn, action - 4, s.hands[s.turn, 0] + s.hands[s.turn, 1] - (action - 4))
    s.turn = 1 - s.turn


def swap(s, out):
    for player in range(2):
        for hand in range(2):
            out.hands[player, hand] = s.hands[1 - player, hand]
    out.turn = 1 - s.turn


def action_name(s, action):
    mine, theirs = s.hands[s.turn], s.hands[1 - s.turn]
    if action < 4:
        return f"{mine[action // 2]} taps {theirs[action % 2]}"
    return f"{mine[0]} {mine[1]} to {action - 4} {mine[0] + mine[1] - (action - 4)}"


def text(s):
    first, second = s.hands
    return f"{first[0]} {first[1]} against {second[0]} {second[1]}, {PLAYERS[s.turn]} to move"


def parse(text, s):
    found = re.fullmatch(r"(\d+) (\d+) against (\d+) (\d+), (first|second) to move", text.strip())
    if not found or max(int(found[k]) for k in (1, 2, 3, 4)) >= FINGERS:
        raise ValueError("expected a position like: 1 1 against 1 1, first to move")
    put(s, 0, int(found[1]), int(found[2]))
    put(s, 1, int(found[3]), int(found[4]))
    s.turn = PLAYERS.index(found[5])
