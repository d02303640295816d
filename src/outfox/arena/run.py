"""`Run`: games at a table, one after the other or by workers; those that a file of records has are not played again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TypeAlias

from outfox.arena.journal import Journal
from outfox.arena.table import Played, Table, Task
from outfox.formats.records import GameRecord
from outfox.rules.errors import OutfoxError
from outfox.workers.pool import map_tasks

Progress: TypeAlias = Callable[[float, str], None]


@contextmanager
def open_table(table: Table, records: str | Path, resume: bool) -> Iterator[Journal | None]:
    """Open the file of a table's games, if there is to be one; in the end close it, and have the players stand up.

    Parameters
    ----------
    table
        Where the games are played.
    records, resume
        As in `outfox.arena.match`.
    """
    with ExitStack() as stack:
        stack.callback(table.stand_up)
        yield stack.enter_context(Journal(records, resume=resume)) if records else None


class Run:
    """Tasks at a table, those in the journal taken as played.

    Parameters
    ----------
    table, tasks
        Who plays what, and the games in the order in which they count.
    journal
        Where games are read from and written to; None: nowhere.
    progress
        As in `outfox.arena.match`.

    Attributes
    ----------
    records : list of GameRecord
        The games played so far, in the order of the tasks.
    resumed
        How many of them were read from the journal.
    decision
        What ended the run before its last task; None where nothing did.
    interrupted, seconds, cpu_seconds
        Whether Ctrl-C did; and the time of the games that were played now.
    """

    def __init__(
        self, table: Table, tasks: Sequence[Task], journal: Journal | None, progress: Progress | None = None
    ) -> None:
        self.table, self.tasks, self.journal, self.progress = table, tasks, journal, progress
        self.records: list[GameRecord] = []
        self.decision: str | None = None
        self.interrupted, self.seconds, self.cpu_seconds = False, 0.0, 0.0
        self.resumed = 0
        self._read = self._matched()

    def _matched(self) -> dict[Task, GameRecord]:
        """Return the journal's games by task; refuse games of another match."""
        by_key = {task.key: task for task in self.tasks}
        found: dict[Task, GameRecord] = {}
        for record in self.journal or ():
            task = by_key.get(record.task)
            if task is None and len(record.task) != len(self.tasks[0].key):
                self._refuse_other(record, self.tasks[0])
            if task is not None:
                self._refuse_other(record, task)
                found[task] = record
        return found

    def _refuse_other(self, record: GameRecord, task: Task) -> None:
        try:
            self.table.refuse_other(record, task)
        except OutfoxError as error:
            assert self.journal is not None
            raise OutfoxError(f"{self.journal.path}: {error}") from None

    def play(self, workers: int, watch: Callable[[GameRecord], str | None] | None = None) -> None:
        """Play the tasks that are missing.

        Parameters
        ----------
        workers
            Processes.
        watch
            Called with each game in order; what it returns, if anything, ends the run.
        """
        before = time.perf_counter()
        missing = [task for task in self.tasks if task not in self._read]
        try:
            self.table.sit_down()  # here first: what has to be compiled is compiled once, and the workers find it
            if workers > 1:
                self.table.stand_up()  # and have programs of their own
            before = time.perf_counter()
            with closing(map_tasks(self.table, missing, workers, self._counting(len(missing)))) as results:
                for task in self.tasks:
                    self.resumed += task in self._read
                    self.records.append(self._read[task] if task in self._read else self._keep(next(results)))
                    self.decision = watch(self.records[-1]) if watch is not None else None
                    if self.decision is not None:
                        break
        except KeyboardInterrupt:
            self.interrupted = True
        self.seconds = time.perf_counter() - before

    def _keep(self, played: Played) -> GameRecord:
        self.cpu_seconds += played.cpu_seconds
        if self.journal is not None:
            self.journal.append(played.record)
        return played.record

    def _counting(self, missing: int) -> Progress | None:
        progress, total = self.progress, len(self.tasks)
        if progress is None:
            return None
        return lambda share, _: progress(
            (total - missing + share * missing) / total,
            f"{total - missing + round(share * missing):,} of {total:,} games",
        )
