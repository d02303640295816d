"""Who is favoured in a game under plain tree search, and how that changes with thinking time.

Plain MCTS (playouts to the end, c = 1.4, the most visited action, nothing kept from move to move) plays
itself over doubling budgets, for each side separately: a matrix of player 0's budget by player 1's. Every
game has a seed of its own, so the numbers are the same for any number of workers, and a study that was
stopped goes on where it stood.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from outfox.formats.folders import folder_name
from outfox.rules import Game, NotSupported, load
from outfox.studies.exact import INTERRUPTED, Exact, try_exact
from outfox.studies.findings import Findings
from outfox.studies.firstmover import begins, other_first
from outfox.studies.journal import Journal
from outfox.studies.plan import Plan, Task, identity, plan_for, tasks
from outfox.studies.selfplay import Job, Played, RandomPlay, Worker
from outfox.studies.sizes import sizes
from outfox.studies.special import Special, special_of
from outfox.studies.strong import Strong, play_strong, within
from outfox.studies.strong_games import strong_tasks
from outfox.studies.verdict import BESIDE_EXACT, CAUTION, strong_verdict, verdict
from outfox.workers.pool import Workers, kept, map_tasks, processes

Progress = Callable[[float, str], None]


@dataclass(frozen=True)
class Timing:
    """What a study took.

    Attributes
    ----------
    seconds
        Wall-clock seconds of this run.
    cpu_seconds
        CPU seconds of all games, those taken over from earlier runs included, without compiling; the games that an
        evaluation is trained on excepted.
    compile_seconds
        CPU seconds of compiling in this run.
    workers
        Processes that played.
    resumed
        Games taken over from earlier runs.
    """

    seconds: float
    cpu_seconds: float
    compile_seconds: float
    workers: int
    resumed: int


@dataclass(frozen=True)
class StudyResult:
    """The result of a study; prints its verdict.

    Attributes
    ----------
    game, plan, seed
        What was studied.
    games
        The games, in the order of the plan; fewer than planned where it was stopped.
    random
        Random play, or None where it was stopped before that.
    stopped
        ``plan`` (all was played), ``clock`` or ``interrupted``.
    timing
        What it took.
    files
        The report's files, by name, once they are written.
    exact
        The exact answer, or None.
    unsolved
        Why there is none; empty where none was wanted.
    strong
        What a search with a learned evaluation found; None where the plan has no such part, or did not come to it.
    special
        What is asked of this game alone; None where nothing is, or the study was interrupted.
    """

    game: Game
    plan: Plan
    seed: int
    games: tuple[Played, ...]
    random: RandomPlay | None
    stopped: Literal["plan", "clock", "interrupted"]
    timing: Timing
    files: dict[str, Path] = field(default_factory=dict)
    exact: Exact | None = None
    unsolved: str = ""
    strong: Strong | None = None
    special: Special | None = None

    @cached_property
    def tasks(self) -> list[Task]:
        """All games that were planned."""
        return tasks(self.plan, self.other_first is not None)

    @cached_property
    def other_first(self) -> Game | None:
        """The game in which the other side begins."""
        return other_first(self.game)

    @cached_property
    def findings(self) -> Findings:
        """The games, sorted and counted."""
        return Findings.of(self.plan, self.tasks, self.games, begins(self.game))

    @cached_property
    def sizes(self) -> dict[str, Any]:
        """How large the game is."""
        return sizes(self.game, self.findings.games, self.plan.samples, self.plan.reachable)

    @property
    def truncated(self) -> bool:
        """Whether games of the plan are missing."""
        strong = self.plan.learning is not None and (self.strong is None or not self.strong.complete)
        return len(self.games) < len(self.tasks) or strong

    @cached_property
    def sentences(self) -> list[str]:
        """The verdict, sentence by sentence: first that the study is not complete, if so; then what is exact."""
        sentences = verdict(self.findings, self.game.players)
        if self.strong is not None:
            sentences = [*strong_verdict(self.strong, self.game.players), *sentences]
        if self.exact is not None:
            games = [sentence for sentence in sentences if sentence != CAUTION]
            sentences = [self.exact.sentence, *games, BESIDE_EXACT]
        if not self.truncated:
            return sentences
        why = "Interrupted" if self.stopped == "interrupted" else "Cut short by the clock"
        played, planned = self.counts
        return [f"{why} after {played:,} of {planned:,} games.", *sentences]

    @property
    def counts(self) -> tuple[int, int]:
        """Games played and planned, those of the strong part included."""
        planned = 0 if self.plan.learning is None else len(strong_tasks(self.plan.learning))
        played = 0 if self.strong is None else len(self.strong.games)
        return len(self.games) + played, len(self.tasks) + planned

    @property
    def verdict(self) -> str:
        """The answer, in a few sentences that say only what the intervals allow."""
        return " ".join(self.sentences)

    def __str__(self) -> str:
        return self.verdict


def study(
    game: Game | str,
    budget: str | None = None,
    *,
    seed: int = 0,
    workers: int = 1,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Study a game and write the report.

    Parameters
    ----------
    game
        A game, or its name.
    budget
        Name of a plan, such as ``"2m"``, which is the default; see `outfox.studies.plan.PLANS`.
    seed
        The same seed gives the same numbers, whatever the number of workers.
    workers
        Processes that play; 1: this one.
    out
        Folder for the report and the games; default ``outfox-study-NAME`` here. A study of the same plan and
        seed that was stopped there goes on.
    progress
        Called with the share done and a short text.

    Returns
    -------
    StudyResult
        Its `files` are ``report.html``, ``report.json`` and ``games.jsonl``.

    Raises
    ------
    UnknownName
        Where there is no such game or plan.
    OtherStudy
        Where the folder holds another study.
    NotSupported
        Where the game has hidden information.
    """
    from outfox.studies.report import write_report

    loaded = load(game) if isinstance(game, str) else game
    folder = Path(out) if out is not None else Path(folder_name("study", loaded))
    plan, known = _plan(loaded, budget, progress)
    start = time.perf_counter()
    first = within(progress, 0.0, PLAIN_SHARE) if plan.learning is not None else progress
    with kept(workers) as crew:
        result = run_study(loaded, plan, seed=seed, workers=crew, folder=folder, progress=first)
        if plan.learning is not None and result.stopped != "interrupted":
            result = _with_strong(result, folder, crew, start, within(progress, PLAIN_SHARE, 1.0))
    if result.stopped != "interrupted":
        found, why = known or try_exact(loaded, plan.exact, progress)
        result = _with_special(replace(result, exact=found, unsolved=why), progress)
    write_report(result, folder)
    return result


def _plan(
    game: Game, budget: str | None, progress: Progress | None
) -> tuple[Plan, tuple[Exact | None, str] | None]:  # fmt: skip
    """Return the plan, and the exact answer where it had to be tried for that: what is solved needs no evaluation."""
    plan = plan_for(game, budget)
    if plan.learning is None or game.has("features"):
        return plan, None
    known = try_exact(game, plan.exact, progress)
    if known[1] == INTERRUPTED:
        raise KeyboardInterrupt
    return plan_for(game, budget, solved=known[0] is not None), known


def _with_special(result: StudyResult, progress: Progress | None) -> StudyResult:
    """Add what is asked of this game alone; without it where Ctrl-C stops that."""
    try:
        return replace(result, special=special_of(result.game, seed=result.seed, progress=progress))
    except KeyboardInterrupt:
        return result


PLAIN_SHARE = 0.4
"""About which share of the time of a study with a strong part goes into the rest."""


def _with_strong(
    result: StudyResult, folder: Path, workers: Workers, start: float, progress: Progress | None
) -> StudyResult:
    """Add the strong part to a study."""
    plan, game = result.plan, result.game
    assert plan.learning is not None
    began = time.perf_counter()
    try:
        strong, stopped = play_strong(
            game, plan.learning, seed=result.seed, workers=workers, folder=folder, progress=progress,
            identity=identity(game, plan, result.seed), deadline=start + plan.limit(processes(workers)),
        )  # fmt: skip
    except KeyboardInterrupt:
        return replace(result, stopped="interrupted")
    timing = replace(
        result.timing,
        seconds=result.timing.seconds + time.perf_counter() - began,
        cpu_seconds=result.timing.cpu_seconds + strong.cpu_seconds,
    )
    return replace(
        result, strong=strong, timing=timing, stopped=result.stopped if stopped == "plan" else stopped
    )  # fmt: skip


def run_study(
    game: Game,
    plan: Plan,
    *,
    seed: int = 0,
    workers: Workers = 1,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Play the games of a plan.

    Parameters
    ----------
    game, plan, seed, workers, progress
        As in `study`.
    folder
        Where the games are kept, and taken over from; None: nowhere.

    Returns
    -------
    StudyResult
        Ctrl-C and the plan's clock end it early, with the games played so far.
    """
    if game.has("View"):
        raise NotSupported(f"{game.name} has hidden information (View), which plain MCTS in a study cannot see past")
    run = _Run(game, plan, seed, workers, folder, progress)
    try:
        run.play()
    except KeyboardInterrupt:
        run.stopped = "interrupted"
    return run.result()


class _Run:
    """A study while it is played."""

    def __init__(
        self, game: Game, plan: Plan, seed: int, workers: Workers, folder: Path | None, progress: Progress | None
    ) -> None:
        self.game, self.plan, self.seed, self.workers = game, plan, seed, workers
        self.start = time.perf_counter()
        self.other = other_first(game)
        self.tasks = tasks(plan, self.other is not None)
        self.journal = Journal(folder, identity(game, plan, seed))
        self.resumed = len(self.journal.games)
        self.progress = progress
        self.random: RandomPlay | None = None
        self.compile_seconds = 0.0
        self.stopped: Literal["plan", "clock", "interrupted"] = "plan"

    def play(self) -> None:
        """Play what is missing; results come in the order of the plan."""
        todo = self.tasks[self.resumed :]
        # What comes before the games: with two workers two games are compiled at once.
        kinds = ["matrix", "other first"] if self.other is not None else ["matrix"]
        preparations = [*(kinds if todo else []), "random"]
        worker = Worker(self.game, self.other, self.plan, self.seed)
        jobs: list[Job] = [*preparations, *todo]
        results = map_tasks(worker, jobs, workers=self.workers)
        if self.progress is not None:
            self.progress(0.0, "preparing")
        with closing(results):
            for _ in preparations:
                self._prepared(next(results))
            self._collect(results, todo)

    def _prepared(self, result: float | RandomPlay | Played) -> None:
        if isinstance(result, RandomPlay):
            self.random = result
            self.compile_seconds += result.compile_seconds
        elif isinstance(result, float):
            self.compile_seconds += result

    def _collect(self, results: Iterable[float | RandomPlay | Played], todo: Sequence[Task]) -> None:
        limit, cost = self.plan.limit(processes(self.workers)), sum(task.cost for task in todo)
        done = 0
        for task, played in zip(todo, results, strict=True):
            assert isinstance(played, Played)
            self.journal.add(played)
            self.compile_seconds += played.compile_seconds
            done += task.cost
            self._tell(done / cost)
            if time.perf_counter() - self.start > limit and len(self.journal.games) < len(self.tasks):
                self.stopped = "clock"
                return

    def _tell(self, share: float) -> None:
        """Report progress: the share of this run's work that is done, by simulations rather than by games."""
        if self.progress is not None:
            self.progress(share, f"{len(self.journal.games):,} of {len(self.tasks):,} games")

    def result(self) -> StudyResult:
        """Return what is known."""
        games = self.journal.games
        timing = Timing(
            seconds=time.perf_counter() - self.start,
            cpu_seconds=sum(game.cpu_seconds for game in games) + (self.random.cpu_seconds if self.random else 0.0),
            compile_seconds=self.compile_seconds,
            workers=max(1, processes(self.workers)),
            resumed=self.resumed,
        )
        return StudyResult(
            self.game, self.plan, self.seed, tuple(games), self.random, self.stopped, timing
        )  # fmt: skip
