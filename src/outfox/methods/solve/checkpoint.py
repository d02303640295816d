"""`Checkpoint`: unfinished work beside the table that it is for, so that the same command goes on with it.

What is kept are the states that were found, their edges as far as these are kept at all, and the values of the parts
that are solved; the hash table is made again. It is written now and then, and when somebody stops the work, to a file
of its own that replaces the one before when it is whole (`outfox.formats.container`): whatever happens, at most the
work since then is lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from glob import escape
from pathlib import Path
from types import TracebackType
from typing import Any

from outfox.formats.container import PART, ArrayFile, write_arrays
from outfox.kernel.graph import Parts
from outfox.kernel.runtime import JIT
from outfox.rules.errors import DamagedFile
from outfox.rules.position import Position

KIND = "outfox unfinished table 1"
WHAT = "unfinished table"

MINUTES = 5.0

DEAREST = 20
"""At least so many times what a checkpoint takes to write is worked before the next."""


class Checkpoint:
    """Keeps the unfinished work on one table; a context that keeps it when it is interrupted.

    Parameters
    ----------
    table
        The file that the table will be in; the unfinished one stands beside it.
    position
        What is solved.
    symmetry
        As for `solve`.
    minutes
        Between two checkpoints.
    say
        Called with a line for people.

    Attributes
    ----------
    path : Path
        The file.
    merged : bool or None
        Whether states are merged with their images; None where that is to be decided.
    spent : (float, float)
        Seconds by the clock and of the processor that earlier processes took.

    Raises
    ------
    DamagedFile
        Where there is a file that is no such one, is damaged, or is for another game, other rules or another start.
    """

    def __init__(
        self,
        table: str | Path,
        position: Position,
        *,
        symmetry: bool | None = None,
        minutes: float = MINUTES,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self.path = Path(f"{table}.unfinished")
        self.merged: bool | None = None
        self.spent = 0.0, 0.0
        self._say = say or (lambda _: None)
        self._position, self._pause = position, 60 * minutes
        self._begun = self._last = time.perf_counter()
        self._cpu = time.process_time()
        self._source: Callable[[], Parts] | None = None
        self._taken = self._open(symmetry) if self.path.exists() else None

    def _open(self, symmetry: bool | None) -> Parts:
        game, advice = self._position.game, "delete it to begin anew"
        try:
            file = ArrayFile(self.path, WHAT)
            header = file.header
            if header.get("kind") != KIND:
                raise DamagedFile(f"{self.path} is no unfinished table that this outfox reads; {advice}")
            if header["rules_key"] != game.rules_key:  # names differ from folder to folder, where rules do not
                if header["game"] != game.spec:
                    raise DamagedFile(f"{self.path} is work on {header['game']}, not on {game.spec}; {advice}")
                raise DamagedFile(f"{self.path} was begun with other rules of {game.spec} than these; {advice}")
            if header["start"] != self._position.text:
                raise DamagedFile(f"{self.path} was begun from another position of {game.spec}; {advice}")
            if symmetry is not None and symmetry != header["merged"]:
                raise DamagedFile(f"{self.path} was begun with another --merge; {advice}")
            arrays = {name: file.array(name) for name in header["arrays"]}
        except DamagedFile as error:
            text = str(error)
            raise DamagedFile(text if advice in text else f"{text.partition(';')[0]}; {advice}") from None
        self.merged, self.spent = bool(header["merged"]), (header["seconds"], header["cpu_seconds"])
        self._say(f"going on with {self.path}: {header['how_far']}")
        return header, arrays

    def taken(self) -> Parts | None:
        """Return what an earlier process kept."""
        return self._taken

    def offer(self, parts: Callable[[], Parts]) -> None:
        """Take it that `parts` returns how far the work is, and keep it if it is time."""
        self._source = parts
        if time.perf_counter() - self._last >= self._pause:
            try:
                self._write()
            except OSError as error:
                self._pause = float("inf")
                self._say(f"{self.path} cannot be written ({error.strerror or error}): going on without it")

    def _write(self) -> None:
        assert self._source is not None
        begun = time.perf_counter()
        facts, arrays = self._source()
        write_arrays(self.path, {**self._header(), **facts, "how_far": _how_far(facts, arrays)}, arrays)
        self._last = time.perf_counter()
        self._pause = max(self._pause, DEAREST * (self._last - begun))

    def _header(self) -> dict[str, Any]:
        game = self._position.game
        return {
            "kind": KIND,
            "game": game.spec,
            "rules_key": game.rules_key,
            "start": self._position.text,
            "merged": self.merged,
            "seconds": self.spent[0] + time.perf_counter() - self._begun,
            "cpu_seconds": self.spent[1] + time.process_time() - self._cpu,
        }

    def done(self) -> None:
        """Remove the file, and what a process left that was killed while it wrote one: the table is written."""
        self._source = None
        self.path.unlink(missing_ok=True)
        for part in self.path.parent.glob(f".{escape(self.path.name)}.*{PART}"):
            part.unlink(missing_ok=True)

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Interpreted kernels are interrupted anywhere, and what they leave behind need not fit together.
        if isinstance(error, KeyboardInterrupt) and self._source is not None and JIT:
            self._say(f"stopping: what is done goes to {self.path} (Ctrl-C again: it does not)")
            try:
                self._write()
            except OSError as failed:
                self._say(f"{self.path} cannot be written ({failed.strerror or failed})")
            else:
                self._say("the same command goes on from there")


def _how_far(facts: dict[str, Any], arrays: dict[str, Any]) -> str:
    """Say how far the work is."""
    found, expanded = len(arrays["keys"]) // max(int(facts["words"]), 1), len(arrays["who"])
    if "solved" in facts:
        return f"{found:,} states, {facts['solved']:,} of them solved"
    if "sweeps" in facts:
        return f"{found:,} states, {facts['sweeps']:,} sweeps"
    return f"{found:,} states found, {expanded:,} expanded"
