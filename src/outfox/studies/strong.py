"""The strong part of a study: an evaluation is learned, and the search that uses it plays the games that count.

Plain search needs many simulations to see what an evaluation says at once. So where the rules declare features, or
squares of a game that the study cannot solve, it trains an evaluation by generations of self-play, finds which of them
plays which side best, and measures the game under those: over a matrix of budgets, and for variants of the rules.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from outfox.rules import Game
from outfox.studies.estimates import tidy
from outfox.studies.findings import Budgets, Trends
from outfox.studies.plan import Learning
from outfox.studies.selfplay import Played
from outfox.studies.sides import Sides, play_sides
from outfox.studies.strong_games import Progress, Stopped, StrongTask, StrongWorker, play_games, strong_tasks
from outfox.studies.tally import Tally, lengths
from outfox.studies.valued import valued_dict
from outfox.training.learn.generation import Trained
from outfox.training.learn.generations import train
from outfox.training.learn.train_text import to_dict as trained_dict
from outfox.workers.pool import Workers

TRAINING_SHARE, SIDES_SHARE = 0.3, 0.1
"""About which shares of the time of this part go into the training, and into who plays which side."""


FEWEST = 8
"""So few games say nothing; where fewer are planned, they are all there is."""


@dataclass(frozen=True)
class Variant:
    """A variant of the rules and its games by budget of both sides."""

    name: str
    game: Game
    by_budget: dict[int, Tally]


@dataclass(frozen=True)
class Strong:
    """What the strong part found.

    Attributes
    ----------
    learning
        What was to be played.
    trained
        The run of generations.
    sides
        Which of them plays which side.
    games
        All games, in the order of the plan; fewer than planned where it was stopped.
    tasks
        All that were planned.
    variants
        The games by variant; the first is the game itself.
    matrix
        Games of the game itself by budgets.
    """

    learning: Learning
    trained: Trained
    sides: Sides
    games: tuple[Played, ...]
    tasks: tuple[StrongTask, ...]
    variants: tuple[Variant, ...]
    matrix: dict[Budgets, Tally]

    @property
    def complete(self) -> bool:
        """Whether all games of the plan were played."""
        return len(self.games) == len(self.tasks)

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of the games, those that chose the sides included."""
        chosen = (game for tally in self.sides.matrix.values() for game in tally.games)
        return sum(game.cpu_seconds for game in (*self.games, *chosen))

    @cached_property
    def trends(self) -> Trends:
        """What a doubling changes."""
        return Trends.of({pair: tally.count for pair, tally in self.matrix.items()}, self.learning.budgets)

    @property
    def deepest(self) -> tuple[int, Tally] | None:
        """The largest equal budget that has games enough to speak of, with them."""
        enough = min(FEWEST, self.learning.equal)
        known = [b for b in self.learning.budgets if len(self.matrix[b, b].games) >= enough]
        return (max(known), self.matrix[max(known), max(known)]) if known else None

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers with their stable keys."""
        training = trained_dict(self.trained)
        for key in ("timing", "folder", "rules_key", "game", "players", "seed"):
            training.pop(key)
        return {
            "training": training,
            "valued": valued_dict(self.trained),
            "sides": self.sides.to_dict(),
            "planned_games": len(self.tasks),
            "games": len(self.games),
            "distinct_games": len({game.actions for game in self.games}),
            "cells": [{"budgets": list(pair)} | tally.to_dict() for pair, tally in self.matrix.items()],
            "trends": self.trends.to_dict(),
            "variants": [
                {
                    "name": variant.name,
                    "game": variant.game.spec,
                    "budgets": [{"budget": b} | tally.to_dict() for b, tally in variant.by_budget.items()],
                }
                for variant in self.variants
            ],
            "plies": lengths(self.games),
            "draw_share": tidy(sum(g.payoff == 0 for g in self.games) / len(self.games)) if self.games else None,
        }


def variant_of(game: Game, changes: dict[str, Any]) -> Game:
    """Return a game with some parameters changed."""
    values = {name: p.value for name, p in game.parameters.items() if p.value != p.default} | changes
    return Game(game.path, game.name, values, trusted=game.trusted)


def play_strong(
    game: Game,
    learning: Learning,
    *,
    seed: int,
    workers: Workers,
    folder: Path,
    identity: dict[str, Any],
    deadline: float = math.inf,
    progress: Progress | None = None,
) -> tuple[Strong, Stopped]:
    """Train, choose who plays which side, then play the games that measure.

    Parameters
    ----------
    game, learning
        What is studied, and how much is played.
    seed, workers, progress
        As in `outfox.studies.study.study`.
    folder
        Of the study: the training run and the games are kept in it, and taken over from it.
    identity
        Of the study; games of another are refused.
    deadline
        By ``time.perf_counter()``: no game that measures is begun later. What comes before them is always finished.

    Returns
    -------
    Strong
        With the games that were played.
    stopped
        ``plan`` (all were played), ``clock`` or ``interrupted``.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C before the games that measure; the folder goes on from there.
    """
    trained = train(
        game, learning.training, folder=folder / "training", seed=seed, workers=workers,
        progress=within(progress, 0.0, TRAINING_SHARE),
    )  # fmt: skip
    sides = play_sides(
        game, learning, trained, seed=seed, workers=workers, folder=folder, identity=identity,
        progress=within(progress, TRAINING_SHARE, TRAINING_SHARE + SIDES_SHARE),
    )  # fmt: skip
    models = (None, None) if sides.players is None else tuple(one.model for one in sides.players)
    games = [game, *(variant_of(game, changes) for _, changes in learning.variants)]
    played, stopped = play_games(
        StrongWorker(games, models, "strong", seed), strong_tasks(learning), folder=folder, identity=identity,
        workers=workers, deadline=deadline, progress=within(progress, TRAINING_SHARE + SIDES_SHARE, 1.0),
    )  # fmt: skip
    return gathered(learning, trained, sides, played, games), stopped


def within(progress: Progress | None, first: float, last: float) -> Progress:
    """Return a progress that fills a part of another."""

    def tell(share: float, text: str) -> None:
        if progress is not None:
            progress(first + (last - first) * share, text)

    return tell


def gathered(
    learning: Learning, trained: Trained, sides: Sides, played: Sequence[Played], games: Sequence[Game]
) -> Strong:
    """Sort games into cells; `played` may be fewer than were planned."""
    tasks = strong_tasks(learning)
    cells: dict[tuple[int, Budgets], list[Played]] = {}
    for task, one in zip(tasks, played, strict=False):
        cells.setdefault((task.variant, task.budgets), []).append(one)

    def tally(variant: int, budgets: Budgets) -> Tally:
        return Tally(tuple(cells.get((variant, budgets), ())))

    names = ["as it is", *(name for name, _ in learning.variants)]
    variants = [
        Variant(name, games[k], {b: tally(k, (b, b)) for b in (learning.variant_budgets if k else learning.budgets)})
        for k, name in enumerate(names)
    ]
    return Strong(
        learning=learning,
        trained=trained,
        sides=sides,
        games=tuple(played),
        tasks=tuple(tasks),
        variants=tuple(variants),
        matrix={(a, b): tally(0, (a, b)) for a in learning.budgets for b in learning.budgets},
    )
