"""Games of the strong part of a study: which are played, by whom, and kept as they come."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from outfox.formats.line_journal import LineJournal
from outfox.formats.model import Model
from outfox.rules import Game
from outfox.studies.findings import Budgets
from outfox.studies.plan import Learning
from outfox.studies.selfplay import Played
from outfox.training.learn.selfplay import Recipe, SelfPlay
from outfox.workers.pool import Workers, map_tasks
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]
Stopped = Literal["plan", "clock", "interrupted"]

STREAMS = {"strong": 3, "sides": 4}
"""Keys of the seeds of these games, by stage; the kinds of games of a plan and random play have those below."""


@dataclass(frozen=True)
class StrongTask:
    """One game.

    Attributes
    ----------
    number
        Place in its stage.
    variant
        Place in `Learning.variants`, counted from 1; 0 is the game of the study itself.
    models
        Which of the worker's models player 0 has, and player 1.
    budgets
        Simulations a ply of player 0 and of player 1.
    game
        Which game of its cell.
    """

    number: int
    variant: int
    models: tuple[int, int]
    budgets: Budgets
    game: int


class StrongWorker:
    """Plays games of a stage; each process gets one and keeps its tables.

    Parameters
    ----------
    games
        The game of the study and its variants.
    models
        That tasks name by their place; None is plain search.
    stage
        A name in `STREAMS`.
    seed
        Of the study.
    """

    def __init__(self, games: Sequence[Game], models: Sequence[Model | None], stage: str, seed: int) -> None:
        self.games, self.models, self.stage, self.seed = tuple(games), tuple(models), stage, seed
        self._tables: dict[tuple[int, tuple[int, int], Budgets], SelfPlay] = {}

    def __call__(self, task: StrongTask) -> Played:
        """Play a game; its seed depends on what is played, not on its place in the plan."""
        root = root_seed(self.seed)
        seed = task_seed(root, STREAMS[self.stage], task.variant, *task.models, *task.budgets, task.game)
        table, before = self._table(task), time.process_time()
        played = table.play(task.game, seed)
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
            cpu_seconds=round(time.process_time() - before, 4),
            compile_seconds=0.0,
        )

    def _table(self, task: StrongTask) -> SelfPlay:
        key = task.variant, task.models, task.budgets
        if key not in self._tables:
            one, other = map(self._recipe, task.models, task.budgets)
            self._tables[key] = SelfPlay(self.games[task.variant], (one, other), 0)
        return self._tables[key]

    def _recipe(self, number: int, budget: int) -> Recipe:
        model = self.models[number]
        return Recipe(budget, solver=True) if model is None else Recipe.with_model(model, budget, solver=True)


def strong_tasks(learning: Learning) -> list[StrongTask]:
    """List the games that measure, in an order that fills all cells evenly: a plan cut short is a smaller plan."""
    ranked = sorted(_cells(learning), key=lambda entry: entry[0])
    return [
        StrongTask(number, variant, (0, 1), budgets, game) for number, (_, variant, budgets, game) in enumerate(ranked)
    ]


def _cells(learning: Learning) -> Iterator[tuple[float, int, Budgets, int]]:
    for row in learning.budgets:
        for column in learning.budgets:
            count = learning.equal if row == column else learning.cell_games
            yield from (((game + 0.5) / count, 0, (row, column), game) for game in range(count))
    for variant in range(1, len(learning.variants) + 1):
        for budget in learning.variant_budgets:
            count = learning.variant_games
            yield from (((game + 0.5) / count, variant, (budget, budget), game) for game in range(count))


def play_games(
    worker: StrongWorker,
    tasks: Sequence[StrongTask],
    *,
    folder: Path,
    identity: dict[str, Any],
    workers: Workers,
    deadline: float = math.inf,
    progress: Progress,
) -> tuple[list[Played], Stopped]:
    """Play the games of a stage, those that are in the folder excepted.

    Parameters
    ----------
    worker, tasks
        Who plays, and what.
    folder
        The games lie in ``STAGE.jsonl`` there.
    identity
        Of the study; games of another are refused.
    workers, deadline, progress
        As in `outfox.studies.strong.play_strong`.

    Returns
    -------
    games
        In the order of the tasks; fewer where the deadline or Ctrl-C came first.
    stopped
        Why it ended.
    """
    stage = worker.stage
    journal: LineJournal[Played] = LineJournal(
        folder / f"{stage}.jsonl", {**identity, "format": f"outfox-{stage}-1"}, Played, "task", ("a study", "games")
    )
    try:
        with closing(map_tasks(worker, tasks[len(journal.items) :], workers)) as results:
            for played in results:
                journal.add(played)
                done = len(journal.items)
                progress(done / len(tasks), f"{done:,} of {len(tasks):,} {stage} games")
                if time.perf_counter() > deadline and done < len(tasks):
                    return journal.items, "clock"
    except KeyboardInterrupt:
        return journal.items, "interrupted"
    return journal.items, "plan"
