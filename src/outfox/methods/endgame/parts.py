"""One partition: what a worker reads, solves and writes.

A worker shares nothing with others but a folder: it reads the files of the partitions that its own leads to, waits for
those that somebody is still writing, and writes its own, under another name until it is whole. So the work can be cut
off anywhere and goes on from what is there, and it does not matter how many workers there are, or where.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outfox.formats.container import ArrayFile
from outfox.kernel.link import compiled
from outfox.kernel.slots import Ints
from outfox.methods.endgame import kernels, packing, rank
from outfox.methods.endgame.board import Board, board_of
from outfox.methods.endgame.rank import FEWEST, POINTS, Counts
from outfox.methods.endgame.tables import MOVERS, WHAT, Part, part_path, read_part, table_file, table_path, write_part
from outfox.rules.errors import OutfoxError

_join, _sweep = compiled(kernels.join), compiled(kernels.sweep)
_fold, _unfold = compiled(packing.fold), compiled(packing.unfold)

_PAUSE = 0.002
_PATIENCE = 600.0


@dataclass(frozen=True)
class PartSolver:
    """Solves partitions; can be sent to another process.

    Attributes
    ----------
    game
        The spec of the rules.
    folder
        Where the files are.
    """

    game: str
    folder: Path

    def __call__(self, counts: Counts) -> Part:
        """Solve a partition, or find it solved."""
        path = part_path(self.folder, counts)
        found = read_part(path, self.game)
        if found is not None:
            return found
        begun = time.process_time()
        board = board_of(self.game)
        solved = _solved(board, counts, *self._ups(board, counts), *self._takes(board, counts))
        *masks, valued, sweeps = solved
        wins, size = np.zeros(4, np.int64), POINTS - sum(counts)
        arrays = {mover: np.zeros(rank.part_bytes(counts) // 8, np.int64) for mover in MOVERS}
        _fold(board, _ints(counts), *masks, size, arrays["foxes"], arrays["sheep"], wins)
        part = Part(counts, tuple(wins.tolist()), valued, sweeps, time.process_time() - begun)
        write_part(path, self.game, part, arrays)
        return part

    def _ups(self, board: Board, counts: Counts) -> tuple[Ints, Ints, Ints]:
        """Return where what steps up lead to begins, its strides, and what it is worth."""
        return self._neighbours(board, [rank.after_step(counts, row) for row in range(len(counts))], "foxes")

    def _takes(self, board: Board, counts: Counts) -> tuple[Ints, Ints, Ints]:
        """Return the same for captures; nothing where each of them wins for the foxes."""
        lead = [rank.after_capture(counts, row) if sum(counts) > FEWEST else None for row in range(len(counts))]
        return self._neighbours(board, lead, "sheep")

    def _neighbours(self, board: Board, lead: list[Counts | None], mover: str) -> tuple[Ints, Ints, Ints]:
        begins, steps, total = np.full(7, -1, np.int64), np.zeros((7, 7), np.int64), 0
        for row, counts in enumerate(lead):
            if counts is not None:
                begins[row], steps[row] = total, rank.strides(counts)
                total += rank.configurations(counts)
        masks = np.empty(2 * total, np.int64)
        for row, counts in enumerate(lead):
            if counts is not None:
                words, number = self._words(counts, mover), rank.configurations(counts)
                size, ended = POINTS - sum(counts), mover == "foxes"
                _unfold(board, _ints(counts), words, size, ended, masks, int(begins[row]), number)
        return begins, steps.reshape(-1), masks

    def _words(self, counts: Counts, mover: str) -> Ints:
        """Return a partition's masks as they are packed, once somebody has written them."""
        whole = table_path(self.folder, sum(counts))
        if whole.exists():
            return table_file(whole).words(counts, mover)
        path, waited = part_path(self.folder, counts), time.monotonic()
        while not path.exists():
            if time.monotonic() - waited > _PATIENCE:
                raise OutfoxError(f"{path} is missing: nobody has solved it; begin again")
            time.sleep(_PAUSE)
        return np.array(ArrayFile(path, WHAT).array(mover))


def _solved(
    board: Board,
    counts: Counts,
    up_at: Ints,
    up_strides: Ints,
    ups: Ints,
    take_at: Ints,
    take_strides: Ints,
    takes: Ints,
) -> tuple[Ints, Ints, Ints, int, int]:
    """Return base, after and turn of a partition, configurations valued, sweeps."""
    number, here, strides = rank.configurations(counts), _ints(counts), rank.strides(counts)
    base, after, turn = (np.empty(words * number, np.int64) for words in (kernels.BASE, 2, 2))
    _join(board, here, up_at, up_strides, ups, take_at, take_strides, takes, base, after)
    waiting = np.ones(number, np.uint8)
    valued, sweeps, more = 0, 0, number
    while more:
        more = int(_sweep(board, here, strides, base, after, turn, waiting, sweeps % 2 == 1))
        valued, sweeps = valued + more, sweeps + 1
    return base, after, turn, valued, sweeps


def _ints(values: Any) -> Ints:
    return np.array(values, np.int64)
