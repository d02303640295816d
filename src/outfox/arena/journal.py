"""`Journal`: games written to a file as they end, so that a match that was killed goes on where it was."""

from __future__ import annotations

import importlib.util
import io
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from outfox.formats.records import GameRecord, load_whole_records, write_jsonl, write_text
from outfox.rules.errors import OutfoxError


class Journal:
    """A file of records that grows game by game; a context manager.

    Each game is handed to the system whole before the next one is played. What kill -9 leaves is the games that were
    finished, and perhaps a part of one more, which `resume` leaves out and plays again.

    Parameters
    ----------
    path
        JSON lines where its name ends in ``.jsonl``, else text.
    resume
        Go on with the games in the file; without a file, begin one.

    Raises
    ------
    OutfoxError
        Where there is a file that is not to be resumed, or another match writes to it.
    DamagedFile
        Where it holds something else.
    """

    def __init__(self, path: str | Path, *, resume: bool = False) -> None:
        self.path = Path(path).expanduser()
        self.games: list[GameRecord] = []
        self._resume = resume
        self._file: io.FileIO | None = None

    def __enter__(self) -> Journal:
        there = self.path.exists() and self.path.stat().st_size > 0
        if there and not self._resume:
            raise OutfoxError(f"{self.path} is there already: resume goes on with its games, or choose another file")
        self._file = self.path.open("ab", buffering=0)
        try:
            self._lock()
            if there:
                self.games, length = load_whole_records(self.path)
                os.truncate(self.path, length)
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def __iter__(self) -> Iterator[GameRecord]:
        return iter(self.games)

    def append(self, record: GameRecord) -> None:
        """Write a game.

        Raises
        ------
        OSError
            Where the disk is full, and the like; the games before it are safe.
        """
        assert self._file is not None, "a journal is a context manager"
        if self.path.suffix == ".jsonl":
            text = write_jsonl([record])
        else:
            text = "\n" * bool(self.games) + write_text([record])
        left = memoryview(text.encode())
        try:
            while left:
                left = left[self._file.write(left) :]  # all at once, unless the disk is full
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self.games.append(record)

    def _lock(self) -> None:
        """Keep a second match from writing its games between these; where the system has no such locks, trust."""
        if importlib.util.find_spec("fcntl") is None:
            return
        import fcntl

        assert self._file is not None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OutfoxError(f"{self.path} is being written by another match") from None
        except OSError:
            return  # a file system without locks
