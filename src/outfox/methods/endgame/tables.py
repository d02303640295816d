"""Endgame tables on disk: one file for each number of foxes and of sheep, looked up a position at a time.

A file holds two arrays of bytes, one for each side to move; in them the partitions follow each other in the order in
which they were solved. The container tests every MiB when it is first touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from outfox.formats.container import ArrayFile, write_arrays
from outfox.kernel.slots import Ints
from outfox.methods.endgame import rank
from outfox.methods.endgame.rank import Counts
from outfox.rules import load
from outfox.rules.errors import DamagedFile, NotSupported

KIND = "outfox endgame 1"
PART_KIND = "outfox endgame part 1"
WHAT = "endgame table"
MOVERS = ("foxes", "sheep")
"""Who is to move: the names of the arrays."""


@dataclass(frozen=True)
class Part:
    """A solved partition.

    Attributes
    ----------
    counts
        Sheep in each row.
    wins
        With the foxes to move the wins of the foxes and of the sheep, then with the sheep to move.
    valued
        How often a configuration was valued.
    sweeps
        Passes over the partition.
    cpu_seconds
        What it took.
    """

    counts: Counts
    wins: tuple[int, ...]
    valued: int
    sweeps: int
    cpu_seconds: float


FOXES = {1: "one fox", 2: "two foxes"}
"""The numbers of foxes, in words."""


def table_path(folder: Path, sheep: int, foxes: int = 1) -> Path:
    """Return the file of all partitions with a number of sheep and of foxes."""
    return folder / f"{FOXES[foxes].replace(' ', '-')}-{sheep}.table"


def part_path(folder: Path, counts: Counts, foxes: int = 1) -> Path:
    """Return the file of one partition, until all are there."""
    parts = f"parts-{sum(counts)}" if foxes == 1 else f"parts-two-foxes-{sum(counts)}"
    return folder / parts / f"{rank.name(counts)}.part"


class TableFile:
    """The table of one number of foxes and of sheep.

    Attributes
    ----------
    path : Path
    header : dict
        What the solver noted.
    foxes, sheep : int
    partitions : list of Counts
        Those that are in it.
    begins : dict
        Where each partition begins, in bytes, in either array.
    length : int
        Of either array, in bytes.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = ArrayFile(path, WHAT, KIND)
        self.header = self._file.header
        self.foxes: int = self.header["foxes"]
        self.sheep: int = self.header["sheep"]
        self.partitions = [rank.named(text) for text in self.header["partitions"]]
        sizes = [rank.part_bytes(counts, self.foxes) for counts in self.partitions]
        places = np.cumsum([0, *sizes]).tolist()
        self.begins: dict[Counts, int] = dict(zip(self.partitions, places, strict=False))
        self.length: int = places[-1]

    def words(self, counts: Counts, mover: str) -> Ints:
        """Return the masks of a partition as they are packed: a copy, tested."""
        begin = self.begin(counts)
        return np.array(self.array(mover)[begin : begin + rank.part_bytes(counts, self.foxes)]).view(np.int64)

    def begin(self, counts: Counts) -> int:
        """Return where a partition begins.

        Raises
        ------
        NotSupported
            Where it is not in the table.
        """
        if counts not in self.begins:
            raise NotSupported(f"{self.path} does not have the partition {rank.name(counts)}")
        return self.begins[counts]

    def array(self, mover: str) -> Any:
        """Return all the bytes for a side to move, tested."""
        return np.asarray(self._file.array(mover))

    def byte(self, mover: str, at: int) -> int:
        """Return one byte; only the MiB that it is in is tested."""
        return int(self._file.row(mover, at))


@cache
def table_file(path: Path) -> TableFile:
    """Return a table, opened once."""
    return TableFile(path)


def write_part(path: Path, game: str, foxes: int, part: Part, arrays: Mapping[str, Any]) -> None:
    """Write a partition's file."""
    header = {
        "kind": PART_KIND,
        "game": game,
        "rules_key": _rules_key(game),
        "foxes": foxes,
        "counts": part.counts,
        "wins": part.wins,
        "valued": part.valued,
        "sweeps": part.sweeps,
        "cpu_seconds": part.cpu_seconds,
    }
    write_arrays(path, header, arrays)


def read_part(path: Path, game: str, foxes: int = 1) -> Part | None:
    """Return what a file says of its partition; None where there is none that is sound and of these rules."""
    try:
        header = ArrayFile(path, WHAT).header
    except (FileNotFoundError, DamagedFile):
        return None
    if header.get("kind") != PART_KIND or header["rules_key"] != _rules_key(game) or header.get("foxes", 1) != foxes:
        return None
    work = [header[name] for name in ("valued", "sweeps", "cpu_seconds")]
    return Part(tuple(header["counts"]), tuple(header["wins"]), *work)


@cache
def _rules_key(game: str) -> str:
    return load(game).rules_key


def join_parts(
    folder: Path, game: str, rules_key: str, foxes: int, parts: Sequence[Part], facts: dict[str, Any]
) -> Path:
    """Write the partitions of one number of foxes and of sheep into one file.

    Parameters
    ----------
    parts
        In the order in which they were solved.
    facts
        What else to note in the header.

    Returns
    -------
    Path
    """
    sheep = sum(parts[0].counts)
    path = table_path(folder, sheep, foxes)
    files = [part_path(folder, part.counts, foxes) for part in parts]
    total = sum(rank.part_bytes(part.counts, foxes) for part in parts)
    header = {
        "kind": KIND,
        "game": game,
        "rules_key": rules_key,
        "foxes": foxes,
        "sheep": sheep,
        "partitions": [rank.name(part.counts) for part in parts],
        "configurations": sum(rank.configurations(part.counts) for part in parts),
        "wins": np.sum([part.wins for part in parts], 0).tolist(),
        **facts,
    }
    write_arrays(path, header, {mover: _joined(files, mover, total) for mover in MOVERS})
    return path


def _joined(files: Sequence[Path], mover: str, total: int) -> Any:
    """Return the bytes of all parts, in a file beside them: they may be more than there is memory."""
    whole, at = np.memmap(files[0].parent / f".{mover}", np.uint8, "w+", shape=(total,)), 0
    for file in files:
        array = ArrayFile(file, WHAT).array(mover).view(np.uint8)
        whole[at : at + len(array)] = array
        at += len(array)
    return whole
