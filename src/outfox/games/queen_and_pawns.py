"""Queen and pawns: one queen against a row of pawns, which win if one of them gets through or takes the queen.

    6 . . . Q . .
    5 . . . . . .
    4 . . . . . .       Q  queen
    3 . . . . . .       p  pawn
    2 p p p p p p
    1 . . . . . .
      a b c d e f

Rules
    - Pawns step one square up, onto an empty square; from the second row, where they start, two, if both are
      empty. A pawn captures the queen one square diagonally upwards.
    - The queen moves any number of squares along a row, column or diagonal, over no pawn, and captures a pawn
      where it stands. The pawns begin.
    - The pawns win when one of them reaches the top row or captures the queen; the queen wins when no pawn is
      left, or none can move on its turn.

Payoff
    1 if the pawns win, -1 if the queen wins.

Actions
    Pawns: action 4 * square + way moves the pawn on that square; way 0 one step up, 1 two, 2 captures up and to
    the left, 3 up and to the right. Queen: action 4 * size * size + square moves her to that square. Squares
    are numbered row * size + col from the lower left. The legal ones come by square and way, for the queen
    direction by direction, near squares first. Names are both squares: a2a4, d2xe3, Qd6xa3.

State
    One bit a pawn, the square of the queen (-1 once she is captured), and who is to move.

Parameters
    - `size`: rows and columns of the board.
    - `queen`: her file at the start, counted from 0; she stands on the top row.
    - `double`: whether pawns may make two steps from the second row.

Facts
    On 6 x 6 the pawns win in 11 plies, on whatever file the queen starts; without the double step in 17. From
    d6 there are 1,599,544 positions, 963,600 of them unfinished.

Sources
    A teaching game of chess clubs, in several forms. A published solution of the 6 x 6 board has the pawns win
    in 11 plies, as here, but names 635,231 positions and not the rules that it counts them by. Neither
    leaving out the double step, forbidding the queen attacked squares (the pawns win in 11 then, too),
    letting her capture on the top row, another start, nor counting mirror images once gives that number.

Players
    `pawns` move first, `queen` second.
"""

import numpy as np

from outfox.rules import TERMINAL, bits, grid, picture, pieces_in, player_in

PLAYERS = "pawns", "queen"
SIZE: int = 6
QUEEN: int = 3  # her file on the top row, counted from 0
DOUBLE: bool = True
CELLS = SIZE * SIZE
assert 4 <= SIZE <= 8, "size must be 4 to 8: a bitboard holds 64 squares"
assert 0 <= QUEEN < SIZE, f"queen, her file, must be from 0 to {SIZE - 1}"

PAWNS_TURN, QUEENS_TURN = 0, 1
QUEEN_MOVES = 4 * CELLS  # her actions come after those of the pawns
ONE_STEP, TWO_STEPS, LEFT, RIGHT = range(4)
STUCK = "loses"
ACTIONS = 5 * CELLS
BRANCHING = 4 * SIZE
SYMMETRIES = 2
BOARD = grid(SIZE, SIZE, pieces=("pawn", "queen"), marks="pQ", top_down=False)
State = np.dtype([("pawns", np.uint64), ("queen", np.int8), ("turn", np.int8)])

START_ROW = ((1 << SIZE) - 1) << SIZE
TOP_ROW = START_ROW << (SIZE - 2) * SIZE
WAYS = SIZE, 2 * SIZE, SIZE - 1, SIZE + 1  # how far each way leads
DIRECTIONS = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)


def initial(s):
    s.pawns = START_ROW
    s.queen = CELLS - SIZE + QUEEN


def is_empty(s, square):
    return square != s.queen and not s.pawns >> square & 1


def mover(s):
    return TERMINAL if s.queen < 0 or s.pawns & TOP_ROW else s.turn


def payoff(s):
    return 1.0 if mover(s) == TERMINAL else -1.0  # else the pawns are stuck or all captured


def pawn_actions(s):
    for square in bits(s.pawns):
        file = square % SIZE
        if is_empty(s, square + SIZE):
            yield 4 * square + ONE_STEP
            if DOUBLE and square // SIZE == 1 and is_empty(s, square + 2 * SIZE):
                yield 4 * square + TWO_STEPS
        if file > 0 and square + SIZE - 1 == s.queen:
            yield 4 * square + LEFT
        if file < SIZE - 1 and square + SIZE + 1 == s.queen:
            yield 4 * square + RIGHT


def queen_actions(s):
    for up, right in DIRECTIONS:
        for steps in range(1, SIZE):
            row, col = s.queen // SIZE + steps * up, s.queen % SIZE + steps * right
            if not (0 <= row < SIZE and 0 <= col < SIZE):
                break
            yield QUEEN_MOVES + row * SIZE + col
            if s.pawns >> row * SIZE + col & 1:
                break


def legal_actions(s):
    if s.turn == PAWNS_TURN:
        yield from pawn_actions(s)
    else:
        yield from queen_actions(s)


def apply(s, action):
    if s.turn == QUEENS_TURN:
        s.queen = action - QUEEN_MOVES
        s.pawns &= ~(1 << s.queen)
    else:
        goal = action // 4 + WAYS[action % 4]
        s.pawns ^= 1 << action // 4 | 1 << goal
        if goal == s.queen:
            s.queen = -1
    s.turn = 1 - s.turn


def mirrored(square):
    return square - square % SIZE + SIZE - 1 - square % SIZE


def symmetry(k, s, out):
    out.pawns = 0
    for square in bits(s.pawns):
        out.pawns |= 1 << (mirrored(square) if k else square)
    out.queen = mirrored(s.queen) if k and s.queen >= 0 else s.queen
    out.turn = s.turn


def symmetry_action(k, action):
    if k == 0:
        return action
    if action >= QUEEN_MOVES:
        return QUEEN_MOVES + mirrored(action - QUEEN_MOVES)
    way = action % 4
    return 4 * mirrored(action // 4) + (LEFT + RIGHT - way if way >= LEFT else way)


def squares(s, out):
    for square in bits(s.pawns):
        out[square] = 1
    if s.queen >= 0:
        out[s.queen] = 2


def action_name(s, action):
    if action >= QUEEN_MOVES:
        goal = action - QUEEN_MOVES
        return "Q" + BOARD.names[s.queen] + ("x" if s.pawns >> goal & 1 else "") + BOARD.names[goal]
    goal = action // 4 + WAYS[action % 4]
    return BOARD.names[action // 4] + ("x" if goal == s.queen else "") + BOARD.names[goal]


def text(s):
    out = [0] * CELLS
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    if pieces.count(1) > SIZE or pieces.count(2) > 1:
        raise ValueError(f"there are at most {SIZE} pawns and one queen")
    s.pawns = sum(1 << square for square, piece in enumerate(pieces) if piece == 1)
    s.queen = pieces.index(2) if 2 in pieces else -1
    s.turn = player_in(PLAYERS, text)
