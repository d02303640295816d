"""`TwinPool`: what stands for an array of state records when kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class TwinPool:
    """Records that can be indexed and copied like a structured array: ``pool[i] = pool[j]`` copies.

    Parameters
    ----------
    make
        Makes a zeroed twin.
    count
        How many.
    """

    def __init__(self, make: Callable[[], Any], count: int) -> None:
        self._states = [make() for _ in range(count)]

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, index: int) -> Any:
        return self._states[index]

    def __setitem__(self, index: int, state: Any) -> None:
        self._states[index].assign(state)
