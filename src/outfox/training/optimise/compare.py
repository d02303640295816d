"""`compare`: ways to optimise on the same budget, over many seeds, with intervals.

Every run has as many games. How many it needed is the number after which the learner gave nothing away any more in its
games; a run that never came to that counts as more than all others, so that medians are of all runs. The interval of a
median is from order statistics, that of a mean from Student's t, that of a share Wilson's.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from outfox.arena.statistics import mean_interval, wilson
from outfox.rules.game import Game
from outfox.training.optimise.graded import grade_policy
from outfox.training.optimise.run import Ground, optimise
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.pool import map_tasks

Progress = Callable[[float, str], None]
NEVER = math.inf


class Outcome(NamedTuple):
    """What one run came to.

    Attributes
    ----------
    needed
        Games until the learner gave nothing away any more; infinite where it still did.
    optimal
        The share of its states in which its action is the best.
    regret
        The payoff that it fails to secure against an opponent who knows it.
    perfect
        Whether it secures the value as fast, or for as long, as can be.
    cpu_seconds
        Taken, without compiling.
    """

    needed: float
    optimal: float
    regret: float
    perfect: bool
    cpu_seconds: float


class Bounds(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Contender:
    """One way to optimise, and what its runs came to.

    Attributes
    ----------
    name, settings
        The way.
    outcomes
        One for each seed.
    """

    name: str
    settings: OptimiseSettings
    outcomes: tuple[Outcome, ...]

    @property
    def needed(self) -> Bounds:
        """The median of the games needed."""
        return median(sorted(outcome.needed for outcome in self.outcomes))

    @property
    def optimal(self) -> Bounds:
        """The mean share of optimal actions."""
        found = mean([outcome.optimal for outcome in self.outcomes])
        return Bounds(found.value, max(found.low, 0.0), min(found.high, 1.0))

    @property
    def regret(self) -> Bounds:
        """The mean payoff that is not secured."""
        found = mean([outcome.regret for outcome in self.outcomes])
        return Bounds(found.value, max(found.low, 0.0), found.high)

    @property
    def perfect(self) -> Bounds:
        """The share of runs that ended with a perfect policy."""
        count, total = sum(outcome.perfect for outcome in self.outcomes), len(self.outcomes)
        return Bounds(count / total, *wilson(count, total))

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of a run, on average."""
        return statistics.fmean(outcome.cpu_seconds for outcome in self.outcomes)


class Runner:
    """Does runs on one game; each process lists and solves it once."""

    def __init__(self, game: Game, ways: Mapping[str, OptimiseSettings], player: int) -> None:
        self.game, self.ways, self.player = game, dict(ways), player
        self._ground: Ground | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Runner, (self.game, self.ways, self.player)

    def __call__(self, task: tuple[str, int]) -> Outcome:
        """Do a run: its way and its seed decide it."""
        name, seed = task
        if self._ground is None:
            self._ground = Ground(self.game)
        found = optimise(self.game, self.ways[name], seed=seed, ground=self._ground)
        graded = grade_policy(self._ground, found.policy, self.player)
        needed = found.history.games_until(self.player, plies=True)
        return Outcome(
            NEVER if needed is None else float(needed), graded.everywhere.optimal, graded.regret, graded.perfect,
            found.cpu_seconds,
        )  # fmt: skip


def compare(
    game: Game,
    ways: Mapping[str, OptimiseSettings],
    *,
    player: int = 0,
    seeds: int = 20,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[Contender]:
    """Run each way to optimise with as many seeds.

    Parameters
    ----------
    game
        The game; it is solved, to say what runs came to.
    ways
        Settings by name.
    player
        Whose policy is graded.
    seeds
        How many.
    workers
        Processes; the result does not depend on it.
    progress
        As for `outfox.workers.pool.map_tasks`.
    """
    tasks = [(name, seed) for name in ways for seed in range(seeds)]
    outcomes = list(map_tasks(Runner(game, ways, player), tasks, workers, progress))
    return [
        Contender(name, settings, tuple(outcomes[k * seeds : (k + 1) * seeds]))
        for k, (name, settings) in enumerate(ways.items())
    ]


def median(values: Sequence[float]) -> Bounds:
    """Return the median of sorted values, with the interval whose ends are order statistics; 6 are the fewest for one.

    Examples
    --------
    >>> median(list(range(1, 21)))
    Bounds(value=10.5, low=6, high=15)
    """
    count = len(values)
    tail, below = 0.0, 0  # values that may lie outside on either side
    while below < count // 2 and tail + math.comb(count, below) / 2**count <= 0.025:
        tail += math.comb(count, below) / 2**count
        below += 1
    if not below:
        return Bounds(statistics.median(values), -math.inf, math.inf)
    return Bounds(statistics.median(values), values[below - 1], values[count - below])


def mean(values: Sequence[float]) -> Bounds:
    """Return the mean of values with Student's interval.

    Examples
    --------
    >>> [round(x, 3) for x in mean([1.0, 2.0, 3.0])]
    [2.0, -0.484, 4.484]
    """
    low, high = mean_interval(values) or (-math.inf, math.inf)
    return Bounds(statistics.fmean(values), low, high)
