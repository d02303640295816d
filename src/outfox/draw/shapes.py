"""What pieces look like: a few animals and signs that are known by name, discs with a mark for all others.

Shapes are drawn around (0, 0) at radius 1; the caller's group moves and scales them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from outfox.draw.scene import Kind
from outfox.draw.xml import Sheet

PALETTE = "rust", "white", "blue", "gold", "green", "purple", "grey", "brown", "red", "black"
_COLOUR_WORDS = {
    "orange": "rust",
    "yellow": "gold",
    "dark": "black",
    "light": "white",
    "gray": "grey",
    "ivory": "white",
}
_PALE = {"white", "gold", "pink"}


def draw_piece(sheet: Sheet, parent: Element, kind: Kind, number: int, x: float, y: float, radius: float) -> None:
    """Draw a piece of kind ``number`` (from 1) with its centre at (x, y)."""
    transform = f"translate({x:.2f} {y:.2f}) scale({radius:.3f})"
    group = sheet.add(parent, "g", transform=transform, stroke_linejoin="round", stroke_linecap="round")
    words = re.findall(r"[^\W\d_]+", kind.name.casefold()) or [kind.name]
    for word in words:
        if word in SIGNS:
            SIGNS[word](sheet, group)
            return
    coloured = [word for word in words if _colour(word)]
    rest = [word for word in words if not _colour(word)]
    colour = _colour(coloured[0]) if coloured else PALETTE[(number - 1) % len(PALETTE)]
    plain = bool(coloured) and all(word in _PLAIN_WORDS for word in rest)
    _disc(sheet, group, colour or PALETTE[0], "" if plain else _letter(kind))


_PLAIN_WORDS = {"man", "men", "disc", "disk", "piece", "pieces", "stone", "stones", "pawn", "pawns", "player"}


def _colour(word: str) -> str | None:
    if word in PALETTE or word == "pink":
        return word
    return _COLOUR_WORDS.get(word)


def _letter(kind: Kind) -> str:
    """The mark where it reads as a letter or digit; else the first letter of the name."""
    mark = kind.mark.strip()
    if mark and mark[0].isalnum():
        return mark[:1]
    return kind.name[:1] if mark in "●○◉◎•" else mark[:2]


def _disc(sheet: Sheet, group: Element, colour: str, letter: str) -> None:
    pale = colour in _PALE
    sheet.add(group, "circle", colour, "rim", r=0.86, stroke_width=0.07)
    ring = "rim" if pale else "white"
    sheet.add(group, "circle", "none", ring, r=0.66, stroke_width=0.05, stroke_opacity=0.35)
    if letter:
        sheet.add(
            group,
            "text",
            "black" if pale else "white",
            text=letter,
            y=0.31,
            font_size=0.88,
            font_weight="700",
            text_anchor="middle",
        )


def _cross(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "path", "none", "rust", d="M-.58-.58 .58 .58M.58-.58-.58 .58", stroke_width=0.3)


def _nought(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "circle", "none", "blue", r=0.62, stroke_width=0.28)


def _fox(sheet: Sheet, group: Element) -> None:
    head = "M-.92-.92Q-.55-.8-.33-.52 0-.62 .33-.52 .55-.8 .92-.92 1.02-.2 .82 .12 .55 .62 0 1-.55 .62-.82 .12-1.02-.2-.92-.92Z"
    sheet.add(group, "path", "rust", "rim", d=head, stroke_width=0.07)
    for side in ("", "scale(-1 1)"):
        half = sheet.add(group, "g", **({"transform": side} if side else {}))
        sheet.add(half, "path", "white", d="M.79 .13Q.55 .6 0 .97 .02 .62 .2 .42 .42 .14 .79 .13Z")
        sheet.add(half, "path", "black", d="M.83-.76Q.62-.66 .49-.48L.76-.3Q.86-.5 .83-.76Z", opacity=0.8)
        sheet.add(half, "ellipse", "black", cx=0.34, cy=0.02, rx=0.09, ry=0.12)
    sheet.add(group, "ellipse", "black", cy=0.88, rx=0.16, ry=0.12)


def _sheep(sheet: Sheet, group: Element) -> None:
    sheet.add(group, "path", "white", "rim", d=_wool(9, 0.72, 0.33), stroke_width=0.07)
    for side in (-1, 1):
        sheet.add(
            group,
            "ellipse",
            "black",
            cx=0.46 * side,
            cy=-0.02,
            rx=0.2,
            ry=0.11,
            transform=f"rotate({28 * side} {0.46 * side} -0.02)",
        )
    sheet.add(group, "path", "black", d="M-.32-.2Q0-.36 .32-.2 .36 .3 .17 .56 0 .7-.17 .56-.36 .3-.32-.2Z")
    sheet.add(group, "path", "white", d="M-.36-.16A.2.2 0 0 1-.25-.46 .22.22 0 0 1 .1-.56 .22.22 0 0 1 .38-.3 .18.18 0 0 1 .3-.1 .2.2 0 0 1 0-.1 .2.2 0 0 1-.36-.16Z")
    for side in (-1, 1):
        sheet.add(group, "circle", "white", cx=0.14 * side, cy=0.12, r=0.07)


def _wool(bumps: int, ring: float, bump: float) -> str:
    """A closed outline of ``bumps`` round tufts around a ring."""
    turns = [2 * math.pi * k / bumps - math.pi / 2 for k in range(bumps + 1)]
    corners = [f"{ring * math.cos(turn):.3f} {ring * math.sin(turn):.3f}" for turn in turns]
    return f"M{corners[0]}" + "".join(f"A{bump} {bump} 0 0 1 {corner}" for corner in corners[1:]) + "Z"


def _cat(sheet: Sheet, group: Element) -> None:
    head = "M-.84-.9Q-.55-.82-.36-.58 0-.68 .36-.58 .55-.82 .84-.9 .94-.45 .88 0C.9 .6 .45 .85 0 .85S-.9 .6-.88 0Q-.94-.45-.84-.9Z"
    sheet.add(group, "path", "gold", "rim", d=head, stroke_width=0.07)
    for side in (-1, 1):
        ear = f"M{0.72 * side}-.72Q{0.58 * side}-.66 {0.48 * side}-.52L{0.74 * side}-.36Z"
        sheet.add(group, "path", "pink", d=ear)
        sheet.add(group, "ellipse", "black", cx=0.36 * side, cy=-0.02, rx=0.1, ry=0.15)
        whiskers = f"M{0.34 * side} .34 {1.02 * side} .22M{0.34 * side} .44 {1.0 * side} .5"
        sheet.add(group, "path", "none", "rim", d=whiskers, stroke_width=0.05)
    sheet.add(group, "path", "pink", "rim", d="M-.12 .24 .12 .24 0 .38Z", stroke_width=0.04)
    sheet.add(group, "path", "none", "rim", d="M0 .38Q-.05 .56-.24 .52M0 .38Q.05 .56 .24 .52", stroke_width=0.06)


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
    sheet.add(group, "rect", "brown", "rim", x=-0.98, y=-0.98, width=1.96, height=1.96, rx=0.08, stroke_width=0.06)
    sheet.add(
        group,
        "path",
        "none",
        "rim",
        d="M-.98-.33H.98M-.98 .33H.98M-.3-.98V-.33M.36-.33V.33M-.3 .33V.98",
        stroke_width=0.06,
    )


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
}
