"""A drawing as pixels: the elements of a `Sheet`, painted by matplotlib's Agg.

It paints what this package draws (paths, rectangles, circles, ellipses, texts, groups with transforms and opacity),
so that a picture in pixels is the same picture as the SVG. Matplotlib is imported by the first call.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

from outfox.draw.outline import outline

_INHERITED = (
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
    "font-size", "font-weight", "font-family", "text-anchor", "paint-order",
)  # fmt: skip
_START = {"fill": "#000000", "stroke": "none"}
_PARTS = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")


def paint(root: Element, width: float, height: float, scale: float = 1.0, ground: str = "#ffffff") -> Any:
    """Paint a drawing.

    Parameters
    ----------
    root
        The svg element; its children are painted.
    width, height
        Size of the drawing in its own units.
    scale
        Pixels to a unit.
    ground
        Colour of what nothing is drawn on.

    Returns
    -------
    numpy.ndarray
        (rows, columns, 3) of uint8.
    """
    from matplotlib.backends import backend_agg
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    wide, high = round(width * scale), round(height * scale)
    agg: Any = backend_agg
    renderer = agg.RendererAgg(wide, high, 72.0)  # at 72 dots an inch a point is a pixel
    _Brush(renderer).shape(Path.unit_rectangle(), Affine2D().scale(wide, high), {"fill": ground})
    place = Affine2D().scale(scale, -scale).translate(0.0, high)
    _paint_all(_Brush(renderer), root, _START, place)
    return _pixels(renderer)


def _pixels(renderer: Any) -> Any:
    import numpy as np

    return np.array(renderer.buffer_rgba())[:, :, :3]


def _paint_all(brush: _Brush, parent: Element, style: Mapping[str, str], place: Any) -> None:
    for element in parent:
        own = {**style, **{key: element.get(key, "") for key in _INHERITED if element.get(key)}}
        where = _transform(element.get("transform", "")) + place
        opacity = float(element.get("opacity", "1"))
        if opacity < 1:
            with brush.faded(opacity):
                _paint(brush, element, own, where)
        else:
            _paint(brush, element, own, where)


def _paint(brush: _Brush, element: Element, style: Mapping[str, str], place: Any) -> None:
    if element.tag == "g":
        _paint_all(brush, element, style, place)
    elif element.tag == "text":
        path, shift = _letters(element, style)
        brush.shape(path, shift + place, style)
    elif element.tag in ("path", "rect", "circle", "ellipse"):
        brush.shape(_shape(element), place, style)


def _transform(text: str) -> Any:
    """Read a transform: as in SVG, the last of a list acts first."""
    from matplotlib.transforms import Affine2D

    whole = Affine2D()
    for name, inside in reversed(_PARTS.findall(text)):
        numbers = [float(number) for number in inside.replace(",", " ").split()]
        if name == "translate":
            whole.translate(numbers[0], numbers[1] if len(numbers) > 1 else 0.0)
        elif name == "scale":
            whole.scale(numbers[0], numbers[-1])
        elif len(numbers) == 3:
            whole.rotate_deg_around(numbers[1], numbers[2], numbers[0])
        else:
            whole.rotate_deg(numbers[0])
    return whole


def _shape(element: Element) -> Any:
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    def get(name: str) -> float:
        return float(element.get(name, "0"))

    if element.tag == "path":
        return outline(element.get("d", ""))
    if element.tag == "rect":
        return outline(_rectangle(get("x"), get("y"), get("width"), get("height"), get("rx")))
    radii = (get("rx"), get("ry")) if element.tag == "ellipse" else (get("r"), get("r"))
    return Affine2D().scale(*radii).translate(get("cx"), get("cy")).transform_path(Path.unit_circle())


def _rectangle(x: float, y: float, width: float, height: float, r: float) -> str:
    """Return the path data of a rectangle with corners of radius `r`."""
    if not r:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    a, h, v = f"a{r} {r} 0 0 1", width - 2 * r, height - 2 * r
    return f"M{x + r} {y}h{h}{a} {r} {r}v{v}{a} {-r} {r}h{-h}{a} {-r} {-r}v{-v}{a} {r} {-r}z"


def _letters(element: Element, style: Mapping[str, str]) -> tuple[Any, Any]:
    """Return the outline of a text, y downwards, and where it lies."""
    from matplotlib.transforms import Affine2D

    size = float(style.get("font-size", "16"))
    path, wide = _text(element.text or "", style.get("font-weight", "400"), "mono" in style.get("font-family", ""))
    length = float(element.get("textLength", "0"))
    stretch = length / (wide * size) if length and wide else 1.0
    left = {"middle": 0.5, "end": 1.0}.get(style.get("text-anchor", ""), 0.0) * wide * size * stretch
    x, y = float(element.get("x", "0")), float(element.get("y", "0"))
    return path, Affine2D().scale(size * stretch, -size).translate(x - left, y)


@lru_cache(maxsize=4096)
def _text(text: str, weight: str, monospaced: bool) -> tuple[Any, float]:
    """Return the outline of a text of size 1 and its width; the fonts are matplotlib's own."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.path import Path
    from matplotlib.textpath import TextPath, text_to_path
    from matplotlib.transforms import Affine2D

    family = "DejaVu Sans Mono" if monospaced else "DejaVu Sans"
    font = FontProperties(family=[family, "DejaVu Sans"], weight="bold" if weight >= "600" else "normal", size=100)
    if not text.strip():
        return Path([(0.0, 0.0)]), 0.0
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a character that the fonts lack is a box
        wide = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
        path = TextPath((0, 0), text, prop=font, usetex=False)
    return Affine2D().scale(0.01).transform_path(Path(path.vertices, path.codes)), wide / 100


class _Brush:
    """Fills and strokes on a renderer."""

    def __init__(self, renderer: Any) -> None:
        self.renderer = renderer

    def shape(self, path: Any, place: Any, style: Mapping[str, str]) -> None:
        """Paint a shape: filled, then stroked; the other way round where the style says so."""
        ways = [self._fill, self._stroke]
        if style.get("paint-order") == "stroke":
            ways.reverse()
        for way in ways:
            way(path, place, style)

    def _fill(self, path: Any, place: Any, style: Mapping[str, str]) -> None:
        if style.get("fill", "none") == "none":
            return
        from matplotlib.colors import to_rgba

        context = self.renderer.new_gc()
        context.set_linewidth(0.0)
        colour = to_rgba(style["fill"], float(style.get("fill-opacity", "1")))
        self.renderer.draw_path(context, path, place, colour)

    def _stroke(self, path: Any, place: Any, style: Mapping[str, str]) -> None:
        if style.get("stroke", "none") == "none":
            return
        import numpy as np
        from matplotlib.colors import to_rgba

        context = self.renderer.new_gc()
        grow = float(np.sqrt(abs(np.linalg.det(place.get_matrix()[:2, :2]))))
        context.set_linewidth(float(style.get("stroke-width", "1")) * grow)
        context.set_capstyle({"round": "round", "square": "projecting"}.get(style.get("stroke-linecap", ""), "butt"))
        context.set_joinstyle({"round": "round", "bevel": "bevel"}.get(style.get("stroke-linejoin", ""), "miter"))
        context.set_foreground(to_rgba(style["stroke"], float(style.get("stroke-opacity", "1"))), isRGBA=True)
        self.renderer.draw_path(context, path, place, None)

    def faded(self, opacity: float) -> _Faded:
        """Return a context in which all that is painted is one layer of this opacity."""
        return _Faded(self.renderer, opacity)


class _Faded:
    """A layer that is laid on the picture when it is done."""

    def __init__(self, renderer: Any, opacity: float) -> None:
        self.renderer, self.opacity = renderer, opacity

    def __enter__(self) -> None:
        self.renderer.start_filter()

    def __exit__(self, *error: object) -> None:
        import numpy as np

        weights = np.array([1.0, 1.0, 1.0, self.opacity])
        self.renderer.stop_filter(lambda image, _dpi: (image * weights, 0, 0))
