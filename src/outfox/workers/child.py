"""A Python process of its own that is told lines and tells lines: how it begins, is heard and ends."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

_ENDING = 3.0
"""Seconds for the last lines of a process that has ended."""


class Child:
    """A process that runs a program given as text.

    It leads a session of its own: Ctrl-C reaches the caller only, which may ask it to stop, or end it.

    Parameters
    ----------
    program
        Python.
    arguments
        What it finds in ``sys.argv``, from 1.
    """

    def __init__(self, program: str, *arguments: str) -> None:
        # The first half is what POSIX has for a session, the other what Windows has.
        apart: dict[str, Any] = (
            {"start_new_session": True}
            if os.name == "posix"
            else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            **apart,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(None)

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def tell(self, line: str) -> None:
        """Write it a line; nothing happens where it hears no more."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def hear(self, seconds: float) -> str | None:
        """Return its next line; None where there will be no more.

        Raises
        ------
        TimeoutError
            Where it says nothing for so long.
        """
        try:
            return self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise TimeoutError from None

    def code(self) -> int:
        """Wait for its end and return its exit code; minus a signal's number where that ended it."""
        return self._process.wait()

    def close(self) -> None:
        """End it with all that it has started, if it still runs."""
        if self.runs:
            self._kill()
        self._process.wait()
        self._reader.join(_ENDING)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _kill(self) -> None:
        if os.name == "posix":  # the group is its own
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
