"""Games solved whole, for tests that compare them with answers from outside."""

from __future__ import annotations

from functools import cache

import numpy as np

from outfox.kernel.graph import reach
from outfox.methods.solve.retrograde import Levels, analyse
from outfox.rules import Position, load
from tests.naive.retrograde import Solved, solve


@cache
def solved(spec: str) -> Solved:
    """Return a game solved from its start."""
    return solve(load(spec))


def start(spec: str) -> tuple[str, int | None]:
    """Return who wins from the start, or "draw", and in how many plies."""
    value, plies = solved(spec).value[0], solved(spec).remoteness[0]
    return winner(spec, value), plies


def winner(spec: str, value: float) -> str:
    """Return the name of the player that a value favours, or "draw"."""
    return "draw" if value == 0 else load(spec).players[0 if value > 0 else 1]


def value(position: Position, spec: str) -> float:
    """Return the value of a position that can be reached from the start."""
    return solved(spec).value[solved(spec).graph.index[position.state.key(position.game.key_fields)]]


def classes(spec: str) -> tuple[list[int], list[int], int]:
    """Return how many states, up to symmetry, are lost, drawn and won for their mover; positions; the longest way."""
    graph = reach(load(spec))
    levels = Levels(graph)
    values, distances = analyse(graph, levels)
    assert levels.payoffs.tolist() == [-1.0, 0.0, 1.0]
    assert set(graph.who) <= {0, 2}  # a state stands for the one with the players exchanged: player 0 moves, or nobody
    positions = np.bincount(values, graph.weights, 3).astype(int)
    return np.bincount(values, minlength=3).tolist(), positions.tolist(), int(distances.max())
