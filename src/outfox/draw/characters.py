"""A board as character cells: framed cells, lines between points, or marks side by side."""

from __future__ import annotations

from typing import NamedTuple

from outfox.draw import places
from outfox.draw.canvas import Canvas
from outfox.draw.lettering import columns, short
from outfox.draw.scene import LINES, Kind, Scene

# Terminal codes: pieces of player 0, of player 1, of nobody; then what is dim, what was touched last, what
# stands out; then heat from weak to strong.
_PIECES = "1;38;5;208", "1;38;5;33", "1;38;5;178", "1;38;5;71", "1;38;5;134", "1;38;5;245"
_DIM, _LAST, BOLD = "38;5;245", "7", "1"
_WARM = 52, 88, 124, 160, 196
_COOL = 17, 18, 19, 20, 21


def draw_board(scene: Scene, colour: bool, width: int, ascii_only: bool) -> list[str]:
    """Draw the board in the roomier of two ways that fits.

    Parameters
    ----------
    scene : Scene
    colour : bool
        Use terminal colours.
    width : int
        Columns to keep to.
    ascii_only : bool
        Use no characters but ASCII.

    Returns
    -------
    list of str
        Lines; none where the points lie too irregularly or nothing fits.
    """
    grid = _Grid(scene)
    wide = any(columns(kind.mark[:1]) > 1 for kind in scene.kinds)
    roomy = _Way(4, 2, scene.cells and not scene.bare)
    ways = [roomy] if wide else [roomy, _Way(2, 1, False)]
    if scene.cells and grid.down > 12:
        ways.reverse()
    for way in ways if not grid.crowded else []:
        rows = _draw(scene, grid, way, ascii_only).rows(colour)
        if max(map(visible, rows)) <= width:
            return rows
    return []


def visible(row: str) -> int:
    """Count the columns of a row that may hold terminal codes."""
    plain, *coded = row.split("\x1b[")
    return columns(plain) + sum(columns(part.partition("m")[2]) for part in coded)


class _Way(NamedTuple):
    """A way to draw: columns and rows from point to point, and whether cells have frames."""

    across: int
    down: int
    framed: bool


class _Grid:
    """Points of a scene by whole columns and rows, counted from the top left."""

    def __init__(self, scene: Scene) -> None:
        step = places.step(scene.points)
        left = min(x for x, _ in scene.points)
        top = max(y for _, y in scene.points)
        self.at = [(round((top - y) / step), round((x - left) / step)) for x, y in scene.points]
        self.across = max(column for _, column in self.at) + 1
        self.down = max(row for row, _ in self.at) + 1
        self.crowded = len(set(self.at)) < len(self.at) or self.across * self.down > 40 * len(self.at)
        labels = places.edge_labels(scene.points, scene.names) or ({}, {})
        self.files = {round((x - left) / step): name for x, name in labels[0].items()}
        self.ranks = {round((top - y) / step): name for y, name in labels[1].items()}
        self.margin = max(map(columns, self.ranks.values()), default=-1) + 1


def _draw(scene: Scene, grid: _Grid, way: _Way, ascii_only: bool) -> Canvas:
    canvas = Canvas(ascii_only)
    left = grid.margin + 1 + way.framed
    spots = [(row * way.down + way.framed, left + column * way.across) for row, column in grid.at]
    if way.framed:
        for row, column in spots:
            canvas.frame(row - 1, column - 2, row + 1, column + 2)
    elif way.down > 1:
        for a, b in scene.lines:
            canvas.line(spots[a], spots[b])
    inside = {point for _, area in scene.areas for point in area}
    for k, (row, column) in enumerate(spots):
        blank = (way.framed or scene.bare) and k not in inside
        if scene.pieces[k] and scene.kinds[scene.pieces[k] - 1].name in LINES and way.down > 1:
            _draw_line(canvas, scene, k, row, column)
        else:
            empty = " " if blank else empty_sign(k in inside, ascii_only)
            _draw_point(canvas, scene, k, row, column, empty, ascii_only)
    for row, name in grid.ranks.items():
        canvas.write(row * way.down + way.framed, grid.margin - 1 - columns(name), name, _DIM)
    below = (grid.down - 1) * way.down + 1 + 2 * way.framed
    for column, name in grid.files.items():
        shown = name if columns(name) < way.across else name[-1:]
        canvas.write(below, left + column * way.across, shown, _DIM)
    return canvas


def _draw_line(canvas: Canvas, scene: Scene, k: int, row: int, column: int) -> None:
    """Draw a piece that is a line to the neighbouring points."""
    rows, cols = (0, 4) if scene.kinds[scene.pieces[k] - 1].name == LINES[0] else (2, 0)
    canvas.line((row - rows, column - cols), (row + rows, column + cols))
    if k in scene.last:
        _bracket(canvas, row, column, 1)


def empty_sign(inside: bool, ascii_only: bool) -> str:
    """Return the sign of an empty point, outside of all areas or inside of one."""
    return (".+" if ascii_only else "·∘")[inside]


def _draw_point(canvas: Canvas, scene: Scene, k: int, row: int, column: int, empty: str, ascii_only: bool) -> None:
    number = scene.pieces[k]
    shown = mark(scene, number, ascii_only) if number else empty
    style = _style(scene.kinds[number - 1], number) if number else _DIM
    canvas.write(row, column, shown, style if shown.strip() else "")
    if k in scene.last:
        _bracket(canvas, row, column, columns(shown))
    elif scene.heat:
        canvas.style(row, column - 1, 3, _shade(scene, k))


def _bracket(canvas: Canvas, row: int, column: int, wide: int) -> None:
    """Mark a point that the last action touched; a wide mark leaves no room for the right bracket."""
    canvas.write(row, column - 1, "[", BOLD)
    if wide == 1:
        canvas.write(row, column + 1, "]", BOLD)
    canvas.style(row, column - 1, 3, _LAST)


def _style(kind: Kind, number: int) -> str:
    own = kind.owner if kind.owner is not None else 2 + (number - 1) % (len(_PIECES) - 2)
    return _PIECES[own]


def mark(scene: Scene, number: int, ascii_only: bool = False) -> str:
    """Return the one character for a kind of piece; in ASCII its name's initial, or its number, may stand in.

    Parameters
    ----------
    scene : Scene
    number : int
        The kind, from 1.
    ascii_only : bool
        Whether other characters than ASCII are to be avoided.
    """
    kind = scene.kinds[number - 1]
    first = kind.mark[:1]
    if first.isprintable() and first.strip() and columns(first) and not (ascii_only and ord(first) > 127):
        return first
    others = [other.name[:1] for other in scene.kinds]
    initial = kind.name[:1]
    usable = initial.isascii() and initial.isalpha() and others.count(initial) == 1
    return initial if usable else str(number % 10)


def _shade(scene: Scene, k: int) -> str:
    value = scene.heat[k]
    if value is None:
        return ""
    most = max(abs(known) for known in scene.heat if known is not None) or 1.0
    level = min(4, int(5 * abs(value) / most))
    return f"48;5;{(_WARM if value >= 0 else _COOL)[level]}"


def draw_heat(scene: Scene, width: int, ascii_only: bool) -> list[str]:
    """Write the values of points in the board's own arrangement, without colours."""
    if not any(value is not None for value in scene.heat):
        return []
    grid = _Grid(scene)
    shown = ["" if value is None else short(value) for value in scene.heat]
    wide = max(map(len, shown)) + 1
    if grid.margin + wide * grid.across > width:
        return []
    canvas = Canvas(ascii_only)
    for (row, column), value in zip(grid.at, shown, strict=True):
        canvas.write(row, grid.margin + (column + 1) * wide - len(value), value)
    for row, name in grid.ranks.items():
        canvas.write(row, grid.margin - 1 - columns(name), name)
    for column, name in grid.files.items():
        canvas.write(grid.down, grid.margin + (column + 1) * wide - columns(name), name)
    return ["", *canvas.rows(colour=False)]
