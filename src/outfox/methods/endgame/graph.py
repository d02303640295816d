"""The board as lists of neighbours, for the verification: made from the drawn lines, not from the rules' bitboards."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from outfox.kernel.slots import Ints
from outfox.rules import load


class Lines(NamedTuple):
    """Points by number, 7 * row + column, and what is next to each.

    Attributes
    ----------
    points, pen : (33,), (9,)
        The points of the board, ascending, and those of the pen.
    fox_first, fox_to
        Where the neighbours of a point begin, (50,), and the neighbours.
    sheep_first, sheep_to
        The same for a sheep, which never goes down.
    jump_first, jump_over, jump_to
        The same for jumps from a point: the point that is jumped over, and the one behind.
    """

    points: Ints
    pen: Ints
    fox_first: Ints
    fox_to: Ints
    sheep_first: Ints
    sheep_to: Ints
    jump_first: Ints
    jump_over: Ints
    jump_to: Ints


@cache
def lines_of(spec: str) -> Lines:
    """Return the board of a game by its spec."""
    game = load(spec)
    drawn = game.constant("BOARD")
    places = [(int(column), int(row)) for column, row in drawn.points]
    beside: dict[tuple[int, int], set[tuple[int, int]]] = {place: set() for place in places}
    for a, b in drawn.lines:
        beside[places[a]].add(places[b])
        beside[places[b]].add(places[a])
    straight = not game.parameters["sheep_diagonal"].value
    steps = {a: sorted(near) for a, near in beside.items()}
    flock = {
        a: [b for b in near if b[1] >= a[1] and not (straight and b[0] != a[0] and b[1] != a[1])]
        for a, near in steps.items()
    }
    jumps = {a: [(b, behind) for b in near if (behind := _behind(a, b)) in beside[b]] for a, near in steps.items()}
    (pen,) = (members for name, members in drawn.areas if name == "pen")
    return Lines(
        np.sort(_ints([_number(place) for place in places])),
        _ints([_number(places[k]) for k in pen]),
        *_listed({a: [(b,) for b in near] for a, near in steps.items()}, 1),
        *_listed({a: [(b,) for b in near] for a, near in flock.items()}, 1),
        *_listed(jumps, 2),
    )


def _behind(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return 2 * b[0] - a[0], 2 * b[1] - a[1]


def _number(place: tuple[int, int]) -> int:
    return 7 * place[1] + place[0]


def _ints(values: Any) -> Ints:
    return np.array(values, np.int64)


def _listed(lists: dict[tuple[int, int], list[Any]], columns: int) -> list[Ints]:
    """Return lists one after the other: where each begins, then a column for each of what is in them."""
    first, rows = [0], []
    for number in range(49):
        rows += lists.get((number % 7, number // 7), [])
        first.append(len(rows))
    return [_ints(first), *(_ints([_number(row[c]) for row in rows]) for c in range(columns))]
