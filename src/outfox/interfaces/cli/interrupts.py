"""Ctrl-C that is never lost and never becomes another error.

Python raises KeyboardInterrupt wherever it happens to be. Inside a callback from LLVM it cannot be raised
further: it is dropped, and the compilation fails a moment later for another reason, or goes on. Here such an
interrupt is given again, and whoever asks learns that one was pressed.
"""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any

_AGAIN = 0.05
"""Seconds after which an interrupt that was dropped is given again."""


class Interrupts:
    """A context in which Ctrl-C raises KeyboardInterrupt, again where it was dropped.

    Attributes
    ----------
    pressed
        Whether Ctrl-C was pressed.
    """

    def __init__(self) -> None:
        self.pressed = False
        self._over = False
        self._handler: Any = None
        self._hook: Any = None

    def __enter__(self) -> Interrupts:
        ours = threading.current_thread() is threading.main_thread()
        if ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._handler = signal.signal(signal.SIGINT, self._press)
            self._hook, sys.unraisablehook = sys.unraisablehook, self._dropped
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over = True
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            sys.unraisablehook = self._hook

    def _press(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as signal calls it
        self.pressed = True
        raise KeyboardInterrupt

    def _dropped(self, what: Any) -> None:
        """Take what Python could not raise."""
        if what.exc_type is KeyboardInterrupt:
            timer = threading.Timer(_AGAIN, self._again)
            timer.daemon = True
            timer.start()
        else:
            self._hook(what)

    def _again(self) -> None:
        if not self._over:
            signal.raise_signal(signal.SIGINT)
