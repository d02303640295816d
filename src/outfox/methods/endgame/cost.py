"""What endgame tables cost, for any number of sheep and one or two foxes: states, bytes and time, by calculation.

A configuration of sheep with one fox is two masks over the fox's point, with two foxes as many for each point of the
other fox; on disk a pair of foxes is kept once. States, bytes and memory are exact. Time is what a configuration took
here, with one fox and with two, as if others took as long.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

from outfox.methods.endgame import kernels, pairs, rank
from outfox.methods.endgame.rank import FEWEST, POINTS, Counts
from outfox.methods.endgame.solve import Endgame, solve_endgames
from outfox.rules import Game

_WORDS = {1: kernels.BASE + 2 + 2 + 2 * 13, 2: pairs.BASE + 1 + 2 * pairs.BOTH}
"""A configuration takes so many words of 64 bits while its partition is solved, with those of neighbouring partitions:
with one fox of up to thirteen at a time, with two foxes of one."""

MOST = 20
"""Sheep that the game begins with."""

_TRIAL: dict[int, Counts] = {1: (0, 0, 1, 2, 2, 2, 2), 2: (0, 0, 0, 2, 3, 2, 2)}
"""What is solved to see how fast this machine is: 102,011 configurations with one fox, 16,667 with two."""


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
        Processor seconds for a configuration with as many foxes.

    Examples
    --------
    >>> cost(1, 9, 0).states, cost(1, 10, 0).bytes, cost(2, 9, 0).states
    (1851220800, 1064451960, 21289039200)
    """
    configurations, states = comb(POINTS, sheep), rank.states(sheep, foxes)
    memory = 8 * _WORDS[foxes] * rank.largest(sheep)
    return Cost(foxes, sheep, configurations, states, states // 4, memory, configurations * rate)


def costs(rates: Mapping[int, float], most: int = MOST) -> list[Cost]:
    """Return the costs of all tables: with one fox, then with two, from 9 sheep on; `rates` by number of foxes."""
    return [cost(foxes, sheep, rate) for foxes, rate in rates.items() for sheep in range(FEWEST, most + 1)]


def measured_rate(solved: Sequence[Endgame]) -> float:
    """Return the processor seconds that a configuration took in tables that are there."""
    return sum(e.cpu_seconds for e in solved) / sum(e.configurations for e in solved)


def tried_rate(game: Game, foxes: int) -> float:
    """Return the same from a small piece of the work, done now."""
    with tempfile.TemporaryDirectory(prefix="outfox-endgame-") as folder:
        solve_endgames(game, FEWEST, folder, below=(0, 0, 1, 0, 3, 3, 3), foxes=foxes)  # compiles
    with tempfile.TemporaryDirectory(prefix="outfox-endgame-") as folder:
        solved = solve_endgames(game, FEWEST, folder, below=_TRIAL[foxes], foxes=foxes)
    return measured_rate([e for e in solved if e.foxes == foxes])
