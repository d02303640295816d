"""Pieces that are known by their names: foxes, sheep, cats, mice, walls, crosses and noughts, dots and lines.

Each is drawn around (0, 0) at radius 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from xml.etree.ElementTree import Element

from outfox.draw.sheet import Sheet


def _cross(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "path", "none", "rust", d="M-.58-.58 .58 .58M.58-.58-.58 .58", stroke_width=0.3)


def _nought(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "circle", "none", "blue", r=0.62, stroke_width=0.28)


def _fox(sheet: Sheet, group: Element) -> None:
    head = "M-.92-.92Q-.55-.8-.33-.52 0-.62 .33-.52 .55-.8 .92-.92 "
    head += "1.02-.2 .82 .12 .55 .62 0 1-.55 .62-.82 .12-1.02-.2-.92-.92Z"
    sheet.add(group, "path", "rust", "rim", d=head, stroke_width=0.07)
    for mirrored in ("scale(1 1)", "scale(-1 1)"):
        half = sheet.add(group, "g", transform=mirrored)
        sheet.add(half, "path", "white", d="M.79 .13Q.55 .6 0 .97 .02 .62 .2 .42 .42 .14 .79 .13Z")
        sheet.add(half, "path", "black", d="M.83-.76Q.62-.66 .49-.48L.76-.3Q.86-.5 .83-.76Z", opacity=0.8)
        sheet.add(half, "ellipse", "black", cx=0.34, cy=0.02, rx=0.09, ry=0.12)
    sheet.add(group, "ellipse", "black", cy=0.88, rx=0.16, ry=0.12)


def _sheep(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "path", "white", "rim", d=_wool(9, 0.72, 0.33), stroke_width=0.07)
    for side in (-1, 1):
        tilt = f"rotate({28 * side} {0.46 * side} -0.02)"
        sheet.add(group, "ellipse", "black", cx=0.46 * side, cy=-0.02, rx=0.2, ry=0.11, transform=tilt)
    sheet.add(group, "path", "black", d="M-.32-.2Q0-.36 .32-.2 .36 .3 .17 .56 0 .7-.17 .56-.36 .3-.32-.2Z")
    fringe = "M-.36-.16A.2.2 0 0 1-.25-.46 .22.22 0 0 1 .1-.56 .22.22 0 0 1 .38-.3 "
    fringe += ".18.18 0 0 1 .3-.1 .2.2 0 0 1 0-.1 .2.2 0 0 1-.36-.16Z"
    sheet.add(group, "path", "white", d=fringe)
    for side in (-1, 1):
        sheet.add(group, "circle", "white", cx=0.14 * side, cy=0.12, r=0.07)


def _wool(bumps: int, ring: float, bump: float) -> str:
    """Outline a ring of round tufts."""
    turns = [2 * math.pi * k / bumps - math.pi / 2 for k in range(bumps + 1)]
    corners = [f"{ring * math.cos(turn):.3f} {ring * math.sin(turn):.3f}" for turn in turns]
    return f"M{corners[0]}" + "".join(f"A{bump} {bump} 0 0 1 {corner}" for corner in corners[1:]) + "Z"


def _cat(sheet: Sheet, group: Element) -> None:
    head = "M-.84-.9Q-.55-.82-.36-.58 0-.68 .36-.58 .55-.82 .84-.9 .94-.45 .88 0"
    head += "C.9 .6 .45 .85 0 .85S-.9 .6-.88 0Q-.94-.45-.84-.9Z"
    sheet.add(group, "path", "gold", "rim", d=head, stroke_width=0.07)
    for side in (-1, 1):
        ear = f"M{0.72 * side}-.72Q{0.58 * side}-.66 {0.48 * side}-.52L{0.74 * side}-.36Z"
        sheet.add(group, "path", "pink", d=ear)
        sheet.add(group, "ellipse", "black", cx=0.36 * side, cy=-0.02, rx=0.1, ry=0.15)
        whiskers = f"M{0.34 * side} .34 {1.02 * side} .22M{0.34 * side} .44 {1.0 * side} .5"
        sheet.add(group, "path", "none", "rim", d=whiskers, stroke_width=0.05)
    sheet.add(group, "path", "pink", "rim", d="M-.12 .24 .12 .24 0 .38Z", stroke_width=0.04)
    mouth = "M0 .38Q-.05 .56-.24 .52M0 .38Q.05 .56 .24 .52"
    sheet.add(group, "path", "none", "rim", d=mouth, stroke_width=0.06)


def _mouse(sheet: Sheet, group: Element) -> None:
    for side in (-1, 1):
        sheet.add(group, "circle", "grey", "rim", cx=0.56 * side, cy=-0.5, r=0.42, stroke_width=0.07)
        sheet.add(group, "circle", "pink", cx=0.56 * side, cy=-0.5, r=0.25)
    head = "M0-.5C.5-.5 .74-.1 .62 .2 .48 .6 .2 .9 0 .9S-.48 .6-.62 .2C-.74-.1-.5-.5 0-.5Z"
    sheet.add(group, "path", "grey", "rim", d=head, stroke_width=0.07)
    for side in (-1, 1):
        sheet.add(group, "circle", "black", cx=0.24 * side, cy=0.06, r=0.1)
    sheet.add(group, "ellipse", "pink", "rim", cy=0.78, rx=0.13, ry=0.1, stroke_width=0.04)


def _wall(sheet: Sheet, group: Element) -> None:
    sheet.square(group, "brown", "rim", 0, 0, 2, rx=0.08, stroke_width=0.06)
    joints = "M-1-.33H1M-1 .33H1M-.3-1V-.33M.36-.33V.33M-.3 .33V1"
    sheet.add(group, "path", "none", "rim", d=joints, stroke_width=0.06)


def _dot(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "circle", "ink", r=0.32)


def _across(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "path", "none", "ink", d="M-2.38 0H2.38", stroke_width=0.24)


def _down(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "path", "none", "ink", d="M0-2.38V2.38", stroke_width=0.24)


SIGNS: dict[str, Callable[[Sheet, Element], None]] = {
    "x": _cross,
    "cross": _cross,
    "o": _nought,
    "nought": _nought,
    "naught": _nought,
    "fox": _fox,
    "foxes": _fox,
    "sheep": _sheep,
    "lamb": _sheep,
    "cat": _cat,
    "mouse": _mouse,
    "wall": _wall,
    "dot": _dot,
    "line across": _across,
    "line down": _down,
}
