"""Links one kernel to one game in a process of its own and prints what came of it, as JSON.

``python -m tests.kernel.one_link SPEC [kill]``: with ``kill`` the process ends itself while it writes the cache.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

import numpy as np

from outfox.kernel import cache
from outfox.kernel import link as linker
from outfox.kernel.slots import Ints, States, legal_actions, start
from outfox.rules import Game, load


def first(pool: States, actions: Ints) -> int:
    """Fill the legal actions at the start: a kernel that is quick to compile."""
    start(0, pool[0])
    return legal_actions(pool[0], actions)


def ask(game: Game, *, checked: bool | None = None) -> tuple[list[int], float]:
    """Return the legal actions at the start, from linked rules, and the seconds that compiling took."""
    kernel = linker.link(game, first, checked=checked)
    actions = np.zeros(game.branching, np.int64)
    count = kernel(kernel.states(1), actions)
    return [int(action) for action in actions[:count]], kernel.compile_seconds


def die(*_: Any) -> None:
    """End this process as `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    lines: list[str] = []
    linker.announce = lines.append
    if "kill" in sys.argv:
        cache._move = die
    actions, seconds = ask(load(sys.argv[1]))
    print(json.dumps({"actions": actions, "compile_seconds": seconds, "lines": lines}))
