"""`Unfinished`: rows of a long computation in a file, so that the same command goes on with them.

The file is written now and then and when somebody stops the work; a new one replaces the one before when it is whole.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from outfox.formats.container import ArrayFile, write_arrays
from outfox.kernel.runtime import JIT
from outfox.rules.errors import DamagedFile

KIND = "outfox unfinished response 1"
WHAT = "unfinished best response"
SECONDS = 60.0
ADVICE = "delete it to begin anew"


def fingerprint(arrays: Iterable[Any]) -> str:
    """Return a text that is the same for the same arrays.

    Examples
    --------
    >>> fingerprint([np.arange(3)]) == fingerprint([np.arange(3)]), len(fingerprint([]))
    (True, 64)
    """
    digest = hashlib.sha256()
    for array in arrays:
        one = np.ascontiguousarray(array)
        digest.update(f"{one.dtype.str} {one.shape}\n".encode() + one.tobytes())
    return digest.hexdigest()


class Unfinished:
    """Keeps rows in a file.

    Parameters
    ----------
    path
        The file; what is in it is gone on with.
    about
        What says which work it is: it must be the same.
    seconds
        Between two times that it is written.
    say
        Called with a line for people.

    Attributes
    ----------
    done : int
        How many rows are done: 0 where there was no file.
    rows
        What the file had.

    Raises
    ------
    DamagedFile
        Where there is a file that is no such one, is damaged, or is of other work.
    """

    def __init__(
        self, path: str | Path, about: str, *, seconds: float = SECONDS, say: Callable[[str], None] | None = None
    ) -> None:
        self.path, self._about, self._pause = Path(path), about, seconds
        self._say = say or (lambda _: None)
        self._last = time.perf_counter()
        self.done, self.rows = 0, np.zeros(0)
        if self.path.exists():
            self._open()

    def _open(self) -> None:
        try:
            file = ArrayFile(self.path, WHAT, KIND)
            if file.header["about"] != self._about:
                raise DamagedFile(f"{self.path} is of another opponent, other seats or other flops")
            rows = file.array("rows").copy()
        except DamagedFile as error:
            raise DamagedFile(f"{str(error).partition(';')[0]}; {ADVICE}") from None
        if not np.isfinite(rows).all():
            raise DamagedFile(f"{self.path} has values that are no numbers; {ADVICE}")
        self.done, self.rows = int(file.header["done"]), rows
        self._say(f"going on with {self.path}: {self.done:,} of {len(rows):,} flops")

    def offer(self, done: int, rows: Any) -> None:
        """Keep the rows if it is time."""
        if time.perf_counter() - self._last < self._pause:
            return
        try:
            self.keep(done, rows)
        except OSError as error:
            self._pause = float("inf")
            self._say(f"{self.path} cannot be written ({error.strerror or error}): going on without it")

    def keep(self, done: int, rows: Any) -> None:
        """Write the rows down.

        Raises
        ------
        OSError
        """
        if not JIT:
            return  # interpreted kernels are interrupted anywhere
        write_arrays(self.path, {"kind": KIND, "about": self._about, "done": done}, {"rows": rows})
        self._last = time.perf_counter()

    def finish(self) -> None:
        """Take the file away: the work is done."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
