"""`MatchResult`: what a match found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.arena.statistics import Share
from outfox.formats.records import GameRecord


@dataclass(frozen=True)
class MatchResult:
    """The result of a match between A and B; prints in 80 columns.

    Attributes
    ----------
    game, a, b
        Specs.
    players
        The game's names for player 0 and player 1.
    seats
        ``swap``: A is player 0 in even games, player 1 in odd ones; ``fixed``: A is player 0.
    seed, max_plies, opening_plies
        As asked for.
    planned
        Games asked for; fewer in `records` where the match was interrupted.
    records
        The games, in order.
    deterministic
        Whether copies of a game were counted once, because both players repeat themselves.
    interrupted
        Whether Ctrl-C ended the match.
    seconds, cpu_seconds, compile_seconds
        Wall-clock, and CPU of all workers, both without compiling; CPU of compiling.
    """

    game: str
    a: str
    b: str
    players: tuple[str, str]
    seats: str
    seed: int
    max_plies: int
    opening_plies: int
    planned: int
    records: tuple[GameRecord, ...]
    deterministic: bool
    interrupted: bool
    seconds: float
    cpu_seconds: float
    compile_seconds: float

    # properties: games, distinct_games, counted (games that count in score and intervals), wins [A, B], draws,
    # score (A's), interval, by_seat, outcomes, lengths, endings

    @property
    def games(self) -> int:
        """Games played."""
        raise NotImplementedError

    @property
    def outcomes(self) -> tuple[Share, Share, Share]:
        """Shares of games that player 0 won, that were drawn, that player 1 won, whoever sat there."""
        raise NotImplementedError

    def to_dict(self, *, records: bool = False) -> dict[str, Any]:
        """Return the result with the stable keys of ``outfox match --json``.

        game a b players seats seed max_plies opening_plies planned games distinct_games counted deterministic
        wins draws score interval outcomes by_seat lengths endings interrupted seconds cpu_seconds compile_seconds
        (records)
        """
        raise NotImplementedError
