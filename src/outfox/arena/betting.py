"""How somebody bets: what share of its hands it plays, how often it raises, as its games show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from outfox.formats.records import GameRecord
from outfox.rules.game import Game

Counts = dict[str, int]

ROLES = {"fold": "folds", "check": "checks", "call": "calls", "bet": "raises", "raise": "raises"}
"""What the names of actions count as."""


@dataclass(frozen=True)
class Betting:
    """How one of two contestants bets.

    Attributes
    ----------
    hands
        Games in which it had something to decide.
    folds, checks, calls, raises
        How often it did what; bets are raises.

    Examples
    --------
    >>> print(Betting(hands=100, folds=25, checks=50, calls=20, raises=30))
    plays 75 % of its hands, raises in 24 % of its actions, 1.5 raises a call
    """

    hands: int
    folds: int
    checks: int
    calls: int
    raises: int

    @property
    def played(self) -> float:
        """The share of its hands that it did not fold."""
        return 1.0 - self.folds / self.hands if self.hands else 0.0

    @property
    def raised(self) -> float:
        """The share of its actions that bet or raise."""
        actions = self.folds + self.checks + self.calls + self.raises
        return self.raises / actions if actions else 0.0

    @property
    def aggression(self) -> float | None:
        """Bets and raises for each call; None where it never called."""
        return self.raises / self.calls if self.calls else None

    def __str__(self) -> str:
        calls = "never calls" if self.aggression is None else f"{self.aggression:.1f} raises a call"
        played, raised = 100 * self.played, 100 * self.raised
        return f"plays {played:.0f} % of its hands, raises in {raised:.0f} % of its actions, {calls}"

    def to_dict(self) -> dict[str, Any]:
        """Return the three shares as plain data."""
        return {"played": self.played, "raised": self.raised, "aggression": self.aggression, "hands": self.hands}


def betting(game: Game, seated: Iterable[tuple[GameRecord, int]]) -> tuple[Betting, Betting] | None:
    """Count how A and B bet; None in games without bets.

    Parameters
    ----------
    game
        What was played.
    seated
        Games, each with the seat that A had in it.
    """
    if game.view is None or not game.has("action_name"):
        return None
    counts: tuple[Counts, Counts] = tuple(dict.fromkeys(["hands", *ROLES.values()], 0) for _ in (0, 1))  # type: ignore[assignment]
    for record, seat in seated:
        if record.start is None or not ROLES.keys() & set(record.names):
            continue
        _count(game, record, seat, counts)
    a, b = (Betting(**each) for each in counts)
    return (a, b) if a.hands or b.hands else None


def _count(game: Game, record: GameRecord, seat: int, counts: tuple[Counts, Counts]) -> None:
    state, met = game.initial(record.start or 0), set[int]()
    for action, name in zip(record.actions, record.names, strict=True):
        mover = game.mover(state)
        if mover >= 0 and name in ROLES:
            whose = int(mover != seat)
            met.add(whose)
            counts[whose][ROLES[name]] += 1
        game.apply(state, action)
    for whose in met:
        counts[whose]["hands"] += 1
