"""Under a board: who plays which pieces, whose turn it is, the caption; in SVG."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from outfox.draw.lettering import columns, wrap
from outfox.draw.scene import Scene
from outfox.draw.shapes import draw_piece
from outfox.draw.sheet import Sheet

FONT = 14.0
LINE = 22.0
_LETTER = 0.56 * FONT
_BOLD = 0.64 * FONT
"""Room for a letter: in the widest of the usual fonts, and of those whose turn it is, which stands in bold."""


def sides(scene: Scene) -> list[tuple[list[int], str, bool]]:
    """List for each player: the kinds of piece shown for it, its name and who plays it, whether it moves."""
    listed = []
    for player, name in enumerate(scene.players):
        kinds = [number for number, kind in enumerate(scene.kinds, 1) if kind.owner == player]
        who = scene.seats[player] if player < len(scene.seats) else ""
        listed.append((kinds[:3], f"{name}: {who}" if who else name, scene.mover == player))
    return listed


def draw_footer(sheet: Sheet, scene: Scene, width: float, height: float) -> tuple[float, float]:
    """Draw the lines under a board that ends at `height`.

    Returns
    -------
    width, height : float
        Size of the whole drawing.
    """
    entries = sides(scene) if scene.kinds or scene.seats else []
    turn = "" if scene.turn in scene.text and not scene.points else scene.turn
    whose = f"numbers: value for {scene.players[0]}" if scene.options and scene.players else ""
    texts = [text for text in (turn, *wrap(scene.caption, int(max(width, 380.0) / _LETTER)), whose) if text]
    sizes = [_entry_width(entry) for entry in entries]
    beside = sum(sizes) + 22.0 * max(0, len(sizes) - 1)
    rows = [entries] if beside <= max(width, 300.0) else [[entry] for entry in entries]
    widest = max([width, *(_rows_width(row) + 12 for row in rows), *(_width(text) + 12 for text in texts)])
    _centre(sheet, (widest - width) / 2)
    y = height + (8.0 if entries or texts else 0.0)
    for row in rows if entries else []:
        x = (widest - _rows_width(row)) / 2
        for entry in row:
            _draw_entry(sheet, scene, entry, x, y + LINE / 2)
            x += _entry_width(entry) + 22.0
        y += LINE + 2
    for number, text in enumerate(texts):
        bold = number == 0 and turn != ""
        _write(sheet, text, widest / 2, y + 0.7 * LINE, bold, text_anchor="middle")
        y += LINE
    return widest, y + (4.0 if entries or texts else 0.0)


def _width(text: str) -> float:
    return _LETTER * columns(text)


def _entry_width(entry: tuple[list[int], str, bool]) -> float:
    return 22.0 * len(entry[0]) + 4 + _BOLD * columns(entry[1])


def _rows_width(row: list[tuple[list[int], str, bool]]) -> float:
    return sum(_entry_width(entry) for entry in row) + 22.0 * max(0, len(row) - 1)


def _centre(sheet: Sheet, shift: float) -> None:
    """Move what is drawn so far to the right, under a footer that is wider than the board."""
    if shift <= 0:
        return
    moved = ET.Element("g", {"transform": f"translate({shift:.2f} 0)"})
    moved[:] = list(sheet.root)
    sheet.root[:] = [moved]


def _draw_entry(sheet: Sheet, scene: Scene, entry: tuple[list[int], str, bool], x: float, y: float) -> None:
    kinds, label, moves = entry
    middle = x + _entry_width(entry) / 2
    for number in kinds:
        draw_piece(sheet, sheet.root, scene.kinds[number - 1], number, (x + 10, y), 8.5)
        x += 22.0
    if kinds:
        _write(sheet, label, x + 4, y + 0.34 * FONT, moves)
    else:
        _write(sheet, label, middle, y + 0.34 * FONT, moves, text_anchor="middle")


def _write(sheet: Sheet, text: str, x: float, y: float, bold: bool, **attributes: float | str) -> None:
    if bold:
        attributes["font_weight"] = "600"
    sheet.add(sheet.root, "text", "ink" if bold else "faint", None, text, x=x, y=y, font_size=FONT, **attributes)
