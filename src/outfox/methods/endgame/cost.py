"""What endgame tables cost, for any number of sheep and one or two foxes: states, bytes and time, by calculation.

A configuration of sheep with one fox is a mask over the fox's point. With two foxes it is one such mask for each point
of the other fox, so that the same steps take as many times as long as there are empty points; a pair of foxes is kept
once, which halves the bytes and not the time. Time is what a configuration took here, times that, as if it were valued
as often.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from outfox.methods.endgame import kernels, rank
from outfox.methods.endgame.rank import FEWEST, POINTS, Counts
from outfox.methods.endgame.solve import Endgame, solve_endgames
from outfox.rules import Game

_WORDS = kernels.BASE + 2 + 2 + 2 * 13
"""A mask of a configuration takes so many words of 64 bits, with those of up to thirteen neighbouring partitions."""

MOST = 20
"""Sheep that the game begins with."""

_TRIAL: Counts = (0, 0, 1, 2, 2, 2, 2)
"""What is solved to see how fast this machine is: a hundred thousand configurations."""


@dataclass(frozen=True)
class Cost:
    """What the tables of one number of sheep and foxes cost.

    Attributes
    ----------
    foxes, sheep
        How many.
    configurations
        Ways to place the sheep.
    states
        With the foxes, and either side to move.
    bytes
        Two bits a state.
    memory
        Bytes that a worker needs for the largest partition and those that it leads to.
    cpu_seconds
        Processor time, by estimate.
    """

    foxes: int
    sheep: int
    configurations: int
    states: int
    bytes: int
    memory: int
    cpu_seconds: float


def cost(foxes: int, sheep: int, rate: float) -> Cost:
    """Return what a table costs.

    Parameters
    ----------
    foxes
        1 or 2.
    sheep
        How many.
    rate
        Processor seconds for a configuration with one fox.

    Examples
    --------
    >>> cost(1, 9, 0).states, cost(1, 10, 0).bytes, cost(2, 9, 0).states
    (1851220800, 1064451960, 21289039200)
    """
    configurations, empty = comb(POINTS, sheep), POINTS - sheep
    states = 2 * configurations * comb(empty, foxes)
    masks = empty ** (foxes - 1)
    memory = 8 * _WORDS * masks * max(map(rank.configurations, rank.partitions(sheep)))
    return Cost(foxes, sheep, configurations, states, states // 4, memory, configurations * masks * rate)


def costs(rate: float, most: int = MOST) -> list[Cost]:
    """Return the costs of all tables: with one fox, then with two, from 9 sheep on."""
    return [cost(foxes, sheep, rate) for foxes in (1, 2) for sheep in range(FEWEST, most + 1)]


def measured_rate(solved: Sequence[Endgame]) -> float:
    """Return the processor seconds that a configuration took in tables that are there."""
    return sum(e.cpu_seconds for e in solved) / sum(e.configurations for e in solved)


def tried_rate(game: Game) -> float:
    """Return the same from a small piece of the work, done now."""
    with tempfile.TemporaryDirectory(prefix="outfox-endgame-") as folder:
        solve_endgames(game, FEWEST, folder, below=(0, 0, 0, 0, 3, 3, 3))  # compiles
    with tempfile.TemporaryDirectory(prefix="outfox-endgame-") as folder:
        return measured_rate(solve_endgames(game, sum(_TRIAL), folder, below=_TRIAL))
