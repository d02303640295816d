"""Goofspiel: both bid one of their cards at the same time for each prize in turn.

Rules
    - Each player has the cards 1 to `cards`, and so has the pile of prizes. In each round one prize is turned up,
      and both players bid one card, which is then spent. The higher card wins the prize; equal cards win nobody
      anything.
    - Prizes come by chance, or from the highest down, or from the lowest up.
    - With `hidden`, bids are not shown: both learn only who won the prize.
    - The game is over when all cards are spent.

    Both bid at the same time: the first player bids, and the second does not see it before its own bid.

Payoff
    With `count=win` 1 if the first player has more points than the second, -1 if it has fewer, else 0. With
    `count=points` the difference.

Actions
    Action k bids card k + 1; lower cards come first.

Chance outcomes
    Outcome k turns up prize k + 1; all that are left are equally likely.

What a player sees
    The prizes, its own bids, and the other's bids of earlier rounds, or with `hidden` who won them.

State
    The prizes, both players' bids, and how far the round has come.

Parameters
    - `cards`: of each player, and the number of rounds.
    - `hidden`: whether bids stay hidden.
    - `order`: of the prizes, `random`, `descending` or `ascending`.
    - `count`: what is won, `win` or `points`.

Sources
    S. M. Ross, *Goofspiel: the game of pure strategy*, Journal of Applied Probability 8 (1971). OpenSpiel's
    `goofspiel` with two players has the same actions and outcomes; it plays the last round, in which nobody has a
    choice, by itself.

Players
    `first` and `second`.
"""

import re
from typing import Literal

import numpy as np

from outfox.rules import BOTH, CHANCE, TERMINAL

PLAYERS = "first", "second"
CARDS: int = 4  # of each player
HIDDEN: bool = False  # whether bids stay hidden
ORDER: Literal["random", "descending", "ascending"] = "random"
COUNT: Literal["win", "points"] = "win"
assert 1 <= CARDS <= 60, "cards must be 1 to 60"

VERSION = 1
ACTIONS = CARDS
OUTCOMES = CARDS
SCALE = 1.0 if COUNT == "win" else float(CARDS * (CARDS + 1) // 2)
BY_CHANCE = ORDER == "random"
# prizes, bids: 0 none yet, else the card
State = np.dtype([("prizes", np.int8, (CARDS,)), ("bids", np.int8, (2, CARDS)), ("round", np.int8)])
# results: of the player itself; 0 none yet, else won 1, lost 2, neither 3
View = np.dtype([
    ("prizes", np.int8, (CARDS,)), ("own", np.int8, (CARDS,)), ("other", np.int8, (CARDS,)),
    ("results", np.int8, (CARDS,)), ("player", np.int8),
])  # fmt: skip


def initial(s):
    if not BY_CHANCE:
        s.prizes[0] = CARDS if ORDER == "descending" else 1


def mover(s):
    if s.round == CARDS:
        return TERMINAL
    if s.prizes[s.round] == 0:
        return CHANCE
    return 0 if s.bids[0, s.round] == 0 else 1


def spent(cards, card):
    for k in range(CARDS):
        if cards[k] == card:
            return True
    return False


def legal_actions(s):
    player = 0 if s.bids[0, s.round] == 0 else 1
    for card in range(1, CARDS + 1):
        if not spent(s.bids[player], card):
            yield card - 1


def chance(s):
    for card in range(1, CARDS + 1):
        if not spent(s.prizes, card):
            yield card - 1, 1 / (CARDS - s.round)


def apply(s, action):
    if s.prizes[s.round] == 0:
        s.prizes[s.round] = action + 1
    elif s.bids[0, s.round] == 0:
        s.bids[0, s.round] = action + 1
    else:
        s.bids[1, s.round] = action + 1
        s.round += 1
        if not BY_CHANCE and s.round < CARDS:
            s.prizes[s.round] = CARDS - s.round if ORDER == "descending" else s.round + 1


def difference(s):
    """Return how many points the first player is ahead."""
    total = 0
    for k in range(s.round):
        if s.bids[0, k] > s.bids[1, k]:
            total += s.prizes[k]
        elif s.bids[0, k] < s.bids[1, k]:
            total -= s.prizes[k]
    return total


def payoff(s):
    points = difference(s)
    if COUNT == "points":
        return float(points)
    return 1.0 if points > 0 else -1.0 if points < 0 else 0.0


def observe(s, player, view):
    view.player = player
    for k in range(CARDS):
        view.prizes[k] = s.prizes[k]
        view.own[k] = s.bids[player, k]
    for k in range(s.round):
        own, other = s.bids[player, k], s.bids[1 - player, k]
        view.results[k] = 1 if own > other else 2 if own < other else 3
        if not HIDDEN:
            view.other[k] = other


def sees(s, action):
    # The second bid shows both who wins, and without `hidden` each the other's card; the first shows nothing yet.
    return 0 if s.prizes[s.round] > 0 and s.bids[0, s.round] == 0 else BOTH


def action_name(s, action):
    return f"prize {action + 1}" if s.prizes[s.round] == 0 else f"bid {action + 1}"


def parse_action(s, text):
    return int(text.split()[-1]) - 1


def row(cards):
    return " ".join(str(card) if card else "-" for card in cards)


def text(s):
    lines = [f"prizes {row(s.prizes)}", *(f"{PLAYERS[player]:6} {row(s.bids[player])}" for player in (0, 1))]
    return "\n".join([*lines, f"first ahead by {difference(s)}"])


def parse(text, s):
    lines = [re.search(rf"{name} +((?:[-\d]+ ?){{{CARDS}}})", text) for name in ("prizes", *PLAYERS)]
    rows = [found[1].split() for found in lines if found]
    if len(rows) < 3:
        raise ValueError("expected 'prizes 3 1 - -', 'first 4 - - -' and 'second 2 - - -'")
    prizes, first, second = ([0 if card == "-" else int(card) for card in row] for row in rows)
    for k in range(CARDS):
        s.prizes[k], s.bids[0, k], s.bids[1, k] = prizes[k], first[k], second[k]
        s.round += second[k] > 0
