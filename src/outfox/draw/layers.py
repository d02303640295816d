"""The layers of a board in SVG from the ground up: cells or lines, coordinates, heat, last action, pieces."""

from __future__ import annotations

from outfox.draw import places
from outfox.draw.layout import Layout
from outfox.draw.lettering import number, short
from outfox.draw.scene import Scene
from outfox.draw.shapes import draw_piece
from outfox.draw.sheet import Sheet


def draw_ground(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    """Draw cells, or tinted areas with lines on them."""
    if scene.cells:
        _draw_cells(sheet, scene, layout)
    else:
        _draw_areas(sheet, scene, layout)
    if scene.lines:
        _draw_lines(sheet, scene, layout)


def _draw_cells(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    """Draw all cells of one colour as one path: large boards stay small files."""
    outlines = {"paper": "", "shade": ""}
    tinted = {point for _, area in scene.areas for point in area}
    areas, half, side = "", layout.side / 2, number(layout.side)
    for k, point in enumerate(scene.points):
        x, y = layout.at(point)
        outline = f"M{number(x - half)} {number(y - half)}h{side}v{side}h-{side}z"
        chequered = not scene.bare and round(point[0] + point[1]) % 2 == 0
        outlines["shade" if chequered else "paper"] += outline
        areas += outline if k in tinted else ""
    for colour, d in outlines.items():
        sheet.add(sheet.root, "path", colour, colour if scene.bare else "frame", d=d, stroke_width=1)
    if areas:
        sheet.add(sheet.root, "path", "area", d=areas, fill_opacity=0.35)


def _draw_areas(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    """Tint areas of a board of lines: a soft square under each point, bands between neighbours."""
    near = 0.92 * layout.side
    for name, area in scene.areas:
        group = sheet.add(sheet.root, "g", opacity=0.3)
        sheet.add(group, "title", text=name)
        inside = set(area)
        for k in sorted(inside):
            x, y = layout.at(scene.points[k])
            sheet.square(group, "area", None, x, y, near, rx=0.3 * layout.side)
        for a, b in scene.lines:
            if a in inside and b in inside:
                band = _line(layout, scene, a, b)
                sheet.add(group, "path", stroke="area", d=band, stroke_width=near)


def _line(layout: Layout, scene: Scene, a: int, b: int) -> str:
    (x1, y1), (x2, y2) = layout.at(scene.points[a]), layout.at(scene.points[b])
    return f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}"


def _draw_lines(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    strokes = "".join(_line(layout, scene, a, b) for a, b in scene.lines)
    width = max(1.0, 0.045 * layout.side)
    look: dict[str, float | str] = {"stroke_width": width, "stroke_linecap": "round"}
    sheet.add(sheet.root, "path", "none", "line", None, d=strokes, **look)
    if not scene.cells:
        for point in scene.points:
            x, y = layout.at(point)
            sheet.add(sheet.root, "circle", "line", cx=x, cy=y, r=2.2 * width)


def draw_labels(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    """Write coordinates at the left and lower edges, where the points' names are such."""
    labels = places.edge_labels(scene.points, scene.names)
    if labels is None:
        return
    half = layout.side / 2
    font = max(8.0, min(14.0, 0.4 * layout.side))
    group = sheet.add(sheet.root, "g", font_size=font, text_anchor="middle")
    left, bottom = (min(point[axis] for point in scene.points) for axis in (0, 1))
    for x, name in labels[0].items():
        px, py = layout.at((x, bottom))
        sheet.add(group, "text", "faint", text=name, x=px, y=py + half + font * 1.05)
    for y, name in labels[1].items():
        px, py = layout.at((left, y))
        sheet.add(group, "text", "faint", text=name, x=px - half - font * 0.8, y=py + font * 0.36)


def draw_heat(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    """Tint points by their values and write the values: warm from 0 up, cool below."""
    known = [value for value in scene.heat if value is not None]
    group = sheet.add(sheet.root, "g", text_anchor="middle")
    side = layout.side
    for k, value in enumerate(scene.heat):
        if value is None:
            continue
        x, y = layout.at(scene.points[k])
        colour = "warm" if value >= 0 else "cool"
        strength = 0.06 + 0.8 * share(value, min(known), max(known))
        if scene.cells:
            sheet.square(group, colour, None, x, y, side, fill_opacity=strength)
        else:
            sheet.add(group, "circle", "plate", cx=x, cy=y, r=0.43 * side)
            sheet.add(group, "circle", colour, colour, cx=x, cy=y, r=0.43 * side, fill_opacity=strength)
        down, font = (0.4, 0.21) if scene.pieces[k] else (0.09, 0.27)
        sheet.add(group, "text", "ink", text=short(value), x=x, y=y + down * side, font_size=font * side)


def share(value: float, low: float, high: float) -> float:
    """Scale a value to 0 .. 1: by its distance from 0 where both signs occur, else from the weakest.

    Examples
    --------
    >>> share(-1, -2, 1), share(3, 2, 4), share(-3, -4, -2)
    (0.5, 0.5, 0.5)
    """
    if low < 0 < high:
        return abs(value) / max(-low, high)
    return abs(value - (low if high > 0 else high)) / ((high - low) or 1.0)


def draw_last(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    """Mark the points that the last action touched."""
    tint = 0.0 if scene.heat else 0.35  # heat keeps its colours
    group = sheet.add(sheet.root, "g", fill_opacity=tint, stroke_width=2)
    for k in scene.last:
        x, y = layout.at(scene.points[k])
        if scene.cells:
            sheet.square(group, "last", "last", x, y, 0.94 * layout.side)
        else:
            sheet.add(group, "circle", "last", "last", cx=x, cy=y, r=0.44 * layout.side)


def draw_pieces(sheet: Sheet, scene: Scene, layout: Layout) -> None:
    """Draw the pieces, each with its name and point as a tooltip."""
    group = sheet.add(sheet.root, "g")
    for k, piece in enumerate(scene.pieces):
        kind = scene.kind(k)
        if kind is None:
            continue
        x, y = layout.at(scene.points[k])
        radius = 0.42 if scene.cells else 0.38
        if scene.heat:
            y, radius = y - 0.11 * layout.side, 0.29  # a value is written below
        one = sheet.add(group, "g")
        sheet.add(one, "title", text=f"{kind.name} {scene.names[k]}")
        draw_piece(sheet, one, kind, piece, (x, y), radius * layout.side)
