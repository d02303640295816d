"""`Work`: an iterative method that can be stopped at any time, watched, and gone on with."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.kernel.clock import Clock
from outfox.methods.equilibrium.checkpoint import Checkpoint
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.rules.errors import RulesError
from outfox.rules.game import Game

Progress = Callable[[float, str], None]

TESTS = 1.1
"""The exploitability is looked at after 1, 2, 3, ... iterations, then each time there are a tenth more."""

BREATH = 0.1
"""Seconds that a kernel runs at most before somebody looks at the clock."""


class Work(ABC):
    """The work of one method on one game.

    Parameters
    ----------
    game
        The game.
    settings
        The method, and when to stop.

    Attributes
    ----------
    done : (1,) int64
        How many iterations have been run; kernels count.
    history
        (iterations, exploitability) each time it was looked at.
    """

    def __init__(self, game: Game, settings: EquilibriumSettings) -> None:
        settings.check()
        self.game, self.settings = game, settings
        self.done = np.zeros(1, np.int64)
        self.history: list[tuple[int, float]] = []
        self._speed = 0.0

    @property
    def iterations(self) -> int:
        """How many iterations have been run."""
        return int(self.done[0])

    @abstractmethod
    def advance(self, iterations: int) -> None:
        """Run so many iterations more."""

    @abstractmethod
    def measured(self) -> float | None:
        """Return the exploitability of the strategies so far; None where it cannot be known."""

    @abstractmethod
    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that is needed to go on: facts and arrays."""

    @abstractmethod
    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""

    def facts(self) -> dict[str, Any]:
        """Return the facts that all methods keep."""
        return {"iterations": self.iterations, "history": self.history}

    def take(self, facts: dict[str, Any]) -> None:
        """Take over what `facts` returned."""
        self.done[0] = facts["iterations"]
        self.history = [(int(n), float(e)) for n, e in facts["history"]]

    def run(self, progress: Progress | None = None, checkpoint: Checkpoint | None = None) -> str:
        """Go on until a limit is reached or somebody interrupts; return which it was."""
        clock = Clock()
        try:
            while True:
                if self.iterations:
                    stopped = self._tested(clock, progress)
                    if stopped:
                        return stopped
                self._segment(clock, checkpoint)
        except KeyboardInterrupt:
            return "interrupted"

    def _tested(self, clock: Clock, progress: Progress | None) -> str:
        """Look at the exploitability; return why to stop, or nothing."""
        s, found = self.settings, self.measured()
        if found is not None and not math.isfinite(found):
            raise RulesError(f"regrets of {self.game.spec} are no numbers: a payoff or a setting must be too large")
        if found is not None and (not self.history or self.history[-1][0] < self.iterations):
            self.history.append((self.iterations, found))
        if progress is not None:
            progress(self._share(clock.seconds), self.told(found))
        if s.exploitability and found is not None and found <= s.exploitability:
            return "exploitability"
        if s.iterations and self.iterations >= s.iterations:
            return "iterations"
        return "seconds" if s.seconds and clock.seconds >= s.seconds else ""

    def told(self, found: float | None) -> str:
        """Return the line for people, with an exploitability where it is known."""
        known = "" if found is None else f", exploitability {found:.3g}"
        return f"{self.iterations:,} iterations{known}"

    def until(self) -> int:
        """Return after which iteration to look at the exploitability again."""
        return max(self.iterations + 1, int(self.iterations * TESTS))

    def _share(self, seconds: float) -> float:
        s = self.settings
        parts = [self.iterations / s.iterations] if s.iterations else []
        parts += [seconds / s.seconds] if s.seconds else []
        return min(1.0, max(parts)) if parts else -1.0

    def _segment(self, clock: Clock, checkpoint: Checkpoint | None) -> None:
        """Run until the next look at the exploitability, or until time is up."""
        s = self.settings
        until = min(self.until(), s.iterations) if s.iterations else self.until()
        while self.iterations < until and not (s.seconds and clock.seconds >= s.seconds):
            some = max(1, int(self._speed * BREATH))
            begun, before = time.perf_counter(), self.iterations
            self.advance(min(some, until - before))
            self._speed = max(1.0, (self.iterations - before) / max(time.perf_counter() - begun, 1e-6))
            if checkpoint is not None:
                checkpoint.offer(self.parts)
