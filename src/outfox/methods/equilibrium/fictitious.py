"""Fictitious play on whole game trees (XFP).

In each iteration both players answer the average of all that the other has played with a best response, which then
enters their own average. In sequence form a mixture of strategies is the mean of their vectors, so that the average is
a sum. It comes near to an equilibrium slowly; it is here as the oldest method, and because it needs best responses
alone.

Time: as an iteration of CFR. Memory: 48 bytes a slot. Sources: Brown 1951; Robinson 1951; Heinrich, Lanctot and Silver
2015 (trees). Status: proven.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from outfox.kernel.link import compiled
from outfox.kernel.sequences import Side, gains, reach
from outfox.kernel.slots import Bytes, Floats, Ints
from outfox.methods.equilibrium.anytime import Work
from outfox.methods.equilibrium.cfr_kernel import best, run_averaged, run_net_gain, run_reach
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.settings import EquilibriumSettings


class Memory(NamedTuple):
    """What a player has played, (sequences,) each.

    Attributes
    ----------
    total
        Sum of the strategies so far, as reach.
    mean
        The same, divided by their number.
    policy, step, value, chosen
        Scratch: the last answer, its reach, what choices win, which is best.
    """

    total: Floats
    mean: Floats
    policy: Floats
    step: Floats
    value: Floats
    chosen: Bytes


def play(a: Side, b: Side, mine: Memory, theirs: Memory, alternate: int, done: Ints, until: int) -> int:
    """Run iterations until there are `until`; `done` (1,) counts them. The first strategy is there already."""
    while done[0] < until:
        n = done[0] + 1
        answer(a, mine, theirs)
        if alternate:
            remember(a, mine, n)
            answer(b, theirs, mine)
        else:
            answer(b, theirs, mine)
            remember(a, mine, n)
        remember(b, theirs, n)
        done[0] = n
    return int(done[0])


def answer(side, memory, other):  # type: ignore[no-untyped-def]
    """Find the best response to the other's mean."""
    gains(side, other.mean, memory.value)
    best(side, memory.value, memory.chosen)


def remember(side, memory, n):  # type: ignore[no-untyped-def]
    """Add the answer of iteration `n` to the sum: with the first strategy there are then n + 1."""
    for i in range(1, len(memory.policy)):
        memory.policy[i] = 1.0 if memory.chosen[i] else 0.0
    reach(side, memory.policy, memory.step)
    for i in range(len(memory.total)):
        memory.total[i] += memory.step[i]
        memory.mean[i] = memory.total[i] / (n + 1)


_play = compiled(play)


class Fictitious(Work):
    """The work of fictitious play on one game, from uniform play on.

    Examples
    --------
    >>> from outfox.rules import load
    >>> work = Fictitious(Ground(load("kuhn")), EquilibriumSettings("xfp", iterations=1000))
    >>> work.run()
    'iterations'
    >>> work.measured() < 0.01
    True
    """

    def __init__(self, ground: Ground, settings: EquilibriumSettings) -> None:
        super().__init__(ground.game, settings)
        self.ground = ground
        self.sides = ground.small.sides
        self.memories = tuple(self._first(side) for side in self.sides)
        self._scratch = [np.zeros(len(memory.value)) for _ in range(3) for memory in self.memories]

    @staticmethod
    def _first(side: Side) -> Memory:
        size = len(side.start) - 1
        total, mean, policy, step, value = (np.zeros(size) for _ in range(5))
        memory = Memory(total, mean, policy, step, value, np.zeros(size, np.uint8))
        run_averaged(side, memory.total, memory.policy)
        run_reach(side, memory.policy, memory.total)
        memory.mean[:] = memory.total
        return memory

    def advance(self, iterations: int) -> None:
        """Run so many iterations more."""
        _play(*self.sides, *self.memories, int(self.settings.alternating), self.done, self.iterations + iterations)

    def measured(self) -> float:
        """Return the exploitability of the average strategies."""
        mine, theirs, *scratch = self._scratch
        for side, memory, policy in zip(self.sides, self.memories, (mine, theirs), strict=True):
            run_averaged(side, memory.mean, policy)
        return float(run_net_gain(*self.sides, mine, theirs, *scratch)) / 2

    def policy(self) -> Floats:
        """Return the average strategies over the slots of ``ground.tree``."""
        parts = [np.zeros(len(memory.mean)) for memory in self.memories]
        for side, memory, part in zip(self.sides, self.memories, parts, strict=True):
            run_averaged(side, memory.mean, part)
        return self.ground.lifted(self.ground.small.joined(*parts))

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that is needed to go on: facts and arrays."""
        return self.facts(), {f"total.{player}": memory.total for player, memory in enumerate(self.memories)}

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""
        self.take(facts)
        for player, memory in enumerate(self.memories):
            memory.total[:] = arrays[f"total.{player}"]
            memory.mean[:] = memory.total / (self.iterations + 1)
