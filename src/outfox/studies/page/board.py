"""A board for many positions: ground and pieces are drawn once in a page and referred to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

from outfox.draw import Scene, scene
from outfox.draw.layers import draw_ground, draw_labels
from outfox.draw.layout import Layout, fit
from outfox.draw.lettering import number
from outfox.draw.shapes import draw_piece
from outfox.draw.sheet import Sheet
from outfox.draw.theme import stylesheet
from outfox.rules import Game
from outfox.studies.page.markup import tag


class Board:
    """A game's board.

    Parameters
    ----------
    game
        One with ``BOARD`` and ``squares``; see `has_board`.
    """

    def __init__(self, game: Game) -> None:
        first = scene(game.start())
        self.scene: Scene = replace(first, pieces=(0,) * len(first.points), last=())
        self.layout: Layout = fit(self.scene)
        self.places = [self.layout.at(point) for point in self.scene.points]

    def sprite(self) -> str:
        """Return the hidden drawing of the ground, each kind of piece and the mark of the last move."""
        sheet = Sheet("auto")
        draw_ground(sheet, self.scene, self.layout)
        draw_labels(sheet, self.scene, self.layout)
        ground = ET.Element("g", {"id": "ox-ground"})
        ground[:] = list(sheet.root)
        parts = [ground, self._mark(sheet), *self._pieces(sheet)]
        body = "".join(ET.tostring(part, encoding="unicode") for part in parts)
        style = tag("style", stylesheet(sheet.theme, sheet.used))
        return tag(
            "svg",
            style + tag("defs", body),
            class_="outfox-auto sprite",
            width=0,
            height=0,
            aria_hidden="true",
        )

    def _mark(self, sheet: Sheet) -> ET.Element:
        group = ET.Element("g", {"id": "ox-mark", "fill-opacity": "0.35", "stroke-width": "2"})
        if self.scene.cells:
            sheet.square(group, "last", "last", 0, 0, 0.94 * self.layout.side)
        else:
            sheet.add(group, "circle", "last", "last", r=0.44 * self.layout.side)
        return group

    def _pieces(self, sheet: Sheet) -> list[ET.Element]:
        groups = [ET.Element("g", {"id": "ox-piece-0"})]
        radius = (0.42 if self.scene.cells else 0.38) * self.layout.side
        for piece, kind in enumerate(self.scene.kinds, 1):
            group = ET.Element("g", {"id": f"ox-piece-{piece}"})
            draw_piece(sheet, group, kind, piece, (0.0, 0.0), radius)
            groups.append(group)
        return groups

    def draw(self, squares: Sequence[int], before: Sequence[int] | None, whole: bool, label: str) -> str:
        """Return a drawing of a position.

        Parameters
        ----------
        squares, before
            The pieces on the points, and those of the position before it, to mark what moved.
        whole
            Give empty points a place too, so that a script can move pieces there.
        label
            Read aloud.
        """
        moved = {k for k, piece in enumerate(squares) if before is not None and before[k] != piece}
        points = range(len(squares))
        marks = [self._use("mark", k, k not in moved) for k in points if whole or k in moved]
        pieces = [self._use(f"piece-{squares[k]}", k, False) for k in points if whole or squares[k]]
        body = '<use href="#ox-ground"/>' + tag("g", "".join(marks)) + tag("g", "".join(pieces))
        box = f"0 0 {number(self.layout.width)} {number(self.layout.height)}"
        return tag("svg", body, class_="outfox-auto board", viewBox=box, role="img", aria_label=label)

    def _use(self, what: str, point: int, hidden: bool) -> str:
        x, y = self.places[point]
        off = ' visibility="hidden"' if hidden else ""
        return f'<use href="#ox-{what}" transform="translate({number(x)} {number(y)})"{off}/>'


def has_board(game: Game) -> bool:
    """Say whether a game's positions are drawn, rather than written."""
    return game.has("BOARD") and game.start().squares() is not None
