"""`q_train`: learn a game by Q-learning and grade what was learned, on the way and at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from outfox.formats.q_file import QTable
from outfox.rules.errors import BudgetExceeded, NotSupported
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.training.learn.q_grade import QGrade, QGrader
from outfox.training.learn.q_hidden import QHiddenGrade, QHiddenGrader
from outfox.training.learn.q_learning import QLearner, QPlayed
from outfox.training.learn.q_settings import QSettings

FIRST_GRADE = 100
"""Grades are given after so many games, ten times as many, and so on; and at the end."""

Graded: TypeAlias = "QGrade | QHiddenGrade"
"""A grade by the exact solution; in games with hidden information by exact best responses."""


@dataclass(frozen=True)
class QTrained:
    """What Q-learning found; prints as a page.

    Attributes
    ----------
    game, settings, seed
        What was learned, and how.
    played
        What was played for it.
    table
        The values.
    curve
        The grade after so many games, for some numbers of games; empty where the game could not be solved, or its tree
        not be listed where it hides something.
    stopped
        ``episodes``: all were played; ``interrupted``: it was ended by Ctrl-C, and this is what was learned by then.
    seconds, cpu_seconds, compile_seconds
        Of self-play, without compiling, which is apart.
    """

    game: Game
    settings: QSettings
    seed: int
    played: QPlayed
    table: QTable
    curve: tuple[tuple[int, Graded], ...]
    stopped: str
    seconds: float
    cpu_seconds: float
    compile_seconds: float

    @property
    def grade(self) -> Graded | None:
        """The grade at the end; None where there is none."""
        return self.curve[-1][1] if self.curve else None

    def save(self, path: str | Path) -> int:
        """Write the values to a file for the player ``q:FILE``; return its size in bytes."""
        return self.table.save(path)

    def __str__(self) -> str:
        from outfox.training.learn.q_text import to_text

        return to_text(self)


def q_train(
    game: Game | str,
    settings: QSettings | None = None,
    *,
    seed: int = 0,
    grader: QGrader | QHiddenGrader | None = None,
    progress: Callable[[float, str], None] | None = None,
) -> QTrained:
    """Learn a game from self-play alone, and grade the result exactly where the game is small enough for that.

    Ctrl-C ends the games early; a second one ends the grading of what was learned by then.

    Parameters
    ----------
    game
        A game, or its name.
    settings
        Default: ``QSettings()``.
    seed
        The same seed gives the same values.
    grader
        Of this game, where there is one already.
    progress
        Called with the share of the games that are played, and a text.

    Raises
    ------
    NotSupported
        For settings that a game with hidden information has no use for.

    Examples
    --------
    >>> found = q_train("nim:piles=[1,2,3]", QSettings(episodes=2000), seed=1)
    >>> found.grade.won.positions, found.grade.won.share, found.grade.blunders
    (17, 1.0, 0)
    """
    loaded, chosen = load(game) if isinstance(game, str) else game, settings or QSettings()
    learner = QLearner(loaded, chosen, seed)
    judge = grader or grader_of(loaded, progress)
    curve: list[tuple[int, Graded]] = []
    stopped = "episodes"
    try:
        for stop in stops(chosen.episodes):
            learner.run(stop, progress)
            if judge is not None:
                curve.append((stop, judge.grade(learner)))
    except KeyboardInterrupt:
        played, stopped = learner.played.episodes, "interrupted"
        if not played:
            raise
        if judge is not None and (not curve or curve[-1][0] < played):
            curve.append((played, judge.grade(learner)))
    return QTrained(
        loaded, chosen, seed, learner.played, learner.table(), tuple(curve), stopped, learner.seconds,
        learner.cpu_seconds, learner.compile_seconds,
    )  # fmt: skip


def grader_of(
    game: Game, progress: Callable[[float, str], None] | None = None
) -> QGrader | QHiddenGrader | None:  # fmt: skip
    """Return who grades learners of a game; None where it is too large to be graded, or cannot be."""
    try:
        return QGrader(game, progress) if game.view is None else QHiddenGrader(game, progress)
    except (BudgetExceeded, NotSupported):
        return None


def stops(episodes: int) -> list[int]:
    """Return after how many games grades are given.

    Examples
    --------
    >>> stops(50_000), stops(20)
    ([100, 1000, 10000, 50000], [20])
    """
    found, stop = [], FIRST_GRADE
    while stop < episodes:
        found.append(stop)
        stop *= 10
    return [*found, episodes]


def to_dict(found: QTrained) -> dict[str, Any]:
    """Return the result with its stable keys; only ``timing`` is not the same twice."""
    value = found.curve[-1][1].value if found.curve else None
    return {
        "format": "outfox-q-1",
        "game": found.game.spec,
        "players": list(found.game.players),
        "rules_key": found.game.rules_key,
        "seed": found.seed,
        "settings": found.settings.to_dict(),
        "played": found.played.to_dict(),
        "stopped": found.stopped,
        "value": value,
        "curve": [{"episodes": stop, **grade.to_dict()} for stop, grade in found.curve],
        "timing": {
            "seconds": round(found.seconds, 3),
            "cpu_seconds": round(found.cpu_seconds, 3),
            "compile_seconds": round(found.compile_seconds, 2),
        },
    }
