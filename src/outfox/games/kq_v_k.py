"""King and queen against king: white mates a bare king, from any position, and this is how long that takes.

    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . k . . . .       K  white king
    4 . . . . . . . .       Q  white queen
    3 . . K . . . . .       k  black king
    2 . . . . . . . .
    1 Q . . . . . . .
      a b c d e f g h

Rules
    Chess with three pieces. White is to move first, from any position in which black is not in check. The
    kings move one square in any direction, never next to each other nor, the black one, onto an attacked
    square. The queen moves any number of squares along a row, column or diagonal, over no other piece. White
    wins by mate: black is attacked and cannot move. It is a draw when black is not attacked and cannot move,
    when black takes the queen, which must be unguarded, and when play never ends: there is no count of moves.

Payoff
    1 if white mates, 0 for a draw.

Actions
    Action square moves the king of the side to move, action size * size + square the queen; squares are
    numbered row * size + col from the lower left. The legal ones come in this order. Names are `K` or `Q` and
    the square: `Qd7`.

State
    The squares of the three pieces, -1 for a queen that was taken, and who is to move.

Parameters
    `size`: rows and columns of the board.

Facts
    Every one of the 144,508 legal positions with white to move is a start. The longest win takes 10 moves,
    which is 19 plies, in 8 of them.

Sources
    The figures are those of every endgame table since T. Stroehlein (1970) and K. Thompson (1986).

Players
    `white` has king and queen and moves first, `black` has a king.
"""

import numpy as np

from outfox.rules import TERMINAL, bits, count, grid, picture, pieces_in, player_in

PLAYERS = "white", "black"
SIZE: int = 8
CELLS = SIZE * SIZE
assert 3 <= SIZE <= 8, "size must be 3 to 8: a bitboard holds 64 squares"

ENDLESS = 0.0
WHITE, BLACK = 0, 1
ACTIONS = 2 * CELLS
BRANCHING = 4 * SIZE + 4  # eight steps of the king, and the queen's lines from the middle
SYMMETRIES = 8
BOARD = grid(SIZE, SIZE, pieces=("white king", "white queen", "black king"), marks="KQk", top_down=False)
State = np.dtype([("king", np.int8), ("queen", np.int8), ("bare", np.int8), ("turn", np.int8)])

# Bit k of a bitboard is square k. At size 8 the highest is bit 63, so that bits come from a table of words.
BIT = tuple(1 << square for square in range(CELLS))
FULL = (1 << CELLS) - 1
DIRECTIONS = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)


def room(square, up, right):
    """Return how many squares of the board lie in a direction."""
    row, col = square // SIZE + up, square % SIZE + right
    return 1 + room(row * SIZE + col, up, right) if 0 <= row < SIZE and 0 <= col < SIZE else 0


STEPS = tuple(up * SIZE + right for up, right in DIRECTIONS)
ROOM = tuple(tuple(room(square, *direction) for direction in DIRECTIONS) for square in range(CELLS))
NEAR = tuple(sum(BIT[square + STEPS[k]] for k in range(8) if ROOM[square][k]) for square in range(CELLS))


def attacks(queen, king):
    """Return the squares that the queen attacks; its own king is in its way, the black one is not."""
    attacked = 0
    for direction in range(8):
        for steps in range(1, ROOM[queen][direction] + 1):
            square = queen + steps * STEPS[direction]
            if square == king:
                break
            attacked |= BIT[square]
    return attacked


def safe(king, queen):
    """Return the squares on which the black king is not attacked; an unguarded queen is one, to be taken."""
    return FULL & ~(BIT[king] | NEAR[king] | attacks(queen, king))


def places(king, queen):
    """Return the squares of the black king at the start."""
    return safe(king, queen) & ~BIT[queen] if king != queen else 0


# By white king and queen, how many starts there are with these and all earlier ones.
ENDS = np.cumsum([count(places(king, queen)) for king in range(CELLS) for queen in range(CELLS)])
STARTS = int(ENDS[-1])


def start(i, s):
    pair = np.searchsorted(ENDS, i + 1)
    s.king, s.queen = pair // CELLS, pair % CELLS
    left = ENDS[pair] - i
    for square in bits(places(s.king, s.queen)):
        left -= 1
        if left == 0:
            s.bare = square


def initial(s):
    start(0, s)


def flights(s):
    return NEAR[s.bare] & safe(s.king, s.queen)


def mover(s):
    if s.queen < 0 or (s.turn == BLACK and not flights(s)):
        return TERMINAL
    return s.turn


def legal_actions(s):
    if s.turn == BLACK:
        yield from bits(flights(s))
    else:
        yield from bits(NEAR[s.king] & ~NEAR[s.bare] & ~BIT[s.queen])
        for square in bits(attacks(s.queen, s.king)):
            yield CELLS + square


def apply(s, action):
    if s.turn == BLACK:
        s.bare = action
        if s.bare == s.queen:
            s.queen = -1
    elif action < CELLS:
        s.king = action
    else:
        s.queen = action - CELLS
    s.turn = 1 - s.turn


def payoff(s):
    return 1.0 if s.queen >= 0 and attacks(s.queen, s.king) & BIT[s.bare] else 0.0


def moved(k, square):
    """Move a square by symmetry k: bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns."""
    row, col = square // SIZE, square % SIZE
    if k & 1:
        col = SIZE - 1 - col
    if k & 2:
        row = SIZE - 1 - row
    return col * SIZE + row if k & 4 else row * SIZE + col


def symmetry(k, s, out):
    out.king = moved(k, s.king)
    out.queen = moved(k, s.queen) if s.queen >= 0 else -1
    out.bare = moved(k, s.bare)
    out.turn = s.turn


def symmetry_action(k, action):
    return action // CELLS * CELLS + moved(k, action % CELLS)


def squares(s, out):
    out[s.king] = 1
    if s.queen >= 0:
        out[s.queen] = 2
    out[s.bare] = 3


def action_name(s, action):
    return "KQ"[action // CELLS] + BOARD.names[action % CELLS]


def text(s):
    out = [0] * CELLS
    squares(s, out)
    return f"{picture(BOARD, out)}\n{PLAYERS[s.turn]} to move"


def parse(text, s):
    pieces = pieces_in(BOARD, text)
    if sorted(piece for piece in pieces if piece) not in ([1, 3], [1, 2, 3]):
        raise ValueError("expected one K, one k and at most one Q")
    s.king, s.bare = pieces.index(1), pieces.index(3)
    s.queen = pieces.index(2) if 2 in pieces else -1
    s.turn = player_in(PLAYERS, text)
    if NEAR[s.king] & BIT[s.bare]:
        raise ValueError("the kings stand next to each other")
