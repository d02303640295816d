"""Liar's dice: both roll in secret, then outbid each other on all dice together, until one doubts the bid.

Rules
    - Each player rolls `dice` dice with `faces` faces and hides them. The first player begins.
    - A bid says that of all dice of both players at least so many show a certain face. The highest face is wild: it
      counts as every face.
    - Players take turns. The first has to bid; after that the player to move makes a higher bid or says "liar",
      which ends the game. A higher bid names more dice, or as many dice and a higher face.
    - If the last bid is true, who made it wins; else who doubted it.

Payoff
    1 if the first player wins, -1 if the second does.

Actions
    Bid k names k // faces + 1 dice of face k % faces + 1; `liar` is the last action. Higher bids come in their
    order, then `liar`. Bids are called `2 fives` and so on, and `2 of 9` where a face has no name.

Chance outcomes
    Outcome k rolls face k + 1: first the first player's dice, one after another, then the second's.

What a player sees
    Its own dice, whatever the order in which they fell, and all bids.

State
    How many dice of each face each player has, how many have been rolled, and the bids.

Parameters
    - `faces`: of a die.
    - `dice`: of each player.

Facts
    With one die each, the value for the first player is 1/9 with 3 faces, 1/16 with 4, 1/125 with 5, and -7/258
    with 6.

Sources
    OpenSpiel's `liars_dice` has the same actions and outcomes.

Players
    `first` and `second`.
"""

import math
import re

import numpy as np

from outfox.rules import BOTH, CHANCE, TERMINAL

PLAYERS = "first", "second"
FACES: int = 6  # of a die
DICE: int = 1  # of each player
assert 2 <= FACES <= 20, "faces must be 2 to 20"
assert 1 <= DICE <= 10, "dice must be 1 to 10"

VERSION = 1
ALL_DICE = 2 * DICE
BIDS = ALL_DICE * FACES
LIAR = BIDS
ACTIONS = BIDS + 1
OUTCOMES = FACES
PRIVATES = math.comb(FACES + DICE - 1, DICE)
# last: the highest bid and one, 0 before the first
State = np.dtype([
    ("dice", np.int8, (2, FACES)), ("rolled", np.int8), ("bids", np.bool_, (BIDS,)), ("last", np.int16),
    ("turn", np.int8), ("over", np.bool_),
])  # fmt: skip
View = np.dtype([
    ("dice", np.int8, (FACES,)), ("rolled", np.int8), ("bids", np.bool_, (BIDS,)), ("over", np.bool_),
    ("shown", np.int8, (FACES,)),
])  # fmt: skip

FACE_NAMES = "ones", "twos", "threes", "fours", "fives", "sixes"
# ways[n][k]: in how many ways n dice can show k faces
WAYS = [[math.comb(n + k - 1, n) if k > 0 else int(n == 0) for k in range(FACES + 1)] for n in range(DICE + 1)]


def initial(s):
    s.turn = 0


def mover(s):
    if s.rolled < ALL_DICE:
        return CHANCE
    return TERMINAL if s.over else s.turn


def legal_actions(s):
    for bid in range(s.last, BIDS):
        yield bid
    if s.last > 0:
        yield LIAR


def chance(s):
    for face in range(FACES):
        yield face, 1 / FACES


def apply(s, action):
    if s.rolled < ALL_DICE:
        s.dice[s.rolled // DICE, action] += 1
        s.rolled += 1
        return
    if action == LIAR:
        s.over = True
    else:
        s.bids[action] = True
        s.last = action + 1
    s.turn = 1 - s.turn


def holds(s):
    """Say whether the last bid is true."""
    number, face = (s.last - 1) // FACES + 1, (s.last - 1) % FACES
    wild = FACES - 1
    shown = s.dice[0, face] + s.dice[1, face]
    if face != wild:
        shown += s.dice[0, wild] + s.dice[1, wild]
    return shown >= number


def payoff(s):
    bidder = s.turn  # the one who doubted has just moved
    return 1.0 if holds(s) == (bidder == 0) else -1.0


def observe(s, player, view):
    for face in range(FACES):
        view.dice[face] = s.dice[player, face]
        view.shown[face] = s.dice[1 - player, face] if s.over else 0
    for bid in range(BIDS):
        view.bids[bid] = s.bids[bid]
    view.rolled = s.rolled
    view.over = s.over


def sees(s, action):
    return s.rolled // DICE if s.rolled < ALL_DICE else BOTH


def private(s, player):
    """Number the dice of a player, whatever their order, among all that it may have."""
    left, number = DICE, 0
    for face in range(FACES - 1):
        for fewer in range(s.dice[player, face]):
            number += WAYS[left - fewer][FACES - 1 - face]
        left -= s.dice[player, face]
    return number


def public(s, out):
    out.rolled = s.rolled
    for bid in range(BIDS):
        out.bids[bid] = s.bids[bid]
    out.last = s.last
    out.turn = s.turn
    out.over = s.over


def action_name(s, action):
    if s.rolled < ALL_DICE:
        return f"{PLAYERS[s.rolled // DICE]} rolls {action + 1}"
    return "liar" if action == LIAR else bid_name(action)


def bid_name(bid):
    number, face = bid // FACES + 1, bid % FACES
    if face >= len(FACE_NAMES):
        return f"{number} of {face + 1}"
    name = FACE_NAMES[face]
    return f"{number} {name}" if number > 1 else f"1 {name[:-2] if name == 'sixes' else name[:-1]}"


def parse_action(s, text):
    word = text.strip().lower()
    if s.rolled < ALL_DICE:
        return int(word.split()[-1]) - 1
    return LIAR if word == "liar" else [bid_name(bid) for bid in range(BIDS)].index(word)


def text(s):
    lines = []
    for player in (0, 1):
        dice = [str(face + 1) for face in range(FACES) for _ in range(s.dice[player, face])]
        lines.append(f"{PLAYERS[player]:6} {' '.join(dice) or '-'}")
    bids = [bid_name(bid) for bid in range(BIDS) if s.bids[bid]] + (["liar"] if s.over else [])
    return "\n".join([*lines, f"said {', '.join(bids) or 'nothing'}"])


def parse(text, s):
    dice = [found[1] for player in PLAYERS if (found := re.search(rf"{player} +([\d -]+)", text))]
    said = re.search(r"said (.*)", text)
    if said is None or len(dice) < 2:
        raise ValueError("expected 'first 2', 'second 5' and 'said 1 two, 1 five, liar'")
    for player in (0, 1):
        for face in dice[player].split():
            if face != "-":
                s.dice[player, int(face) - 1] += 1
                s.rolled += 1
    for name in said[1].split(", "):
        if name != "nothing":
            apply(s, parse_action(s, name))
