"""The arrays of a batch: made, copied from row to row, kept and put back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from outfox.kernel.batch_shapes import Rows
from outfox.kernel.link import Linked
from outfox.kernel.pool import TwinPool
from outfox.rules.errors import BadSetting, BudgetExceeded
from outfox.rules.game import Game
from outfox.workers.memory import allowed_memory

_SHOWN = "observations", "choices", "legal", "counts", "mover", "waiting", "plies"
"""What follows from the state of a row."""

_OTHERS = 93
"""Bytes of a row in arrays of one number a row."""


def make_rows(game: Game, games: int, columns: int, base: Any, ends: bool) -> Rows:
    """Return the arrays of so many rows, zeroed; all their streams follow from `base`, a word.

    `ends` says whether what players see at the end of a game is kept.
    """
    numbers = "counts actions lengths plies begun finished".split()
    flags = "mover waiting done cut open".split()
    arrays: dict[str, Any] = {name: np.zeros(games, np.int64) for name in numbers}
    arrays |= {name: np.zeros(games, np.uint8) for name in flags}
    arrays |= {name: np.zeros(games) for name in ("payoffs", "totals", "powers")}
    return Rows(
        base=np.asarray(base, np.uint64),
        streams=np.zeros(2 * games, np.uint64),
        observations=np.zeros(games * columns, np.float32),
        ends=np.zeros(2 * games * columns * ends, np.float32),
        legal=np.zeros(games * game.actions, np.uint8),
        choices=np.zeros(games * max(game.branching, 1), np.int64),
        **arrays,
    )


def refuse_large(game: Game, games: int, columns: int, ends: bool) -> None:
    """Refuse more rows than there is memory for.

    Raises
    ------
    BudgetExceeded
    """
    row = game.state.itemsize + 4 * columns * (1 + 2 * ends) + game.actions + 8 * max(game.branching, 1) + _OTHERS
    if row * games > allowed_memory():
        raise BudgetExceeded(
            f"{games:,} games of {game.spec} need {row * games / 2**30:,.1f} GB, and there is"
            f" {allowed_memory() / 2**30:,.1f}: take fewer at once"
        )


def by_row(rows: Rows, names: Iterable[str] = Rows._fields[1:]) -> dict[str, Any]:
    """Return some of the arrays, the first axis being the row."""
    return {name: getattr(rows, name).reshape(len(rows.counts), -1) for name in names}


def copy_rows(rows: Rows, pool: Any, source: Any, target: Any) -> None:
    """Let rows `target` be where rows `source` are."""
    for array in by_row(rows, _SHOWN).values():
        array[target] = array[source]
    if not isinstance(pool, TwinPool):
        pool[target] = pool[source]
        return
    states = [pool[int(row)].copy() for row in source]
    for row, state in zip(target, states, strict=True):
        pool[int(row)] = state


def kept(rows: Rows, pool: Any, game: Game) -> dict[str, Any]:
    """Return copies of all that is needed to go on."""
    games = len(rows.counts)
    if isinstance(pool, TwinPool):
        states = np.concatenate([pool[row].record() for row in range(games)])
    else:
        states = pool[:games].view(game.state).copy()
    return {**{name: array.copy() for name, array in by_row(rows).items()}, "states": states}


def put_back(rows: Rows, pool: Any, linked: Linked, game: Game, arrays: dict[str, Any]) -> None:
    """Go on from what `kept` returned.

    Raises
    ------
    BadSetting
        Where the arrays are of another batch.
    """
    mine, games = by_row(rows), len(rows.counts)
    wanted = {name: array.shape for name, array in mine.items()} | {"states": (games,)}
    if {name: np.shape(array) for name, array in arrays.items()} != wanted:
        raise BadSetting(f"these arrays are not those of a batch of {games:,} games of {game.spec}")
    for name, array in mine.items():
        array[...] = arrays[name]
    state = game.new_state()
    for row in range(games):
        state.load(arrays["states"][row])
        linked.put(pool, row, state)
