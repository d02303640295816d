"""What correct learners reach after as many games: outfox's own Q-learning, with the exercise's settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from outfox.rules import load

RUNS = 20
"""Learners of each kind: ties broken at random, and by the first action."""

SLACK = 0.03
"""A share this far below every correct learner's is none of a correct learner."""


@dataclass(frozen=True)
class Reference:
    """Shares of winning actions among the best ones of each won state, of correct learners.

    Attributes
    ----------
    games, runs
        Of training; how many learners.
    mean
        Of those that break ties at random.
    lowest, highest
        Of all, including those that take the first of several best actions.
    """

    games: int
    runs: int
    mean: float
    lowest: float
    highest: float

    def plausible(self, share: float) -> bool:
        """Say whether a correct learner may have such a share."""
        return share >= self.lowest - SLACK

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers with their stable keys."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} % ({100 * self.lowest:.1f} to {100 * self.highest:.1f})"


@cache
def _grader() -> Any:
    from outfox.training.learn.q_grade import QGrader

    return QGrader(load("nim"))


@cache
def _shares(games: int, ties: Any) -> tuple[float, ...]:
    from outfox.training.learn.q_learning import QLearner
    from outfox.training.learn.q_settings import QSettings

    found = []
    for seed in range(RUNS):
        learner = QLearner(_grader().game, QSettings(episodes=games, ties=ties), seed=seed)
        learner.run()
        found.append(_grader().grade(learner).won.share)
    return tuple(found)


def reference(games: int, progress: Callable[[str], None] | None = None) -> Reference:
    """Return what correct learners reach.

    Parameters
    ----------
    games
        Of training.
    progress
        Called with what is being done.
    """
    if progress is not None:
        progress(f"correct learners, {games:,} games")
    drawn, first = _shares(games, "random"), _shares(games, "first")
    both = drawn + first
    return Reference(games, len(both), sum(drawn) / len(drawn), min(both), max(both))
