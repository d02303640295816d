"""Valued actions on a board in SVG: arrows for moves, tinted discs for placements."""

from __future__ import annotations

import math
from xml.etree import ElementTree as ET

from outfox.draw.layout import Layout
from outfox.draw.lettering import short
from outfox.draw.scene import Option, Scene
from outfox.draw.sheet import Sheet

_Point = tuple[float, float]


def draw_option(sheet: Sheet, scene: Scene, layout: Layout, option: Option) -> None:
    """Draw one valued action, the stronger the better it is for the side to move."""
    if option.end is None:
        return
    side = layout.side
    group = sheet.add(sheet.root, "g", opacity=0.5 + 0.5 * option.weight, text_anchor="middle")
    sheet.add(group, "title", text=f"{option.name}: {option.value:+.3f}")
    end = layout.at(scene.points[option.end])
    if option.start is None:
        place = {"cx": end[0], "cy": end[1], "r": 0.34 * side}
        sheet.add(group, "circle", "plate", None, None, **place)
        tint = 0.08 + 0.5 * option.weight
        sheet.add(group, "circle", "arrow", "arrow", None, fill_opacity=tint, **place)
        _draw_value(sheet, group, option, end, 0.25 * side)
        return
    start = layout.at(scene.points[option.start])
    outline = _arrow(start, end, side, option.weight)
    sheet.add(group, "path", "arrow", "plate", d=outline, stroke_width=1)
    _draw_value(sheet, group, option, _beside(start, end, 0.17 * side), 0.2 * side)


def _draw_value(sheet: Sheet, group: ET.Element, option: Option, at: _Point, font: float) -> None:
    """Write a value with a halo, so that it reads on lines and pieces."""
    look: dict[str, float | str] = {
        "font_size": font,
        "font_weight": "600",
        "stroke_width": 0.2 * font,
        "paint_order": "stroke",
    }
    sheet.add(group, "text", "ink", "plate", short(option.value), x=at[0], y=at[1] + 0.36 * font, **look)


def _beside(start: _Point, end: _Point, away: float) -> _Point:
    """Find a place for an arrow's label: along its front half, a little to its left."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return start[0] + 0.68 * length * ux + away * uy, start[1] + 0.68 * length * uy - away * ux


def _arrow(start: _Point, end: _Point, side: float, weight: float) -> str:
    """Outline an arrow that begins on a piece and ends at the middle of a point."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    half = (0.025 + 0.03 * weight) * side
    tail, tip = 0.3 * side, length - 0.02 * side
    neck, wing = tip - 4 * half, 2.6 * half
    right = [(tail, half), (neck, half), (neck, wing), (tip, 0.0)]
    corners = right + [(along, -across) for along, across in reversed(right[:-1])]
    shown = [f"{start[0] + a * ux - b * uy:.2f} {start[1] + a * uy + b * ux:.2f}" for a, b in corners]
    return "M" + "L".join(shown) + "Z"
