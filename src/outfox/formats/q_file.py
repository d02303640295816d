"""`QTable`: the values that Q-learning found, in memory and in a file, and looked up by position in plain Python.

A position is found by the fields of KEY; where positions with the players exchanged are one, as player 0 sees them. In
games with hidden information there are information sets in their place, found by what the mover sees. A file is written
whole or not at all, and tested when it is read (`outfox.formats.container`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.formats.container import ArrayFile, write_arrays
from outfox.formats.file_rules import rules_of
from outfox.formats.packing import leaf_values, view_key
from outfox.rules.errors import DamagedFile
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import Seen

KIND = "outfox q-values 1"
WHAT = "file of Q-values"


@dataclass(frozen=True)
class QTable:
    """Values of actions, or of the positions after them.

    Attributes
    ----------
    game
        The game.
    exchange
        Whether positions with player 1 to move are kept with the players exchanged.
    afterstates
        Whether values belong to positions.
    leaves : (N, L) integers
        The numbers in the fields of KEY of each known position, as `outfox.formats.packing` lists them; or those of the
        mover's View, and the mover.
    first : (N + 1,) int64
        The actions of position `n` are numbers ``first[n]`` to ``first[n + 1] - 1``.
    actions : (P,) int32
        Their codes.
    values : (P,) or (N,) float64
        The mover's value of each action; with afterstates, what each position is worth to player 0.
    facts : dict
        How they were found: settings, seed, games.
    hidden
        Whether values belong to what the mover sees, as in games with hidden information.
    """

    game: Game
    exchange: bool
    afterstates: bool
    leaves: Any
    first: Any
    actions: Any
    values: Any
    facts: Mapping[str, Any]
    hidden: bool = False
    _rows: dict[bytes, int] = field(default_factory=dict, repr=False, compare=False)

    @property
    def positions(self) -> int:
        """How many positions, or information sets, are known."""
        return len(self.leaves)

    def value_of(self, position: Position | Seen) -> NDArray[np.float64]:
        """Return the mover's value of each legal action of a position, or of what it sees; 0 for those never tried.

        Raises
        ------
        DamagedFile
            Where the position's actions are not those that were learned.
        """
        if isinstance(position, Seen):
            key = view_key(position.view, position.mover).tobytes()
            return self._row_values(self._rows_by_key.get(key), position.legal)
        legal, (frame, flip) = position.legal, self._frame(position.state)
        if self.afterstates:
            return np.array([self._after(position, action, flip) for action in legal])
        row = self._row(frame)
        if flip and row is not None:
            return self._across(position, frame, *self._known(row))
        return self._row_values(row, legal)

    def _known(self, row: int) -> tuple[list[int], NDArray[np.float64]]:
        """Return the actions of a row and their values."""
        places = slice(int(self.first[row]), int(self.first[row + 1]))
        return self.actions[places].tolist(), np.asarray(self.values[places], np.float64)

    def _row_values(self, row: int | None, legal: list[int]) -> NDArray[np.float64]:
        if row is None:
            return np.zeros(len(legal))
        codes, found = self._known(row)
        if codes != legal:
            raise DamagedFile(f"{self.game.spec}: the actions of a position are not those that were learned")
        return found

    def _frame(self, state: Any) -> tuple[Any, bool]:
        """Return a state as it is kept, and whether that has the players exchanged."""
        if not self.exchange or self.game.mover(state) != 1:
            return state, False
        return self._exchanged(state), True

    def _exchanged(self, state: Any) -> Any:
        other = self.game.new_state()
        self.game.call("swap", state, other)
        return other

    def _led(self, state: Any, action: int, exchanged: bool) -> tuple[Any, bool]:
        """Return the state after an action as it is kept, and whether that has the players exchanged."""
        led = state.copy()
        self.game.apply(led, action)
        frame, flip = self._frame(self._exchanged(led) if exchanged else led)
        return frame, flip != exchanged

    def _after(self, position: Position, action: int, flip: bool) -> float:
        """Return the value of the position after an action, for who moves before it."""
        frame, exchanged = self._led(position.state, action, flip)
        row = self._row(frame)
        if row is None:
            return 0.0
        value = float(self.values[row])
        return value if position.mover == int(exchanged) else -value

    def _across(self, position: Position, frame: Any, codes: list[int], values: Any) -> NDArray[np.float64]:
        """Return the values of actions by what they lead to, which is the same with the players exchanged.

        The same position to the other player, where somebody moves twice, is another one.
        """
        led: dict[tuple[bytes, bool], list[float]] = {}
        for code, value in zip(codes, values.tolist(), strict=True):
            state, exchanged = self._led(frame, code, False)
            led.setdefault((self._key(state), exchanged), []).append(value)
        found = []
        for action in position.legal:
            state, exchanged = self._led(position.state, action, True)
            alike = led.get((self._key(state), not exchanged))
            found.append(alike.pop(0) if alike else 0.0)
        return np.array(found)

    def _key(self, state: Any) -> bytes:
        return leaf_values(state.record()[0], self.game.key_fields).tobytes()

    def _row(self, state: Any) -> int | None:
        return self._rows_by_key.get(self._key(state))

    @property
    def _rows_by_key(self) -> dict[bytes, int]:
        if not self._rows:
            whole = np.ascontiguousarray(self.leaves, np.int64)
            self._rows.update((row.tobytes(), number) for number, row in enumerate(whole))
        return self._rows

    def save(self, path: str | Path) -> int:
        """Write the table to a file and return its size in bytes.

        Raises
        ------
        OSError
            Where it cannot be written; nothing is left behind.
        """
        header = {
            "kind": KIND,
            "game": self.game.spec,
            "rules_key": self.game.rules_key,
            "exchange": self.exchange,
            "afterstates": self.afterstates,
            "hidden": self.hidden,
            "facts": dict(self.facts),
        }
        names = ("leaves", "first", "actions", "values")
        return write_arrays(path, header, {name: getattr(self, name) for name in names})


def open_q_table(path: str | Path, game: Game | None = None) -> QTable:
    """Open a table that was saved.

    Parameters
    ----------
    path
        The file.
    game
        The game it should be of; default: the one that its header names.

    Raises
    ------
    DamagedFile
        Where the file holds no such values, was cut off or changed, or is of other rules.
    FileNotFoundError
    """
    file = ArrayFile(path, WHAT, KIND)
    header, rules = file.header, rules_of(file, game, "learn again")
    arrays = {name: file.array(name) for name in ("leaves", "first", "actions", "values")}
    flags = bool(header["exchange"]), bool(header["afterstates"])
    return QTable(rules, *flags, **arrays, facts=header["facts"], hidden=bool(header.get("hidden", False)))


def leaf_rows(records: Any, names: tuple[str, ...]) -> Any:
    """Return the leaves of many states.

    Parameters
    ----------
    records : (N,) structured array
    names
        Fields.

    Returns
    -------
    (N, L) array
        Of the smallest integers that hold them.

    Examples
    --------
    >>> states = np.array([([1, -2], 3), ([4, 5], 6)], [("cells", np.int8, (2,)), ("turn", np.int8)])
    >>> leaf_rows(states, ("cells", "turn")).tolist()
    [[1, -2, 3], [4, 5, 6]]
    """
    columns: list[Any] = []
    _gather(records, names, columns)
    whole = np.concatenate(columns, axis=1)
    small = np.promote_types(np.min_scalar_type(whole.min(initial=0)), np.min_scalar_type(whole.max(initial=0)))
    return whole.astype(small if small.kind in "iu" else np.int64)


def _gather(records: Any, names: tuple[str, ...], columns: list[Any]) -> None:
    for name in names:
        part = records[name]
        if part.dtype.names:
            for column in part.reshape(len(part), -1).T:
                _gather(column, part.dtype.names, columns)
        elif part.dtype.kind == "f":
            columns.append(part.astype(np.float64).view(np.int64).reshape(len(part), -1))
        else:
            columns.append(part.astype(np.int64).reshape(len(part), -1))
