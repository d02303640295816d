"""`EngineProcess`: a program under way, its lines with a deadline, and its end whatever happens.

Threads read what it writes and write what it is told, since only so can a program that does not read or write be
waited for on every system; nothing here blocks for ever. The program has a session of its own where there are such:
Ctrl-C in a terminal is this process's to handle, and what the program has started ends with it.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import IO

from outfox.players.base import PlayerFailed
from outfox.players.protocol import LONGEST

LISTEN_SECONDS = 0.5
"""Some systems hear Ctrl-C only between two waits."""

QUIT_SECONDS = 2.0
"""What a program is given to end by itself."""

ENDED = None
"""What the reader puts behind the last line."""

_RUNNING: weakref.WeakSet[EngineProcess] = weakref.WeakSet()


class EngineProcess:
    """A program that is spoken to line by line.

    Parameters
    ----------
    command
        The program and its arguments.

    Raises
    ------
    PlayerFailed
        Where the system cannot start it.
    """

    def __init__(self, command: Sequence[str]) -> None:
        _end_with_sigterm()
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise PlayerFailed(f"cannot be started: {error.strerror or error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=10_000)
        self._orders: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=20)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        _thread(_write, stdin, self._orders)
        _thread(_read, stdout, self._lines)
        self._hearing = _thread(_overhear, stderr, self._complaints)
        self._end = weakref.finalize(self, _kill, self._process, self._orders)
        _RUNNING.add(self)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def say(self, line: str) -> None:
        """Send a line."""
        self._orders.put(line + "\n")

    def hear(self, until: float) -> str:
        """Return the next line.

        Parameters
        ----------
        until
            When to give up, by `time.monotonic`.

        Raises
        ------
        PlayerFailed
            Where the program ended.
        TimeoutError
            Where no line has come by then.
        """
        while True:
            left = until - time.monotonic()
            try:
                line = self._lines.get(timeout=min(max(left, 0.0), LISTEN_SECONDS))
            except queue.Empty:
                if left <= 0.0:
                    raise TimeoutError from None
                continue
            if line is ENDED:
                raise PlayerFailed(self._obituary())
            return line.rstrip("\r\n")

    def last_words(self) -> str:
        """Return the end of what it wrote to standard error, in one line; empty where that is nothing."""
        said = [line.strip() for line in self._complaints if line.strip()]
        text = printed(" | ".join(said[-3:]))
        return f"; its stderr ends: {text[-300:]}" if text else ""

    def _obituary(self) -> str:
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return f"its program closed its output{self.last_words()}"
        self._hearing.join(0.5)
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"its program {how}{self.last_words()}"

    def close(self, *, politely: bool = True) -> None:
        """End the program: it is told to quit where that is polite, and killed where it does not."""
        if politely and self._process.poll() is None:
            self.say("quit")
            self._orders.put(None)  # the end of its input, for a program that does not know the word
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_SECONDS)
        self._end()


def printed(text: str) -> str:
    """Return text without what would act on a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def _thread(target: object, *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _write(pipe: IO[str], orders: queue.SimpleQueue[str | None]) -> None:
    """Write what is ordered, until None. A program that has ended shows when it is listened to."""
    try:
        while (line := orders.get()) is not None:
            pipe.write(line)
            pipe.flush()
    except (OSError, ValueError):
        pass
    finally:
        _close(pipe)


def _read(pipe: IO[str], lines: queue.Queue[str | None]) -> None:
    """Put lines where they can be waited for. When the queue is full the program has to wait, not this process."""
    try:
        while line := pipe.readline(LONGEST):
            lines.put(line)
    except (OSError, ValueError):
        pass
    finally:
        lines.put(ENDED)
        _close(pipe)


def _overhear(pipe: IO[str], complaints: deque[str]) -> None:
    try:
        while line := pipe.readline(LONGEST):
            complaints.append(line)
    except (OSError, ValueError):
        pass
    finally:
        _close(pipe)


def _close(pipe: IO[str]) -> None:
    with suppress(OSError):
        pipe.close()


def _kill(process: subprocess.Popen[str], orders: queue.SimpleQueue[str | None]) -> None:
    """End a program and all in its session; leave no zombie."""
    if process.poll() is None:
        try:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)  # its session has its number
            else:
                process.kill()
        except (ProcessLookupError, PermissionError):
            process.kill()
        process.wait()
    orders.put(None)


def _end_with_sigterm() -> None:
    """Have SIGTERM, with which workers are ended, end their programs too."""
    main = threading.current_thread() is threading.main_thread()
    if os.name == "posix" and main and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminated)


def _terminated(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as signal calls it
    for one in list(_RUNNING):
        one.close(politely=False)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
