"""`SeatResult`: what A reached in one of the seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.arena.statistics import Share


@dataclass(frozen=True)
class SeatResult:
    """What A reached in one of the seats; of the games that count.

    Attributes
    ----------
    seat, player
        0 or 1, and the game's name for it.
    wins, draws, losses
        A's.
    """

    seat: int
    player: str
    wins: Share
    draws: Share
    losses: Share

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, shares with their intervals."""
        shares = {"wins": self.wins, "draws": self.draws, "losses": self.losses}
        return {
            "seat": self.seat,
            "player": self.player,
            **{key: share.to_dict() for key, share in shares.items()},
        }
