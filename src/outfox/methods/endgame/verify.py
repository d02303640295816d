"""Verifies endgame tables by other means than those that made them.

What is proven. A table is right where two things hold, for each partition after those that it leads to:

1. Every value is the best among those that the moves lead to. Then no win is missing: the states of which the table
   says that a side wins are a fixed point of "can move to a win, or is moved to one whatever the other side does", and
   the states truly won are the least one.
2. Every win can be established from ends of play and from wins that are established: passes over the partition, from
   none at all, reach each of them. Then no win is false; values that fit each other do not show that, since two states
   may call each other won for ever.

Both are tested for every state, by lists of neighbours made from the drawn lines, one fox and one move at a time. Two
foxes lead to tables of one, whose wins count as established: they are to be verified too.
`compare` tests the first for a random sample by the rules of the game as they stand.

Time: a pass over all states, and passes over the wins that are not established. Memory: some partitions a worker, and a
byte for each state of one; the comparison takes the table and the one below it.

Status: proven (tables with a single bit changed, and ones with unfounded wins, are refused in the tests)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.link import compiled
from outfox.methods.endgame import certify, founded, rank
from outfox.methods.endgame.board import board_of, configurations_at
from outfox.methods.endgame.compare import compare_sample
from outfox.methods.endgame.endgames import Endgames
from outfox.methods.endgame.graph import lines_of
from outfox.methods.endgame.rank import Counts
from outfox.methods.endgame.tables import FOXES, TableFile
from outfox.rules import load
from outfox.rules.errors import DamagedFile
from outfox.workers.pool import Workers, kept, map_tasks

_examine, _establish = compiled(certify.examine), compiled(founded.establish)
SAMPLE = 10_000_000
"""States that are compared with the rules themselves, for each number of sheep."""


@dataclass(frozen=True)
class Verified:
    """What was tested of one number of foxes and of sheep.

    Attributes
    ----------
    foxes, sheep
        How many.
    states
        Tested and found right: all of them.
    compared
        Of these, at random, by the game's own rules.
    passes
        Most passes that a partition took until every win was established.
    """

    foxes: int
    sheep: int
    states: int
    compared: int
    passes: int


def verify_endgames(
    tables: Endgames,
    folder: str | Path,
    workers: Workers = 1,
    progress: Callable[[float, str], None] | None = None,
    chosen: Collection[tuple[int, int]] | None = None,
    sample: int = SAMPLE,
) -> list[Verified]:
    """Test every state of all tables.

    Parameters
    ----------
    tables
        What is to be tested.
    folder
        Where they are.
    workers
        Processes, or a Ray cluster whose machines all see the folder.
    progress
        Called with the share done, 0 to 1, and a short text.
    chosen
        Foxes and sheep of the tables to test; default: all. A proof needs those of fewer foxes and sheep too.
    sample
        States of each table to compare with the rules themselves.

    Returns
    -------
    list of Verified

    Raises
    ------
    DamagedFile
        Where a table is wrong; the message names a position that shows it.
    """
    wanted = [
        table
        for foxes in FOXES
        for table in tables.of(foxes).values()
        if chosen is None or (foxes, table.sheep) in chosen
    ]
    weights = [_states(table) for table in wanted]
    found, place = [], Path(folder).resolve()  # a worker may stand in another folder
    with kept(workers) as crew:
        for k, table in enumerate(wanted):
            begin, share = sum(weights[:k]) / sum(weights), weights[k] / sum(weights)
            tell = None if progress is None else partial(_tell, progress, begin, share, table)
            passes = _verify_table(table, PartVerifier(tables.game.spec, place, table.foxes, table.sheep), crew, tell)
            compared = compare_sample(tables, table.foxes, table.sheep, min(sample, weights[k]))
            found.append(Verified(table.foxes, table.sheep, weights[k], compared, passes))
    return found


def _tell(progress: Callable[[float, str], None], begin: float, share: float, table: TableFile, done: float) -> None:
    progress(begin + share * done, f"verify {FOXES[table.foxes]}, {table.sheep} sheep")


def _states(table: TableFile) -> int:
    return 2 * comb(rank.POINTS - table.sheep, table.foxes) * int(table.header["configurations"])


def _verify_table(table: TableFile, task: PartVerifier, crew: Workers, tell: Callable[[float], None] | None) -> int:
    """Test every state of a table; return the most passes that a partition took."""
    wins, passes, done = np.zeros(4, np.int64), 0, 0
    for counts, (claims, most) in zip(table.partitions, map_tasks(task, table.partitions, crew), strict=True):
        wins += claims
        passes = max(passes, most)
        done += rank.configurations(counts)
        if tell is not None:
            tell(done / table.header["configurations"])
    if wins.tolist() != table.header["wins"]:
        raise DamagedFile(f"{table.path} is wrong: it has other numbers of wins than its header says")
    return passes


@dataclass(frozen=True)
class PartVerifier:
    """Tests partitions of one number of foxes and of sheep; can be sent to another process.

    Attributes
    ----------
    game
        The spec of the rules.
    folder
        Where the tables are.
    foxes, sheep
        How many.
    """

    game: str
    folder: Path
    foxes: int
    sheep: int

    def __call__(self, counts: Counts) -> tuple[list[int], int]:
        """Test a partition; return its wins as the header counts them, and the passes that it took.

        Raises
        ------
        DamagedFile
        """
        needed, two = _needed(self.foxes, counts), self.foxes == 2
        table, lines = _tables(self.game, self.folder).probe_of(needed), lines_of(self.game)
        wins = np.zeros(4, np.int64)
        flocks = configurations_at(board_of(self.game), counts, np.arange(rank.configurations(counts)))
        own = np.append(table.begins[rank.slot(self.foxes, counts) :][:2], table.begins[rank.slot(1, counts)])
        sure = np.zeros(2 * len(flocks) * comb(rank.POINTS - self.sheep, self.foxes), np.uint8)
        wrong = int(_examine(table, lines, flocks, own, two, wins))
        if wrong != certify.RIGHT:
            self._refuse(counts, f"a wrong value with sheep on {self._points(flocks[wrong])}")
        again, passes, more, established = np.ones(len(flocks), np.uint8), 0, 1, 0
        while more:
            more = int(_establish(table, lines, flocks, own, two, sure, again, passes % 2 == 1))
            passes, established = passes + 1, established + more
        if established != wins.sum():
            self._refuse(counts, f"{wins.sum() - established:,} wins that are never reached")
        return wins.tolist(), passes

    def _points(self, sheep: Any) -> str:
        names = load(self.game).constant("NAMES")
        return " ".join(names[k] for k in range(len(names)) if sheep >> k & 1)

    def _refuse(self, counts: Counts, what: str) -> None:
        where = f"{FOXES[self.foxes]}, {self.sheep} sheep, {rank.name(counts)} in the rows"
        raise DamagedFile(f"the endgame table is wrong ({where}): it has {what}")


@cache
def _tables(game: str, folder: Path) -> Endgames:
    return Endgames(load(game), folder)


def _needed(foxes: int, counts: Counts) -> list[tuple[int, Counts, str]]:
    """Return what the moves from a partition lead to, with who is to move then: itself, steps up, captures, a fox less.

    A fox is removed at the end of a turn of the sheep only, so what is left is where they went, or where they were.
    """
    rows = range(len(counts))
    ups = [up for row in rows if (up := rank.after_step(counts, row)) is not None]
    takes = [less for row in rows if (less := rank.after_capture(counts, row)) is not None]
    ended = [(number, after, "foxes") for number in range(1, foxes + 1) for after in (counts, *ups)]
    captured = [(foxes, after, "sheep") for after in takes] if sum(counts) > rank.FEWEST else []
    return [*ended, (foxes, counts, "sheep"), *captured]
