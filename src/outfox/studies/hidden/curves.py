"""How fast each method finds an equilibrium: exploitability after so many iterations, beside published figures."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from outfox.kernel.clock import Clock
from outfox.methods.equilibrium.cfr import Regrets
from outfox.methods.equilibrium.fictitious import Fictitious
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.mccfr import Sampled
from outfox.methods.equilibrium.settings import SAMPLED, EquilibriumSettings, Method
from outfox.rules import Game
from outfox.studies.hidden.plan import HiddenPlan
from outfox.workers.seeds import root_seed, task_seed

METHODS: tuple[Method, ...] = (
    "cfr", "cfr+", "linear", "dcfr", "pcfr+", "external-sampling", "outcome-sampling", "xfp",
)  # fmt: skip

NAMES = {
    "cfr": "CFR",
    "cfr+": "CFR+",
    "linear": "linear CFR",
    "dcfr": "discounted CFR",
    "pcfr+": "predictive CFR+",
    "external-sampling": "external sampling",
    "outcome-sampling": "outcome sampling",
    "xfp": "fictitious play",
}
"""How methods are called in reports."""

AVERAGES = {
    "cfr": "all iterations alike",
    "cfr+": "iteration t counts t",
    "linear": "iteration t counts t, and so do its regrets",
    "dcfr": "alpha 1.5, beta 0, gamma 2: iteration t counts t squared",
    "pcfr+": "iteration t counts t squared",
    "external-sampling": "all iterations alike",
    "outcome-sampling": "all iterations alike; 60 % of play by the strategy, the rest at random",
    "xfp": "the mean of all best responses",
}
"""How strategies are averaged: a figure means nothing without it."""


@dataclass(frozen=True)
class Curve:
    """The course of one method.

    Attributes
    ----------
    number
        Its place in `METHODS`.
    method
        Its name.
    history
        (iterations, exploitability), among them all powers of ten.
    stopped
        ``iterations``: it came to the end of its plan; ``seconds``: the clock cut it short; ``interrupted``.
    seconds, cpu_seconds, compile_seconds
        What it took, the looks at the exploitability included.
    """

    number: int
    method: Method
    history: tuple[tuple[int, float], ...]
    stopped: str
    seconds: float
    cpu_seconds: float
    compile_seconds: float

    @property
    def iterations(self) -> int:
        """How many were run."""
        return self.history[-1][0] if self.history else 0

    @property
    def exploitability(self) -> float:
        """At the end; infinite where there was not one iteration."""
        return self.history[-1][1] if self.history else float("inf")

    def after(self, iterations: int) -> float | None:
        """Return the exploitability after so many iterations, None where it was not looked at then."""
        return dict(self.history).get(iterations)


@dataclass(frozen=True)
class Run:
    """Runs methods on a game, in this process or another: called with a place in `METHODS`.

    Attributes
    ----------
    game, plan, seed
        Of the study.
    deadline
        By `time.monotonic`: then methods are stopped where they are.
    """

    game: Game
    plan: HiddenPlan
    seed: int
    deadline: float

    @cached_property
    def ground(self) -> Ground:
        """The game's tree."""
        return Ground(self.game, nodes=self.plan.nodes)

    def __call__(self, number: int) -> Curve:
        """Run a method to the end of its plan."""
        ground, clock, method = self.ground, Clock(), METHODS[number]
        most = self.plan.games if method in SAMPLED else self.plan.iterations
        work = work_of(ground, method, int(task_seed(root_seed(self.seed), number).generate_state(1)[0]))
        stopped = "iterations"
        for stop in stops(most, dense=method not in SAMPLED):
            left = max(0.01, self.deadline - time.monotonic())
            work.settings = replace(work.settings, iterations=stop, seconds=left)
            stopped = work.run()
            if stopped != "iterations":
                break
        return Curve(
            number, method, tuple(work.history), stopped, clock.seconds, clock.cpu_seconds, clock.compile_seconds
        )  # fmt: skip


def stops(most: int, dense: bool = False) -> list[int]:
    """Return where exploitabilities are looked at for certain: after each power of ten, and at the end.

    Parameters
    ----------
    most
        Iterations in all.
    dense
        Look ten times over the last tenth before each power of ten as well: exploitabilities go up and down.

    Examples
    --------
    >>> stops(3000)
    [1, 10, 100, 1000, 3000]
    >>> stops(100, dense=True)
    [1, 10, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]
    """
    powers = [10**k for k in range(len(str(most)))]
    found = {power for power in powers if power <= most} | {most}
    if dense:
        found |= {power * share // 100 for power in powers if power >= 100 for share in range(90, 100)}
    return sorted(stop for stop in found if stop <= most)


def work_of(ground: Ground, method: Method, seed: int) -> Regrets | Fictitious | Sampled:
    """Return the work of a method on a game, with its usual settings."""
    settings = EquilibriumSettings(method, iterations=1)
    if method == "xfp":
        return Fictitious(ground, settings)
    return Sampled(ground, settings, seed) if method in SAMPLED else Regrets(ground, settings)


@dataclass(frozen=True)
class Compared:
    """A published figure beside ours.

    Attributes
    ----------
    method, iterations
        Of what.
    published, ours
        Exploitabilities; ours is None where the plan did not go so far.
    within
        Whether ours is near enough, or better; None where there is nothing to compare.
    least, most
        Of ours over the last tenth of these iterations.
    """

    method: str
    iterations: int
    published: float
    ours: float | None
    within: bool | None
    least: float | None = None
    most: float | None = None

    @property
    def deviation(self) -> float | None:
        """By which share ours is above the published one."""
        return None if self.ours is None else self.ours / self.published - 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        return {**vars(self), "deviation": self.deviation}


ROUNDING = 6e-3
"""Published figures have two to four digits: so far off is the worst of them."""


def ends_of(curve: Curve, iterations: int) -> tuple[float, float]:
    """Return the least and the most exploitability over the last tenth of so many iterations."""
    near = [e for n, e in curve.history if 0.9 * iterations <= n <= iterations]
    return min(near), max(near)


def compared(curves: tuple[Curve, ...], published: Any) -> tuple[Compared, ...]:
    """Return each published figure beside ours; nothing where none are known."""
    if published is None:
        return ()
    ours = {curve.method: curve for curve in curves}
    found = []
    for method, points in published.points.items():
        for iterations, figure in points:
            mine = ours[method].after(iterations) if method in ours else None
            slack = published.tolerance if iterations >= published.tolerance_from else ROUNDING
            within = None if mine is None else mine <= figure * (1 + slack)
            ends = ends_of(ours[method], iterations) if mine is not None else (None, None)
            found.append(Compared(method, iterations, figure, mine, within, *ends))
    return tuple(found)
