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
    from outfox.arena.ladder import LadderResult, ladder
    from outfox.arena.match import match
    from outfox.arena.result import MatchResult
    from outfox.arena.sprt import Sprt
    from outfox.arena.standings import TournamentResult
    from outfox.arena.tournament import tournament
    from outfox.arena.watch import watch
    from outfox.draw.animation import Animation
    from outfox.kernel.batch import Batch
    from outfox.kernel.check import check
    from outfox.methods.equilibrium.solve import equilibrium
    from outfox.methods.search.alphabeta import alphabeta
    from outfox.methods.search.mcts import MctsSettings, search
    from outfox.methods.search.result import ActionValue, SearchResult
    from outfox.methods.solve.dfpn import dfpn
    from outfox.methods.solve.response import best_response
    from outfox.methods.solve.result import Solution
    from outfox.methods.solve.solve import solve
    from outfox.methods.solve.table import open_table
    from outfox.players import Player, player
    from outfox.rules import (
        BadSetting,
        BudgetExceeded,
        DamagedFile,
        Game,
        IllegalAction,
        NotSupported,
        OutfoxError,
        Position,
        RulesError,
        UnknownName,
        load,
    )
    from outfox.studies.study import StudyResult, study

__version__ = "0.1.0"

__all__ = [
    "ActionValue",
    "Animation",
    "BadSetting",
    "Batch",
    "BudgetExceeded",
    "DamagedFile",
    "Game",
    "IllegalAction",
    "LadderResult",
    "MatchResult",
    "MctsSettings",
    "NotSupported",
    "OutfoxError",
    "Player",
    "Position",
    "RulesError",
    "SearchResult",
    "Solution",
    "Sprt",
    "StudyResult",
    "TournamentResult",
    "UnknownName",
    "__version__",
    "alphabeta",
    "best_response",
    "check",
    "dfpn",
    "equilibrium",
    "ladder",
    "load",
    "match",
    "open_table",
    "player",
    "search",
    "solve",
    "study",
    "tournament",
    "watch",
]

# Names that are not in outfox.rules -> the module that has them. Loaded by __getattr__ (PEP 562), and kept.
_HOMES = {
    "ActionValue": "outfox.methods.search.result",
    "Animation": "outfox.draw.animation",
    "Batch": "outfox.kernel.batch",
    "LadderResult": "outfox.arena.ladder",
    "MatchResult": "outfox.arena.result",
    "MctsSettings": "outfox.methods.search.mcts",
    "Player": "outfox.players",
    "SearchResult": "outfox.methods.search.result",
    "Solution": "outfox.methods.solve.result",
    "Sprt": "outfox.arena.sprt",
    "StudyResult": "outfox.studies.study",
    "TournamentResult": "outfox.arena.standings",
    "alphabeta": "outfox.methods.search.alphabeta",
    "best_response": "outfox.methods.solve.response",
    "check": "outfox.kernel.check",
    "dfpn": "outfox.methods.solve.dfpn",
    "equilibrium": "outfox.methods.equilibrium.solve",
    "ladder": "outfox.arena.ladder",
    "match": "outfox.arena.match",
    "open_table": "outfox.methods.solve.table",
    "player": "outfox.players",
    "search": "outfox.methods.search.mcts",
    "solve": "outfox.methods.solve.solve",
    "study": "outfox.studies.study",
    "tournament": "outfox.arena.tournament",
    "watch": "outfox.arena.watch",
}


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use."""
    if name not in __all__:
        raise AttributeError(f"module 'outfox' has no attribute {name!r}")
    value = getattr(import_module(_HOMES.get(name, "outfox.rules")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(set(globals()) | set(__all__))
