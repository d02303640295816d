"""Nim: take any number of objects from one pile; whoever takes the last object of all loses (misère play).

Rules
    Objects lie in piles. The players take turns; who is to move chooses one pile and takes one or more
    objects from it, at most `most` where there is such a limit. In misère play (the default) whoever takes
    the last object of all loses; in normal play whoever takes it wins.

Payoff
    1 if the first player wins, -1 if the second player wins.

Actions
    Action pile * largest + count - 1 takes `count` objects from a pile; piles are counted from 0 and
    `largest` is the size of the largest pile at the start. The legal ones come pile by pile, small takes
    first. Names count piles from 1: `2 from pile 3`.

State
    The sizes of the piles and who is to move.

Parameters
    `piles`: sizes at the start. `misere`: whether taking the last object loses. `most`: how many objects may
    be taken at once; 0 for any number.

Sources
    C. L. Bouton, "Nim, a game with a complete mathematical theory", *Annals of Mathematics* 3 (1901). Who is
    to move loses normal play exactly where the exclusive or of the piles is 0, and misère play there too,
    unless no pile is larger than one: then exactly where their number is odd. With one pile, of which at
    most m may be taken, the mover loses normal play exactly where m + 1 divides the pile, misère play where
    that leaves a rest of 1. OpenSpiel's `nim` has the same rules without a limit and other action numbers.

Players
    `first` moves first, `second` second.
"""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"
PILES: tuple[int, ...] = (1, 3, 5, 7)
MISERE: bool = True
MOST: int = 0  # objects that may be taken at once; 0 for any number
assert any(PILES), "at least one of the piles must hold an object"
assert all(0 <= size <= 10_000 for size in PILES), "a pile holds from 0 to 10,000 objects"
assert MOST >= 0, "most must be a number of objects, or 0 for any number"

LARGEST = max(PILES)
LIMIT = MOST or LARGEST
ACTIONS = len(PILES) * LARGEST
BRANCHING = sum(min(size, LIMIT) for size in PILES)
State = np.dtype([("piles", np.int16, (len(PILES),)), ("turn", np.int8)])


def initial(s):
    for pile in range(len(PILES)):
        s.piles[pile] = PILES[pile]


def mover(s):
    return s.turn if s.piles.any() else TERMINAL


def legal_actions(s):
    for pile in range(len(PILES)):
        for taken in range(1, min(s.piles[pile], LIMIT) + 1):
            yield pile * LARGEST + taken - 1


def apply(s, action):
    s.piles[action // LARGEST] -= action % LARGEST + 1
    s.turn = 1 - s.turn


def payoff(s):
    # The last object was taken by the other player than the one to move.
    winner = s.turn if MISERE else 1 - s.turn
    return 1.0 if winner == 0 else -1.0


def swap(s, out):
    for pile in range(len(PILES)):
        out.piles[pile] = s.piles[pile]
    out.turn = 1 - s.turn


def action_name(s, action):
    return f"{action % LARGEST + 1} from pile {action // LARGEST + 1}"


def parse_action(s, text):
    taken, pile = (int(word) for word in text.replace("from pile", " ").split())
    if not (1 <= pile <= len(PILES) and 1 <= taken <= LARGEST):
        raise ValueError(f"write for example: 1 from pile {len(PILES)}")
    return (pile - 1) * LARGEST + taken - 1


def text(s):
    player = PLAYERS[s.turn]
    standing = f"game over ({player} next)" if mover(s) == TERMINAL else f"{player} to move"
    return " ".join(str(int(size)) for size in s.piles) + "\n" + standing


def parse(text, s):
    sizes, turn = text.strip().splitlines()
    piles = [int(word) for word in sizes.split()]
    if len(piles) != len(PILES) or not all(0 <= piles[k] <= PILES[k] for k in range(len(PILES))):
        raise ValueError(f"expected {len(PILES)} sizes, none larger than at the start: {PILES}")
    for pile in range(len(PILES)):
        s.piles[pile] = piles[pile]
    if ("first" in turn) == ("second" in turn):
        raise ValueError("the second line says who is to move, such as: first to move")
    s.turn = 0 if "first" in turn else 1
