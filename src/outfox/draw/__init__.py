"""Drawing: a position becomes a :class:`Scene`, a scene becomes an SVG or text for a terminal."""

from outfox.draw.scene import Kind, Option, Scene, scene
from outfox.draw.svg import Svg, svg

__all__ = ["Kind", "Option", "Scene", "Svg", "scene", "svg"]
