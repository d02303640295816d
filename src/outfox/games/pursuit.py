"""Pursuit: cats chase a mouse on any graph, which may have a hole that is safe for the mouse.

Rules
    - Cats and the mouse stand on the nodes of a graph. In its turn a piece steps along an edge; with `stay`
      it may also stay where it is. The cats are one player: in their turn each steps, one after the other.
      Several may share a node.
    - The cats win when one of them and the mouse are on one node, whoever stepped there.
    - The mouse wins in the hole, which no cat may enter. Then play without end is a draw. Without a hole, play
      without end is the mouse's win.
    - Pieces whose node is given as -1 are placed before the first step: each cat by the cats' player, one
      after the other, then the mouse, on any node that the piece may enter.
    - A piece that has nowhere to step stays where it is.

Payoff
    1 if the mouse is caught, -1 if it reaches the hole (or, without one, is never caught), 0 for endless play
    where there is a hole.

Actions
    The number of the node that the piece goes to or is placed on. The legal ones come in rising order, the
    piece's own node last. Names are the numbers.

State
    The node of each piece, the mouse last, -1 until it is placed; and which piece is the next to step.

Parameters
    - `edges`: pairs of nodes, numbered from 0.
    - `cats`: the node of each cat at the start, or -1.
    - `mouse`: that of the mouse, or -1.
    - `hole`: the node of the hole; -1 for none.
    - `stay`: whether a piece may stay where it is.
    - `first`: who steps first.

Facts
    The default graph is a draw, in 28 positions. Cops and robbers, where all may stay and all are placed,
    is `pursuit:edges=[...],cats=[-1,-1],mouse=-1,hole=-1,stay=true,first=cats`: two cats catch on every grid,
    three on the Petersen graph and on the hypercube of four dimensions. With k cats a capture after n plies is
    in the round number (n - 1) // (k + 1), k + 1 plies of placing left out.

Sources
    R. Nowakowski and P. Winkler, "Vertex-to-vertex pursuit in a graph", *Discrete Mathematics* 43 (1983). A.
    Bonato and R. J. Nowakowski, *The Game of Cops and Robbers on Graphs* (2011). The mouse with a hole is a
    well-known programming exercise.

Players
    `cats` and `mouse`.
"""

import math
import re
from typing import Literal

import numpy as np

from outfox.rules import TERMINAL, Board

PLAYERS = "cats", "mouse"
EDGES: tuple[tuple[int, int], ...] = ((0, 2), (0, 5), (1, 3), (2, 4), (2, 5), (3, 4), (3, 5))
CATS: tuple[int, ...] = (2,)
MOUSE: int = 1
HOLE: int = 0
STAY: bool = False
FIRST: Literal["cats", "mouse"] = "mouse"
assert len(EDGES) >= 1, "the graph needs at least one edge"
assert all(0 <= node < 1000 for edge in EDGES for node in edge), "edges join nodes from 0 to 999"
NODES = 1 + max(max(edge) for edge in EDGES)
assert 1 <= len(CATS) <= 100, "there must be 1 to 100 cats"
assert all(-1 <= node < NODES for node in (*CATS, MOUSE, HOLE)), f"nodes are 0 to {NODES - 1}, or -1"
assert HOLE < 0 or HOLE not in CATS, "no cat may start in the hole"

ENDLESS = 0.0 if HOLE >= 0 else -1.0
ACTIONS = NODES
NEXT = tuple(tuple(b for b in range(NODES) if (a, b) in EDGES or (b, a) in EDGES) for a in range(NODES))
PIECES = len(CATS) + 1
LAST = PIECES - 1  # the mouse, after the cats
AROUND = [(math.sin(2 * math.pi * node / NODES), math.cos(2 * math.pi * node / NODES)) for node in range(NODES)]
WIDE = 0.5 / math.sin(math.pi / max(NODES, 4))  # neighbours on the circle are one apart
BOARD = Board(
    points=tuple((round(WIDE * x, 3), round(WIDE * y, 3)) for x, y in AROUND),
    names=tuple(str(node) for node in range(NODES)),
    pieces=("cat", "mouse"),
    marks="cm",
    lines=EDGES,
    areas=(("hole", (HOLE,)),) if HOLE >= 0 else (),
    cells=False,
)
State = np.dtype([("at", np.int16, (PIECES,)), ("next", np.int8)])


def initial(s):
    for cat in range(LAST):
        s.at[cat] = CATS[cat]
    s.at[LAST] = MOUSE
    s.next = 0 if FIRST == "cats" else LAST


def acting(s):
    """Return the piece that acts: the first that is still to be placed, or else the next to step."""
    for piece in range(PIECES):
        if s.at[piece] < 0:
            return piece
    return s.next


def is_caught(s):
    return any(s.at[cat] == s.at[LAST] for cat in range(LAST))


def mover(s):
    piece = acting(s)
    if s.at[piece] >= 0 and (is_caught(s) or s.at[LAST] == HOLE):
        return TERMINAL
    return 1 if piece == LAST else 0


def payoff(s):
    return 1.0 if is_caught(s) else -1.0


def legal_actions(s):
    piece = acting(s)
    here = s.at[piece]
    if here < 0:
        for node in range(NODES):
            if piece == LAST or node != HOLE:
                yield node
    else:
        stuck = True
        for node in NEXT[here]:
            if piece == LAST or node != HOLE:
                stuck = False
                yield node
        if STAY or stuck:
            yield here


def apply(s, action):
    piece = acting(s)
    if s.at[piece] >= 0:
        s.next = (piece + 1) % PIECES
    s.at[piece] = action


def squares(s, out):
    for piece in range(PIECES - 1, -1, -1):  # a cat shows over the mouse
        if s.at[piece] >= 0:
            out[s.at[piece]] = 2 if piece == LAST else 1


def action_name(s, action):
    return BOARD.names[action]


def text(s):
    nodes = [str(int(node)) if node >= 0 else "?" for node in s.at]
    piece = acting(s)
    turn = "mouse" if piece == LAST else "cat" if PIECES == 2 else f"cat {piece + 1}"
    return f"cats {' '.join(nodes[:-1])}, mouse {nodes[-1]}, {turn} next"


def parse(text, s):
    found = re.fullmatch(r"cats ([\d? ]+), mouse (\S+), (?:(mouse)|cat(?: (\d+))?) next", text.strip())
    if not found or len(found[1].split()) != LAST or int(found[4] or 1) > LAST:
        raise ValueError(f"expected a line like: cats {' '.join('0' * LAST)}, mouse 1, mouse next")
    for piece, node in enumerate([*found[1].split(), found[2]]):
        s.at[piece] = -1 if node == "?" else int(node)
    s.next = LAST if found[3] else int(found[4] or 1) - 1
    if not all(-1 <= node < NODES for node in s.at):
        raise ValueError(f"nodes are 0 to {NODES - 1}, or ? for one that is not placed yet")
    if "?" in text:
        s.next = 0 if FIRST == "cats" else LAST
