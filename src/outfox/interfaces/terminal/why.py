"""Why a move cannot be played, as far as the board shows it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from outfox.draw import Scene, scene
from outfox.draw.places import named
from outfox.rules import Position

_LISTED = 12


def why_not(position: Position, text: str, earlier: Sequence[Position] = ()) -> str:
    """Say why the move that somebody typed is not legal, and what is.

    Parameters
    ----------
    position
        Where a player is to move.
    text
        What was typed.
    earlier
        The positions before it, for "not any more".

    Examples
    --------
    >>> from outfox.rules import load
    >>> position = load("tic-tac-toe").start().play("b2")
    >>> print(why_not(position, "b2"))
    'b2' is not legal: b2 is taken by cross. Legal: a3, b3, c3, a2, c2, a1, b1, c1.
    """
    names = [position.name(action) for action in position.legal]
    reason = _on_board(position, text) or _before(position, text, earlier) or _unknown(names, text)
    end = "" if reason.endswith("?") else "."
    return f"{text!r} is not legal: {reason}{end} {_choices(names, text, position)}"


def _on_board(position: Position, text: str) -> str:
    """Look at the points that the move names."""
    shown = scene(position)
    points = named(shown.names, text) or named(shown.names, text.lower())
    if not points or position.mover not in (0, 1):
        return ""
    if len(points) == 1:
        alone = text.strip().lower() == shown.names[points[0]].lower()
        return _taken(shown, points[0]) if alone else ""
    return _cannot_leave(shown, points[0], position) or _cannot_enter(shown, points[-1], position)


def _taken(shown: Scene, point: int) -> str:
    kind = shown.kind(point)
    return f"{shown.names[point]} is taken by {kind.name}" if kind else ""


def _cannot_leave(shown: Scene, point: int, position: Position) -> str:
    kind = shown.kind(point)
    if kind is None:
        return f"no piece stands on {shown.names[point]}"
    if kind.owner not in (None, position.mover):
        owner = position.game.players[kind.owner]
        return f"the piece on {shown.names[point]} is for {owner} to move"
    return ""


def _cannot_enter(shown: Scene, point: int, position: Position) -> str:
    kind = shown.kind(point)
    return _taken(shown, point) if kind is not None and kind.owner in (None, position.mover) else ""


def _before(position: Position, text: str, earlier: Sequence[Position]) -> str:
    """Say so where the same player could have played it before."""
    for past in reversed(earlier):
        if past.mover == position.mover and text in [past.name(action) for action in past.legal]:
            return "it was before, but not any more"
    return ""


def _unknown(names: Sequence[str], text: str) -> str:
    close = difflib.get_close_matches(text.lower(), [name.lower() for name in names], 1)
    if not close:
        return "no legal move is called that"
    return f"did you mean {next(name for name in names if name.lower() == close[0])}?"


def _choices(names: Sequence[str], text: str, position: Position) -> str:
    """List what is legal: with the same first point, where that leaves few enough."""
    if len(names) <= _LISTED:
        return f"Legal: {', '.join(names)}."
    on_board = scene(position).names
    points = named(on_board, text.lower())
    same = [name for name in names if points and named(on_board, name)[:1] == points[:1]]
    if same and len(points) > 1:
        listed = ", ".join(same[:_LISTED])
        return f"From {on_board[points[0]]}: {listed}. 'moves' lists all {len(names)} legal moves."
    return f"'moves' lists the {len(names)} legal moves."
