"""Nine holes: three men's morris in which a man may move to any empty point.

    3 x o .
    2 . x .       x  first
    1 o . .       o  second
      a b c

Rules
    - The players drop three men each in turn, one at a time, onto empty points; the first player begins.
    - When all six are on the board a player moves one of its men to any empty point.
    - Whoever has its three men in a row wins, along a row, a column or a diagonal, while dropping too.
    - Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    Action 9 * origin + goal moves a man; a drop is written as a move from the goal itself. Points are
    numbered along the rows from the upper left. Names give the points: b2 is a drop, b2-a1 a move.

State
    A bitboard of men for each side, and the side to move.

Parameters
    - `diagonal_mills`: false counts rows and columns only.
    - `centre_ban`: true forbids each player to drop its first man onto the centre.

Facts
    A draw, with the diagonals (5,390 states can be reached) and without them (5,470 states). With the centre
    ban, which makes three men's morris a draw, the first player wins in 7 plies, beginning in a corner.

Sources
    R. C. Bell, *Board and Table Games from Many Civilizations*, 1960. The figures are exact, by retrograde
    analysis.

Players
    `first` drops first, `second` second.
"""

from outfox.games import three_mens_morris as morris
from outfox.rules import TERMINAL, bits, count, grid, picture

DIAGONAL_MILLS: bool = True
CENTRE_BAN: bool = False  # each player's first man may not be dropped onto the centre
POINTS, MEN = morris.POINTS, morris.MEN
MILLS = tuple(sum(1 << k for k in row) for row in morris.STRAIGHT + (morris.DIAGONAL if DIAGONAL_MILLS else ()))
BOARD = grid(3, 3, pieces=morris.PLAYERS, marks="xo")
PLAYERS, State = morris.PLAYERS, morris.State
ACTIONS, BRANCHING, ENDLESS, SYMMETRIES = morris.ACTIONS, morris.BRANCHING, morris.ENDLESS, morris.SYMMETRIES
initial, apply, payoff = morris.initial, morris.apply, morris.payoff
swap, symmetry, symmetry_action = morris.swap, morris.symmetry, morris.symmetry_action
squares, action_name, parse = morris.squares, morris.action_name, morris.parse


def mover(s):
    theirs = s.men[1 - s.turn]
    return TERMINAL if any(theirs & mill == mill for mill in MILLS) else s.turn


def legal_actions(s):
    mine = s.men[s.turn]
    free = morris.FULL & ~(mine | s.men[1 - s.turn])
    if count(mine) < MEN:
        if CENTRE_BAN and mine == 0:
            free &= ~(1 << morris.CENTRE)
        for goal in bits(free):
            yield POINTS * goal + goal
    else:
        for origin in bits(mine):
            for goal in bits(free):
                yield POINTS * origin + goal


def text(s):
    out = [0] * POINTS
    squares(s, out)
    over = f", {PLAYERS[1 - s.turn]} has won" if mover(s) == TERMINAL else ""
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move{over}"
