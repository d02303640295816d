"""Wild tic-tac-toe: each turn marks a cell with a cross or a nought, and whoever completes a row of three wins.

    3 x . .
    2 . o .       x  cross
    1 . . x       o  nought
      a b c

Rules
    The players take turns to put a mark on an empty cell, each time a cross or a nought as they like. Whoever
    completes three equal marks in a row, a column or a diagonal wins, no matter who put the others there. In
    misère play that player loses. A full board without three in a row is a draw.

Payoff
    1 if the first player wins, -1 if the second player wins, 0 for a draw.

Actions
    Action cell puts a cross on a cell, action 9 + cell a nought; cells are numbered row * 3 + col, row 0
    being the top row. The legal ones come in this order. Names are the mark and the cell, ranks counted from
    the bottom: `x b2`.

State
    Two bitboards, crosses and noughts. Who moves follows from their number.

Parameters
    `misere`: whether three in a row lose.

Facts
    18,753 positions. The first player wins in 7 plies, by a mark of either kind in the centre and no other
    opening.

Sources
    E. Mendelson, *Introducing Game Theory and Its Applications* (2004). The facts are by exhaustive search.

Players
    `first` moves first, `second` second.
"""

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid, picture, pieces_in

PLAYERS = "first", "second"
MISERE: bool = False

ACTIONS = 18
SYMMETRIES = 16
# Two kinds of pieces are drawn as those of the two players; a third, never placed, shows that these are nobody's.
BOARD = grid(3, 3, pieces=("cross", "nought", "free choice"), marks="xo?")
State = np.dtype([("crosses", np.uint64), ("noughts", np.uint64)])

FULL = 0o777
ROWS = 0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124  # an octal digit is a row of the board


def initial(s):
    s.crosses = 0


def three_in_a_row(marks):
    return any(marks & row == row for row in ROWS)


def is_won(s):
    return three_in_a_row(s.crosses) or three_in_a_row(s.noughts)


def turn(s):
    return count(s.crosses | s.noughts) % 2


def mover(s):
    return TERMINAL if is_won(s) or s.crosses | s.noughts == FULL else turn(s)


def legal_actions(s):
    empty = FULL & ~(s.crosses | s.noughts)
    yield from bits(empty)
    for cell in bits(empty):
        yield 9 + cell


def apply(s, action):
    if action < 9:
        s.crosses |= 1 << action
    else:
        s.noughts |= 1 << action - 9


def payoff(s):
    if not is_won(s):
        return 0.0
    winner = turn(s) if MISERE else 1 - turn(s)
    return 1.0 if winner == 0 else -1.0


def moved(k, cell):
    """Move a cell by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = cell // 3, cell % 3
    if k & 1:
        col = 2 - col
    if k & 2:
        row = 2 - row
    return col * 3 + row if k & 4 else row * 3 + col


def symmetry(k, s, out):
    out.crosses = 0
    out.noughts = 0
    for cell in bits(s.noughts if k & 8 else s.crosses):  # bit 3 of k exchanges the marks
        out.crosses |= 1 << moved(k, cell)
    for cell in bits(s.crosses if k & 8 else s.noughts):
        out.noughts |= 1 << moved(k, cell)


def symmetry_action(k, action):
    mark = 1 - action // 9 if k & 8 else action // 9
    return 9 * mark + moved(k, action % 9)


def squares(s, out):
    for cell in bits(s.crosses):
        out[cell] = 1
    for cell in bits(s.noughts):
        out[cell] = 2


def action_name(s, action):
    return f"{'xo'[action // 9]} {BOARD.names[action % 9]}"


def text(s):
    out = [0] * 9
    squares(s, out)
    end = "drawn" if not is_won(s) else f"{PLAYERS[0 if payoff(s) > 0 else 1]} has won"
    return f"{picture(BOARD, out)}\n{end if mover(s) == TERMINAL else PLAYERS[turn(s)] + ' to move'}"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    s.crosses = sum(1 << cell for cell, piece in enumerate(pieces) if piece == 1)
    s.noughts = sum(1 << cell for cell, piece in enumerate(pieces) if piece == 2)
