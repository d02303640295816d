"""Fibonacci nim: take stones from one heap, at most twice what the other took; whoever takes the last one wins.

Rules
    The first move takes one or more stones, but not all of them. Every later move takes one or more, at most
    twice as many as the move before. Whoever takes the last stone wins.

Payoff
    1 if the first player wins, -1 if the second player wins.

Actions
    Action k takes k + 1 stones. The legal ones come small first. Names: `take 3`.

State
    The stones that are left, how many of them the player to move may take, and who that is.

Parameters
    `stones`: how many lie there at the start.

Facts
    The first player loses exactly where the number of stones is a Fibonacci number: 2, 3, 5, 8, 13, 21, 34,
    55 and so on. Else a winning move takes the smallest number of the sum of Fibonacci numbers, no two of them
    neighbours, that makes up the heap (Zeckendorf's).

Sources
    M. J. Whinihan, "Fibonacci nim", *The Fibonacci Quarterly* 1 (1963), who names R. E. Gaskell.

Players
    `first` moves first, `second` second.
"""

import re

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
STONES: int = 20
assert 2 <= STONES <= 10_000, "stones must be 2 to 10,000"

ACTIONS = STONES - 1
State = np.dtype([("stones", np.int16), ("most", np.int16), ("turn", np.int8)])


def initial(s):
    s.stones = STONES
    s.most = STONES - 1


def mover(s):
    return s.turn if s.stones > 0 else TERMINAL


def legal_actions(s):
    yield from range(s.most)


def apply(s, action):
    taken = action + 1
    s.stones -= taken
    s.most = min(2 * taken, s.stones)
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.turn == 1 else -1.0  # who moved last took the last stone


def swap(s, out):
    out.stones = s.stones
    out.most = s.most
    out.turn = 1 - s.turn


def action_name(s, action):
    return f"take {action + 1}"


def text(s):
    return f"{s.stones} stones, take at most {s.most}, {PLAYERS[s.turn]} to move"


def parse(text, s):
    found = re.fullmatch(r"(\d+) stones, take at most (\d+), (first|second) to move", text.strip())
    if not found or not int(found[2]) <= int(found[1]) <= STONES or (found[1] != "0" and found[2] == "0"):
        raise ValueError(f"expected a line like: {STONES} stones, take at most {STONES - 1}, first to move")
    s.stones, s.most = int(found[1]), int(found[2])
    s.turn = PLAYERS.index(found[3])
