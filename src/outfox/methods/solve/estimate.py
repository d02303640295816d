"""How much there is to solve, told after a second of work.

Idea. The first some hundred thousand states are found exactly, breadth first. Beyond them explorers wander, each for
itself (`outfox.kernel.sample`): the more often two of them find the same state, the fewer states there are. With `one`
states that a single explorer found, and `two` that exactly two of them found, about ``one**2 / (2 * two)`` were found
by none (A. Chao, 1984); that is right where all states are as easy to find, and a lower bound where some are easier. It
is taken layer by layer, since layers differ most in how hard their states are to find; a layer of which hardly any
state is found twice is taken together with the next.

So the guess errs towards too few. Up to three thousand million states it is between a third of the truth and the truth
in all games whose number of states is known; `benchmarks/solve.py` prints the table. Beyond that it falls short by
more, seventy times in connect-four, and is said to be what there are at least.

Time: a second or two. Memory: some 250 MB.

Sources
    A. Chao, *Nonparametric Estimation of the Number of Classes in a Population*, Scandinavian Journal of Statistics
    11, 1984. R. Pelánek and P. Šimeček, *Estimating State Space Parameters*, 2008, guess state spaces from their
    beginnings and from samples.

Status: measured (the tests hold it against games whose number of states is known).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from outfox.kernel.graph import Probe
from outfox.kernel.sample import EXPLORERS, Sample
from outfox.rules.errors import BudgetExceeded

ENOUGH = 16
"""States that two explorers found, for a layer to be counted by itself."""

SURE = 10**9
"""More states than this are told as at least so many: the guess falls short of them, nobody knows by how much."""

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
    merged : bool
        Whether a state and its images count once.
    """

    states: int
    least: int
    most: int
    bytes: int
    least_bytes: int
    seconds: float
    table_bytes: int
    merged: bool = False

    def __str__(self) -> str:
        many, what = "more than" if self.states > SURE else "about", "classes of states" if self.merged else "states"
        return (
            f"{many} {rounded(self.states)} {what} (by a sample), {size(self.bytes)} of memory,"
            f" {duration(self.seconds)}, a table of {size(self.table_bytes)}"
        )


def rounded(number: int) -> str:
    """Return a number in two digits and a word.

    Examples
    --------
    >>> rounded(4_123_456), rounded(987)
    ('4.1 million', '990')
    """
    short = int(float(f"{number:.2g}"))
    for power, word in ((10**12, " million million"), (10**9, " thousand million"), (10**6, " million")):
        if short >= power:
            return f"{short / power:.2g}{word}" if short < 100 * power else f"{short // power:,}{word}"
    return f"{short:,}"


def size(count: int) -> str:
    """Return a number of bytes in words.

    Examples
    --------
    >>> size(3 << 20), size(3 << 29), size(40 << 40)
    ('3 MB', '1.5 GB', '41,000 GB')
    """
    if count < 2**29:
        return f"{count / 2**20:.0f} MB"
    return f"{count / 2**30:.1f} GB" if count < 100 * 2**30 else f"{rounded(count >> 30)} GB"


def duration(seconds: float) -> str:
    """Return a time in words.

    Examples
    --------
    >>> duration(0.2), duration(40), duration(4000), duration(400_000)
    ('less than 1 s', '40 s', '67 minutes', '111 hours')
    """
    for unit, word in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {word}"
    return f"{seconds:.0f} s" if seconds >= 1 else "less than 1 s"


def estimate(probe: Probe) -> Estimate:
    """Return what the whole will take, by its beginning and a sample of the rest."""
    sample = probe.sample()
    certain = probe.found + len(sample.seen)
    states = min(certain + unseen(sample), max(probe.bound, certain))
    edges = probe.edges + (states - probe.expanded) * (sample.edges / max(sample.expanded, 1))
    least = states * (STATE_BYTES + 8 * probe.words)
    whole = int(least + EDGE_BYTES * edges)
    return Estimate(
        states=states,
        least=certain,
        most=probe.bound,
        bytes=whole,
        least_bytes=least if probe.sparing else whole,
        seconds=probe.cpu_seconds * edges / max(probe.edges, 1),
        table_bytes=states * (8 * probe.words + 1),
        merged=probe.merged,
    )


def unseen(sample: Sample) -> int:
    """Return about how many states no explorer has found: Chao's bound, layer by layer.

    Examples
    --------
    >>> sample = Sample(seen=np.array([1] * 60 + [2] * 30), layer=np.zeros(90, np.int64), expanded=1, edges=1)
    >>> unseen(sample)  # 6/7 * 60 * 59 / (2 * 31)
    48
    """
    layers = int(sample.layer.max(initial=-1)) + 1
    ones, twos, found = (
        np.bincount(sample.layer[which], minlength=layers)
        for which in (sample.seen == 1, sample.seen == 2, sample.seen > 0)
    )
    total, one, two, again = 0.0, 0, 0, 0
    for layer in range(layers):
        one, two = one + int(ones[layer]), two + int(twos[layer])
        again += int(found[layer] - ones[layer])
        if again >= ENOUGH or layer == layers - 1:
            total += (EXPLORERS - 1) / EXPLORERS * one * (one - 1) / (2 * (two + 1))
            one = two = again = 0
    return int(total)


DOUBT = 4
"""Only what needs more than the memory by this factor is refused at once. The guess is hardly ever too high, but it
depends on how arrays happen to double whether a state takes all that is reckoned here, or less than half of it."""


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
            say(f"{name} has {guess}")
        return guess.states

    return decide
