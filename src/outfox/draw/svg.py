"""A scene as a self-contained SVG: cells or lines, pieces, heat, arrows; light and dark, readable aloud."""

from __future__ import annotations

from outfox.draw.footer import draw_footer
from outfox.draw.layers import draw_ground, draw_heat, draw_labels, draw_last, draw_pieces
from outfox.draw.layout import fit
from outfox.draw.lettering import clean, columns
from outfox.draw.options import draw_option
from outfox.draw.scene import Scene
from outfox.draw.sheet import Sheet
from outfox.rules.errors import BadSetting

THEMES = "auto", "light", "dark"
MONOSPACED = "ui-monospace, 'SF Mono', Consolas, 'DejaVu Sans Mono', monospace"


class Svg(str):
    """The text of an SVG, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


def svg(scene: Scene, size: float | None = None, theme: str = "auto") -> Svg:
    """Draw a scene.

    Parameters
    ----------
    scene : Scene
    size : float, optional
        Length of the longer side in pixels; by default what suits the board, about 500.
    theme : str
        `"auto"` follows the reader's system or page, `"light"` and `"dark"` stay.

    Returns
    -------
    Svg
        A string; in a notebook it shows as the picture. The same scene gives the same text everywhere.

    Examples
    --------
    >>> from outfox.draw import scene
    >>> from outfox.rules import load
    >>> picture = svg(scene(load("tic-tac-toe").start().play("b2")), size=200)
    >>> picture[:42], "cross on b2" in picture
    ('<svg xmlns="http://www.w3.org/2000/svg" vi', True)
    """
    if theme not in THEMES:
        raise BadSetting(f"theme {theme!r} is none of {', '.join(THEMES)}")
    sheet = Sheet(theme)
    width, height = _draw_board(sheet, scene) if scene.points else draw_words(sheet, scene)
    width, height = draw_footer(sheet, scene, width, height)
    title = ", ".join(filter(None, (scene.game, scene.turn)))
    return Svg(sheet.write(width, height, size, title, scene.describe()))


def _draw_board(sheet: Sheet, scene: Scene) -> tuple[float, float]:
    layout = fit(scene)
    for draw in (draw_ground, draw_labels, draw_heat, draw_last, draw_pieces):
        draw(sheet, scene, layout)
    for option in reversed(scene.options):  # the best comes last, on top
        draw_option(sheet, scene, layout, option)
    return layout.width, layout.height


def draw_words(sheet: Sheet, scene: Scene, across: int = 1, down: int = 1) -> tuple[float, float]:
    """Show a position that has no board in its own words, in a monospaced font.

    Parameters
    ----------
    sheet, scene
        What to draw, and on what.
    across, down
        Least columns and rows to leave room for.

    Returns
    -------
    width, height : float
        Size of what was drawn.
    """
    rows = clean(scene.text.expandtabs()).rstrip("\n").split("\n")
    font, pad = 15.0, 14.0
    letter, leading = 0.6 * font, 1.4 * font
    width = 2 * pad + letter * max(across, *(columns(row) for row in rows))
    height = 2 * pad + leading * max(down, len(rows))
    sheet.add(sheet.root, "rect", "paper", "frame", x=1, y=1, width=width - 2, height=height - 2, rx=8)
    group = sheet.add(sheet.root, "g", font_size=font, font_family=MONOSPACED)
    group.set("xml:space", "preserve")
    for number, row in enumerate(rows):
        if row.strip():
            y = pad + leading * (number + 0.72)
            length = letter * columns(row)  # keeps columns in line whatever font is found
            sheet.add(group, "text", "ink", text=row, x=pad, y=y, textLength=length)
    return width, height
