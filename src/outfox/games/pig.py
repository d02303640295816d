"""Pig: roll a die as often as you dare and bank the sum; a one loses it, and whoever first banks 100 wins.

Rules
    - Both players start with a score of 0, and the first one begins.
    - The player whose turn it is rolls a die or holds. A roll of 1 ends the turn, and all that was rolled in
      it is lost. Any other roll is added to the turn total, and the player decides again.
    - To hold adds the turn total to the player's score and ends the turn. Whoever reaches the target so wins.
    - A player may hold at once, with a turn total of 0. When the turn total suffices to win, only holding is
      left.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play (both could hold at 0 for ever).

Actions
    0 rolls, 1 holds; the legal ones come in this order. Names are `roll` and `hold`.

Chance outcomes
    Outcome k, from 0 to sides - 1, shows k + 1. All are equally likely. Names are `rolled 1` and so on.

State
    Both scores, the turn total, the side to move, and whether the die is in the air.

Parameters
    - `target`: the score that wins.
    - `sides`: of the die.

Facts
    With best play on both sides the first player wins with probability 0.5306, and holds at 21 in its first
    turn.

Sources
    T. W. Neller and C. G. M. Presser, *Optimal Play of the Dice Game Pig*, The UMAP Journal 25 (2004).
    OpenSpiel's `pig` has the same actions and outcomes; it ends in a draw at a horizon of plies, which this
    game has not.

Players
    `first` and `second`.
"""

import re

import numpy as np

from outfox.rules import CHANCE, TERMINAL

PLAYERS = "first", "second"
TARGET: int = 100  # the score that wins
SIDES: int = 6  # of the die
assert 1 <= TARGET <= 1_000_000_000, "target must be at least 1"
assert 2 <= SIDES <= 1_000_000, "sides must be at least 2: a die with 1 alone never scores"

VERSION = 1
ENDLESS = 0.0
ROLL, HOLD = 0, 1
ACTIONS = 2
OUTCOMES = SIDES
State = np.dtype([("scores", np.int32, (2,)), ("total", np.int32), ("turn", np.int8), ("rolling", np.bool_)])


def initial(s):
    s.turn = 0


def mover(s):
    if max(s.scores[0], s.scores[1]) >= TARGET:
        return TERMINAL
    return CHANCE if s.rolling else s.turn


def payoff(s):
    return 1.0 if s.scores[0] >= TARGET else -1.0


def legal_actions(s):
    if s.scores[s.turn] + s.total < TARGET:
        yield ROLL
    yield HOLD


def chance(s):
    for outcome in range(SIDES):
        yield outcome, 1 / SIDES


def apply(s, action):
    if s.rolling:
        s.rolling = False
        if action == 0:
            end_turn(s)
        else:
            s.total += action + 1
    elif action == ROLL:
        s.rolling = True
    else:
        s.scores[s.turn] += s.total
        end_turn(s)


def end_turn(s):
    s.total = 0
    s.turn = 1 - s.turn


def progress(s):
    return s.scores[0] + s.scores[1]


def action_name(s, action):
    if s.rolling:
        return f"rolled {action + 1}"
    return "roll" if action == ROLL else "hold"


def parse_action(s, text):
    for action in range(SIDES if s.rolling else ACTIONS):
        if action_name(s, action) == text.strip():
            return action
    raise ValueError(f"{text!r}: write {'rolled 1, rolled 2, ...' if s.rolling else 'roll or hold'}")


def text(s):
    lines = [f"{PLAYERS[player]:6} {s.scores[player]:4} of {TARGET}" for player in (0, 1)]
    doing = "rolling" if s.rolling else "to move"
    return "\n".join([*lines, f"{PLAYERS[s.turn]} {doing}, turn total {s.total}"])


def parse(text, s):
    scores = [re.search(rf"{player} +(\d+) of", text) for player in PLAYERS]
    turn = re.search(r"(first|second) (rolling|to move), turn total (\d+)", text)
    if turn is None or scores[0] is None or scores[1] is None:
        raise ValueError("expected 'first 20 of 100', 'second 7 of 100' and 'first to move, turn total 5'")
    s.scores[0], s.scores[1] = int(scores[0][1]), int(scores[1][1])
    s.turn = PLAYERS.index(turn[1])
    s.rolling = turn[2] == "rolling"
    s.total = int(turn[3])
