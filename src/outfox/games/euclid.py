"""Euclid: subtract a multiple of the smaller number from the larger one; whoever reaches 0 wins.

Rules
    Two numbers are given. The players take turns to subtract a positive multiple of the smaller number from
    the larger one, so that the result is not negative. Whoever makes one of the numbers 0 wins: it is
    Euclid's way to the greatest common divisor, with a choice at each step.

Payoff
    1 if the first player wins, -1 if the second player wins.

Actions
    Action k subtracts k + 1 times the smaller number. The legal ones come small first. Names show what is
    subtracted: `- 2 * 7`.

State
    The larger number, the smaller one, and who is to move.

Parameters
    `numbers`: the two at the start.

Facts
    Who is to move wins exactly where the numbers are equal or the larger is more than 1.618 times (the golden
    ratio) the smaller.

Sources
    A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy for it",
    *The Mathematical Gazette* 53 (1969).

Players
    `first` moves first, `second` second.
"""

import re

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
NUMBERS: tuple[int, int] = (34, 20)
assert all(1 <= number <= 10_000 for number in NUMBERS), "numbers must be two from 1 to 10,000"

ACTIONS = max(NUMBERS)
State = np.dtype([("large", np.int16), ("small", np.int16), ("turn", np.int8)])


def initial(s):
    s.large = max(NUMBERS)
    s.small = min(NUMBERS)


def mover(s):
    return s.turn if s.small > 0 else TERMINAL


def legal_actions(s):
    yield from range(s.large // s.small)


def apply(s, action):
    rest = s.large - (action + 1) * s.small
    s.large = max(s.small, rest)
    s.small = min(s.small, rest)
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who moved last reached 0


def swap(s, out):
    out.large = s.large
    out.small = s.small
    out.turn = 1 - s.turn


def action_name(s, action):
    return f"- {action + 1} * {s.small}"


def text(s):
    return f"{s.large} and {s.small}, {PLAYERS[s.turn]} to move"


def parse(text, s):
    found = re.fullmatch(r"(\d+) and (\d+), (first|second) to move", text.strip())
    if not found or int(found[1]) == 0 or max(int(found[1]), int(found[2])) > ACTIONS:
        raise ValueError(f"expected a line like: {max(NUMBERS)} and {min(NUMBERS)}, first to move")
    s.large, s.small = sorted((int(found[1]), int(found[2])), reverse=True)
    s.turn = PLAYERS.index(found[3])
