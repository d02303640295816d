"""Maps in text: a grid with walls, drawn in characters, as parameters of a game on a grid.

A line a row, the top row first: ``#`` a wall, ``.`` an open cell. Blanks between cells, row numbers in front and a last
line of column letters may be there, as boards are printed.
"""

from __future__ import annotations

import re
from typing import Any

from outfox.rules.board import file_letters
from outfox.rules.errors import RulesError

WALL, OPEN = "#", "."


def map_parameters(text: str, where: str = "map", pieces: tuple[str, str] = ("cat", "mouse")) -> dict[str, Any]:
    """Return the parameters `rows`, `cols` and `walls` of a map.

    Parameters
    ----------
    text
        The map. The cells of row 0, the lowest, are 0 to ``cols - 1``, as the parameter `walls` counts them.
    where
        The file's name, for errors.
    pieces
        Who starts in the lower left corner and who in the upper right one. They may be drawn there, by their first
        letters; a way must lead from one to the other.

    Raises
    ------
    RulesError
        Where the map cannot be that.

    Examples
    --------
    >>> map_parameters("..m" + chr(10) + ".#." + chr(10) + "c..")
    {'rows': 3, 'cols': 3, 'walls': (4,)}
    """
    lines = _lines(text, where)
    rows, cols = len(lines), len(lines[0][1])
    for number, line in lines:
        if len(line) != cols:
            raise RulesError.at(where, number, f"this row has {len(line)} cells, the first one has {cols}")
    cells = "".join(line for _, line in reversed(lines))  # row 0 is at the bottom
    corners = {pieces[0][0]: 0, pieces[1][0]: rows * cols - 1}
    for cell, mark in enumerate(cells):
        _check(mark, cell, corners, (where, lines[rows - 1 - cell // cols][0]))
    for piece, corner in zip(pieces, corners.values(), strict=True):
        if cells[corner] == WALL:
            place = "lower left" if corner == 0 else "upper right"
            raise RulesError.at(where, None, f"a wall stands in the {place} corner, where the {piece} starts")
    walls = tuple(cell for cell, mark in enumerate(cells) if mark == WALL)
    if not _leads(walls, rows, cols):
        raise RulesError.at(where, None, f"the {pieces[1]} is walled in: no way leads to it from the {pieces[0]}")
    return {"rows": rows, "cols": cols, "walls": walls}


def _lines(text: str, where: str) -> list[tuple[int, str]]:
    """Return number and cells of each row, from the top, without what is printed around them."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = "".join(re.sub(r"^\s*\d+\s", "", line).split())
        if bare:
            found.append((number, bare.lower()))
    if len(found) > 1 and found[-1][1] == "".join(map(file_letters, range(len(found[0][1])))):
        found.pop()
    if not found:
        raise RulesError.at(where, None, "the map is empty: draw a row a line, # for walls and . for open cells")
    return found


def _check(mark: str, cell: int, corners: dict[str, int], place: tuple[str, int]) -> None:
    if mark not in (WALL, OPEN, *corners):
        raise RulesError.at(*place, f"{mark!r} means nothing here: draw with #, . and {' and '.join(corners)}")
    if mark in corners and cell != corners[mark]:
        corner = "lower left" if corners[mark] == 0 else "upper right"
        raise RulesError.at(*place, f"{mark} starts in the {corner} corner: it cannot stand elsewhere")


def _leads(walls: tuple[int, ...], rows: int, cols: int) -> bool:
    """Say whether a way leads from the lower left corner to the upper right one."""
    seen, todo = {*walls, 0}, [0]
    while todo:
        row, col = divmod(todo.pop(), cols)
        for up, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            goal = (row + up) * cols + col + right
            if 0 <= row + up < rows and 0 <= col + right < cols and goal not in seen:
                seen.add(goal)
                todo.append(goal)
    return rows * cols - 1 in seen
