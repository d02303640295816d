"""Builds a small game around an idiom and asks it: in plain Python, and linked.

Run as a script it prints, as JSON, what every idiom gives where the linked rules run as plain Python.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.link import link
from outfox.kernel.slots import Floats, Ints, States, legal_actions, payoff
from outfox.rules import Game, OutfoxError, load
from tests.data.idioms import Idiom, idioms

# One line, so that the pieces' own lines stay what they are.
BEFORE = "import math; import numpy as np; from outfox.rules import TERMINAL, bits, count, lowest; ACTIONS = 100"
AFTER = {
    "initial": "def initial(s):\n    pass\n",
    "mover": "def mover(s):\n    return TERMINAL\n",
    "apply": "def apply(s, action):\n    pass\n",
}
ROOM = 100


def write(idiom: Idiom, folder: Path) -> Path:
    """Write the rules file of an idiom."""
    actions = "yield from f(s)" if idiom.is_generator else "yield 0"
    value = "0.0" if idiom.is_generator else "f(s)"
    after = {
        **AFTER,
        "legal_actions": f"def legal_actions(s):\n    {actions}\n",
        "payoff": f"def payoff(s):\n    return {value}\n",
    }
    parts = [text for name, text in after.items() if f"def {name}(" not in idiom.code]
    path = folder / "idiom.py"
    path.write_text(BEFORE + idiom.code + "\n" + "\n".join(parts), encoding="utf-8")
    for name, text in idiom.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return path


def marked(idiom: Idiom) -> int:
    """Return the line that an error must name."""
    return next(k for k, line in enumerate((BEFORE + idiom.code).splitlines(), 1) if line.endswith("# <-"))


def ask_yields(pool: States, actions: Ints) -> int:
    """Ask what `f` yields in the first state, as which a pool arrives: a kernel."""
    return legal_actions(pool[0], actions)


def ask_value(pool: States, value: Floats) -> int:
    """Ask what `f` returns in the first state, as which a pool arrives: a kernel."""
    value[0] = payoff(pool[0])
    return 0


def plainly(game: Game, idiom: Idiom) -> tuple[Any, str]:
    """Return what `f` gives in plain Python, and the state after it."""
    s = game.initial()
    result = game.legal(s) if idiom.is_generator else float(game.call("payoff", s))
    return result, repr(s.key())


def linked(game: Game, idiom: Idiom, *, checked: bool) -> tuple[Any, str]:
    """Return what `f` gives in linked rules, and the state after it."""
    # Two kernels, each with one slot: what is not asked need not be compiled some hundreds of times. No piece has an
    # `initial` of its own, so the first state is all zeros.
    kernel = link(game, ask_yields if idiom.is_generator else ask_value, checked=checked)
    pool, result = kernel.states(1), np.zeros(ROOM, np.int64 if idiom.is_generator else np.float64)
    count = kernel(pool, result)
    found = [int(action) for action in result[:count]] if idiom.is_generator else float(result[0])
    return found, repr(kernel.get(pool, 0).key())


def all_interpreted() -> dict[str, list[Any]]:
    """Return title -> [fast, checked] results or errors, for idioms that load."""
    found: dict[str, list[Any]] = {}
    for idiom in idioms():
        if idiom.refused:
            continue
        with tempfile.TemporaryDirectory() as folder:
            game = load(write(idiom, Path(folder)))
            found[idiom.title] = []
            for checked in (False, True):
                try:
                    found[idiom.title].append(linked(game, idiom, checked=checked))
                except OutfoxError as error:
                    found[idiom.title].append(str(error))
                except Exception as error:  # noqa: BLE001 - the test shows it
                    found[idiom.title].append(f"!! {type(error).__name__}: {error}")
    return found


if __name__ == "__main__":
    json.dump(all_interpreted(), sys.stdout)
