"""`Clock`: how long work took, with what was compiled on the way apart from it."""

from __future__ import annotations

import time

_compiling = [0.0, 0.0]  # wall-clock and CPU seconds of this process, in all


def note_compiling(seconds: float, cpu_seconds: float) -> None:
    """Add to what this process has spent on compiling."""
    _compiling[0] += seconds
    _compiling[1] += cpu_seconds


class Clock:
    """Measures from its making on.

    Examples
    --------
    >>> clock = Clock()
    >>> note_compiling(5.0, 4.0)
    >>> clock.compile_seconds, clock.seconds < 1.0
    (4.0, True)
    """

    def __init__(self) -> None:
        self._start = time.perf_counter(), time.process_time()
        self._compiling = tuple(_compiling)

    @property
    def seconds(self) -> float:
        """Wall-clock seconds without compiling."""
        return max(0.0, time.perf_counter() - self._start[0] - (_compiling[0] - self._compiling[0]))

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds without compiling."""
        return max(0.0, time.process_time() - self._start[1] - (_compiling[1] - self._compiling[1]))

    @property
    def compile_seconds(self) -> float:
        """CPU seconds of compiling."""
        return _compiling[1] - self._compiling[1]
