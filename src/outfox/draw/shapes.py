"""What pieces look like: signs that are known by name, discs for all others.

A disc takes its colour from a word in the piece's name (`"black"`, `"red king"`), else from its owner,
else from a palette by the piece's number; its letter is the piece's mark.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from outfox.draw.scene import Kind
from outfox.draw.sheet import Sheet
from outfox.draw.signs import SIGNS

PALETTE = "rust", "white", "blue", "gold", "green", "purple", "grey", "brown", "red", "black"
_COLOUR_WORDS = {colour: colour for colour in (*PALETTE, "pink")} | {
    "orange": "rust",
    "yellow": "gold",
    "dark": "black",
    "light": "white",
    "gray": "grey",
    "ivory": "white",
}
_PLAIN_WORDS = {"man", "men", "disc", "disk", "piece", "stone", "pawn", "player", "token"}
_PALE = {"white", "gold", "pink"}


def draw_piece(sheet: Sheet, parent: Element, kind: Kind, number: int, at: tuple[float, float], radius: float) -> None:
    """Draw a piece of kind `number` (from 1) with its centre at a place of the drawing."""
    transform = f"translate({at[0]:.2f} {at[1]:.2f}) scale({radius:.3f})"
    group = sheet.add(parent, "g", transform=transform, stroke_linejoin="round", stroke_linecap="round")
    words = re.findall(r"[^\W\d_]+", kind.name.casefold())
    sign = next((SIGNS[word] for word in (kind.name, *words) if word in SIGNS), None)
    if sign is not None:
        sign(sheet, group)
        return
    colours = [_COLOUR_WORDS[word] for word in words if word in _COLOUR_WORDS]
    rest = [word for word in words if word not in _COLOUR_WORDS]
    plain = bool(colours) and _PLAIN_WORDS.issuperset(rest)
    own = kind.owner if kind.owner is not None else 2 + (number - 1) % (len(PALETTE) - 2)
    colour = colours[0] if colours else PALETTE[own]
    _draw_disc(sheet, group, colour, "" if plain else _letter(kind))


def _letter(kind: Kind) -> str:
    """Take the mark, unless it is a picture of a disc; then the first letter of the name."""
    mark = kind.mark.strip()[:1]
    return kind.name[:1] if mark in "●○◉◎•⚫⚪" else mark


def _draw_disc(sheet: Sheet, group: Element, colour: str, letter: str) -> None:
    pale = colour in _PALE
    sheet.add(group, "circle", colour, "grey" if colour == "black" else "rim", r=0.86, stroke_width=0.07)
    ring = "rim" if pale else "white"
    sheet.add(group, "circle", "none", ring, r=0.66, stroke_width=0.05, stroke_opacity=0.35)
    if letter:
        look: dict[str, float | str] = {"font_size": 0.88, "font_weight": "700", "text_anchor": "middle"}
        sheet.add(group, "text", "black" if pale else "white", None, letter, y=0.31, **look)
