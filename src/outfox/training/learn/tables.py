"""Position values as tables in the board's shape, with the means of rows; how alike two models' tables are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.draw.scene import kinds_of
from outfox.formats.model import Model
from outfox.rules.game import Game

_CELL = 6
_WIDEST = 11  # columns of points that fit 80 characters beside a label and the mean


@dataclass(frozen=True)
class Table:
    """Position values of one piece.

    Attributes
    ----------
    piece
        Its name.
    player
        For whom the values are good: its owner, or player 0 where nobody owns it.
    values
        By point.
    rows
        From the top of the board down: label, and the names of the points from left to right, None where there is
        none. Empty for a board that is no grid.
    """

    piece: str
    player: int
    values: Mapping[str, float]
    rows: tuple[tuple[str, tuple[str | None, ...]], ...]

    @property
    def mean(self) -> float:
        """The mean over all points."""
        return float(np.mean(list(self.values.values())))

    @property
    def row_means(self) -> dict[str, float]:
        """The mean of each row, from the top down."""
        return {label: self.mean_of([name for name in names if name]) for label, names in self.rows}

    def mean_of(self, points: list[str] | tuple[str, ...]) -> float:
        """Return the mean over some points."""
        return float(np.mean([self.values[name] for name in points]))

    def to_dict(self) -> dict[str, Any]:
        """Return ``piece``, ``player``, ``values``, ``mean``, ``row_means``."""
        means = [{"row": label, "mean": mean} for label, mean in self.row_means.items()]
        return {
            "piece": self.piece, "player": self.player, "values": dict(self.values), "mean": self.mean,
            "row_means": means,
        }  # fmt: skip


def tables_of(model: Model, game: Game) -> list[Table]:
    """Return the position values of each piece, positive where they are good for the piece's owner.

    Parameters
    ----------
    model
    game
        The model's game, or another with the same board.

    Raises
    ------
    NotSupported
        Where the model does not fit the game.
    """
    model.require(game)
    if not model.squares:
        return []
    board = game.constant("BOARD")
    rows = _rows(board.points, board.names)
    tables = []
    for kind in kinds_of(board, tuple(game.players)):
        player = kind.owner or 0
        sign = -1.0 if player else 1.0
        values = {name: sign * value + 0.0 for name, value in model.squares[kind.name].items()}
        tables.append(Table(kind.name, player, values, rows))
    return tables


def table_text(table: Table) -> list[str]:
    """Write a table in the board's shape, each row with its mean; as a list where the board is no grid.

    Examples
    --------
    >>> rows = (("2", (None, "b2")), ("1", ("a1", "b1")))
    >>> for line in table_text(Table("pawn", 0, {"a1": 0.1, "b1": -0.5, "b2": 0.5}, rows)):
    ...     print(line)
    2          .50     .50
    1    .10  -.50    -.20
    """
    if not table.rows:
        return [f"{name:8}{short(value):>{_CELL}}" for name, value in table.values.items()]
    lines, means = [], table.row_means
    wide = max(len(label) for label in means)
    for label, names in table.rows:
        cells = "".join(f"{short(table.values[name]) if name else '':>{_CELL}}" for name in names)
        lines.append(f"{label:<{wide}} {cells}  {short(means[label]):>{_CELL}}")
    return lines


def short(value: float) -> str:
    """Write a weight with two decimals and without the zero before the point.

    Examples
    --------
    >>> short(0.214), short(-0.5), short(1.0), short(-0.001)
    ('.21', '-.50', '1.00', '.00')
    """
    shown = f"{value:.2f}"
    if shown in ("-0.00", "0.00"):
        return ".00"
    return shown.replace("0.", ".", 1) if abs(value) < 0.995 else shown


def correlation(first: Table, second: Table) -> float | None:
    """Return Pearson's correlation of two tables of the same points; None where one is constant.

    Examples
    --------
    >>> one = Table("pawn", 0, {"a": 1.0, "b": 2.0, "c": 4.0}, ())
    >>> correlation(one, Table("pawn", 0, {"c": 9.0, "b": 5.0, "a": 3.0}, ()))
    1.0
    """
    a = np.array(list(first.values.values()))
    b = np.array([second.values[name] for name in first.values])
    if np.ptp(a) == 0.0 or np.ptp(b) == 0.0:
        return None
    return round(float(np.corrcoef(a, b)[0, 1]), 12)


def _rows(points: Any, names: Any) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    """Sort the points of a grid into rows; () where they do not lie on one, or on one too wide to print."""
    xs, ys = (sorted({point[axis] for point in points}) for axis in (0, 1))
    whole = all(float(value).is_integer() for value in (*xs, *ys))
    at = {tuple(point): name for point, name in zip(points, names, strict=True)}
    if not whole or len(xs) > _WIDEST or len(at) < len(points):
        return ()
    return tuple((_label(y, at), tuple(at.get((x, y)) for x in xs)) for y in reversed(ys))


def _label(y: float, at: Mapping[tuple[float, ...], str]) -> str:
    """Name a row by what the names of its points have in common at their end, such as 7 of c7 and d7."""
    names = [name for point, name in at.items() if point[1] == y]
    ends = {"".join(letter for letter in name if letter.isdigit()) for name in names}
    return ends.pop() if len(ends) == 1 and "" not in ends else str(int(y) + 1)
