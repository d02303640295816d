"""Running somebody's code in a process of its own, step by step, with limits of time and memory.

The process runs one function of outfox, which says what it does next and how long that may take, and sends what it
finds. Whatever the code does in there (a loop without end, a full memory, a crash), the caller gets one error that
says so, with the line where it stood. It is no sandbox: the code may do whatever the user may do.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import suppress
from typing import Any

from outfox.rules.errors import OutfoxError

_BOOT = """
import json, sys
request = json.loads(sys.stdin.readline())
sys.path[:] = request["path"]
from outfox.workers.confined_child import serve
serve(request)
"""
_ASKING = 1.0
"""Seconds for the process to say where it stands before it is ended."""

STARTING = 60.0
"""Seconds for a new process to begin."""

MEMORY = 2 * 2**30
"""Bytes that the code may use beside what Python itself needs."""


class Ended(OutfoxError):
    """The process passed a limit or ended by itself.

    Attributes
    ----------
    how
        In words: ``did not come back within 10 s``.
    doing
        The step that it had begun.
    line
        The line of the watched file where it stood, or None.
    """

    def __init__(self, how: str, doing: str, line: int | None = None) -> None:
        super().__init__(how, doing, line)
        self.how, self.doing, self.line = how, doing, line

    def __str__(self) -> str:
        where = f" in line {self.line}" if self.line else ""
        return f"{self.doing} {self.how}{where}"


class Confined:
    """A process that runs one function, and what it sends.

    Parameters
    ----------
    entry
        ``module:function``, called with the request and a function `say`. ``say("step", name=..., seconds=...)``
        begins a step; any other kind of message goes to the caller.
    request
        For the function; JSON.
    watch
        The file whose line is told where a step does not end.
    memory
        In bytes.
    """

    def __init__(self, entry: str, request: dict[str, Any], *, watch: str = "", memory: int = MEMORY) -> None:
        self.doing = "starting"
        self.line: int | None = None
        self._allowed, self._deadline = STARTING, time.monotonic() + STARTING
        # A session of its own: Ctrl-C reaches the caller only, which ends the process.
        apart: dict[str, Any] = (
            {"start_new_session": True}
            if os.name == "posix"
            else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BOOT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            **apart,
        )
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        whole = {"path": sys.path, "entry": entry, "request": request, "watch": watch, "memory": memory}
        self._tell(json.dumps(whole))

    def __enter__(self) -> Confined:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def messages(self) -> Generator[dict[str, Any], None, None]:
        """Yield what the process sends, until its function returns.

        Raises
        ------
        Ended
            Where it does not come so far.
        """
        while True:
            try:
                message = self._messages.get(timeout=min(0.2, max(0.01, self._deadline - time.monotonic())))
            except queue.Empty:
                self._look_at_the_clock()
                continue
            if message is None:
                raise Ended(ending(self._process.wait()), self.doing, self.line)
            if message["kind"] == "done":
                return
            if message["kind"] == "step":
                self.doing, self._allowed = message["name"], message["seconds"]
                self._deadline = time.monotonic() + self._allowed
            else:
                yield message

    def close(self) -> None:
        """End the process, if it has not ended."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(1.0)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _look_at_the_clock(self) -> None:
        if time.monotonic() < self._deadline:
            return
        self._tell("where")
        asked, message = time.monotonic(), None
        while message is None and time.monotonic() - asked < _ASKING:
            with suppress(queue.Empty):
                message = self._messages.get(timeout=0.1)
        self.line = message.get("line") if message else None
        raise Ended(f"did not come back within {self._allowed:g} s", self.doing, self.line)

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._messages.put(json.loads(line))
        self._messages.put(None)


def ending(code: int) -> str:
    """Say in words how a process ended that has not said so itself.

    Examples
    --------
    >>> ending(3)
    'ended the process with code 3'
    """
    words = {
        "SIGKILL": "was ended from outside: out of memory?",
        "SIGSEGV": "crashed: recursion without end?",
        "SIGABRT": "was aborted: out of memory?",
    }
    if code < 0:
        with suppress(ValueError):
            name = signal.Signals(-code).name
            return words.get(name, f"was ended by {name}")
    return f"ended the process with code {code}"
