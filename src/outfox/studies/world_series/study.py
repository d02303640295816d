"""The World Series bet, a study of its own: exact stakes, and hill climbing beside them; player 1 is chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.clock import Clock
from outfox.studies.world_series.climbing import Climb, SeriesSettings, climb, courses
from outfox.studies.world_series.stakes import Score, exact
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]


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
        from outfox.studies.world_series.page import as_text

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
