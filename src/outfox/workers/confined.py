"""Running somebody's code in a process of its own, step by step, with limits of time and memory.

The process runs one function of outfox, which says what it does next and how long that may take, and sends what it
finds. Whatever the code does in there (a loop without end, a full memory, a crash), the caller gets one error that
says so, with the line where it stood. It is no sandbox: the code may do whatever the user may do.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Generator
from contextlib import suppress
from typing import Any

from outfox.rules.errors import OutfoxError
from outfox.workers.child import Child

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
    """A process that runs one function, and what it sends; a context manager that ends the process.

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
        Bytes that the function may use.

    Attributes
    ----------
    doing
        The step that was begun last.
    """

    def __init__(self, entry: str, request: dict[str, Any], *, watch: str = "", memory: int = MEMORY) -> None:
        self.doing = "starting"
        self._allowed, self._deadline = STARTING, time.monotonic() + STARTING
        self._child = Child(_BOOT)
        whole = {"path": sys.path, "entry": entry, "request": request, "watch": watch, "memory": memory}
        self._child.tell(json.dumps(whole))

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
            if time.monotonic() >= self._deadline:  # also where it sends without end
                raise Ended(f"did not come back within {self._allowed:g} s", self.doing, self._where())
            try:
                message = self._heard(min(0.2, max(0.01, self._deadline - time.monotonic())))
            except TimeoutError:
                continue
            if message is None:
                raise Ended(ending(self._child.code()), self.doing)
            if message["kind"] == "done":
                return
            if message["kind"] == "step":
                self.doing, self._allowed = message["name"], message["seconds"]
                self._deadline = time.monotonic() + self._allowed
            else:
                yield message

    def close(self) -> None:
        """End the process and what it has started, if it has not ended."""
        self._child.close()

    def _heard(self, seconds: float) -> dict[str, Any] | None:
        """Return the next message; None where there will be none. What is no message is left out."""
        while (line := self._child.hear(seconds)) is not None:
            with suppress(json.JSONDecodeError):  # Python may have been made to print before it took the pipe
                message: dict[str, Any] = json.loads(line)
                return message
        return None

    def _where(self) -> int | None:
        """Ask for the line of the watched file; None where there is no answer, or the code stands elsewhere."""
        self._child.tell("where")
        until = time.monotonic() + _ASKING
        with suppress(TimeoutError):
            while (message := self._heard(until - time.monotonic())) is not None:
                if message["kind"] == "where":
                    line: int | None = message["line"]
                    return line
        return None


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
