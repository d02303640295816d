"""`Streams`: sampled games on several threads, with the same result for any number of them.

Threads that update one table would give another result each time. So the games are dealt out to a number of streams,
which is a setting and not the number of threads: each has random numbers and a table of its own, stream k of n plays
iterations k, k + n, k + 2n, and so on. Now and then all go on from the same table: the mean of their regrets, and the
sum of what they have added to the averages. (With the sum of regrets each would have moved as far as all should
together: strategies then swing from one side to the other, the more the longer the streams are apart.) These times are
numbers of iterations, so that it makes no difference where somebody stops or looks.

Memory: one table a stream, and two more. Time: adding up takes as long as reading all tables some times.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from outfox.kernel.link import compiled
from outfox.methods.equilibrium import mccfr_kernel as kernel
from outfox.methods.equilibrium.sampler import Sampler, odd_set
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.sums_kernel import add_up
from outfox.rules.game import Game

_add_up: Any = compiled(add_up)

SHORTEST, LONGEST, SHARE = 64, 1 << 16, 8
"""Iterations of a stream from one addition to the next: at least and at most, and in between an eighth
of all iterations before, divided among the streams."""


class Streams:
    """Several samplers on one game.

    Parameters
    ----------
    game, settings, seed
        As for `Sampler`.
    count
        How many.
    workers
        Threads at most; 0: as many as there are processors.
    memory
        At most as many bytes for all of them; 0: no limit.
    more
        Further arguments of `Sampler`.

    Attributes
    ----------
    done : (1,) int64
        Iterations so far.

    Examples
    --------
    >>> from outfox.rules import load
    >>> work = Streams(load("kuhn"), EquilibriumSettings("external-sampling"), seed=1, count=2)
    >>> work.advance(1000)
    >>> work.whole().sets, int(work.done[0])
    (12, 1000)
    """

    def __init__(
        self,
        game: Game,
        settings: EquilibriumSettings,
        seed: int = 0,
        count: int = 1,
        workers: int = 0,
        memory: int = 0,
        **more: Any,
    ) -> None:
        each = memory // (count + 2 if count > 1 else 1)
        self._samplers = [Sampler(game, settings, seed, stream, memory=each, **more) for stream in range(count)]
        self.done, self._begun = np.zeros(1, np.int64), 0
        self._workers = min(count, workers or os.cpu_count() or 1)
        self._threads = ThreadPoolExecutor(self._workers)
        self._base = self._samplers[0] if count == 1 else self._samplers[0].copied()
        self._known = self._base, -1
        self._number()
        if count > 1:
            self.whole()  # compiled here, not later in a thread

    @property
    def sets(self) -> int:
        """How many information sets one of the streams knows; `whole` knows all."""
        return self._samplers[0].sets

    def advance(self, iterations: int) -> None:
        """Run so many iterations more; Ctrl-C is heard at the end."""
        # Only the main thread hears Ctrl-C, so that no stream is stopped in the middle of something.
        work = self._threads.submit(self._run_to, int(self.done[0]) + iterations)
        try:
            work.result()
        except KeyboardInterrupt:
            work.result()
            raise

    def _run_to(self, until: int) -> None:
        while self.done[0] < until:
            end = self._begun + self._length if len(self._samplers) > 1 else until
            some = min(until, end)
            waiting = deque(self._samplers)
            others = [self._threads.submit(_run_all, waiting, some) for _ in range(self._workers - 1)]
            _run_all(waiting, some)
            for other in others:
                other.result()
            self.done[0] = some
            if some == end and len(self._samplers) > 1:
                self._take(self.whole())

    @property
    def _length(self) -> int:
        """Iterations from one addition to the next."""
        count = len(self._samplers)
        return count * min(max(self._begun // (SHARE * count), SHORTEST), LONGEST)

    def _take(self, whole: Sampler) -> None:
        """Go on from the sum."""
        self._base, self._begun = whole, int(self.done[0])
        for sampler in self._samplers:
            sampler.take(whole)
        self._number()

    def _number(self) -> None:
        for stream, sampler in enumerate(self._samplers):
            sampler.step, sampler.done[0] = len(self._samplers), self._begun + stream

    def whole(self) -> Sampler:
        """Return what all streams have learned."""
        if len(self._samplers) == 1:
            return self._samplers[0]
        if self._known[1] != self.done[0]:
            self._known = self._added_up(), int(self.done[0])
        return self._known[0]

    def _added_up(self) -> Sampler:
        base, inner = self._base, self._base.inner
        whole = base.copied(base.groups + sum(sampler.groups - base.groups for sampler in self._samplers))
        counts = np.array([base.groups, 0, base.groups, base.counters[kernel.USED]], np.int64)
        for sampler in self._samplers:
            counts[1] = sampler.groups
            if _add_up(whole.found, sampler.found, base.found, counts, inner, 1.0 / len(self._samplers)) != 0:
                raise odd_set(base.game)
        whole.counters[kernel.GROUPS], whole.counters[kernel.USED] = counts[2:]
        whole.done[0] = self.done[0]
        return whole

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that is needed to go on: facts and arrays."""
        named = {str(stream): sampler for stream, sampler in enumerate(self._samplers)}
        if len(self._samplers) > 1:
            named["base"] = self._base
        arrays = {f"{name}.{key}": array for key, one in named.items() for name, array in one.arrays().items()}
        return {"begun": self._begun, "next": [one.iterations for one in self._samplers]}, arrays

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""

        def of(key: str) -> dict[str, Any]:
            return {name.partition(".")[0]: array for name, array in arrays.items() if name.endswith(f".{key}")}

        self.done[0], self._begun = facts["iterations"], facts["begun"]
        for stream, sampler in enumerate(self._samplers):
            sampler.restore(facts["next"][stream], of(str(stream)))
        if len(self._samplers) > 1:
            self._base.restore(self._begun, of("base"))
        self._known = self._base, -1


def _run_all(waiting: deque[Sampler], until: int) -> None:
    """Run streams until there is none that waits."""
    while True:
        try:
            sampler = waiting.popleft()
        except IndexError:
            return
        sampler.run_to(until)
