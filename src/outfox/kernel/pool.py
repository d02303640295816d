"""`TwinPool`: what stands for an array of state records when kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""

from __future__ import annotations

from typing import Any

from outfox.rules.game import Game


class TwinPool:
    """States that can be indexed and copied like a structured array: ``pool[i] = pool[j]`` copies."""

    def __init__(self, game: Game, count: int) -> None:
        self._states = [game.new_state() for _ in range(count)]

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, index: int) -> Any:
        return self._states[index]

    def __setitem__(self, index: int, state: Any) -> None:
        self._states[index].assign(state)
