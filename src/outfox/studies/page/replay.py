"""Games to step through in a report.

Without JavaScript the page shows some positions of the game and all its moves; with it, a board that moves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from outfox.draw.lettering import number
from outfox.rules import CHANCE, TERMINAL, Game, Position
from outfox.studies.page.board import Board
from outfox.studies.page.markup import tag, text
from outfox.studies.selfplay import Played

SNAPSHOTS = 6
"""Positions of a game that are shown without JavaScript."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ICONS = {
    "first": ("to the start", "M5 4v16M20 4 8 12l12 8z"),
    "back": ("one ply back", "M17 4 5 12l12 8z"),
    "play": ("play", "M4 5v14l7-7zM13 5v14l7-7z"),
    "next": ("one ply on", "M7 4l12 8-12 8z"),
    "last": ("to the end", "M19 4v16M4 4l12 8-12 8z"),
}
_WIDE, _HIGH = 600.0, 90.0


def replay(game: Game, played: Played, board: Board | None, title: str, scores: bool) -> str:
    """Return a game to step through.

    Parameters
    ----------
    game, played
        The game.
    board
        Its board, whose sprite stands in the page; None: positions are written.
    title
        A line above it.
    scores
        Whether payoffs are those of wins, draws and losses, so that an expected payoff is an expected score.
    """
    positions = [game.start(played.start)]
    for action in played.actions:
        positions.append(positions[-1].play(action))
    moves = [(p.mover, p.name(action)) for p, action in zip(positions, played.actions, strict=False)]
    panel = _controls(len(moves)) + _curve(game, played, scores) + _moves(moves)
    parts = tag("div", _stage(positions, board), class_="stage") + tag("div", panel, class_="panel")
    data = _data(game, played, positions, board, scores)
    return tag("article", tag("h3", text(title)) + parts + _film(positions, board) + data, class_="replay")


def _stage(positions: Sequence[Position], board: Board | None) -> str:
    if board is None:
        return tag("pre", text(positions[0].text), class_="board")
    return board.draw(positions[0].squares() or (), None, True, "the board")


def _controls(plies: int) -> str:
    """Return the buttons, which the script shows."""
    row = "".join(
        tag("button", _icon(path), type="button", data_go=go, title=said, aria_label=said)
        for go, (said, path) in _ICONS.items()
    )
    slider = f'<input type="range" min="0" max="{plies}" value="0" aria-label="ply"/>'
    now = tag("p", "", class_="now", aria_live="polite")
    return tag("div", now + tag("div", row, class_="buttons") + slider, class_="controls", hidden="hidden")


def _icon(path: str) -> str:
    return f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>'


def _film(positions: Sequence[Position], board: Board | None) -> str:
    """Return some positions side by side, for readers without JavaScript and for paper."""
    last = len(positions) - 1
    plies = sorted({round(k * last / (SNAPSHOTS - 1)) for k in range(SNAPSHOTS)})
    frames = []
    for ply in plies:
        label = f"after {ply} plies" if ply else "the start"
        if board is None:
            picture = tag("pre", text(positions[ply].text), class_="board")
        else:
            before = positions[ply - 1].squares() if ply else None
            picture = board.draw(positions[ply].squares() or (), before, False, label)
        frames.append(tag("figure", picture + tag("figcaption", text(label))))
    return tag("div", "".join(frames), class_="film")


def _moves(moves: Sequence[tuple[int, str]]) -> str:
    items = [
        tag("span", tag("i", str(ply)) + text(name), class_=f"move {_side(mover)}")
        for ply, (mover, name) in enumerate(moves, 1)
    ]
    return tag("p", " ".join(items), class_="moves", tabindex="0")


def _side(mover: int) -> str:
    return "chance" if mover == CHANCE else f"p{mover}"


def _curve(game: Game, played: Played, scores: bool) -> str:
    """Return a curve of what the player to move expected; up is good for player 0, the result is its end."""
    known = [(ply, value) for ply, value in enumerate(played.values) if value is not None]
    if len(known) < 2:
        return ""
    known.append((played.plies, played.payoff))
    most = max(1.0, *(abs(value) for _, value in known)) if scores else max(1e-9, *(abs(v) for _, v in known))
    along, middle = _WIDE / max(1, played.plies), _HIGH / 2
    points = [(ply * along, value / most) for ply, value in known]
    halves = "".join(
        f'<polygon class="{side}" points="{_area(points, sign)}"/>' for side, sign in (("p0", 1.0), ("p1", -1.0))
    )
    line = " ".join(f"{number(x)},{number(middle * (1 - y))}" for x, y in points)
    body = halves + f'<polyline points="{line}"/><line class="cursor" y1="0" y2="{_HIGH:g}"/>'
    zero, one = (text(player) for player in game.players)
    above = tag("span", f"▲ good for {zero}", class_="p0") + tag("span", f"▼ good for {one}", class_="p1")
    said = "what the player to move expected at each ply"
    box = f"0 0 {_WIDE:g} {_HIGH:g}"
    svg = tag("svg", body, viewBox=box, preserveAspectRatio="none", role="img", aria_label=said)
    return tag("div", tag("p", above) + svg, class_="curve", title=said)


def _area(points: Sequence[tuple[float, float]], sign: float) -> str:
    """Return the area between the curve and its middle, on one side of it."""
    middle = _HIGH / 2
    kept = [(x, max(0.0, sign * y) * sign) for x, y in points]
    closed = [(points[0][0], 0.0), *kept, (points[-1][0], 0.0)]
    return " ".join(f"{number(x)},{number(middle * (1 - y))}" for x, y in closed)


def _data(game: Game, played: Played, positions: Sequence[Position], board: Board | None, scores: bool) -> str:
    """Return what the script needs."""
    content = {
        "frames": [_frame(position, board) for position in positions],
        "turns": [_turn(game, position, played) for position in positions],
        "moves": [p.name(action) for p, action in zip(positions, played.actions, strict=False)],
        "expected": [_expected(game, value, scores) for value in played.values],
    }
    written = json.dumps(content, separators=(",", ":"), ensure_ascii=True)
    return tag("script", written.replace("<", "\\u003c").replace("&", "\\u0026"), type="application/json")


def _frame(position: Position, board: Board | None) -> str:
    if board is None:
        return position.text
    return "".join(_DIGITS[piece] for piece in position.squares() or ())


def _turn(game: Game, position: Position, played: Played) -> str:
    mover, ended = position.mover, len(position.history) == played.plies
    if mover != TERMINAL and not ended:
        return "chance" if mover == CHANCE else f"{game.players[mover]} to move"
    cut = "" if mover == TERMINAL else "cut off, " if played.ending == "max_plies" else "endless play, "
    if played.payoff == 0:
        return f"{cut}a draw"
    margin = f" by {abs(played.payoff):g}" if abs(played.payoff) != 1 else ""
    return f"{cut}won by {game.players[0 if played.payoff > 0 else 1]}{margin}"


def _expected(game: Game, value: float | None, scores: bool) -> str:
    """Write what the player to move expects, from player 0's side."""
    if value is None:
        return ""
    if scores:
        return f"{game.players[0]} expected to score {50 * (1 + value):.0f} %"
    return f"payoff expected for {game.players[0]}: {value:+.1f}".replace("-", "−")
