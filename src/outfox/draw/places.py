"""Which points of a board an action touches: from its name, or from what it changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from outfox.rules.errors import BadSetting, IllegalAction, RulesError


def check(board: Any, squares: Sequence[int], game: str) -> None:
    """Raise RulesError with the reason where BOARD and the pieces on it do not fit together."""
    points = len(board.points)
    told = f"{game}: BOARD has {points} points"
    if len(board.names) != points or len(set(board.names)) != points:
        raise RulesError(f"{told} and {len(set(board.names))} different names")
    if len(board.marks) != len(board.pieces):
        raise RulesError(f"{game}: BOARD has {len(board.pieces)} pieces and {len(board.marks)} marks")
    if len(squares) != points:
        raise RulesError(f"{told}, squares() fills {len(squares)}")
    wrong = [piece for piece in squares if not 0 <= piece <= len(board.pieces)]
    if wrong:
        raise RulesError(f"{game}: squares() gives piece {wrong[0]}, BOARD names {len(board.pieces)} pieces")
    ends = [end for line in board.lines for end in line] + [k for _, area in board.areas for k in area]
    if any(not 0 <= end < points for end in ends):
        raise RulesError(f"{told}, its lines or areas name point {max(ends)}")


def named(names: Sequence[str], action: str) -> tuple[int, ...]:
    """Find the points that an action's name mentions, in its order.

    Examples
    --------
    >>> named(["a1", "b1", "a10"], "a10xb1")
    (2, 1)
    >>> named(["a", "b"], "pass")
    ()
    """
    if not names:
        return ()
    pattern = "|".join(_guarded(name) for name in sorted(names, key=len, reverse=True))
    number = {name: k for k, name in enumerate(names)}
    return tuple(number[found] for found in re.findall(pattern, action))


def _guarded(name: str) -> str:
    """Match a point's name, but no part of a longer number; names of one sort of sign no part of a word."""
    left, right = "", r"(?!\d)" if name[-1:].isdigit() else ""
    if name.isdigit():
        left = r"(?<!\d)"
    elif name.isalpha():
        left, right = r"(?<![^\W\d_])", r"(?![^\W\d_])"
    return left + re.escape(name) + right


def touched(position: Any, names: Sequence[str], squares: Sequence[int], last: Any) -> tuple[int, ...]:
    """Return the points that the last action touched; see `outfox.draw.scene`."""
    if last is None:
        return ()
    if isinstance(last, str):
        return tuple(dict.fromkeys(named(names, last)))
    if isinstance(last, int):
        return _changed(_squares_before(position, last), squares)
    if hasattr(last, "squares"):
        return _changed(last.squares(), squares)
    return tuple(_number(names, point) for point in last)


def _changed(before: Sequence[int] | None, squares: Sequence[int]) -> tuple[int, ...]:
    return tuple(k for k, piece in enumerate(before or ()) if piece != squares[k])


def _squares_before(position: Any, action: int) -> Sequence[int] | None:
    """Play the game again up to the position before its last action; None where that is not known."""
    history, start = position.history, position.start
    if start is None or not history or history[-1] != action:
        return None
    state = position.game.initial(start)
    for played in history[:-1]:
        position.game.apply(state, played)
    squares: Sequence[int] | None = position.game.squares(state)
    return squares


def _number(names: Sequence[str], point: int | str) -> int:
    if isinstance(point, str) and point in names:
        return names.index(point)
    if isinstance(point, str) or not 0 <= point < len(names):
        raise BadSetting(f"this board has no point {point!r}")
    return int(point)


def locate(
    position: Any, action: int | str, name: str, names: Sequence[str], squares: Sequence[int] | None
) -> tuple[int | None, int | None]:
    """Return where an action starts and ends: both, only its end, or neither (None, None)."""
    found = named(names, name)
    if found:
        return (found[0] if len(found) > 1 and found[0] != found[-1] else None), found[-1]
    if squares is None:
        return None, None
    try:
        return _seen(squares, position.play(action).squares())
    except IllegalAction:
        return None, None


def _seen(before: Sequence[int], after: Sequence[int]) -> tuple[int | None, int | None]:
    """Read an action from two boards: the one point that gained a piece and where that piece stood."""
    gained = [k for k, piece in enumerate(after) if piece and piece != before[k]]
    if len(gained) > 1:  # other pieces turned over: where the new one stands
        gained = [k for k in gained if not before[k]]
    if len(gained) != 1:
        return None, None
    end = gained[0]
    left = [k for k, piece in enumerate(before) if piece == after[end] and not after[k]]
    return (left[0] if len(left) == 1 else None), end


def edge_labels(
    points: Sequence[tuple[float, float]], names: Sequence[str]
) -> tuple[dict[float, str], dict[float, str]] | None:
    """Split the names into files under the board and ranks beside it, or return None where they are no such.

    Points between the files and ranks (lines and boxes between dots) may have other names.

    Examples
    --------
    >>> edge_labels([(0, 0), (1, 0), (0, 1)], ["a1", "b1", "a2"])
    ({0: 'a', 1: 'b'}, {0: '1', 1: '2'})
    >>> edge_labels([(0, 0), (1, 0)], ["left", "right"]) is None
    True
    """
    files: dict[float, str] = {}
    ranks: dict[float, str] = {}
    split = [re.fullmatch(r"([^\W\d_]+)(\d+)", name) for name in names]
    for (x, y), parts in zip(points, split, strict=True):
        if parts is None:
            continue
        if files.setdefault(x, parts[1]) != parts[1] or ranks.setdefault(y, parts[2]) != parts[2]:
            return None
    enough = sum(parts is not None for parts in split) > len(names) / 5
    return (files, ranks) if enough else None


def step(points: Sequence[tuple[float, float]]) -> float:
    """Return the smallest distance between neighbouring columns or rows, 1 where there is only one point."""
    gaps = [1.0]
    for axis in (0, 1):
        places = sorted({point[axis] for point in points})
        gaps += [b - a for a, b in pairwise(places) if b - a > 1e-6]
    return min(gaps)
