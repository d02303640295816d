"""Partitions: how many sheep stand in each row, and the numbers of the configurations in one.

A step sideways stays in its partition. A step up leads to one with a greater sum of rows, and a capture to one with a
sheep less; nothing comes back. So partitions can be solved one after the other: by number of sheep, then from the
greatest sum of rows down; each needs at most six of its own number of sheep and seven with a sheep less.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, prod
from typing import TypeAlias

import numpy as np

from outfox.kernel.slots import Ints
from outfox.rules.errors import UnknownName

Counts: TypeAlias = tuple[int, ...]
"""Sheep in each row, row 1 first."""

WIDTHS: Counts = (3, 3, 7, 7, 7, 3, 3)
POINTS = sum(WIDTHS)
FEWEST = 9
"""Sheep below which the foxes have won: no table has fewer."""

CODES = prod(width + 1 for width in WIDTHS)


def partitions(sheep: int) -> list[Counts]:
    """Return all partitions of a number of sheep in the order in which they can be solved.

    Examples
    --------
    >>> partitions(33)
    [(3, 3, 7, 7, 7, 3, 3)]
    >>> partitions(32)[0]
    (2, 3, 7, 7, 7, 3, 3)
    """
    return in_order(_vectors(WIDTHS, sheep))


def in_order(counts: Iterator[Counts] | set[Counts]) -> list[Counts]:
    """Return partitions of one number of sheep, the greatest sum of rows first."""
    return sorted(counts, key=lambda c: (-row_sum(c), c))


def _vectors(widths: Counts, sheep: int) -> Iterator[Counts]:
    if not widths:
        if sheep == 0:
            yield ()
        return
    for here in range(min(widths[0], sheep) + 1):
        for rest in _vectors(widths[1:], sheep - here):
            yield (here, *rest)


def row_sum(counts: Counts) -> int:
    """Return the sum of the rows of the sheep."""
    return sum((row + 1) * sheep for row, sheep in enumerate(counts))


def after_step(counts: Counts, row: int) -> Counts | None:
    """Return the partition after a sheep of a row (0 is row 1) stepped up; None where there is no room for it."""
    if row + 1 >= len(counts) or counts[row] == 0 or counts[row + 1] == WIDTHS[row + 1]:
        return None
    return (*counts[:row], counts[row] - 1, counts[row + 1] + 1, *counts[row + 2 :])


def after_capture(counts: Counts, row: int) -> Counts | None:
    """Return the partition after a sheep of a row was captured; None where there is none."""
    return (*counts[:row], counts[row] - 1, *counts[row + 1 :]) if counts[row] else None


def closure(counts: Counts) -> dict[int, list[Counts]]:
    """Return all partitions that play can reach from one, itself included, by number of sheep down to the fewest."""
    found: dict[int, set[Counts]] = {}
    waiting = [counts]
    while waiting:
        here = waiting.pop()
        if sum(here) < FEWEST or here in found.setdefault(sum(here), set()):
            continue
        found[sum(here)].add(here)
        for row in range(len(here)):
            waiting += [c for c in (after_step(here, row), after_capture(here, row)) if c is not None]
    return {sheep: in_order(found[sheep]) for sheep in sorted(found)}


def strides(counts: Counts) -> Ints:
    """Return by how much the rank of a configuration grows with the rank of each row's pattern, (7,)."""
    sizes = [comb(width, sheep) for width, sheep in zip(WIDTHS, counts, strict=True)]
    return np.cumprod([1, *sizes[:-1]], dtype=np.int64)


def configurations(counts: Counts) -> int:
    """Return how many configurations a partition has.

    Examples
    --------
    >>> configurations((0, 0, 0, 1, 2, 3, 3))
    147
    """
    return prod(comb(width, sheep) for width, sheep in zip(WIDTHS, counts, strict=True))


def code(counts: Counts) -> int:
    """Return the number of a partition among all, in mixed radix: 0 to CODES - 1."""
    number = 0
    for width, sheep in zip(WIDTHS, counts, strict=True):
        number = number * (width + 1) + sheep
    return number


def largest(sheep: int) -> int:
    """Return how many configurations the largest partition of a number of sheep has.

    Examples
    --------
    >>> largest(9), max(map(configurations, partitions(9)))
    (250047, 250047)
    """
    most = [1]  # by number of sheep in the rows so far
    for width in WIDTHS:
        rows = [(here, before) for here in range(width + 1) for before in range(len(most))]
        most = [
            max(comb(width, here) * most[before] for here, before in rows if here + before == total)
            for total in range(len(most) + width)
        ]
    return most[sheep]


def slot(foxes: int, counts: Counts) -> int:
    """Return where compiled code looks for a partition with the foxes to move; that with the sheep to move is next."""
    return 2 * code(counts) + 2 * CODES * (foxes - 1)


def name(counts: Counts) -> str:
    """Return a partition as seven digits.

    Examples
    --------
    >>> name((0, 0, 0, 1, 2, 3, 3))
    '0001233'
    """
    return "".join(map(str, counts))


def named(text: str) -> Counts:
    """Return the partition with a name.

    Raises
    ------
    UnknownName
        Where no partition has it.
    """
    counts = tuple(map(int, text)) if text.isdecimal() else ()
    if len(counts) != len(WIDTHS) or any(here > width for here, width in zip(counts, WIDTHS, strict=True)):
        raise UnknownName(
            f"{text!r} is no number of sheep for each of the rows of {', '.join(map(str, WIDTHS))} points"
        )
    return counts


def part_bytes(counts: Counts, foxes: int = 1) -> int:
    """Return the bytes of a partition for one mover: two bits a placement of the foxes, in whole words of 64 bits."""
    return -(-configurations(counts) * 2 * comb(POINTS - sum(counts), foxes) // 64) * 8


def states(sheep: int, foxes: int = 1) -> int:
    """Return how many states some foxes and sheep have, the side to move included.

    Examples
    --------
    >>> states(9), states(10), states(9, foxes=2)
    (1851220800, 4257807840, 21289039200)
    """
    return 2 * comb(POINTS, sheep) * comb(POINTS - sheep, foxes)
