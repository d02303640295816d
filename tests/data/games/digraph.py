"""Digraph: a token walks along the edges of a small graph, cycles and all. The graph is a part of the state.

Each node has an owner, who moves there, and up to three edges; a node without edges ends the game with its payoff.
Tests make thousands of graphs, and the rules are compiled once.
"""

import numpy as np

from outfox.rules import TERMINAL

NODES: int = 7
NEVER: int = 0  # player 0's payoff when play never ends
ENDLESS = float(NEVER)
SCALE = 2
PLAYERS = "first", "second"
ACTIONS = 3
State = np.dtype(
    [("at", np.int8), ("owner", np.int8, (NODES,)), ("worth", np.int8, (NODES,)), ("count", np.int8, (NODES,)), ("level", np.int8, (NODES,)),
     ("next", np.int8, (NODES, ACTIONS))]
)  # fmt: skip


def initial(s):
    s.worth[0] = 1


def mover(s):
    return s.owner[s.at] if s.count[s.at] > 0 else TERMINAL


def legal_actions(s):
    for k in range(s.count[s.at]):
        yield k


def apply(s, action):
    s.at = s.next[s.at, action]


def payoff(s):
    return float(s.worth[s.at])


def progress(s):
    return s.level[s.at]


def text(s):
    lines = [f"at {s.at}"]
    for n in range(NODES):
        edges = " ".join(str(int(s.next[n, k])) for k in range(s.count[n]))
        lines.append(f"{n}: {PLAYERS[s.owner[n]]} to {edges}" if edges else f"{n}: {int(s.worth[n])}")
    return "\n".join(lines)
