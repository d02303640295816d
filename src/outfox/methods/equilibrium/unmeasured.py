"""Strategies for games whose tree does not fit into memory, from sampled games: how good they are is not known."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.clock import Clock
from outfox.methods.equilibrium.anytime import Progress, Work
from outfox.methods.equilibrium.checkpoint import Checkpoint
from outfox.methods.equilibrium.sampler import Sampler
from outfox.methods.equilibrium.settings import SAMPLED, EquilibriumSettings
from outfox.methods.equilibrium.streams import Streams
from outfox.methods.poker.abstraction import Abstraction, abstraction
from outfox.methods.poker.buckets import BucketSettings
from outfox.rules.errors import BudgetExceeded, NotSupported
from outfox.rules.game import Game

STREAMS = 2
"""How many there are unless it is said."""

LOOK = 1.0
"""Seconds between two looks at how far it is."""


class Unmeasured(Work):
    """Monte Carlo CFR without a tree; see `Sampler`. Equivalent outcomes are kept apart, as players see them.

    Parameters
    ----------
    game, settings, seed
        As for `Work`.
    hands
        Which hands are taken for the same; None: none are.
    workers
        Threads at most; 0: as many as there are processors.
    memory
        At most as many bytes; 0: no limit.
    """

    def __init__(
        self,
        game: Game,
        settings: EquilibriumSettings,
        seed: int = 0,
        hands: Abstraction | None = None,
        workers: int = 0,
        memory: int = 0,
    ) -> None:
        super().__init__(game, settings)
        more = hands.arguments if hands is not None else {}
        count = settings.streams or STREAMS
        self.streams = Streams(game, replace(settings, merge=False), seed, count, workers, memory, **more)
        self.done = self.streams.done
        self._since = time.perf_counter(), 0

    def advance(self, iterations: int) -> None:
        """Run so many iterations more."""
        self.streams.advance(iterations)

    def until(self) -> int:
        """Return after which iteration to look how far it is."""
        return self.iterations + max(1, int(self._speed * LOOK))

    def told(self, found: float | None) -> str:  # noqa: ARG002 - it is not known here
        """Return the line for people: how many iterations, how fast, and how many information sets were met."""
        before, at = self._since
        now = time.perf_counter()
        rate = (self.iterations - at) / max(now - before, 1e-6)
        self._since = now, self.iterations
        return f"{self.iterations:,} iterations, {rate:,.0f}/s, {self.streams.sets:,} sets met"

    def measured(self) -> float | None:
        """Return nothing: the exploitability takes the whole tree."""
        return None

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that is needed to go on: facts and arrays."""
        facts, arrays = self.streams.parts()
        return {**self.facts(), **facts}, arrays

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""
        self.take(facts)
        self.streams.restore(facts, arrays)
        self._since = time.perf_counter(), self.iterations


@dataclass(frozen=True, eq=False)
class Strategies:
    """What was found, and how.

    Attributes
    ----------
    game, settings
        What was sampled.
    sampler
        The regrets and averages.
    stopped
        Why it ended: iterations, seconds, memory, interrupted.
    hands
        Which hands were taken for the same, if any.
    seconds, cpu_seconds, compile_seconds
        What it took.
    """

    game: Game
    settings: EquilibriumSettings
    sampler: Sampler
    stopped: str
    hands: Abstraction | None = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0

    def table(self) -> TabularPolicy:
        """Return the average strategies as what is saved and played."""
        keys, first, odds = self.sampler.listed()
        about = {"method": self.settings.method, "iterations": self.sampler.iterations, "exploitability": None}
        hands = self.hands.about if self.hands is not None else {}
        return TabularPolicy(
            self.game.spec, self.game.rules_key, keys[:, None], first, np.full(len(odds), -1, np.int32), odds,
            {**about, **hands},
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return what is printed for programs."""
        return {
            "game": self.game.spec,
            "rules_key": self.game.rules_key,
            "method": self.settings.method,
            "value": None,
            "exploitability": None,
            "iterations": self.sampler.iterations,
            "stopped": self.stopped,
            "information_sets": self.sampler.sets,
            **(self.hands.about if self.hands is not None else {}),
            "streams": self.settings.streams or STREAMS,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
        }


def sampled(
    game: Game,
    settings: EquilibriumSettings,
    *,
    seed: int = 0,
    workers: int = 0,
    memory: int = 0,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
) -> Strategies:
    """Find strategies from sampled games, without the game's tree.

    Parameters
    ----------
    game, settings
        What is sampled, and how.
    seed
        The same seed gives the same strategies, for any number of workers.
    workers
        Threads at most; 0: as many as there are processors.
    memory
        At most as many bytes; 0: no limit. Where the table of information sets outgrows it, the work ends.
    progress
        Called with the share done and a line.
    checkpoint
        Keeps the work, and has what to go on from.

    Raises
    ------
    NotSupported
        Where the method needs the tree, or only an exploitability is to say when to stop; and where hands of the game
        cannot be put into buckets.
    BudgetExceeded
        Where there is not memory enough to begin.

    Examples
    --------
    >>> from outfox.rules import load
    >>> found = sampled(load("kuhn"), EquilibriumSettings("external-sampling", iterations=100))
    >>> found.stopped, found.sampler.iterations
    ('iterations', 100)
    """
    settings.check()
    if settings.method not in SAMPLED or not (settings.iterations or settings.seconds):
        raise NotSupported(f"without the tree of {game.spec} there is sampling, with --iterations or --seconds")
    hands = None
    if settings.buckets:
        hands = abstraction(game, BucketSettings(settings.buckets, settings.by), progress)
        memory = max(memory - hands.tables.nbytes, 1) if memory else 0
    clock = Clock()
    work = Unmeasured(game, settings, seed, hands, workers, memory)
    if checkpoint is not None and checkpoint.taken is not None:
        work.restore(*checkpoint.taken)
    try:
        stopped = work.run(progress, checkpoint)
    except BudgetExceeded:
        stopped = "memory"
    if checkpoint is not None:
        checkpoint.keep(work.parts())
    return Strategies(
        game, settings, work.streams.whole(), stopped, hands, clock.seconds, clock.cpu_seconds, clock.compile_seconds
    )  # fmt: skip
