"""The progress line: what is done and the time left, on standard error, only where that is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.output import note

_PATIENCE = 0.4
"""Seconds before the line appears: what is done sooner needs none."""


class ProgressLine:
    """One line that shows how far a command is; used as a context manager.

    Everything is quiet where standard error is not a terminal, except notes that matter.

    Parameters
    ----------
    what
        What is being done, such as ``"search"``.

    Attributes
    ----------
    wanted : bool
        Whether there is a terminal to show it.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._begun = time.monotonic()
        self._bar: Any = None
        self._task: Any = None
        self.wanted = sys.stderr.isatty()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def hide(self) -> None:
        """Take the line away, for something else to be shown; what is reported next brings it back."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def listen(self) -> ProgressLine:
        """Show what the linker announces, until the process ends; loads the compiler."""
        from outfox.kernel import link

        link.announce = self.announce
        return self

    def announce(self, text: str) -> None:
        """Take a line from the linker: a compilation is progress, anything else a note."""
        if text.startswith("compiling"):
            self._show(text, None)
        else:
            note(f"outfox: {text}")

    def share(self, share: float, text: str = "") -> None:
        """Show the share that is done, 0 to 1."""
        self._show(f"{self.what}: {text}" if text else self.what, share)

    def count(self, done: int, total: int, text: str = "") -> None:
        """Show how many are done; of how many, where that is known (not 0)."""
        many = f"{done:,} of {total:,}" if total else f"{done:,}" if done else ""
        self.share_or_not(done / total if total else None, " ".join(part for part in (text, many) if part))

    def share_or_not(self, share: float | None, text: str) -> None:
        """Show a share, or only that something goes on."""
        self._show(f"{self.what}: {text}" if text else self.what, share)

    def _show(self, text: str, share: float | None) -> None:
        if not self.wanted or (share is not None and time.monotonic() - self._begun < _PATIENCE):
            return
        if self._bar is None:
            self._start()
        self._bar.update(
            self._task,
            description=text[: width() - 32],
            completed=share,
            total=None if share is None else 1.0,
        )

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(file=sys.stderr, width=width())
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(16),
            TimeRemainingColumn(compact=True),
        )
        self._bar = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
        self._bar.start()
        self._task = self._bar.add_task(self.what, total=None)
