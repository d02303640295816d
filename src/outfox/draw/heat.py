"""A board with a value on each point and no pieces: heat maps of position values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outfox.draw.scene import Scene, kinds_of
from outfox.draw.svg import Svg, svg
from outfox.rules.errors import BadSetting


def heat_scene(game: Any, values: Mapping[str, float], title: str = "", caption: str = "") -> Scene:
    """Describe an empty board whose points are tinted by values.

    Parameters
    ----------
    game
        A game with a BOARD.
    values
        By the name of the point; points without one stay bare.
    title, caption
        Lines under the board.

    Returns
    -------
    Scene

    Raises
    ------
    BadSetting
        Where `values` names a point that the board does not have.
    """
    board = game.module.BOARD
    unknown = [name for name in values if name not in board.names]
    if unknown:
        raise BadSetting(f"heat names the point {unknown[0]!r}, which this board does not have")
    return Scene(
        game=game.name,
        text=title,
        turn=title,
        points=tuple((float(x), float(y)) for x, y in board.points),
        names=tuple(board.names),
        cells=bool(board.cells),
        lines=tuple(board.lines),
        areas=tuple((name, tuple(points)) for name, points in board.areas),
        kinds=kinds_of(board, tuple(game.players)),
        pieces=(0,) * len(board.points),
        heat=tuple(values.get(name) for name in board.names),
        caption=caption,
    )


def heat_map(
    game: Any,
    values: Mapping[str, float],
    title: str = "",
    caption: str = "",
    size: float | None = None,
    theme: str = "auto",
) -> Svg:
    """Draw an empty board whose points are tinted by values, each with its number.

    Parameters
    ----------
    game, values, title, caption
        As in `heat_scene`.
    size, theme
        As in `outfox.draw.svg`.

    Examples
    --------
    >>> from outfox.rules import load
    >>> picture = heat_map(load("tic-tac-toe"), {"b2": 0.5}, title="cross")
    >>> ">.50<" in picture, "cross" in picture
    (True, True)
    """
    return svg(heat_scene(game, values, title, caption), size, theme)
