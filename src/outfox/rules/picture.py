"""Text of boards of cells, for `text` and `parse` of a rules file: a line a rank, file letters below."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters

from outfox.rules.board import Board


def picture(board: Board, pieces: Sequence[int]) -> str:
    """Write which piece stands on which point, as `squares` fills them.

    Parameters
    ----------
    board
        A board whose points lie in full rows and have names such as `"a1"`, as `grid` makes them.
    pieces
        For each point 0, which shows as a dot, or the number of a piece, which shows as its mark.

    Examples
    --------
    >>> from outfox.rules import grid
    >>> print(picture(grid(2, 3, pieces=("cross", "nought"), marks="xo"), [0, 1, 0, 2, 0, 0]))
    2 . x .
    1 o . .
      a b c
    """
    rows = _rows(board)
    marks = [".", *board.marks]
    deep = max(len(rank) for rank, _ in rows)
    files = [board.names[point].rstrip("0123456789") for point in rows[0][1]]
    wide = max(map(len, files))
    lines = [(rank, [marks[pieces[point]] for point in points]) for rank, points in rows]
    return "\n".join(
        " ".join([name.rjust(deep), *(cell.rjust(wide) for cell in row)]) for name, row in [*lines, ("", files)]
    )


def pieces_in(board: Board, text: str) -> list[int]:
    r"""Read what `picture` wrote, whatever lines follow it.

    Raises
    ------
    ValueError
        Where a line is not that of a rank of this board.

    Examples
    --------
    >>> from outfox.rules import grid
    >>> pieces_in(grid(2, 3, pieces=("cross", "nought"), marks="xo"), "2 . x .\n1 o . .\nx to move")
    [0, 1, 0, 2, 0, 0]
    """
    pieces = [0] * len(board.points)
    marks = [".", *board.marks]
    lines = [line.split() for line in text.splitlines() if line.strip()]
    for k, (rank, points) in enumerate(_rows(board)):
        words = lines[k] if k < len(lines) else []
        if len(words) != len(points) + 1 or words[0] != rank or not set(words[1:]) <= set(marks):
            raise ValueError(
                f"expected line {k + 1} to be {rank} and {len(points)} marks, each one of {' '.join(marks)}"
            )
        for point, mark in zip(points, words[1:], strict=True):
            pieces[point] = marks.index(mark)
    return pieces


def player_in(players: Sequence[str], text: str) -> int:
    r"""Return which player the last line names, as in "x to move".

    Raises
    ------
    ValueError
        Where it names none, or both.

    Examples
    --------
    >>> player_in(("x", "o"), "1 x . .\n  a b c\no to move")
    1
    """
    words = text.strip().rpartition("\n")[2].replace(",", " ").split()
    named = [player for player, name in enumerate(players) if name in words]
    if len(named) != 1:
        raise ValueError(f"the last line says who is to move, such as: {players[0]} to move")
    return named[0]


def _rows(board: Board) -> list[tuple[str, list[int]]]:
    """Return the ranks from the top down: the number that names each, its points from left to right."""
    heights = sorted({y for _, y in board.points}, reverse=True)
    across = sorted(range(len(board.points)), key=lambda point: board.points[point][0])
    rows = [[point for point in across if board.points[point][1] == height] for height in heights]
    return [(board.names[row[0]].lstrip(ascii_letters), row) for row in rows]
