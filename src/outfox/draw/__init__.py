"""Drawing: a position becomes a `Scene`, a scene becomes an SVG or text for a terminal.

Charts for reports are in `outfox.draw.chart`, which alone needs matplotlib.
"""

from outfox.draw.scene import Kind, Option, Scene, scene
from outfox.draw.svg import Svg, svg
from outfox.draw.terminal import text

__all__ = ["Kind", "Option", "Scene", "Svg", "scene", "svg", "text"]
