"""Games to step through in a report: one drawing of the board, and what changes from ply to ply as data.

Without JavaScript the page shows some positions of the game and all its moves; with it, the board that moves.
"""

from __future__ import annotations

import json
import math
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
from outfox.rules import CHANCE, TERMINAL, Game, Position
from outfox.studies.markup import paragraph, tag, text
from outfox.studies.selfplay import Played

SNAPSHOTS = 6
"""Positions of a game that are shown without JavaScript."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Board:
    """A game's board for many positions: ground and pieces are drawn once and referred to.

    Parameters
    ----------
    game
        One with ``BOARD`` and ``squares``; see `has_board`.
    """

    def __init__(self, game: Game) -> None:
        bare = scene(game.start())
        self.scene: Scene = replace(bare, pieces=(0,) * len(bare.points), last=(), players=(), turn="")
        self.layout: Layout = fit(self.scene)
        self.places = [self.layout.at(point) for point in self.scene.points]

    def sprite(self) -> str:
        """Return the hidden drawing that holds the ground, each kind of piece and the mark of the last move."""
        sheet = Sheet("auto")
        draw_ground(sheet, self.scene, self.layout)
        draw_labels(sheet, self.scene, self.layout)
        ground = ET.Element("g", {"id": "ox-ground"})
        ground[:] = list(sheet.root)
        parts = [ground, self._mark(sheet), *self._pieces(sheet)]
        body = "".join(ET.tostring(part, encoding="unicode") for part in parts)
        style = tag("style", stylesheet(sheet.theme, sheet.used))
        return tag("svg", style + tag("defs", body), class_="outfox-auto sprite", width=0, height=0, aria_hidden="true")

    def _mark(self, sheet: Sheet) -> ET.Element:
        group = ET.Element("g", {"id": "ox-mark", "fill-opacity": "0.35", "stroke-width": "2"})
        side = self.layout.side
        if self.scene.cells:
            sheet.square(group, "last", "last", 0, 0, 0.94 * side)
        else:
            sheet.add(group, "circle", "last", "last", r=0.44 * side)
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
        moved = [k for k, piece in enumerate(squares) if before is not None and before[k] != piece]
        points = range(len(squares))
        marks = [self._use("mark", k, hidden=k not in moved) for k in points if whole or k in moved]
        pieces = [self._use(f"piece-{squares[k]}", k) for k in points if whole or squares[k]]
        body = '<use href="#ox-ground"/>' + tag("g", "".join(marks)) + tag("g", "".join(pieces))
        box = f"0 0 {number(self.layout.width)} {number(self.layout.height)}"
        return tag("svg", body, class_="outfox-auto board", viewBox=box, role="img", aria_label=label)

    def _use(self, what: str, point: int, hidden: bool = False) -> str:
        x, y = self.places[point]
        off = ' visibility="hidden"' if hidden else ""
        return f'<use href="#ox-{what}" transform="translate({number(x)} {number(y)})"{off}/>'


def has_board(game: Game) -> bool:
    """Say whether a game's positions are drawn, rather than written."""
    return game.has("BOARD") and game.start().squares() is not None


def replay(game: Game, played: Played, board: Board | None, title: str) -> str:
    """Return a game to step through.

    Parameters
    ----------
    game, played
        The game.
    board
        Its board, whose sprite stands in the page; None: positions are written.
    title
        A line above it.
    """
    positions = [game.start(played.start)]
    for action in played.actions:
        positions.append(positions[-1].play(action))
    moves = [(p.mover, p.name(action)) for p, action in zip(positions, played.actions, strict=False)]
    shown = _stage(positions, board) + _curve(game, played) + _controls(len(moves))
    parts = [tag("h3", text(title)), tag("div", shown, class_="stage"), _film(positions, board), _moves(game, moves)]
    return tag("div", "".join(parts) + _data(game, played, positions, board), class_="replay")


def _stage(positions: Sequence[Position], board: Board | None) -> str:
    if board is None:
        return tag("pre", text(positions[0].text), class_="board")
    return board.draw(positions[0].squares() or (), None, True, "the board")


def _controls(plies: int) -> str:
    """Return the buttons, which the script shows."""
    buttons = [("first", "⏮", "to the start"), ("back", "◀", "one ply back"), ("play", "▶▶", "play"),
               ("next", "▶", "one ply on"), ("last", "⏭", "to the end")]  # fmt: skip
    row = "".join(
        tag("button", sign, type="button", data_go=go, title=said, aria_label=said) for go, sign, said in buttons
    )
    slider = f'<input type="range" min="0" max="{plies}" value="0" aria-label="ply">'
    return tag("div", tag("p", "", class_="now", aria_live="polite") + row + slider, class_="controls", hidden="hidden")


def _film(positions: Sequence[Position], board: Board | None) -> str:
    """Return some positions side by side, for readers without JavaScript and for paper."""
    last = len(positions) - 1
    plies = sorted({round(k * last / (SNAPSHOTS - 1)) for k in range(SNAPSHOTS)})
    frames = []
    for ply in plies:
        position = positions[ply]
        label = f"after {ply} plies" if ply else "the start"
        if board is None:
            picture = tag("pre", text(position.text), class_="board")
        else:
            before = positions[ply - 1].squares() if ply else None
            picture = board.draw(position.squares() or (), before, False, label)
        frames.append(tag("figure", picture + tag("figcaption", text(label))))
    return tag("div", "".join(frames), class_="film")


def _moves(game: Game, moves: Sequence[tuple[int, str]]) -> str:
    items = [
        tag("span", f"<i>{ply}</i>{text(name)}", class_=f"move {_side(mover)}", data_ply=ply)
        for ply, (mover, name) in enumerate(moves, 1)
    ]
    return tag("details", tag("summary", f"All {len(moves):,} plies") + tag("p", " ".join(items), class_="moves"))


def _side(mover: int) -> str:
    return "chance" if mover == CHANCE else f"p{mover}"


def _curve(game: Game, played: Played) -> str:
    """Return a curve of what the player to move expected at each ply: up is good for player 0."""
    known = [(ply, value) for ply, value in enumerate(played.values) if value is not None]
    if len(known) < 2:
        return ""
    most = max(1e-9, abs(played.payoff), *(abs(value) for _, value in known), float(game.constant("SCALE", 0) or 0))
    width, height = 600.0, 90.0
    along = width / max(1, played.plies)
    points = " ".join(f"{number(ply * along)},{number(height / 2 * (1 - value / most))}" for ply, value in known)
    middle = f'<line x1="0" y1="{height / 2}" x2="{width}" y2="{height / 2}" class="zero"/>'
    curve = f'<polyline points="{points}" class="expected"/>'
    cursor = f'<line x1="0" y1="0" x2="0" y2="{height}" class="cursor"/>'
    zero, one = (text(player) for player in game.players)
    svg = f'<svg viewBox="0 0 {width} {height}" preserveAspectRatio="none" role="img" aria-label="expected result">'
    labels = tag("span", f"good for {zero}", class_="up p0") + tag("span", f"good for {one}", class_="down p1")
    return tag("div", labels + svg + middle + curve + cursor + "</svg>", class_="curve",
               title="What the player to move expected at each ply")  # fmt: skip


def _data(game: Game, played: Played, positions: Sequence[Position], board: Board | None) -> str:
    """Return what the script needs."""
    content = {
        "frames": [_frame(position, board) for position in positions],
        "turns": [_turn(game, position) for position in positions],
        "moves": [p.name(action) for p, action in zip(positions, played.actions, strict=False)],
        "values": list(played.values),
    }
    written = json.dumps(content, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")
    return tag("script", written, type="application/json")


def _frame(position: Position, board: Board | None) -> str:
    if board is None:
        return position.text
    return "".join(_DIGITS[piece] for piece in position.squares() or ())


def _turn(game: Game, position: Position) -> str:
    mover = position.mover
    if mover == TERMINAL:
        payoff = position.payoff
        if payoff == 0 or math.isnan(payoff):
            return "a draw"
        margin = f" by {abs(payoff):g}" if abs(payoff) != 1 else ""
        return f"won by {game.players[0 if payoff > 0 else 1]}{margin}"
    return "chance" if mover == CHANCE else f"{game.players[mover]} to move"


def no_games() -> str:
    """Return what stands where there is no game to show."""
    return paragraph("No game was finished.")
