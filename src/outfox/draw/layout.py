"""Where a board lies in an SVG: the scale, the corner, room for coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from outfox.draw import places
from outfox.draw.scene import Scene

_SHOWN_AT = 420.0  # pixels that a board wants, unless its cells would be tiny or huge
_SIDES = 14.0, 64.0


@dataclass(frozen=True)
class Layout:
    """A board's place in a drawing.

    Attributes
    ----------
    side : float
        Pixels from one point to its neighbour: the side of a cell.
    unit : float
        Pixels to one unit of the scene's coordinates.
    left, top : float
        Where the point with the smallest x and the largest y lies.
    x0, y1 : float
        That x and that y.
    width, height : float
        Size of the drawing up to here, coordinates included.
    """

    side: float
    unit: float
    left: float
    top: float
    x0: float
    y1: float
    width: float
    height: float

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return where a point of the scene lies in the drawing."""
        return self.left + (point[0] - self.x0) * self.unit, self.top + (self.y1 - point[1]) * self.unit


def fit(scene: Scene) -> Layout:
    """Choose the scale and the margins for a scene that has points."""
    xs, ys = ([point[axis] for point in scene.points] for axis in (0, 1))
    spacing = places.step(scene.points)
    across, down = ((max(values) - min(values)) / spacing + 1 for values in (xs, ys))
    side = min(_SIDES[1], max(_SIDES[0], _SHOWN_AT / max(across, down)))
    labelled = places.edge_labels(scene.points, scene.names) is not None
    edge = max(10.0, min(26.0, 0.5 * side)) if labelled else 6.0
    right = 6.0 if scene.cells else 0.0
    return Layout(
        side=side,
        unit=side / spacing,
        left=edge + side / 2,
        top=right + side / 2,
        x0=min(xs),
        y1=max(ys),
        width=edge + across * side + right,
        height=right + down * side + edge,
    )
