"""`Endgames`: the tables of a folder, asked for the value of a position."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.link import compiled
from outfox.methods.endgame import rank
from outfox.methods.endgame.board import BITS, PATTERNS, ROWS, Board, board_of, endgame_rules
from outfox.methods.endgame.probe import Probe, probe_many
from outfox.methods.endgame.rank import FEWEST, POINTS, WIDTHS, Counts
from outfox.methods.endgame.solve import read_endgame
from outfox.methods.endgame.tables import FOXES, MOVERS, TableFile, table_file, table_path
from outfox.rules import TERMINAL, Game
from outfox.rules.errors import NotSupported

_probe_many = compiled(probe_many)


class Endgames:
    """Exact values of positions with one fox or two.

    Parameters
    ----------
    game
        The game; the draw by quiet plies is left out of account.
    folder
        Where the tables are.

    Attributes
    ----------
    game : Game
        The rules that the tables are made for.
    tables : dict of int to TableFile
        Those of one fox, by number of sheep.
    pairs : dict of int to TableFile
        Those of two foxes.

    Raises
    ------
    DamagedFile
        Where a table was changed, or is of other rules.
    NotSupported
        Where the game is none that has such tables, or the folder has no table.
    """

    def __init__(self, game: Game, folder: str | Path) -> None:
        self.game = endgame_rules(game)
        self.tables, self.pairs = (self._found(Path(folder), foxes) for foxes in FOXES)
        if not self.tables and not self.pairs:
            raise NotSupported(f"{folder} has no endgame tables; make them: outfox endgame {self.game.name}")
        self._board: Board = board_of(self.game.spec)

    def _found(self, folder: Path, foxes: int) -> dict[int, TableFile]:
        paths = {sheep: table_path(folder, sheep, foxes) for sheep in range(FEWEST, POINTS)}
        there = {sheep: path for sheep, path in paths.items() if path.exists()}
        for path in there.values():
            read_endgame(path, self.game)
        return {sheep: table_file(path) for sheep, path in there.items()}

    def of(self, foxes: int) -> dict[int, TableFile]:
        """Return the tables of a number of foxes, by number of sheep."""
        return {1: self.tables, 2: self.pairs}.get(foxes, {})

    @property
    def held(self) -> str:
        """What the tables hold, such as `one fox and 9, 10 sheep`."""
        return "; ".join(
            f"{words} and {', '.join(map(str, self.of(foxes)))} sheep"
            for foxes, words in FOXES.items()
            if self.of(foxes)
        )

    def value(self, state: Any) -> float | None:
        """Return player 0's payoff with best play and without a limit of quiet plies.

        Parameters
        ----------
        state
            A state of the game, such as ``position.state``.

        Returns
        -------
        float or None
            None where the tables do not have the position, or a fox is in the middle of its jumps.
        """
        if self.game.mover(state) == TERMINAL:
            return float(self.game.call("payoff", state)) + 0.0
        foxes, sheep = int(state.foxes), int(state.sheep)
        table = self.of(foxes.bit_count()).get(sheep.bit_count())
        if table is None or state.jumper:
            return None
        counts, place = self.place(sheep)
        if counts not in table.begins:
            return None
        empty = int(self.game.constant("POINTS")) & ~sheep
        seats = comb(empty.bit_count(), table.foxes)
        at = 2 * seats * place + seat_of(empty, foxes)
        won, lost = (self._bit(table, MOVERS[state.turn], counts, at + k) for k in (0, seats))
        return float(won - lost)

    def place(self, sheep: int) -> tuple[Counts, int]:
        """Return the partition of a configuration and its number there."""
        patterns = [sheep >> BITS * row & PATTERNS - 1 for row in range(ROWS)]
        counts = tuple(pattern.bit_count() for pattern in patterns)
        ranks = [int(self._board.rank[PATTERNS * row + pattern]) for row, pattern in enumerate(patterns)]
        return counts, int(np.dot(ranks, rank.strides(counts)))

    @staticmethod
    def _bit(table: TableFile, mover: str, counts: Counts, at: int) -> int:
        return table.byte(mover, table.begin(counts) + (at >> 3)) >> (at & 7) & 1

    def fitting(self, memory: float) -> list[tuple[int, int]]:
        """Return what tables take no more than so many bytes together: foxes and sheep, the smallest tables first."""
        tables = sorted((len(MOVERS) * t.length, t.foxes, t.sheep) for t in self._all())
        ends = np.cumsum([size for size, _, _ in tables])
        return [(foxes, sheep) for (_, foxes, sheep), end in zip(tables, ends, strict=True) if end <= memory]

    def _all(self) -> list[TableFile]:
        return [table for foxes in FOXES for table in self.of(foxes).values()]

    def probe(self, chosen: Collection[tuple[int, int]] | None = None) -> Probe:
        """Return tables as compiled code looks them up: tested, and copied into memory.

        Parameters
        ----------
        chosen
            Foxes and sheep of those that are wanted; default: all.

        Returns
        -------
        Probe
            To be handed to a kernel that calls `outfox.methods.endgame.probe.probe`.
        """
        tables = [table for table in self._all() if chosen is None or (table.foxes, table.sheep) in chosen]
        begins, whole = _nowhere(), 0
        for table in tables:
            for turn, mover in enumerate(MOVERS):
                for counts, begin in table.begins.items():
                    begins[rank.slot(table.foxes, counts) + turn] = whole + begin
                whole += len(table.array(mover))
        return self._probe([table.array(mover) for table in tables for mover in MOVERS], begins)

    def probe_of(self, parts: Sequence[tuple[int, Counts, str]]) -> Probe:
        """Return some partitions, each of a number of foxes and with a side to move, as compiled code looks them up."""
        begins, whole, arrays = _nowhere(), 0, []
        for foxes, counts, mover in parts:
            arrays.append(self._words(foxes, counts, mover).view(np.uint8))
            begins[rank.slot(foxes, counts) + MOVERS.index(mover)] = whole
            whole += len(arrays[-1])
        return self._probe(arrays, begins)

    def _words(self, foxes: int, counts: Counts, mover: str) -> Any:
        sheep = sum(counts)
        if sheep not in self.of(foxes):
            raise NotSupported(f"there is no table of {FOXES[foxes]} and {sheep} sheep, to which these positions lead")
        return self.of(foxes)[sheep].words(counts, mover)

    def _probe(self, arrays: Sequence[Any], begins: Any) -> Probe:
        shape = np.array([*(width + 1 for width in WIDTHS), self.game.constant("POINTS")], np.int64)
        return Probe(np.concatenate(arrays), begins, self._board.rank, self._board.size, shape)


def _nowhere() -> Any:
    return np.full(4 * rank.CODES, -1, np.int64)


def seat_of(empty: int, foxes: int) -> int:
    """Return the number of a placement of one fox or two among those on some empty points.

    Examples
    --------
    >>> [seat_of(0b1111, foxes) for foxes in (0b0001, 0b1000, 0b0011, 0b0101, 0b0110, 0b1001)]
    [0, 3, 0, 1, 2, 3]
    """
    places = [(empty & (1 << cell) - 1).bit_count() for cell in range(foxes.bit_length()) if foxes >> cell & 1]
    return sum(comb(place, n) for n, place in enumerate(places, 1))


def look_up(arrays: Probe, foxes: Any, sheep: Any, turns: Any) -> Any:
    """Look up many positions at once, by compiled code.

    Parameters
    ----------
    arrays
        From `Endgames.probe`.
    foxes, sheep : array_like of int
        Bitboards: one fox or two, and the sheep, of each position.
    turns : array_like of int
        Who is to move, 0 or 1.

    Returns
    -------
    numpy.ndarray
        Player 0's payoff, 1, 0 or -1; `outfox.methods.endgame.probe.UNKNOWN` (2) where no table has the position.
    """
    given = [np.ascontiguousarray(column, np.int64) for column in (foxes, sheep, turns)]
    out = np.empty(len(given[0]), np.int64)
    _probe_many(arrays, *given, out)
    return out
