"""Row jump: two tokens walk towards each other in a row; whoever first reaches the other end wins.

    A . . B       The board of four squares at the start.

Rules
    Token A starts on the left end of a row of squares, token B on the right end; A begins. In turn each moves
    one square to the left or the right, onto an empty square; if the other token stands there, it jumps over
    it to the square behind. A wins when it reaches the right end, B when it reaches the left end. Play
    without end is a draw.

Payoff
    1 if A wins, -1 if B wins.

Actions
    0 to the left, 1 to the right; the legal ones come in this order. Names are these words: `left`, `right`.

State
    The squares of A and of B, counted from 0 on the left, and who is to move.

Parameters
    `n`: number of squares, at least 3.

Facts
    From three squares to ten, the winner and the plies are: B 2, A 3, B 8, A 9, B 12, A 13, B 16, A 17.

Sources
    S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, exercises on game playing (the
    four-square game with loops in its tree). The figures are by retrograde analysis.

Players
    `A` moves first, `B` second.
"""

import numpy as np

from outfox.rules import TERMINAL, grid, picture, pieces_in, player_in

PLAYERS = "A", "B"
N: int = 4
assert 3 <= N <= 10_000, "n, the number of squares, must be 3 to 10,000"

ENDLESS = 0.0
ACTIONS = 2
BOARD = grid(1, N, pieces=("A", "B"), marks="AB")
State = np.dtype([("at", np.int16, (2,)), ("turn", np.int8)])


def initial(s):
    s.at[1] = N - 1


def mover(s):
    return TERMINAL if s.at[0] == N - 1 or s.at[1] == 0 else s.turn


def goal(s, action):
    step = 2 * action - 1
    there = s.at[s.turn] + step
    return there + step if there == s.at[1 - s.turn] else there


def legal_actions(s):
    for action in range(2):
        if 0 <= goal(s, action) < N:
            yield action


def apply(s, action):
    s.at[s.turn] = goal(s, action)
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.at[0] == N - 1 else -1.0


def swap(s, out):
    out.at[0] = N - 1 - s.at[1]
    out.at[1] = N - 1 - s.at[0]
    out.turn = 1 - s.turn


def squares(s, out):
    out[s.at[0]] = 1
    out[s.at[1]] = 2


def action_name(s, action):
    return "right" if action else "left"


def text(s):
    out = [0] * N
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    if sorted(pieces)[-3:] != [0, 1, 2]:
        raise ValueError("expected one A and one B on the row")
    s.at[0], s.at[1] = pieces.index(1), pieces.index(2)
    s.turn = player_in(PLAYERS, text)
