"""The workbench for two-player games: rules in plain Python, answers at native speed.

The names below are loaded when they are first used: ``import outfox`` itself loads neither
numba nor scipy, torch or matplotlib.

Examples
--------
>>> import outfox
>>> position = outfox.load("tic-tac-toe").start()
>>> position.mover
0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outfox.rules import Game, IllegalAction, NotSupported, Position, RulesError, load

__version__ = "0.1.0"

# Public name -> the module that has it. Loaded by __getattr__ (PEP 562), and kept.
_HOMES = {
    "Game": "outfox.rules",
    "IllegalAction": "outfox.rules",
    "NotSupported": "outfox.rules",
    "Position": "outfox.rules",
    "RulesError": "outfox.rules",
    "load": "outfox.rules",
}

__all__ = ["Game", "IllegalAction", "NotSupported", "Position", "RulesError", "__version__", "load"]


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'outfox' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(set(globals()) | set(__all__))
