"""Frames as an animated GIF: one palette for all of them, whole frames in, differences out (Pillow)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from outfox.draw.film import Film
from outfox.draw.raster import paint
from outfox.draw.theme import value

SAMPLED = 12
"""Frames that the palette is made from."""

COLOURS = 255


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

    ground = value("plate", film.theme)
    pictures = [
        Image.fromarray(paint(film.still(frame).root, film.width, film.height, scale, ground))
        for frame in range(len(film.scenes))
    ]
    palette = _palette(pictures)
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    flat[0].save(
        out,
        format="GIF",
        save_all=True,
        append_images=flat[1:],
        duration=[10 * max(2, round(100 * seconds)) for seconds in durations],
        loop=0,
        disposal=1,
    )
    return out.getvalue()


def _palette(pictures: Sequence[Any]) -> Any:
    """Choose the colours from frames spread over the animation, laid below each other."""
    from PIL import Image

    last = len(pictures) - 1
    chosen = sorted({round(k * last / (SAMPLED - 1)) for k in range(SAMPLED)})
    wide, high = pictures[0].size
    sheet = Image.new("RGB", (wide, high * len(chosen)))
    for k, frame in enumerate(chosen):
        sheet.paste(pictures[frame], (0, k * high))
    return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
