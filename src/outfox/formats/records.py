"""Game records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from outfox.rules.game import Game
from outfox.rules.position import Position


@dataclass(frozen=True)
class GameRecord:
    """One game that was played.

    Attributes
    ----------
    game, rules_key
        Spec of the game, and the hash of its rules.
    players
        Names of player 0 and player 1: the specs where they have one.
    payoff
        Player 0's.
    ending, reason
        ``normal``, ``endless``, ``max_plies`` or ``illegal``; in words where it was not normal.
    actions, names
        Codes of all plies, chance outcomes and opening included, and their names.
    opening
        How many of them were there before the players began.
    seed, task
        Entropy and spawn key of the game's `SeedSequence`.
    start, position
        Number of the starting state, or None and the text of another position that the actions start from.
    version
        Of outfox.
    """

    game: str
    rules_key: str
    players: tuple[str, str]
    payoff: float
    ending: str
    reason: str
    actions: tuple[int, ...]
    names: tuple[str, ...]
    opening: int
    seed: int
    task: tuple[int, ...]
    start: int | None
    position: str
    version: str

    @property
    def plies(self) -> int:
        """Length of the game."""
        return len(self.actions)


def write_text(records: Iterable[GameRecord]) -> str:
    """Return records as text."""
    raise NotImplementedError


def read_text(text: str) -> list[GameRecord]:
    """Read records that `write_text` wrote."""
    raise NotImplementedError


def write_jsonl(records: Iterable[GameRecord]) -> str:
    """Return records as JSON, one a line."""
    raise NotImplementedError


def read_jsonl(text: str) -> list[GameRecord]:
    """Read records that `write_jsonl` wrote."""
    raise NotImplementedError


def save_records(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a file of records: ``.jsonl``, else text."""
    raise NotImplementedError


def load_records(path: str | Path) -> list[GameRecord]:
    """Read a file of records."""
    raise NotImplementedError


def replay(record: GameRecord, game: Game | None = None) -> Iterator[Position]:
    """Yield the positions of a recorded game, the first included."""
    raise NotImplementedError
