"""Ctrl-C that is never lost and never becomes another error.

Python raises KeyboardInterrupt wherever it happens to be. Inside a callback from LLVM it cannot be raised
further, and code in C that only tries something forgets whatever was raised meanwhile: the interrupt is dropped,
and the work fails a moment later for another reason, or goes on. Here such an interrupt is given again, and
whoever asks learns that one was pressed.
"""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any

_AGAIN = 0.05
"""Seconds after which an interrupt that was dropped is given again."""

_OURS = __name__.partition(".")[0]


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
            self._hook, sys.unraisablehook = sys.unraisablehook, self._unraisable
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over = True
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            sys.unraisablehook = self._hook

    def again(self) -> None:
        """Give a dropped interrupt once more, in a moment: by then whatever dropped it may be over."""
        if not self._over:
            timer = threading.Timer(_AGAIN, self._give)
            timer.daemon = True
            timer.start()

    def _press(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as signal calls it
        self.pressed = True
        raise _Interrupt(self)

    def _unraisable(self, what: Any) -> None:
        """Say nothing of an interrupt that Python could not raise: it is given again when it goes."""
        if what.exc_type is not _Interrupt:
            self._hook(what)

    def _give(self) -> None:
        if not self._over:
            signal.raise_signal(signal.SIGINT)


class _Interrupt(KeyboardInterrupt):
    """An interrupt that is given again when it goes without having reached code of ours that catches it."""

    def __init__(self, interrupts: Interrupts) -> None:
        super().__init__()
        self._interrupts = interrupts

    def __del__(self) -> None:
        if not self._caught_by_us():
            self._interrupts.again()

    def _caught_by_us(self) -> bool:
        """Tell whose the last frame is that the interrupt came to, which is the one that caught or dropped it."""
        if self.__traceback__ is None:
            return False
        last = self.__traceback__.tb_frame
        ours = str(last.f_globals.get("__name__", "")).partition(".")[0] == _OURS
        return ours and last.f_code is not Interrupts._press.__code__
