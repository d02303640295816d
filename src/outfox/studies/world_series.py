"""The World Series bet: stakes on single games that add up to a bet on the whole series; player 1 is chance.

A person wants to end with exactly +amount if the favoured team wins a best-of-n series and with exactly -amount if it
loses, but can only bet at even odds on one game at a time, for or against. How much on each?

The exact stakes follow by backward induction: what must be in hand at a score is the mean of what must be there after
the two results of the next game, and the stake is half their difference. No probability enters: the stakes meet the
target on every course of the series, whoever is stronger.

Beside it the same question by hill climbing over whole tables of stakes, which knows nothing of the structure: a table
is as good as the distance from the target at the end of a series, on average over series between equal teams.

Time: backward induction takes n**2 / 4 steps; hill climbing looks at all C(n + 1, (n + 1) / 2) courses at each try.

Sources
    J. Cox, S. Ross and M. Rubinstein, "Option pricing: a simplified approach", *Journal of Financial Economics* 7
    (1979), replicate a payoff on a binomial tree in the same way. The stakes are binomial: with i and j wins missing,
    amount * C(i + j - 2, i - 1) / 2**(i + j - 2).

Status: proven (backward induction; compared with the binomial formula and with every course of the series).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.kernel.clock import Clock
from outfox.rules.errors import UnknownName
from outfox.workers.seeds import root_seed, task_seed

Score = tuple[int, int]
"""Games that the favoured team has won and lost."""

Floats = NDArray[np.float64]
Progress = Callable[[float, str], None]

LONGEST = 15
"""Games of the longest series: hill climbing goes through all of its 12,870 courses."""

CHECKPOINTS = 100, 1_000, 10_000, 100_000
"""Tries after which the distance is noted."""


@dataclass(frozen=True)
class SeriesSettings:
    """Settings of the bet and of hill climbing.

    Attributes
    ----------
    best_of
        Games of the series at most, an odd number up to 15; who first has more than half wins it.
    amount
        To be won or lost on the series.
    tries
        Changes that hill climbing tries.
    step
        Standard deviation of a change, as a share of the amount.
    patience
        After so many tries without progress the changes become half as large.
    runs
        How often it climbs, each time from other random stakes.
    """

    best_of: int = 7
    amount: float = 1000.0
    tries: int = 10_000
    step: float = 0.25
    patience: int = 200
    runs: int = 20

    def __post_init__(self) -> None:
        """Refuse settings that mean nothing.

        Raises
        ------
        UnknownName
        """
        if not (1 <= self.best_of <= LONGEST and self.best_of % 2):
            raise UnknownName(f"best_of must be an odd number from 1 to {LONGEST}, not {self.best_of}")
        if not (0 < self.amount < math.inf):
            raise UnknownName(f"amount must be more than 0, not {self.amount:g}")
        for name in ("tries", "patience", "runs"):
            if getattr(self, name) < 1:
                raise UnknownName(f"{name} must be at least 1, not {getattr(self, name)}")
        if not (0 < self.step <= 1):
            raise UnknownName(f"step must be above 0, up to 1, not {self.step:g}")

    @property
    def needed(self) -> int:
        """Wins that decide the series."""
        return (self.best_of + 1) // 2


def exact(best_of: int, amount: Fraction | int) -> tuple[dict[Score, Fraction], dict[Score, Fraction]]:
    """Return what to bet at each score, and what must be in hand there, by backward induction.

    Parameters
    ----------
    best_of
        An odd number of games.
    amount
        To be won or lost on the series.

    Examples
    --------
    >>> stakes, money = exact(7, 1000)
    >>> float(stakes[0, 0]), float(stakes[3, 3]), float(money[1, 0])
    (312.5, 1000.0, 312.5)
    """
    needed, target = (best_of + 1) // 2, Fraction(amount)
    money = {(needed, lost): target for lost in range(needed)}
    money |= {(won, needed): -target for won in range(needed)}
    stakes: dict[Score, Fraction] = {}
    for won in reversed(range(needed)):
        for lost in reversed(range(needed)):
            better, worse = money[won + 1, lost], money[won, lost + 1]
            money[won, lost], stakes[won, lost] = (better + worse) / 2, (better - worse) / 2
    return stakes, money


@dataclass(frozen=True)
class Courses:
    """Every course that a series can take.

    Attributes
    ----------
    bets : (courses, scores) float64
        1 where the bet at a score is won, -1 where it is lost, 0 where the course does not come by.
    signs : (courses,) float64
        1 where the favoured team wins the series, -1 where it loses.
    odds : (courses,) float64
        How likely each is between equal teams.
    """

    bets: Floats
    signs: Floats
    odds: Floats

    def distance(self, stakes: Floats, amount: float) -> float:
        """Return how far from the target a series ends, on average."""
        return float(np.abs(self.bets @ stakes - amount * self.signs) @ self.odds)


def courses(needed: int) -> Courses:
    """List the courses of a series that `needed` wins decide.

    Examples
    --------
    >>> len(courses(4).odds), float(courses(4).odds.sum())
    (70, 1.0)
    """
    bets: list[list[float]] = []
    signs: list[float] = []

    def play(won: int, lost: int, so_far: list[float]) -> None:
        if needed in (won, lost):
            bets.append(so_far)
            signs.append(1.0 if won == needed else -1.0)
            return
        for sign in (1.0, -1.0):
            longer = list(so_far)
            longer[won * needed + lost] = sign
            play(won + (sign > 0), lost + (sign < 0), longer)

    play(0, 0, [0.0] * needed**2)
    table = np.array(bets)
    return Courses(table, np.array(signs), 0.5 ** np.abs(table).sum(axis=1))


@dataclass(frozen=True)
class Climb:
    """One run of hill climbing.

    Attributes
    ----------
    stakes : tuple of float
        The table, row by row: games won, then games lost.
    distances : tuple of (tries, distance)
        Mean distance from the target at the end of a series, on the way.
    """

    stakes: tuple[float, ...]
    distances: tuple[tuple[int, float], ...]

    @property
    def distance(self) -> float:
        """At the end."""
        return self.distances[-1][1]


def climb(settings: SeriesSettings, ways: Courses, random: np.random.Generator) -> Climb:
    """Change one stake at a time, and keep what brings a series no farther from its target."""
    amount, size = settings.amount, settings.step * settings.amount
    stakes = random.uniform(0.0, amount, settings.needed**2)
    ends, idle, noted = ways.bets @ stakes - amount * ways.signs, 0, []
    best = float(np.abs(ends) @ ways.odds)
    for number in range(1, settings.tries + 1):
        place, change = int(random.integers(len(stakes))), float(random.normal(0.0, size))
        moved = ends + change * ways.bets[:, place]
        distance = float(np.abs(moved) @ ways.odds)
        idle += 1
        if distance <= best:
            idle = 0 if distance < best else idle
            stakes[place] += change
            ends, best = moved, distance
        if idle >= settings.patience:
            idle, size = 0, size / 2
        if number in CHECKPOINTS or number == settings.tries:
            noted.append((number, best))
    return Climb(tuple(stakes.tolist()), tuple(noted))


@dataclass(frozen=True)
class WorldSeries:
    """The bet: exact stakes, and what hill climbing came to; prints as a page.

    Attributes
    ----------
    settings, seed
        Of the study.
    stakes, money
        By score, exactly: what to bet, what must be in hand.
    climbs
        The runs of hill climbing.
    seconds, cpu_seconds
        What all took.
    files
        The report's files, by name, once they are written.
    """

    settings: SeriesSettings
    seed: int
    stakes: dict[Score, Fraction]
    money: dict[Score, Fraction]
    climbs: tuple[Climb, ...]
    seconds: float
    cpu_seconds: float
    files: dict[str, Path] = field(default_factory=dict)

    @property
    def first(self) -> float:
        """The first stake."""
        return float(self.stakes[0, 0])

    def on_the_way(self) -> list[tuple[int, float, float, float]]:
        """Return tries, and over all runs the mean, least and largest distance from the target after them."""
        found = []
        for number, (tries, _) in enumerate(self.climbs[0].distances):
            distances = [run.distances[number][1] for run in self.climbs]
            found.append((tries, sum(distances) / len(distances), min(distances), max(distances)))
        return found

    def __str__(self) -> str:
        from outfox.studies.page.world_series import as_text

        return as_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers with their stable keys."""
        listed = [
            {"won": won, "lost": lost, "stake": float(stake), "money": float(self.money[won, lost])}
            for (won, lost), stake in sorted(self.stakes.items())
        ]
        return {
            "format": "outfox-world-series-1",
            "settings": asdict(self.settings),
            "seed": self.seed,
            "first_stake": self.first,
            "stakes": listed,
            "climbs": [
                {"stakes": list(run.stakes), "distances": [list(pair) for pair in run.distances]} for run in self.climbs
            ],
            "on_the_way": [
                {"tries": tries, "mean": mean, "least": least, "largest": largest}
                for tries, mean, least, largest in self.on_the_way()
            ],
            "timing": {"seconds": round(self.seconds, 3), "cpu_seconds": round(self.cpu_seconds, 3)},
        }


def world_series(
    settings: SeriesSettings | None = None, *, seed: int = 0, progress: Progress | None = None
) -> WorldSeries:
    """Find the stakes exactly and by hill climbing.

    Parameters
    ----------
    settings
        Default: best of seven, for 1,000.
    seed
        Of hill climbing.
    progress
        Called with the share done and a short text.

    Examples
    --------
    >>> found = world_series(SeriesSettings(best_of=3, amount=100, runs=2, tries=2000))
    >>> found.first
    50.0
    """
    settings, clock = settings or SeriesSettings(), Clock()
    stakes, money = exact(settings.best_of, Fraction(settings.amount))
    ways, root, runs = courses(settings.needed), root_seed(seed), []
    for number in range(settings.runs):
        if progress is not None:
            progress(number / settings.runs, f"hill climbing, run {number + 1}")
        runs.append(climb(settings, ways, np.random.default_rng(task_seed(root, number))))
    return WorldSeries(settings, seed, stakes, money, tuple(runs), clock.seconds, clock.cpu_seconds)
