"""A game with hidden information from end to end: value, equilibrium, methods, strategies, who can be beaten.

Plain tree search cannot see past hidden cards; what a study can say here is exact. The value and an equilibrium come
from a linear program, everything else is measured in the whole tree, and only methods that sample games draw from the
seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import outfox
from outfox.formats.folders import folder_name
from outfox.formats.line_journal import LineJournal
from outfox.kernel.clock import Clock
from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.best_response import Exploitability, exploitability
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.result import Equilibrium
from outfox.methods.equilibrium.solve import equilibrium, lp_equilibrium_of
from outfox.rules import BudgetExceeded, Game, load
from outfox.studies.hidden.curves import METHODS, Compared, Curve, Run, compared
from outfox.studies.hidden.plan import HiddenPlan, hidden_plan, sized
from outfox.studies.hidden.published import Published, published_curves
from outfox.studies.hidden.rational import exact_value
from outfox.studies.hidden.seldom import sensible
from outfox.studies.hidden.strategies import Cell, cells_of
from outfox.studies.hidden.styles import SPECS, Beaten, beaten
from outfox.workers.pool import map_tasks

Progress = Callable[[float, str], None]

CURVES = "curves.jsonl"
"""Courses of methods as they end, so that a study that was stopped goes on where it stood."""

FORMAT = "outfox-hidden-study-1"

NEAR: Literal["cfr+"] = "cfr+"
"""The method whose strategies are shown, with the best answer where they seldom come themselves: of exact equilibria
many do odd things where best play never comes."""

MOST_CELLS = 2_000
"""More information sets than these are not written out."""

TREE, SOLVED, RUN, SHOWN = 0.03, 0.08, 0.75, 0.8
"""About which share of the time is gone once the tree is built, the game solved, the methods run, one run anew."""


@dataclass(frozen=True, eq=False)
class Solved:
    """The exact answer.

    Attributes
    ----------
    policy : (slots,) float64
        An equilibrium.
    measured
        What best responses win against it, in the whole tree: the value lies between the two.
    fraction
        The value without rounding, where that could be proven.
    seconds, cpu_seconds
        What it took.
    """

    policy: Floats
    measured: Exploitability
    fraction: Fraction | None
    seconds: float
    cpu_seconds: float

    @property
    def value(self) -> float:
        """What player 0 wins with best play."""
        return float(self.fraction) if self.fraction is not None else self.measured.value

    @property
    def bounds(self) -> tuple[float, float]:
        """What player 0's strategy is sure of, and what player 1's concedes."""
        return -self.measured.responses[1], self.measured.responses[0]


@dataclass(frozen=True, eq=False)
class HiddenStudy:
    """What was found; prints its answer.

    Attributes
    ----------
    game, plan, seed
        What was studied.
    ground
        Its tree.
    solved
        The exact answer; None where the game is too large for it, or Ctrl-C came first.
    curves
        Of the methods, in their order; fewer where Ctrl-C stopped them.
    published
        Figures of others; None where there are none for this game.
    near
        The strategies that are shown, nearly an equilibrium; None where Ctrl-C came first.
    cells
        What they do in each information set; empty where these are too many.
    styles
        Who can be beaten by how much.
    stopped
        ``plan``, ``clock`` or ``interrupted``.
    seconds, cpu_seconds, compile_seconds
        What all took; courses taken over from an earlier run have their own times.
    workers, resumed
        Processes that ran methods; courses taken over.
    files
        The report's files, by name, once they are written.
    """

    game: Game
    plan: HiddenPlan
    seed: int
    ground: Ground
    solved: Solved | None
    curves: tuple[Curve, ...]
    published: Published | None
    near: Equilibrium | None
    cells: tuple[Cell, ...]
    styles: tuple[Beaten, ...]
    stopped: Literal["plan", "clock", "interrupted"]
    seconds: float
    cpu_seconds: float
    compile_seconds: float
    workers: int
    resumed: int
    files: dict[str, Path] = field(default_factory=dict)

    @property
    def compared(self) -> tuple[Compared, ...]:
        """Published figures beside ours."""
        return compared(self.curves, self.published)

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Between these the value is."""
        if self.solved is not None:
            return self.solved.bounds
        return None if self.near is None else self.near.bounds

    @property
    def sentences(self) -> list[str]:
        """The answer in a few sentences."""
        from outfox.studies.hidden.text import sentences

        return sentences(self)

    def __str__(self) -> str:
        return " ".join(self.sentences)


def hidden_study(
    game: Game | str,
    budget: str | None = None,
    *,
    seed: int = 0,
    workers: int = 1,
    out: str | Path | None = None,
    memory: int = 0,
    progress: Progress | None = None,
) -> HiddenStudy:
    """Study a game with hidden information and write the report.

    Parameters
    ----------
    game
        A game with a View whose tree fits into memory, or its name.
    budget
        Name of a plan, such as ``"2m"``, which is the default; see `outfox.studies.hidden.plan`.
    seed
        Of the methods that sample games: the same seed gives the same numbers, whatever the number of workers.
    workers
        Processes that run methods beside each other; 1: this one.
    out
        Folder for the report; default ``outfox-study-NAME`` here. A study of the same plan and seed that was stopped
        there goes on.
    memory
        At most as many bytes for the tree; 0: no limit.
    progress
        Called with the share done and a short text.

    Returns
    -------
    HiddenStudy
        Its `files` are ``report.html``, ``report.json`` and ``curves.jsonl``. Ctrl-C ends it early, with what was
        found so far.

    Raises
    ------
    UnknownName
        Where there is no such game or plan.
    OtherWork
        Where the folder holds another study.
    NotSupported, BudgetExceeded, RulesError
        As for `Ground`.
    """
    from outfox.studies.hidden.report import write_report

    loaded = load(game) if isinstance(game, str) else game
    folder = Path(out) if out is not None else Path(folder_name("study", loaded))
    found = run_hidden(loaded, hidden_plan(budget), seed, workers, folder, memory, progress)
    write_report(found, folder)
    return found


def run_hidden(
    game: Game,
    plan: HiddenPlan,
    seed: int = 0,
    workers: int = 1,
    folder: Path | None = None,
    memory: int = 0,
    progress: Progress | None = None,
) -> HiddenStudy:
    """Study a game by a plan, without writing a report; None for `folder` keeps nothing."""
    work = _Work(game, plan, seed, workers, folder, memory, progress)
    work.tell(0.0, "the tree")
    work.build()
    try:
        work.solve()
        work.run()
        work.show()
        work.beat()
    except KeyboardInterrupt:
        work.stopped = "interrupted"
    return work.result()


class _Work:
    """A study while it is made."""

    def __init__(
        self,
        game: Game,
        plan: HiddenPlan,
        seed: int,
        workers: int,
        folder: Path | None,
        memory: int,
        progress: Progress | None,
    ) -> None:
        self.game, self.plan, self.seed, self.workers = game, plan, seed, max(1, workers)
        self.memory, self.progress, self.clock = memory, progress, Clock()
        self.deadline, self.folder = time.monotonic() + plan.seconds, folder
        self.cut: list[Curve] = []  # by the clock or by Ctrl-C: another run may do better
        self.solved: Solved | None = None
        self.near: Equilibrium | None = None
        self.cells: tuple[Cell, ...] = ()
        self.styles: list[Beaten] = []
        self.stopped: Literal["plan", "clock", "interrupted"] = "plan"

    def tell(self, share: float, text: str) -> None:
        """Report progress."""
        if self.progress is not None:
            self.progress(share, text)

    def build(self) -> None:
        """Build the tree, which everything is measured in, and take over what is there of an earlier run."""
        try:
            self.ground = Ground(self.game, nodes=self.plan.nodes, memory=self.memory)
        except BudgetExceeded as error:
            large = str(error).partition(";")[0]
            more = "outfox equilibrium samples games without their tree, and cannot say how good its strategies are"
            raise BudgetExceeded(f"{large}; {more}") from None
        self.plan = sized(self.plan, self.ground.tree.nodes)
        path = None if self.folder is None else self.folder / CURVES
        named = identity(self.game, self.plan, self.seed)
        self.journal = LineJournal(path, named, Curve, "number", ("a study", "courses"))
        self.resumed = len(self.journal.items)

    def solve(self) -> None:
        """Solve the game exactly, where that takes no longer than somebody waits."""
        if self.ground.tree.slots > self.plan.slots:
            return
        self.tell(TREE, "linear program")
        clock = Clock()
        policy = lp_equilibrium_of(self.ground)
        measured = exploitability(self.ground, policy)
        fraction = exact_value(self.ground.tree, policy)
        self.solved = Solved(policy, measured, fraction, clock.seconds, clock.cpu_seconds)

    def run(self) -> None:
        """Run the methods whose course is not known yet."""
        todo = list(range(self.resumed, len(METHODS)))
        task = Run(self.game, self.plan, self.seed, self.deadline)
        if self.workers == 1:
            task.__dict__["ground"] = self.ground  # it is there already
        with closing(map_tasks(task, todo, workers=self.workers)) as results:
            for number in todo:
                self.tell(SOLVED + (RUN - SOLVED) * number / len(METHODS), METHODS[number])
                curve = next(results)
                if curve.stopped == "iterations" and not self.cut:
                    self.journal.add(curve)
                else:
                    self.cut.append(curve)
                if curve.stopped == "interrupted":
                    raise KeyboardInterrupt
        if any(curve.stopped == "seconds" for curve in self.cut):
            self.stopped = "clock"

    def show(self) -> None:
        """Find the strategies that are shown."""
        self.tell(RUN, "strategies")
        left = max(0.1, self.deadline - time.monotonic())
        self.near = equilibrium(self.ground, method=NEAR, iterations=self.plan.iterations, seconds=left)
        if self.near.stopped == "interrupted":
            raise KeyboardInterrupt
        if self.near.stopped == "seconds":
            self.stopped = "clock"
        policy = sensible(self.ground, self.near.policy)
        measured = exploitability(self.ground, policy)
        bounds = -measured.responses[1], measured.responses[0]
        self.near = replace(
            self.near, policy=policy, value=measured.value, exploitability=measured.exploitability, bounds=bounds
        )
        if self.ground.small.tree.sets <= MOST_CELLS:
            exact = None if self.solved is None else self.solved.policy
            self.cells = cells_of(self.ground, self.near.policy, exact)

    def beat(self) -> None:
        """Find what can be won from each style."""
        for number, name in enumerate(SPECS):
            self.tell(SHOWN + (1.0 - SHOWN) * number / len(SPECS), f"against {name}")
            style = beaten(self.ground, name, None if self.solved is None else self.solved.value)
            if style is not None:
                self.styles.append(style)

    def result(self) -> HiddenStudy:
        """Return what is known."""
        clock = self.clock
        return HiddenStudy(
            game=self.game,
            plan=self.plan,
            seed=self.seed,
            ground=self.ground,
            solved=self.solved,
            curves=(*self.journal.items, *self.cut),
            published=published_curves(self.game),
            near=self.near,
            cells=self.cells,
            styles=tuple(self.styles),
            stopped=self.stopped,
            seconds=clock.seconds,
            cpu_seconds=clock.cpu_seconds,
            compile_seconds=clock.compile_seconds,
            workers=self.workers,
            resumed=self.resumed,
        )


def identity(game: Game, plan: HiddenPlan, seed: int) -> dict[str, Any]:
    """Return what makes two studies the same: with equal identities courses can be taken over."""
    return {
        "format": f"{FORMAT}-courses",
        "version": outfox.__version__,
        "game": game.spec,
        "rules_key": game.rules_key,
        "plan": plan.to_dict(),
        "methods": list(METHODS),
        "seed": seed,
    }
