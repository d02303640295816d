"""One partition: what a worker reads, solves and writes.

A worker shares nothing with others but a folder: it reads the files of the partitions that its own leads to, waits for
those that somebody is still writing, and writes its own, under another name until it is whole. So the work can be cut
off anywhere and goes on from what is there, and it does not matter how many workers there are, or where.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outfox.formats.container import ArrayFile
from outfox.kernel.slots import Ints
from outfox.methods.endgame.board import board_of
from outfox.methods.endgame.rank import Counts
from outfox.methods.endgame.solving import solved
from outfox.methods.endgame.tables import WHAT, Part, part_path, read_part, table_file, table_path, write_part
from outfox.rules.errors import OutfoxError

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
    foxes
        1 or 2; for two the tables of one fox must be there.
    """

    game: str
    folder: Path
    foxes: int = 1

    def __call__(self, counts: Counts) -> Part:
        """Solve a partition, or find it solved."""
        path = part_path(self.folder, counts, self.foxes)
        found = read_part(path, self.game, self.foxes)
        if found is not None:
            return found
        begun = time.process_time()
        arrays, wins, valued, sweeps = solved(board_of(self.game), self.foxes, counts, self._words)
        part = Part(counts, tuple(wins), valued, sweeps, time.process_time() - begun)
        write_part(path, self.game, self.foxes, part, arrays)
        return part

    def _words(self, foxes: int, counts: Counts, mover: str) -> Ints:
        """Return a partition's masks as they are packed, once somebody has written them."""
        whole = table_path(self.folder, sum(counts), foxes)
        if whole.exists():
            return table_file(whole).words(counts, mover)
        path, waited = part_path(self.folder, counts, foxes), time.monotonic()
        while not path.exists():
            if time.monotonic() - waited > _PATIENCE:
                raise OutfoxError(f"{path} is missing: nobody has solved it; begin again")
            time.sleep(_PAUSE)
        return np.array(ArrayFile(path, WHAT).array(mover))
