"""Keys as they are pressed: without ENTER, without echo, and the terminal as it was afterwards, whatever happens."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import Any, TextIO

NAMES = {
    "\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1b[H": "home", "\x1b[F": "end",
    "\x1bOA": "up", "\x1bOB": "down", "\x1bOC": "right", "\x1bOD": "left", "\x1bOH": "home", "\x1bOF": "end",
    "\x1b[1~": "home", "\x1b[4~": "end", "\x1b[7~": "home", "\x1b[8~": "end",
}  # fmt: skip

_KEY = re.compile(r"\x1b(\[[0-9;?<]*[ -/]*[@-~]|O.)|.", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(\[[0-9;?<]*[ -/]*|O)?")
"""One key, known or not; and the beginning of one that sends several characters."""

_PART = 0.05
"""Seconds that the rest of a key that sends several characters may take."""

_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Keys:
    """Reads keys from a terminal; a context manager.

    Within it Ctrl-C still raises KeyboardInterrupt, and what would stop or end the process without a word (Ctrl-Z,
    SIGTERM) cannot leave the terminal changed.

    Parameters
    ----------
    stream
        A terminal that can be read.
    """

    def __init__(self, stream: TextIO) -> None:
        self._number = stream.fileno()
        self._typed = ""
        self._saved: Any = None
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Keys:
        import termios
        import tty

        self._saved = termios.tcgetattr(self._number)
        if threading.current_thread() is threading.main_thread():
            self._handlers = {number: signal.signal(number, _leave) for number in _ENDINGS}
        try:
            tty.setcbreak(self._number, termios.TCSADRAIN)
            changed = termios.tcgetattr(self._number)
            for key in (termios.VSUSP, termios.VQUIT):
                changed[6][key] = b"\x00"
            termios.tcsetattr(self._number, termios.TCSADRAIN, changed)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        import termios

        with suppress(termios.error):  # the terminal may have gone
            termios.tcsetattr(self._number, termios.TCSAFLUSH, self._saved)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def read(self, seconds: float) -> str:
        """Return the next key, by its name or as the character it is; empty if none is pressed in time.

        A terminal that has gone reads as `q`.
        """
        if not self._typed and not self._more(seconds):
            return ""
        if not self._typed:
            return "q"
        while _UNFINISHED.fullmatch(self._typed) and self._more(_PART):
            pass
        found = _KEY.match(self._typed)
        key = found[0] if found else self._typed[:1]
        self._typed = self._typed[len(key) :]
        return NAMES.get(key, key)

    def _more(self, seconds: float) -> bool:
        """Wait for typing and take it; say whether there was any, or an end of it."""
        if not select.select([self._number], [], [], max(0.0, seconds))[0]:
            return False
        try:
            given = os.read(self._number, 256)
        except OSError:
            given = b""
        self._typed += given.decode(errors="replace")
        return True


def _leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as signal calls it
    """End the process the way that lets contexts restore what they changed."""
    raise SystemExit(128 + number)


def can_read_keys() -> bool:
    """Say whether standard input is a terminal whose keys can be read."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    try:
        import termios  # noqa: F401 - POSIX has it
    except ImportError:
        return False
    return True
