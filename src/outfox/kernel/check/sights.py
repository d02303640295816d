"""Laws of what describes a state from outside play: the board, its pieces, features, relations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node
from outfox.rules.board import Board


def check_sights(ground: Ground, nodes: list[Node]) -> None:
    """Check BOARD and `squares`, FEATURES and `features`, RELATIONS and `relations`."""
    game = ground.game
    if game.has("BOARD") and _board(ground, game.constant("BOARD")) and game.has("squares"):
        board = game.constant("BOARD")
        _filled(ground, nodes, "squares", np.zeros(len(board.points), np.int64), lambda x: _piece(board, x))
    elif game.has("squares") and not game.has("BOARD"):
        message = "squares needs BOARD beside it, which says where the points lie"
        ground.fault("board", "squares", message, severity="warning")
    for what, names, kind in (("features", "FEATURES", np.float64), ("relations", "RELATIONS", np.int64)):
        size = _names(ground, what, names)
        if size:
            _filled(ground, nodes, what, np.zeros(size, kind), _finite)


def _names(ground: Ground, what: str, names: str) -> int:
    """Return how many names a game declares for the numbers that a slot fills; 0 where it does not go on."""
    game = ground.game
    if not game.has(what):
        return 0
    given = game.constant(names)
    if (
        isinstance(given, str)
        or not isinstance(given, Sequence)
        or not given
        or not all(isinstance(n, str) for n in given)
    ):
        message = f'{what} needs {names} beside it, the names of the numbers: {names} = "mobility", "material"'
        ground.fault("features", what, message)
        return 0
    if len(set(given)) < len(given):
        ground.note("features", "error", f"{ground.place(names)}{names} has the same name twice")
    return len(given)


def _filled(
    ground: Ground, nodes: list[Node], what: str, room: np.ndarray[Any, Any], problem: Callable[[Any], str]
) -> None:
    law = "squares" if what == "squares" else "features"
    for node in ground.each(what, nodes):
        out = room.copy()
        try:
            ground.pure(node, what, lambda s, out: ground.game.call(what, s, out), out)
        except Broken:
            continue
        wrong = next(((k, problem(x)) for k, x in enumerate(out.tolist()) if problem(x)), None)
        if wrong:
            ground.note(law, "error", f"{ground.place(what)}{what} stores in out[{wrong[0]}] {wrong[1]}", node)


def _finite(x: float) -> str:
    return "" if math.isfinite(x) else f"{x}, which is not finite"


def _piece(board: Board, x: int) -> str:
    return "" if 0 <= x <= len(board.pieces) else f"{x}; BOARD has pieces 1 to {len(board.pieces)}, and 0 is empty"


def _board(ground: Ground, board: Any) -> bool:
    message = _board_problem(board)
    if message:
        ground.note("board", "error", f"{ground.place('BOARD')}{message}")
    return not message


def _board_problem(board: Any) -> str:
    if not isinstance(board, Board):
        return "BOARD must be made by Board(...) or grid(...) of outfox.rules"
    points = len(board.points)
    if len(board.names) != points or len(set(board.names)) != points:
        return f"BOARD has {points} points and {len(set(board.names))} different names for them"
    if len(set(board.points)) != points:
        return "two points of BOARD lie on the same place"
    if len(board.marks) != len(board.pieces) or any(len(mark) != 1 for mark in board.marks):
        return f"BOARD has {len(board.pieces)} pieces and marks {board.marks!r}: one character a piece"
    for group in (*board.lines, *(members for _, members in board.areas)):
        outside = [point for point in group if not 0 <= point < points]
        if outside:
            return f"a line or an area of BOARD names point {outside[0]}; points are 0 to {points - 1}"
    return ""
