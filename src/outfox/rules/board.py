"""Where the points of a board lie, for drawings and position values; the rules themselves never need it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Board(NamedTuple):
    """The points of a board and the pieces that stand on them.

    A game declares one as `BOARD` beside `squares(s, out)`, which stores in `out[k]` the number of
    the piece on point `k` (0 where it is empty).

    Attributes
    ----------
    points : tuple of (x, y)
        Neighbours are one apart; y grows upwards.
    names : tuple of str
        One name a point, such as `"a1"`: the words that action names use.
    pieces : tuple of str
        Names of pieces 1, 2, ...; 0 means empty and has no name.
    marks : sequence of str
        One text character a piece: a string or a tuple of the length of `pieces`.
    lines : tuple of (int, int)
        Pairs of point numbers that are joined by a drawn line.
    areas : tuple of (str, tuple of int)
        Named groups of points that are tinted.
    cells : bool
        True: points are square cells, as in chess. False: points are intersections of lines.
    """

    points: tuple[tuple[float, float], ...]
    names: tuple[str, ...]
    pieces: tuple[str, ...]
    marks: Sequence[str]
    lines: tuple[tuple[int, int], ...] = ()
    areas: tuple[tuple[str, tuple[int, ...]], ...] = ()
    cells: bool = True


def grid(
    rows: int,
    cols: int,
    pieces: Iterable[str],
    marks: Iterable[str],
    cells: bool = True,
    lines: Iterable[tuple[int, int]] = (),
    top_down: bool = True,
) -> Board:
    """Describe a board of `rows` x `cols` points, numbered `row * cols + col`.

    Parameters
    ----------
    rows, cols : int
        Size of the board.
    pieces, marks : iterable of str
        Names of the pieces and one text character for each.
    cells : bool
        True for square cells, False for intersections (then give `lines`).
    lines : iterable of (int, int)
        Pairs of point numbers that are joined by a drawn line.
    top_down : bool
        True: row 0 is the top row. False: row 0 is the bottom row.

    Returns
    -------
    Board
        Names are a file letter and a rank counted from the bottom: `"a1"` is the bottom left. After
        file z come aa, ab, ...

    Examples
    --------
    >>> board = grid(2, 3, pieces=("cross", "nought"), marks="xo")
    >>> board.names
    ('a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> board.points[0]
    (0, 1)
    """
    heights = [rows - 1 - row if top_down else row for row in range(rows)]
    points = tuple((col, heights[row]) for row in range(rows) for col in range(cols))
    names = tuple(file_letters(x) + str(y + 1) for x, y in points)
    return Board(points, names, tuple(pieces), tuple(marks), tuple(lines), (), cells)


def file_letters(column: int) -> str:
    """Name a column, from 0: a to z, then aa, ab, ... as in a spreadsheet.

    Examples
    --------
    >>> file_letters(0), file_letters(25), file_letters(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    while column >= 0:
        letters = chr(ord("a") + column % 26) + letters
        column = column // 26 - 1
    return letters
