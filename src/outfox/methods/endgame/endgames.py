"""`Endgames`: the tables of a folder, asked for the value of a position."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.link import compiled
from outfox.methods.endgame import rank
from outfox.methods.endgame.board import BITS, PATTERNS, ROWS, Board, board_of, endgame_rules
from outfox.methods.endgame.probe import Probe, probe_many
from outfox.methods.endgame.rank import FEWEST, POINTS, WIDTHS, Counts
from outfox.methods.endgame.solve import read_endgame
from outfox.methods.endgame.tables import MOVERS, TableFile, table_file, table_path
from outfox.rules import TERMINAL, Game
from outfox.rules.errors import NotSupported

_probe_many = compiled(probe_many)


class Endgames:
    """Exact values of positions with one fox.

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
        By number of sheep.

    Raises
    ------
    DamagedFile
        Where a table was changed, or is of other rules.
    NotSupported
        Where the game is none that has such tables, or the folder has no table.
    """

    def __init__(self, game: Game, folder: str | Path) -> None:
        self.game = endgame_rules(game)
        self.tables: dict[int, TableFile] = {}
        for sheep in range(FEWEST, POINTS):
            path = table_path(Path(folder), sheep)
            if path.exists():
                read_endgame(path, self.game)
                self.tables[sheep] = table_file(path)
        if not self.tables:
            raise NotSupported(f"{folder} has no endgame tables; make them: outfox endgame {self.game.name}")
        self._board: Board = board_of(self.game.spec)

    def value(self, state: Any) -> float | None:
        """Return player 0's payoff with best play and without a limit of quiet plies.

        Parameters
        ----------
        state
            A state of the game, such as ``position.state``.

        Returns
        -------
        float or None
            None where the tables do not have the position: another number of foxes, too many sheep, a fox in the
            middle of its jumps.
        """
        if self.game.mover(state) == TERMINAL:
            return float(self.game.call("payoff", state)) + 0.0
        fox, sheep = int(state.foxes), int(state.sheep)
        table = self.tables.get(sheep.bit_count())
        if table is None or fox.bit_count() != 1 or state.jumper:
            return None
        counts, place = self.place(sheep)
        if counts not in table.begins:
            return None
        empty = int(self.game.constant("POINTS")) & ~sheep
        at = 2 * empty.bit_count() * place + (empty & fox - 1).bit_count()
        foxes, flock = (self._bit(table, MOVERS[state.turn], counts, at + k) for k in (0, empty.bit_count()))
        return float(foxes - flock)

    def place(self, sheep: int) -> tuple[Counts, int]:
        """Return the partition of a configuration and its number there."""
        patterns = [sheep >> BITS * row & PATTERNS - 1 for row in range(ROWS)]
        counts = tuple(pattern.bit_count() for pattern in patterns)
        ranks = [int(self._board.rank[PATTERNS * row + pattern]) for row, pattern in enumerate(patterns)]
        return counts, int(np.dot(ranks, rank.strides(counts)))

    @staticmethod
    def _bit(table: TableFile, mover: str, counts: Counts, at: int) -> int:
        return table.byte(mover, table.begin(counts) + (at >> 3)) >> (at & 7) & 1

    def fitting(self, memory: float) -> list[int]:
        """Return the numbers of sheep, from the fewest on, whose tables take no more than so many bytes together."""
        sizes = {k: sum(len(table.array(mover)) for mover in MOVERS) for k, table in sorted(self.tables.items())}
        return [k for k in sizes if sum(size for other, size in sizes.items() if other <= k) <= memory]

    def probe(self, sheep: Collection[int] | None = None) -> Probe:
        """Return tables as compiled code looks them up: tested, and copied into memory.

        Parameters
        ----------
        sheep
            Of which numbers of sheep; default: all.

        Returns
        -------
        Probe
            To be handed to a kernel that calls `outfox.methods.endgame.probe.probe`.
        """
        chosen = [table for number, table in self.tables.items() if sheep is None or number in sheep]
        begins, whole = np.full(2 * rank.CODES, -1, np.int64), 0
        for table in chosen:
            for turn, mover in enumerate(MOVERS):
                for counts, begin in table.begins.items():
                    begins[2 * rank.code(counts) + turn] = whole + begin
                whole += len(table.array(mover))
        return self._probe([table.array(mover) for table in chosen for mover in MOVERS], begins)

    def probe_of(self, parts: Sequence[tuple[Counts, str]]) -> Probe:
        """Return some partitions, each with a side to move, as compiled code looks them up."""
        begins, whole, arrays = np.full(2 * rank.CODES, -1, np.int64), 0, []
        for counts, mover in parts:
            arrays.append(self.tables[sum(counts)].words(counts, mover).view(np.uint8))
            begins[2 * rank.code(counts) + MOVERS.index(mover)] = whole
            whole += len(arrays[-1])
        return self._probe(arrays, begins)

    def _probe(self, arrays: Sequence[Any], begins: Any) -> Probe:
        shape = np.array([*(width + 1 for width in WIDTHS), self.game.constant("POINTS")], np.int64)
        return Probe(np.concatenate(arrays), begins, self._board.rank, self._board.size, shape)


def look_up(arrays: Probe, foxes: Any, sheep: Any, turns: Any) -> Any:
    """Look up many positions at once, by compiled code.

    Parameters
    ----------
    arrays
        From `Endgames.probe`.
    foxes, sheep : array_like of int
        Bitboards: the only fox, and the sheep, of each position.
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
