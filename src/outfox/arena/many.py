"""What every result of many games says: of what game, under which terms, how it ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from outfox.arena.table import Terms
from outfox.methods.result import Timed


@dataclass(frozen=True, kw_only=True)
class ManyGames(Timed):
    """What every result of many games says.

    Attributes
    ----------
    game, players
        Spec of the game, and its names for player 0 and player 1.
    seed, terms
        As asked for.
    planned
        Games asked for.
    interrupted
        Whether Ctrl-C ended the run.
    resumed
        How many games were read from a file of records.
    seconds, cpu_seconds, compile_seconds
        Wall-clock, and CPU of all workers, both without compiling; CPU of compiling.
    """

    game: str
    players: tuple[str, str]
    seed: int
    terms: Terms
    planned: int
    interrupted: bool
    resumed: int

    def _asked(self) -> dict[str, Any]:
        """Return seed, terms and the number of games, with their stable keys."""
        terms = {name: value for name, value in asdict(self.terms).items() if name != "seats"}
        return {"seed": self.seed, **terms, "planned": self.planned}

    def _ended(self) -> dict[str, Any]:
        """Return how the run ended, with its stable keys."""
        return {"interrupted": self.interrupted, "resumed": self.resumed, **self.times}
