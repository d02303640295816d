"""Arguments of `Batch` that cannot be: one line that says what is wanted."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.slots import Ints
from outfox.rules.errors import BadSetting, NotSupported
from outfox.rules.game import Game

MOST_ACTIONS = 65_536
"""A mask of more actions would be larger than anything that learns from it."""


def refuse_number(name: str, value: Any, least: int) -> None:
    """Refuse what is no whole number from `least` on.

    Raises
    ------
    BadSetting

    Examples
    --------
    >>> refuse_number("steps", 2, 0)
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise BadSetting(f"{name} is a whole number from {least} on, not {value!r:.60}")


def row_numbers(rows: Any, games: int, least: int = 1) -> Ints:
    """Return numbers of rows as an array; those that are none are refused: NumPy would count from the end.

    Parameters
    ----------
    rows
        A number, or several.
    games
        How many rows there are.
    least
        So many have to be named.

    Raises
    ------
    BadSetting

    Examples
    --------
    >>> row_numbers([2, 0], games=3)
    array([2, 0])
    """
    try:
        which = np.asarray(rows).reshape(-1)
    except ValueError:  # lists of unequal lengths
        which = np.asarray([np.nan])
    numbers = which.dtype.kind in "iu" or (which.size == 0 and which.dtype.kind == "f")  # NumPy's [] is of floats
    if not numbers or which.size < least or (which.size and not 0 <= which.min() <= which.max() < games):
        raise BadSetting(f"rows are numbers from 0 to {games - 1}, not {rows!r:.60}")
    return which.astype(np.int64)


def refuse_arguments(game: Game, games: int, limit: int, start: int | None, first: int, threads: int) -> None:
    """Refuse arguments that cannot be.

    Raises
    ------
    BadSetting, NotSupported
    """
    values: tuple[tuple[str, Any, int], ...] = (
        ("games", games, 1), ("limit", limit, 1), ("first", first, 0), ("threads", threads, 1)
    )  # fmt: skip
    for name, value, least in values:
        refuse_number(name, value, least)
    number: Any = 0 if start is None else start
    if not isinstance(number, (int, np.integer)) or not 0 <= number < game.starts:
        raise BadSetting(f"start is a number from 0 to {game.starts - 1} or None, not {start!r:.60}")
    if game.actions > MOST_ACTIONS:
        raise NotSupported(f"{game.spec} has {game.actions:,} actions; masks are made for at most {MOST_ACTIONS:,}")
