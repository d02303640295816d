"""Cycles: A beats B, B beats C, C beats A. No rating can say so."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set
from itertools import combinations

Beats = Mapping[int, Set[int]]
"""By contestant, those whom it beats."""


def cycles(beats: Beats) -> list[tuple[int, ...]]:
    """Return all cycles of three, and for each contestant in none of them a shortest longer one.

    Parameters
    ----------
    beats
        Who beats whom, significantly.

    Returns
    -------
    list of tuple of int
        Each begins with its smallest number, and each of its contestants beats the next, the last the first.

    Examples
    --------
    >>> cycles({0: {1}, 1: {2}, 2: {0, 3}, 3: set()})
    [(0, 1, 2)]
    """
    found: list[tuple[int, ...]] = [
        cycle
        for a, b, c in combinations(sorted(beats), 3)
        for cycle in ((a, b, c), (a, c, b))
        if all(second in beats[first] for first, second in zip(cycle, cycle[1:] + cycle[:1], strict=True))
    ]
    inside = {one for cycle in found for one in cycle}
    for one in sorted(set(beats) - inside):
        longer = _shortest(beats, one)
        if longer and longer not in found:
            found.append(longer)
    return found


def _shortest(beats: Beats, start: int) -> tuple[int, ...] | None:
    """Return a shortest cycle through a contestant, from its smallest number; None where there is none."""
    came: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        one = waiting.popleft()
        for other in sorted(beats[one]):
            if other == start:
                path = [one]
                while path[-1] != start:
                    path.append(came[path[-1]])
                path.reverse()
                turn = path.index(min(path))
                return tuple(path[turn:] + path[:turn])
            if other not in came:
                came[other] = one
                waiting.append(other)
    return None
