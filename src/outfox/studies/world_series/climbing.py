"""The World Series bet by hill climbing over whole tables of stakes, which knows nothing of the structure.

A table is as good as the distance from the target at the end of a series, on average over series between equal teams.

Time: all C(n + 1, (n + 1) / 2) courses of a best of n at each try. Memory: n**2 / 4 numbers a course.

Status: measured (against the exact stakes).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outfox.rules.errors import BadSetting

Floats = NDArray[np.float64]

CHECKPOINTS = 100, 1_000, 10_000, 100_000
"""Tries after which the distance is noted."""

LONGEST = 15
"""Games of the longest series: hill climbing goes through all of its 12,870 courses."""


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
        BadSetting
        """
        if not (1 <= self.best_of <= LONGEST and self.best_of % 2):
            raise BadSetting(f"best_of must be an odd number from 1 to {LONGEST}, not {self.best_of}")
        if not (0 < self.amount < math.inf):
            raise BadSetting(f"amount must be more than 0, not {self.amount:g}")
        for name in ("tries", "patience", "runs"):
            if getattr(self, name) < 1:
                raise BadSetting(f"{name} must be at least 1, not {getattr(self, name)}")
        if not (0 < self.step <= 1):
            raise BadSetting(f"step must be above 0, up to 1, not {self.step:g}")

    @property
    def needed(self) -> int:
        """Wins that decide the series."""
        return (self.best_of + 1) // 2


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
        """Return how far from the target a series between equal teams ends, on average, in money."""
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
        Mean distance from the target at the end of a series, in money, on the way.
    """

    stakes: tuple[float, ...]
    distances: tuple[tuple[int, float], ...]

    @property
    def distance(self) -> float:
        """At the end."""
        return self.distances[-1][1]


def climb(settings: SeriesSettings, ways: Courses, random: np.random.Generator) -> Climb:
    """Change one stake at a time, and keep what brings a series no farther from its target.

    Parameters
    ----------
    settings
        How many tries, and how large the changes.
    ways
        The courses of the series.
    random
        Draws the first table, and the changes.
    """
    amount, size = settings.amount, settings.step * settings.amount
    stakes = random.uniform(0.0, amount, settings.needed**2)
    ends, idle, noted = ways.bets @ stakes - amount * ways.signs, 0, []
    best = ways.distance(stakes, amount)
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
