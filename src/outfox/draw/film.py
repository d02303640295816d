"""What the frames of an animation share: one stage of one size, and what stands on it when.

A frame is drawn by the same functions as a single scene. What they draw is kept apart by layer, so that a still can
be put together for any frame and an animated drawing need not repeat what stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from outfox.draw.footer import draw_footer
from outfox.draw.layers import draw_ground, draw_labels, draw_last, draw_pieces
from outfox.draw.layout import Layout, fit
from outfox.draw.lettering import clean, columns
from outfox.draw.scene import Scene
from outfox.draw.sheet import Sheet
from outfox.draw.svg import draw_words


@dataclass
class Run:
    """An element, and the frames that show it: from `first` until before `end`."""

    element: ET.Element
    first: int
    end: int


@dataclass
class Actor:
    """A piece through the frames: its kind, where it stands from which frame on, and when it is gone.

    Attributes
    ----------
    piece
        Its kind, from 1.
    stops
        (frame, point): it goes to the point in that frame; the first is where it appears.
    end
        The first frame without it.
    """

    piece: int
    stops: list[tuple[int, int]]
    end: int = field(default=0)


class Film:
    """The stage of an animation.

    Parameters
    ----------
    scenes
        One a frame, of one game.
    theme
        As in `outfox.draw.svg`.

    Attributes
    ----------
    width, height : float
        Size of every frame.
    shift : float
        How far the board lies from the left, under a footer that is wider.
    layout : Layout or None
        Where the board lies; None where positions are written.
    """

    def __init__(self, scenes: Sequence[Scene], theme: str) -> None:
        self.scenes, self.theme = scenes, theme
        self.used: set[str] = set()
        self.layout: Layout | None = fit(scenes[0]) if scenes[0].points else None
        rows = [row for scene in scenes for row in _rows(scene)]
        self._room = max(map(columns, rows), default=1), max(len(_rows(scene)) for scene in scenes)
        board, self._below = self._stage()
        self.width = max(self._footer(scene, board)[1] for scene in scenes)
        self.height = max(self._footer(scene, self.width)[2] for scene in scenes)
        self.shift = (self.width - board) / 2

    def _stage(self) -> tuple[float, float]:
        """Return the size of the board, or of the room for what is written."""
        if self.layout is not None:
            return self.layout.width, self.layout.height
        return draw_words(Sheet(self.theme), self.scenes[0], *self._room)

    def _footer(self, scene: Scene, width: float) -> tuple[list[ET.Element], float, float]:
        sheet = self._sheet()
        size = draw_footer(sheet, scene, width, self._below)
        return list(sheet.root), *size

    def _sheet(self) -> Sheet:
        sheet = Sheet(self.theme)
        sheet.used = self.used
        return sheet

    def ground(self, frame: int) -> list[ET.Element]:
        """Draw what lies under the pieces: the board with its coordinates, or a position in words."""
        sheet, scene = self._sheet(), self.scenes[frame]
        if self.layout is None:
            draw_words(sheet, scene, *self._room)
            return [part for element in sheet.root for part in _parts(element)]
        draw_ground(sheet, scene, self.layout)
        draw_labels(sheet, scene, self.layout)
        return list(sheet.root)

    def marks(self, frame: int) -> list[ET.Element]:
        """Draw the marks of the last action."""
        return self._layer(draw_last, frame)

    def pieces(self, frame: int) -> list[ET.Element]:
        """Draw the pieces."""
        return self._layer(draw_pieces, frame)

    def footer(self, frame: int) -> list[ET.Element]:
        """Draw who plays, whose turn it is, and the caption."""
        return self._footer(self.scenes[frame], self.width)[0]

    def _layer(self, draw: Callable[[Sheet, Scene, Layout], None], frame: int) -> list[ET.Element]:
        if self.layout is None:
            return []
        sheet = self._sheet()
        draw(sheet, self.scenes[frame], self.layout)
        return [element for element in sheet.root if len(element)]

    def still(self, frame: int) -> Sheet:
        """Draw one frame, whole."""
        sheet = self._sheet()
        board = self.group(sheet)
        for layer in (self.ground, self.marks, self.pieces):
            board.extend(layer(frame))
        sheet.root.extend(self.footer(frame))
        return sheet

    def group(self, sheet: Sheet) -> ET.Element:
        """Add a group that lies where the board does."""
        return sheet.add(sheet.root, "g", transform=f"translate({self.shift:.2f} 0)")

    def runs(self, layer: Callable[[int], Iterable[ET.Element]]) -> list[Run]:
        """Return the elements of a layer, each once as long as it stays."""
        found: list[Run] = []
        present: dict[str, Run] = {}
        for frame in range(len(self.scenes)):
            here: dict[str, Run] = {}
            for element in layer(frame):
                key = ET.tostring(element, encoding="unicode")
                run = present.get(key) or Run(element, frame, frame)
                run.end = frame + 1
                if run.first == frame and key not in here:
                    found.append(run)
                here[key] = run
            present = here
        return found


def _parts(element: ET.Element) -> list[ET.Element]:
    """Divide a group of texts into groups of one, so that lines that stay are not written again."""
    if element.tag != "g":
        return [element]
    parts = []
    for child in element:
        part = ET.Element("g", element.attrib)
        part.append(child)
        parts.append(part)
    return parts


def _rows(scene: Scene) -> list[str]:
    return clean(scene.text.expandtabs()).rstrip("\n").split("\n")


def actors(scenes: Sequence[Scene]) -> list[Actor]:
    """Follow the pieces through the frames.

    Where one piece of a kind is gone from a point and one of the same kind has come to another, it has moved. All
    else comes and goes.

    Examples
    --------
    >>> from outfox.draw import scene
    >>> from outfox.rules import load
    >>> start = load("cat-and-mouse:rows=2,cols=2").start()
    >>> [actor.stops for actor in actors([scene(start), scene(start.play(start.legal[0]))])][0][1][0]
    1
    """
    found: list[Actor] = []
    standing: dict[int, Actor] = {}
    before: Sequence[int] = (0,) * len(scenes[0].pieces)
    for frame, scene in enumerate(scenes):
        changed = [k for k, piece in enumerate(scene.pieces) if piece != before[k]]
        gone = {k: standing.pop(k) for k in changed if before[k]}
        for k in changed:
            piece = scene.pieces[k]
            if not piece:
                continue
            left = [point for point, actor in gone.items() if actor.piece == piece]
            come = [point for point in changed if scene.pieces[point] == piece]
            if len(left) == len(come) == 1:
                standing[k] = gone.pop(left[0])
                standing[k].stops.append((frame, k))
            else:
                standing[k] = Actor(piece, [(frame, k)])
                found.append(standing[k])
        for actor in gone.values():
            actor.end = frame
        before = scene.pieces
    for actor in standing.values():
        actor.end = len(scenes)
    return found
