"""The strong part of a study: an evaluation is learned, and the search that uses it plays the games that count.

Plain search needs many simulations to see what an evaluation says at once. So where the rules declare features, a study
trains an evaluation by generations of self-play, then measures the game under the best of them: over a matrix of
budgets, and for variants of the rules.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from outfox.formats.line_journal import LineJournal
from outfox.formats.model import Model
from outfox.rules import Game
from outfox.studies.estimates import tidy
from outfox.studies.findings import Budgets, Trends
from outfox.studies.plan import Learning
from outfox.studies.selfplay import Played
from outfox.studies.tally import Tally, lengths
from outfox.studies.valued import valued_dict
from outfox.training.learn.generation import Trained
from outfox.training.learn.generations import train
from outfox.training.learn.selfplay import Recipe, SelfPlay
from outfox.training.learn.train_text import to_dict as trained_dict
from outfox.workers.pool import map_tasks
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]
Stopped = Literal["plan", "clock", "interrupted"]

STREAM = 3
"""Key of the seed of these games, beside the kinds of games of a plan."""

NAME = "strong.jsonl"

TRAINING_SHARE = 0.4
"""About which share of the time of this part goes into the training."""


@dataclass(frozen=True)
class StrongTask:
    """One game.

    Attributes
    ----------
    number
        Place in the plan.
    variant
        Place in `Learning.variants`; 0 is the game of the study itself.
    budgets
        Simulations a ply of player 0 and of player 1.
    game
        Which game of its cell.
    """

    number: int
    variant: int
    budgets: Budgets
    game: int


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
    model
        The model of the best; None where none was better than plain search, which then plays.
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
    model: Model | None
    games: tuple[Played, ...]
    tasks: tuple[StrongTask, ...]
    variants: tuple[Variant, ...]
    matrix: dict[Budgets, Tally]

    @property
    def complete(self) -> bool:
        """Whether all games of the plan were played."""
        return len(self.games) == len(self.tasks)

    @cached_property
    def trends(self) -> Trends:
        """What a doubling changes."""
        return Trends.of({pair: tally.count for pair, tally in self.matrix.items()}, self.learning.budgets)

    @property
    def deepest(self) -> tuple[int, Tally] | None:
        """The largest equal budget that has games, with them."""
        known = [b for b in self.learning.budgets if self.matrix[b, b].games]
        return (max(known), self.matrix[max(known), max(known)]) if known else None

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers with their stable keys."""
        training = trained_dict(self.trained)
        for key in ("timing", "folder", "rules_key", "game", "players", "seed"):
            training.pop(key)
        return {
            "training": training,
            "valued": valued_dict(self.trained),
            "tuning": None if self.model is None else self.model.tuning._asdict(),
            "model": None if self.model is None else self.model.about.get("generation"),
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


class StrongWorker:
    """Plays games of the strong part; each process gets one and keeps its tables.

    Parameters
    ----------
    games
        The game of the study and its variants.
    model
        Of the players; without one they are plain.
    seed
        Of the study.
    """

    def __init__(self, games: Sequence[Game], model: Model | None, seed: int) -> None:
        self.games, self.model, self.seed = tuple(games), model, seed
        self._tables: dict[tuple[int, Budgets], SelfPlay] = {}

    def __call__(self, task: StrongTask) -> Played:
        """Play a game; its seed depends on what is played, not on its place in the plan."""
        root = task_seed(root_seed(self.seed), STREAM, task.variant, *task.budgets, task.game)
        played = self._table(task).play(task.game, root)
        return Played(
            task=task.number,
            start=task.game % self.games[task.variant].starts,
            payoff=played.payoff,
            ending="normal",
            actions=played.actions,
            values=played.values,
            choices=(0, 0),
            decisions=(0, 0),
            log_choices=0.0,
            cpu_seconds=0.0,
            compile_seconds=0.0,
        )

    def _table(self, task: StrongTask) -> SelfPlay:
        key = task.variant, task.budgets
        if key not in self._tables:
            one, other = (self._recipe(budget) for budget in task.budgets)
            self._tables[key] = SelfPlay(self.games[task.variant], (one, other), 0)
        return self._tables[key]

    def _recipe(self, budget: int) -> Recipe:
        if self.model is None:
            return Recipe(budget, solver=True)
        return Recipe.with_model(self.model, budget, solver=True)


def strong_tasks(learning: Learning) -> list[StrongTask]:
    """List the games, in an order that fills all cells evenly: a plan cut short is a smaller plan."""
    ranked = sorted(_cells(learning), key=lambda entry: entry[0])
    return [StrongTask(number, variant, budgets, game) for number, (_, variant, budgets, game) in enumerate(ranked)]


def _cells(learning: Learning) -> Iterator[tuple[float, int, Budgets, int]]:
    for row in learning.budgets:
        for column in learning.budgets:
            count = learning.equal if row == column else learning.cell_games
            yield from (((game + 0.5) / count, 0, (row, column), game) for game in range(count))
    for variant in range(1, len(learning.variants) + 1):
        for budget in learning.variant_budgets:
            count = learning.variant_games
            yield from (((game + 0.5) / count, variant, (budget, budget), game) for game in range(count))


def variant_of(game: Game, changes: dict[str, Any]) -> Game:
    """Return a game with some parameters changed."""
    values = {name: p.value for name, p in game.parameters.items() if p.value != p.default} | changes
    return Game(game.path, game.name, values, trusted=game.trusted)


def play_strong(
    game: Game,
    learning: Learning,
    *,
    seed: int,
    workers: int,
    folder: Path,
    identity: dict[str, Any],
    deadline: float = math.inf,
    progress: Progress | None = None,
) -> tuple[Strong, Stopped]:
    """Train, then play the strong games.

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
        By ``time.perf_counter()``: no game is begun later. The training is always finished.

    Returns
    -------
    Strong
        With the games that were played.
    stopped
        ``plan`` (all were played), ``clock`` or ``interrupted``.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C in the training; its folder goes on from there.
    """
    trained = train(
        game, learning.training, folder=folder / "training", seed=seed, workers=workers,
        progress=within(progress, 0.0, TRAINING_SHARE),
    )  # fmt: skip
    best = trained.best
    model = best.model if best is not None else None
    tasks = strong_tasks(learning)
    games = [game, *(variant_of(game, changes) for _, changes in learning.variants)]
    journal: LineJournal[Played] = LineJournal(
        folder / NAME, {**identity, "format": "outfox-strong-1"}, Played, "task", ("a study", "games")
    )
    worker, tell = StrongWorker(games, model, seed), within(progress, TRAINING_SHARE, 1.0)
    stopped: Stopped = "plan"
    try:
        with closing(map_tasks(worker, tasks[len(journal.items) :], workers)) as results:
            for played in results:
                journal.add(played)
                done = len(journal.items)
                tell(done / len(tasks), f"{done:,} of {len(tasks):,} strong games")
                if time.perf_counter() > deadline and done < len(tasks):
                    stopped = "clock"
                    break
    except KeyboardInterrupt:
        stopped = "interrupted"
    return gathered(learning, trained, journal.items, games), stopped


def within(progress: Progress | None, first: float, last: float) -> Progress:
    """Return a progress that fills a part of another."""

    def tell(share: float, text: str) -> None:
        if progress is not None:
            progress(first + (last - first) * share, text)

    return tell


def gathered(learning: Learning, trained: Trained, played: Sequence[Played], games: Sequence[Game]) -> Strong:
    """Sort games into cells; `played` may be fewer than were planned."""
    tasks, best = strong_tasks(learning), trained.best
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
        model=best.model if best is not None else None,
        games=tuple(played),
        tasks=tuple(tasks),
        variants=tuple(variants),
        matrix={(a, b): tally(0, (a, b)) for a in learning.budgets for b in learning.budgets},
    )
