"""How much there is to solve, told after a fraction of a second of work.

Idea. The first some hundred thousand states are found exactly, layer by layer (a layer: the states first reached after
so many plies). Layers grow by a factor that falls about evenly in the logarithm; the rest is drawn out along that
line. It is a guess, right within a factor of a few, and said to be one; the bounds beside it are certain below and
generous above.

Status: measured (the tests hold it against games whose number of states is known).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from outfox.kernel.graph import Probe
from outfox.rules.errors import BudgetExceeded

FEWEST = 4
"""Complete layers that a line can be drawn through."""

LAYERS = 10_000

HOPELESS = 10**13
"""More states than this are told by their order of magnitude alone."""

STATE_BYTES, EDGE_BYTES = 65, 8


@dataclass(frozen=True)
class Estimate:
    """What solving will take.

    Attributes
    ----------
    states, least, most : int
        States: the guess; found already; more there cannot be.
    bytes, least_bytes : int
        Memory, by the guess; and where edges are made again instead of kept, if they can be.
    seconds : float
        CPU time, by the guess.
    table_bytes : int
        Of a table on disk, by the guess.
    """

    states: int
    least: int
    most: int
    bytes: int
    least_bytes: int
    seconds: float
    table_bytes: int

    def __str__(self) -> str:
        if self.states > HOPELESS:
            return f"some 10^{len(str(self.states)) - 1} states (more than {rounded(self.least)})"
        size = f"{self.bytes / 2**30:.1f} GB" if self.bytes >= 2**29 else f"{self.bytes / 2**20:.0f} MB"
        return (
            f"about {rounded(self.states)} states (more than {rounded(self.least)}), {size} of memory,"
            f" {self.seconds:,.0f} s, a table of {self.table_bytes / 2**20:,.0f} MB"
        )


def rounded(number: int) -> str:
    """Return a number in two digits and a word.

    Examples
    --------
    >>> rounded(4_123_456), rounded(987)
    ('4.1 million', '990')
    """
    for size, word in ((10**12, " million million"), (10**9, " thousand million"), (10**6, " million")):
        if number >= size:
            return f"{number / size:.2g}{word}" if number < 100 * size else f"{round(number / size):,}{word}"
    digits = len(str(number)) - 2
    return f"{round(number, -digits) if digits > 0 else number:,}"


def estimate(probe: Probe) -> Estimate:
    """Return what the whole will take, by its beginning."""
    states = min(max(_drawn_out(probe.layers), probe.found), probe.bound)
    edges = states * probe.edges / max(probe.expanded, 1)
    least = states * (STATE_BYTES + 8 * probe.words)
    size = int(least + EDGE_BYTES * edges)
    seconds = probe.cpu_seconds * states / max(probe.expanded, 1)
    return Estimate(
        states=states,
        least=probe.found,
        most=probe.bound,
        bytes=size,
        least_bytes=least if probe.sparing else size,
        seconds=seconds,
        table_bytes=states * (8 * probe.words + 1),
    )


def _drawn_out(layers: list[int]) -> int:
    """Return the sum of all layers, the unknown ones guessed from how the known ones grow."""
    known = np.array(layers, float)
    if len(known) < FEWEST + 1:
        return int(known.sum() + known[-1] ** 2) if len(known) else 0
    growth = np.log(known[1:] / known[:-1])
    # Two plies at a time: in many games the sides differ.
    pairs = (growth[1:] + growth[:-1]) / 2
    recent = pairs[len(pairs) // 3 :]
    slope = np.polyfit(np.arange(len(recent)), recent, 1)[0] if len(recent) > 2 else -0.05
    slope = min(float(slope), -1e-3)
    total, layer, rate = float(known.sum()), float(known[-1]), float(pairs[-1])
    for _ in range(LAYERS):
        rate += slope
        layer *= float(np.exp(rate))
        if layer < 1:
            break
        total += layer
        if total > 1e18:
            break
    return int(total)


DOUBT = 4
"""The guess is off by a factor of this often enough: only what needs more by as much is refused at once."""


def refuse_beyond(memory: int, name: str, say: Callable[[str], None] | None = None) -> Callable[[Probe], int]:
    """Return a judge for `reach` that refuses what will surely need more memory than this.

    Parameters
    ----------
    memory
        Bytes.
    name
        Of the game, for the message.
    say
        Called with the estimate in words, where it is not refused.
    """

    def decide(probe: Probe) -> int:
        guess = estimate(probe)
        if guess.least_bytes > DOUBT * memory:
            raise BudgetExceeded(
                f"{name} has {guess}; it may take {memory / 2**30:.1f} GB: raise --memory, take a smaller game,"
                f" search instead (outfox search {name}), or go on in spite of this guess (--anyway)"
            )
        if say is not None:
            say(f"{name} has {guess}, by a guess")
        return guess.states

    return decide
