"""Strategies for games whose tree does not fit into memory, from sampled games: how good they are is not known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.clock import Clock
from outfox.methods.equilibrium import mccfr_kernel as kernel
from outfox.methods.equilibrium.anytime import Progress, Work
from outfox.methods.equilibrium.checkpoint import Checkpoint
from outfox.methods.equilibrium.mccfr import Sampler
from outfox.methods.equilibrium.settings import SAMPLED, EquilibriumSettings
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game


class Unmeasured(Work):
    """Monte Carlo CFR without a tree; see `Sampler`. Equivalent outcomes are kept apart, as players see them."""

    def __init__(self, game: Game, settings: EquilibriumSettings, seed: int = 0) -> None:
        super().__init__(game, settings)
        self.sampler = Sampler(game, replace(settings, merge=False), seed)
        self.done = self.sampler.done

    def advance(self, iterations: int) -> None:
        """Run so many iterations more."""
        self.sampler.advance(iterations)

    def measured(self) -> float | None:
        """Return nothing: the exploitability takes the whole tree."""
        return None

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that is needed to go on: facts and arrays."""
        return self.facts(), self.sampler.arrays()

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""
        self.take(facts)
        self.sampler.restore(self.iterations, arrays)


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
        Why it ended: iterations, seconds, interrupted.
    seconds, cpu_seconds, compile_seconds
        What it took.
    """

    game: Game
    settings: EquilibriumSettings
    sampler: Sampler
    stopped: str
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0

    def table(self) -> TabularPolicy:
        """Return the average strategies as what is saved and played."""
        found, sets = self.sampler.found, self.sampler.sets
        slots = int(self.sampler.counters[kernel.SLOTS])
        many, weights = found.many[:sets], found.average[:slots]
        first = np.concatenate([[0], np.cumsum(many)]).astype(np.int64)
        totals = np.repeat(np.add.reduceat(weights, first[:-1]), many)
        odds = np.where(totals > 0.0, weights / np.where(totals > 0.0, totals, 1.0), np.repeat(1.0 / many, many))
        about = {"method": self.settings.method, "iterations": self.sampler.iterations, "exploitability": None}
        unknown = np.full(slots, -1, np.int32)
        return TabularPolicy(
            self.game.spec, self.game.rules_key, found.keys[:sets, None], first, unknown, odds, about
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
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
        }


def sampled(
    game: Game,
    settings: EquilibriumSettings,
    *,
    seed: int = 0,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
) -> Strategies:
    """Find strategies from sampled games, without the game's tree.

    Raises
    ------
    NotSupported
        Where the method needs the tree, or only an exploitability is to say when to stop.

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
    clock = Clock()
    work = Unmeasured(game, settings, seed)
    if checkpoint is not None and checkpoint.taken is not None:
        work.restore(*checkpoint.taken)
    stopped = work.run(progress, checkpoint)
    if checkpoint is not None:
        checkpoint.keep(work.parts())
    return Strategies(
        game, settings, work.sampler, stopped, clock.seconds, clock.cpu_seconds, clock.compile_seconds
    )  # fmt: skip
