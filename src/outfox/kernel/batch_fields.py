"""What a learner observes of a state, as columns of numbers: the fields of what the mover sees, one after the other.

In a game with a View these are its fields; in one without, those of KEY, which are all that makes states equal; or
with `squares`, which piece stands on each point of the board. A field of 64 bits is as a rule a bitboard or a line of
play, and would not fit a float32: each of its bits is a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from outfox.formats.model import pieces_of, point_names
from outfox.formats.packing import Leaf, key_fields
from outfox.kernel.batch_shapes import BITS, NUMBER, ONE_HOT, REAL, Plan
from outfox.rules.errors import BadSetting, NotSupported
from outfox.rules.game import Game

ENCODINGS = "numbers", "one-hot", "squares"

WORD = 64


class Columns(NamedTuple):
    """How what is seen becomes columns.

    Attributes
    ----------
    plan
        For the kernel.
    names
        Of the columns: ``card``, ``moves[0,1]``; ``card=2`` for one of several values, ``line:5`` for a bit.
    room
        Numbers that the kernel fills before it writes columns.
    squares
        Whether they are what stands on the board.
    """

    plan: Plan
    names: tuple[str, ...]
    room: int
    squares: bool

    @property
    def plain(self) -> bool:
        """Whether each number is its column."""
        return not self.squares and len(self.plan.kind) == len(self.names) and not self.plan.kind.any()


def leaves_of(game: Game) -> list[Leaf]:
    """Return the fields that are observed."""
    if game.view is not None:
        return key_fields(game.view, game.view.names or ())
    return key_fields(game.state, game.key_fields)


def columns_of(game: Game, encoding: str, ranges: Sequence[tuple[int, int]] | None = None) -> Columns:
    """Return the columns of a game.

    Parameters
    ----------
    encoding
        One of ENCODINGS.
    ranges
        Of ``one-hot``: the least and the highest value of each field of `leaves_of`.

    Raises
    ------
    BadSetting, NotSupported

    Examples
    --------
    >>> from outfox.rules import load
    >>> columns_of(load("kuhn"), "numbers").names
    ('card', 'shown', 'moves[0]', 'moves[1]', 'moves[2]', 'plies')
    """
    if encoding not in ENCODINGS:
        raise BadSetting(f"encoding is one of {', '.join(ENCODINGS)}, not {encoding!r}")
    if encoding == "squares":
        return _board(game)
    rows: list[tuple[int, int, int]] = []
    names: list[str] = []
    for number, leaf in enumerate(leaves_of(game)):
        low, high = ranges[number] if ranges is not None else (0, -1)
        row = _way(leaf, low, high)
        for name in _elements(leaf):
            rows.append((row[0], low if row[0] == ONE_HOT else 0, row[1]))
            names += _names(name, *rows[-1])
    fields = leaves_of(game) if game.view is not None else key_fields(game.state, game.stored_fields)
    return _columns(rows, names, sum(leaf.size for leaf in fields), squares=False)


def _way(leaf: Leaf, low: int, high: int) -> tuple[int, int]:
    """Return how the numbers of a field are written, and in how many columns each."""
    if leaf.base.kind == "f":
        return REAL, 1
    if leaf.base.itemsize == WORD // 8:
        return BITS, WORD
    return (ONE_HOT, high - low + 1) if high >= low else (NUMBER, 1)


def _elements(leaf: Leaf) -> list[str]:
    name = leaf.path.removeprefix(".")
    if not leaf.shape:
        return [name]
    places = product(*(range(size) for size in leaf.shape))
    return [f"{name}[{','.join(map(str, place))}]" for place in places]


def _names(name: str, kind: int, low: int, width: int) -> list[str]:
    if kind == BITS:
        return [f"{name}:{bit}" for bit in range(width)]
    return [f"{name}={low + k}" for k in range(width)] if kind == ONE_HOT else [name]


def _board(game: Game) -> Columns:
    points, pieces = point_names(game), pieces_of(game)
    if game.view is not None:
        raise NotSupported(f"{game.name} hides something: what is observed is its View, not its squares")
    if not points:
        raise NotSupported(f"{game.name} declares no BOARD and squares; encoding is numbers or one-hot there")
    rows = [(ONE_HOT, 1, len(pieces))] * len(points) + [(NUMBER, 0, 1)]
    names = [f"{point}={piece}" for point in points for piece in pieces] + ["mover"]
    return _columns(rows, names, len(points) + 1, squares=True)


def _columns(rows: list[tuple[int, int, int]], names: list[str], room: int, *, squares: bool) -> Columns:
    kind, low, width = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    plan = Plan(kind, np.cumsum(width) - width, low, width)
    return Columns(plan, tuple(names), room, squares)


def ranges_of(game: Game, observed: Any) -> list[tuple[int, int]]:
    """Return the least and the highest value of each field among observations in the encoding ``numbers``.

    The elements of an array share theirs.
    """
    found, at = [], 0
    for leaf in leaves_of(game):
        width = leaf.size * (WORD if _way(leaf, 0, -1)[0] == BITS else 1)
        part = observed[:, at : at + width]
        found.append((int(part.min()), int(part.max())))
        at += width
    return found
