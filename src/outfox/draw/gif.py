"""Frames as an animated GIF: one palette for all of them, whole frames in, differences out (Pillow).

Frames are painted one by one as they are written; those that the palette is made from are painted twice, since a long
game's would not fit memory beside each other.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from outfox.draw.film import Film
from outfox.draw.raster import paint
from outfox.draw.theme import value

SAMPLED = 12
"""Frames that the palette is made from, spread over the animation."""

COLOURS = 255
"""Of the palette; one more is left for what stays as it was."""


def gif(film: Film, durations: Sequence[float], scale: float = 1.0) -> bytes:
    """Write frames as a GIF that repeats.

    Parameters
    ----------
    film
        The frames; a theme `auto` counts as light.
    durations
        Seconds of each.
    scale
        Pixels to a unit of the drawing.
    """
    from PIL import Image

    ground, last = value("plate", film.theme), len(film.scenes) - 1

    def painted(frame: int) -> Any:
        return Image.fromarray(paint(film.still(frame).root, film.width, film.height, scale, ground))

    palette = _palette([painted(frame) for frame in sorted({round(k * last / (SAMPLED - 1)) for k in range(SAMPLED)})])
    flat = (painted(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in range(last + 1))
    out = io.BytesIO()
    next(flat).save(
        out,
        format="GIF",
        save_all=True,
        append_images=flat,
        duration=[10 * max(2, round(100 * seconds)) for seconds in durations],
        loop=0,
        disposal=1,
    )
    return out.getvalue()


def _palette(pictures: Sequence[Any]) -> Any:
    """Choose the colours from some frames, laid below each other."""
    from PIL import Image

    wide, high = pictures[0].size
    sheet = Image.new("RGB", (wide, high * len(pictures)))
    for k, picture in enumerate(pictures):
        sheet.paste(picture, (0, k * high))
    return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
