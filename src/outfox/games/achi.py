r"""Achi: drop four men each on nine points, then slide into the one empty point; three in a row win.

    3 x - o - x
      | \ | / |
    2 o - x - .       x  first
      | / | \ |       o  second
    1 o - x - o
      a   b   c

Rules
    - The players drop their men in turn, one at a time, onto empty points; the first player begins.
    - When all eight are on the board a player slides one of its men along a line into the empty point.
    - Whoever has three men in a row, along a row, a column or a diagonal, wins, while dropping too. A player
      that cannot slide loses.
    - Play without end is a draw.

Payoff
    1 if the first player wins, -1 if the second does, 0 for endless play.

Actions
    Action 9 * origin + goal slides a man; a drop is written as a slide from the goal itself. Points are
    numbered along the rows from the upper left. Names give the points: b2 is a drop, b2-c3 a slide.

State
    A bitboard of men for each side, and the side to move.

Facts
    The first player wins in 11 plies; 5,716 states can be reached. Where a row that is made while dropping
    does not count, the second player would win.

Sources
    A game of Ghana. R. C. Bell, *Board and Table Games from Many Civilizations*, 1960. The figures are
    exact, by retrograde analysis.

Players
    `first` drops first, `second` second.
"""

from outfox.games import three_mens_morris as morris

MEN = 4
STUCK = "loses"
PLAYERS, BOARD, State = morris.PLAYERS, morris.BOARD, morris.State
ACTIONS, BRANCHING, ENDLESS, SYMMETRIES = morris.ACTIONS, morris.BRANCHING, morris.ENDLESS, morris.SYMMETRIES
initial, mover, apply, payoff = morris.initial, morris.mover, morris.apply, morris.payoff
swap, symmetry, symmetry_action = morris.swap, morris.symmetry, morris.symmetry_action
squares, action_name, text = morris.squares, morris.action_name, morris.text


def legal_actions(s):
    yield from morris.drops_and_slides(s, MEN)


def parse(text, s):
    morris.read(text, s, MEN)
