"""A scene as a self-contained SVG: cells or lines, pieces, heat, arrows; light and dark, readable aloud."""

from __future__ import annotations

import math
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from outfox.draw import places
from outfox.draw.footer import draw_footer
from outfox.draw.scene import Option, Scene
from outfox.draw.shapes import draw_piece
from outfox.draw.xml import Sheet, clean, columns

THEMES = "auto", "light", "dark"


class Svg(str):
    """The text of an SVG, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class _Frame:
    """Where the board lies in the drawing: ``unit`` pixels between neighbours, its corner, its size."""

    unit: float
    left: float
    top: float
    x0: float
    y1: float
    width: float
    height: float

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        return self.left + (point[0] - self.x0) * self.unit, self.top + (self.y1 - point[1]) * self.unit


def svg(scene: Scene, size: float | None = None, theme: str = "auto") -> Svg:
    """Draw a scene.

    Parameters
    ----------
    scene : Scene
    size : float, optional
        Length of the longer side in pixels; by default what suits the board, about 480.
    theme : str
        ``"auto"`` follows the reader's system or page, ``"light"`` and ``"dark"`` stay.

    Returns
    -------
    Svg
        A string; in a notebook it shows as the picture. The same scene gives the same text everywhere.
    """
    if theme not in THEMES:
        raise ValueError(f"theme {theme!r} is none of {', '.join(THEMES)}")
    sheet = Sheet(theme)
    width, height = _draw_board(sheet, scene) if scene.points else _draw_text(sheet, scene)
    width, height = draw_footer(sheet, scene, width, height)
    title = ", ".join(filter(None, (scene.game, scene.turn)))
    return Svg(sheet.write(width, height, size, title, scene.describe()))


def _draw_board(sheet: Sheet, scene: Scene) -> tuple[float, float]:
    frame = _frame(scene)
    _draw_ground(sheet, scene, frame)
    _draw_labels(sheet, scene, frame)
    if scene.lines:
        _draw_lines(sheet, scene, frame)
    _draw_heat(sheet, scene, frame)
    _draw_last(sheet, scene, frame)
    _draw_pieces(sheet, scene, frame)
    for option in reversed(scene.options):
        _draw_option(sheet, scene, frame, option)
    return frame.width, frame.height


def _frame(scene: Scene) -> _Frame:
    xs, ys = ([point[axis] for point in scene.points] for axis in (0, 1))
    spacing = places.step(scene.points)
    across, down = ((max(values) - min(values)) / spacing + 1 for values in (xs, ys))
    unit = min(64.0, max(14.0, 420 / max(across, down)))
    edge = max(10.0, min(26.0, 0.5 * unit)) if places.edge_labels(scene.points, scene.names) else 6.0
    right = 6.0 if scene.cells else 0.0
    return _Frame(
        unit / spacing,
        edge + unit / 2,
        right + unit / 2,
        min(xs),
        max(ys),
        edge + across * unit + right,
        right + down * unit + edge,
    )


def _cell(scene: Scene, frame: _Frame) -> float:
    return frame.unit * places.step(scene.points)


def _draw_ground(sheet: Sheet, scene: Scene, frame: _Frame) -> None:
    side = _cell(scene, frame)
    board = sheet.add(sheet.root, "g")
    tinted = {point for _, area in scene.areas for point in area}
    for k, point in enumerate(scene.points):
        x, y = frame.at(point)
        box = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
        if scene.cells:
            odd = round(point[0] + point[1]) % 2 == 0
            sheet.add(board, "rect", "shade" if odd else "paper", "frame", stroke_width=1, **box)
            if k in tinted:
                sheet.add(board, "rect", "area", fill_opacity=0.35, **box)
    if not scene.cells:
        _draw_areas(sheet, scene, frame)


def _draw_areas(sheet: Sheet, scene: Scene, frame: _Frame) -> None:
    """Tint areas of a board of lines: one soft patch under each area, wide strokes between neighbours."""
    side = _cell(scene, frame)
    for name, area in scene.areas:
        group = sheet.add(sheet.root, "g", opacity=0.3)
        sheet.add(group, "title", text=name)
        inside = set(area)
        for k in sorted(inside):
            x, y = frame.at(scene.points[k])
            near = 0.92 * side
            sheet.add(group, "rect", "area", x=x - near / 2, y=y - near / 2, width=near, height=near, rx=0.3 * side)
        for a, b in scene.lines:
            if a in inside and b in inside:
                (x1, y1), (x2, y2) = frame.at(scene.points[a]), frame.at(scene.points[b])
                sheet.add(group, "path", None, "area", d=_line(x1, y1, x2, y2), stroke_width=0.92 * side)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}"


def _draw_labels(sheet: Sheet, scene: Scene, frame: _Frame) -> None:
    labels = places.edge_labels(scene.points, scene.names)
    side = _cell(scene, frame)
    font = max(8.0, min(14.0, 0.4 * side))
    group = sheet.add(sheet.root, "g", font_size=font, text_anchor="middle")
    if labels is None:
        return
    bottom = min(point[1] for point in scene.points)
    left = min(point[0] for point in scene.points)
    for x, name in labels[0].items():
        px, py = frame.at((x, bottom))
        sheet.add(group, "text", "faint", text=name, x=px, y=py + side / 2 + font * 1.05)
    for y, name in labels[1].items():
        px, py = frame.at((left, y))
        sheet.add(group, "text", "faint", text=name, x=px - side / 2 - font * 0.8, y=py + font * 0.36)


def _draw_lines(sheet: Sheet, scene: Scene, frame: _Frame) -> None:
    strokes = []
    for a, b in scene.lines:
        (x1, y1), (x2, y2) = frame.at(scene.points[a]), frame.at(scene.points[b])
        strokes.append(_line(x1, y1, x2, y2))
    width = max(1.0, 0.045 * _cell(scene, frame))
    sheet.add(sheet.root, "path", "none", "line", d="".join(strokes), stroke_width=width, stroke_linecap="round")
    if not scene.cells:
        for point in scene.points:
            x, y = frame.at(point)
            sheet.add(sheet.root, "circle", "line", cx=x, cy=y, r=2.2 * width)


def _draw_heat(sheet: Sheet, scene: Scene, frame: _Frame) -> None:
    known = [value for value in scene.heat if value is not None]
    if not known:
        return
    low, high = min(known), max(known)
    group = sheet.add(sheet.root, "g")
    side = _cell(scene, frame)
    for k, value in enumerate(scene.heat):
        if value is None:
            continue
        x, y = frame.at(scene.points[k])
        colour = "warm" if value >= 0 else "cool"
        strength = 0.06 + 0.8 * _share(value, low, high)
        if scene.cells:
            box = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
            sheet.add(group, "rect", colour, fill_opacity=strength, **box)
        else:
            sheet.add(group, "circle", "plate", cx=x, cy=y, r=0.43 * side)
            sheet.add(group, "circle", colour, colour, cx=x, cy=y, r=0.43 * side, fill_opacity=strength)
        down = 0.44 * side if scene.pieces[k] else 0.09 * side
        font = (0.2 if scene.pieces[k] else 0.27) * side
        sheet.add(
            group, "text", "ink", text=_short(value), x=x, y=y + down, font_size=font, text_anchor="middle"
        )


def _share(value: float, low: float, high: float) -> float:
    """Scale a value to 0 .. 1: by distance from 0 where both signs occur, else from the weakest."""
    if low < 0 < high:
        return abs(value) / max(-low, high)
    return abs(value - (low if high > 0 else high)) / ((high - low) or 1.0)


def _short(value: float) -> str:
    """Two decimals without the zero before the point: .25, -.5, 12."""
    shown = f"{value:.2f}" if abs(value) < 10 else f"{value:.0f}"
    return shown.replace("0.", ".", 1) if abs(value) < 1 else shown


def _draw_last(sheet: Sheet, scene: Scene, frame: _Frame) -> None:
    side = _cell(scene, frame)
    group = sheet.add(sheet.root, "g")
    for k in scene.last:
        x, y = frame.at(scene.points[k])
        if scene.cells:
            inset = 0.03 * side
            box = {"x": x - side / 2 + inset, "y": y - side / 2 + inset, "width": side - 2 * inset}
            sheet.add(group, "rect", "last", "last", height=side - 2 * inset, fill_opacity=0.35, stroke_width=2, **box)
        else:
            sheet.add(group, "circle", "last", "last", cx=x, cy=y, r=0.44 * side, fill_opacity=0.35, stroke_width=2)


def _draw_pieces(sheet: Sheet, scene: Scene, frame: _Frame) -> None:
    group = sheet.add(sheet.root, "g")
    side = _cell(scene, frame)
    for k, piece in enumerate(scene.pieces):
        kind = scene.kind(k)
        if kind is not None:
            x, y = frame.at(scene.points[k])
            one = sheet.add(group, "g")
            sheet.add(one, "title", text=f"{kind.name} {scene.names[k]}")
            draw_piece(sheet, one, kind, piece, x, y, (0.42 if scene.cells else 0.36) * side)


def _draw_option(sheet: Sheet, scene: Scene, frame: _Frame, option: Option) -> None:
    """Draw a valued action: an arrow for a move, a tinted disc for a placement."""
    if option.end is None:
        return
    side = _cell(scene, frame)
    group = sheet.add(sheet.root, "g", opacity=0.35 + 0.6 * option.weight)
    sheet.add(group, "title", text=f"{option.name}: {option.value:+.3f}")
    x, y = frame.at(scene.points[option.end])
    if option.start is None:
        sheet.add(group, "circle", "arrow", cx=x, cy=y, r=0.36 * side, fill_opacity=0.2 + 0.4 * option.weight)
    else:
        start = frame.at(scene.points[option.start])
        sheet.add(group, "path", "arrow", "plate", d=_arrow(start, (x, y), side, option.weight), stroke_width=1)
        x, y = start[0] + 0.6 * (x - start[0]), start[1] + 0.6 * (y - start[1])
    font = 0.23 * side
    label = _short(option.value)
    wide = 0.62 * font * len(label) + 0.3 * font
    sheet.add(
        group, "rect", "plate", x=x - wide / 2, y=y - 0.68 * font, width=wide, height=1.36 * font, rx=0.4 * font
    )
    sheet.add(group, "text", "ink", text=label, x=x, y=y + 0.36 * font, font_size=font, text_anchor="middle")


def _arrow(start: tuple[float, float], end: tuple[float, float], side: float, weight: float) -> str:
    """The outline of an arrow that begins beside one piece and ends near the middle of a point."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    half = (0.04 + 0.05 * weight) * side
    tail, tip = 0.38 * side, length - 0.08 * side
    neck, wing = tip - 3.2 * half, 2.4 * half
    corners = [(tail, half), (neck, half), (neck, wing), (tip, 0.0), (neck, -wing), (neck, -half), (tail, -half)]
    shown = [f"{start[0] + a * ux - b * uy:.2f} {start[1] + a * uy + b * ux:.2f}" for a, b in corners]
    return "M" + "L".join(shown) + "Z"


def _draw_text(sheet: Sheet, scene: Scene) -> tuple[float, float]:
    """Show a position that has no board in its own words, in a monospaced font."""
    rows = clean(scene.text.expandtabs()).rstrip("\n").split("\n") or [""]
    font, pad = 15.0, 14.0
    letter, leading = 0.6 * font, 1.4 * font
    width = 2 * pad + letter * max(1, *(columns(row) for row in rows))
    height = 2 * pad + leading * len(rows)
    sheet.add(sheet.root, "rect", "paper", "frame", x=1, y=1, width=width - 2, height=height - 2, rx=8)
    group = sheet.add(sheet.root, "g", font_size=font, font_family="ui-monospace, 'DejaVu Sans Mono', monospace")
    group.set("xml:space", "preserve")
    for number, row in enumerate(rows):
        if row.strip():
            y = pad + leading * (number + 0.72)
            sheet.add(group, "text", "ink", text=row, x=pad, y=y, textLength=letter * columns(row))
    return width, height
