"""Kayles: knock down one pin of a row or two that stand side by side; whoever knocks down the last one wins.

    x x . x x x x . . x x x x      x  a standing pin

Rules
    Pins stand in a row. The players take turns to knock down one pin, or two pins next to each other with
    none missing between them. Whoever cannot do so loses: in Kayles the last pin wins. In Dawson's Kayles,
    `throws=[2]`, a throw always takes two. In misère play whoever cannot move wins.

Payoff
    1 if the first player wins, -1 if the second player wins.

Actions
    Action throw * pins + place knocks down `throws[throw]` pins from the pin of that place on, counted from
    0. The legal ones come in this order. Names are the files of the first and the last pin: `c`, `c-d`.

State
    One bit a standing pin, and who is to move.

Parameters
    - `pins`: how many stand in the row at the start.
    - `throws`: how many pins, all next to each other, a throw may take: `[1,2]` in Kayles, `[2]` in Dawson's.
    - `misere`: whether having no move wins.

Facts
    The first player wins a single row of Kayles, whatever its length, by leaving two equal rows. The Grundy
    values of Dawson's Kayles for 0 to 20 pins are 0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3, and have period
    34 in the end; where the value is 0 the second player wins.

Sources
    H. E. Dudeney, *The Canterbury Puzzles* (1907). R. K. Guy and C. A. B. Smith, "The G-values of various
    games", *Proceedings of the Cambridge Philosophical Society* 52 (1956).

Players
    `first` moves first, `second` second.
"""

import numpy as np

from outfox.rules import bits, grid, picture, pieces_in, player_in

PLAYERS = "first", "second"
PINS: int = 13
THROWS: tuple[int, ...] = (1, 2)
MISERE: bool = False
assert 1 <= PINS <= 64, "pins must be 1 to 64: a bitboard holds the row"
assert all(1 <= throw <= PINS for throw in THROWS), f"throws must be numbers of pins from 1 to {PINS}"
assert 1 <= len(set(THROWS)) == len(THROWS), "throws must be one or more different numbers"

STUCK = "wins" if MISERE else "loses"
ACTIONS = len(THROWS) * PINS
SYMMETRIES = 2
BOARD = grid(1, PINS, pieces=("pin",), marks="x")
State = np.dtype([("pins", np.uint64), ("turn", np.int8)])
ROWS_OF_PINS = tuple((1 << throw) - 1 for throw in THROWS)  # a row of as many bits


def initial(s):
    s.pins = (1 << PINS) - 1


def mover(s):
    return s.turn


def legal_actions(s):
    for throw in range(len(THROWS)):
        starts = s.pins
        for k in range(1, THROWS[throw]):
            starts &= s.pins >> k
        for place in bits(starts):
            yield throw * PINS + place


def apply(s, action):
    s.pins ^= ROWS_OF_PINS[action // PINS] << action % PINS
    s.turn = 1 - s.turn


def payoff(s):
    stuck = 1.0 if MISERE else -1.0
    return stuck if s.turn == 0 else -stuck


def symmetry(k, s, out):
    out.pins = 0
    out.turn = s.turn
    for place in bits(s.pins):
        out.pins |= 1 << (PINS - 1 - place if k else place)


def symmetry_action(k, action):
    throw, place = action // PINS, action % PINS
    return throw * PINS + (PINS - THROWS[throw] - place if k else place)


def swap(s, out):
    out.pins = s.pins
    out.turn = 1 - s.turn


def squares(s, out):
    for place in bits(s.pins):
        out[place] = 1


def action_name(s, action):
    first, last = action % PINS, action % PINS + THROWS[action // PINS] - 1
    names = [name.rstrip("1") for name in BOARD.names]
    return names[first] if first == last else f"{names[first]}-{names[last]}"


def text(s):
    out = [0] * PINS
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    s.pins = sum(1 << place for place, piece in enumerate(pieces_in(BOARD, text)) if piece)
    s.turn = player_in(PLAYERS, text)
