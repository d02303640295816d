"""Which generation plays which side: each against each, once in either seat.

A generation that beats its predecessor in pairs of games is not the best in both seats, and not against everybody:
evaluations beat each other in circles. So the strongest play of a study is that of two generations, one for each side,
and each is the one that does best against its own best reply (maximin, von Neumann 1928).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outfox.rules import Game
from outfox.studies.plan import Learning
from outfox.studies.selfplay import Played
from outfox.studies.strong_games import Progress, StrongTask, StrongWorker, play_games
from outfox.studies.tally import Tally
from outfox.training.learn.generation import Generation, Trained
from outfox.workers.pool import Workers


@dataclass(frozen=True)
class Sides:
    """The generations against each other.

    Attributes
    ----------
    generations
        All of them, promoted or not; none where no one of them has beaten plain search.
    matrix
        Games by the places of player 0's and player 1's generation; empty where there are fewer than two.
    chosen
        The places of those that play; None where plain search does.
    """

    generations: tuple[Generation, ...]
    matrix: dict[tuple[int, int], Tally]
    chosen: tuple[int, int] | None

    @property
    def players(self) -> tuple[Generation, Generation] | None:
        """The generations that play player 0 and player 1; None where plain search does."""
        if self.chosen is None:
            return None
        first, second = self.chosen
        return self.generations[first], self.generations[second]

    def to_dict(self) -> dict[str, Any]:
        """Return the games and the choice with their stable keys; generations by their numbers."""
        numbers = [one.number for one in self.generations]
        return {
            "chosen": None if self.chosen is None else [numbers[place] for place in self.chosen],
            "cells": [
                {"generations": [numbers[i], numbers[j]]} | tally.to_dict() for (i, j), tally in self.matrix.items()
            ],
        }


def play_sides(
    game: Game,
    learning: Learning,
    trained: Trained,
    *,
    seed: int,
    workers: Workers,
    folder: Path,
    identity: dict[str, Any],
    progress: Progress,
) -> Sides:
    """Play the generations of a run against each other, and choose.

    Parameters
    ----------
    game, learning
        What is studied, and how much is played.
    trained
        The run.
    seed, workers, folder, identity, progress
        As in `outfox.studies.strong.play_strong`.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; the folder goes on from there.
    """
    if trained.best is None:
        return Sides((), {}, None)
    generations = trained.generations
    tasks = side_tasks(learning, len(generations))
    if not tasks:
        return Sides(generations, {}, (0, 0))
    worker = StrongWorker([game], [one.model for one in generations], "sides", seed)
    games, stopped = play_games(worker, tasks, folder=folder, identity=identity, workers=workers, progress=progress)
    if stopped == "interrupted":
        raise KeyboardInterrupt
    cells: dict[tuple[int, int], list[Played]] = {}
    for task, played in zip(tasks, games, strict=True):
        cells.setdefault(task.models, []).append(played)
    matrix = {models: Tally(tuple(cell)) for models, cell in sorted(cells.items())}
    scores = [[matrix[i, j].score.value for j in range(len(generations))] for i in range(len(generations))]
    return Sides(generations, matrix, best_replies(scores))


def side_tasks(learning: Learning, generations: int) -> list[StrongTask]:
    """List the games: none for one generation alone."""
    places, both = range(generations if generations > 1 else 0), (learning.side_budget, learning.side_budget)
    pairs = [(i, j, game) for game in range(learning.side_games) for i in places for j in places]
    return [StrongTask(number, 0, (i, j), both, game) for number, (i, j, game) in enumerate(pairs)]


def best_replies(scores: Sequence[Sequence[float]]) -> tuple[int, int]:
    """Return each player's best row, and column, against the other's best reply; the later of equals.

    Parameters
    ----------
    scores
        Player 0's score, by its row and player 1's column.

    Examples
    --------
    >>> best_replies([[0.5, 0.9], [0.6, 0.7]])
    (1, 0)
    """
    rows, columns = range(len(scores)), range(len(scores[0]))
    first = max(rows, key=lambda i: (min(scores[i]), i))
    second = min(columns, key=lambda j: (max(row[j] for row in scores), -j))
    return first, second
