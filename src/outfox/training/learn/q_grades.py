"""Grades of a learner, as `outfox.training.learn.q_grade` gives them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.training.learn.grade import Blunder


@dataclass(frozen=True)
class QShare:
    """How well some positions are played.

    Attributes
    ----------
    positions
        How many.
    share
        Of the actions with the largest value, those that keep what the position is worth; on average.
    fastest
        The same for those that also keep the distance: the winner wins fastest, the loser resists longest.
    """

    positions: int
    share: float
    fastest: float

    def to_dict(self) -> dict[str, Any]:
        """Return the share with its stable keys."""
        return {"positions": self.positions, "share": round(self.share, 6), "fastest": round(self.fastest, 6)}


@dataclass(frozen=True)
class QSeat:
    """How well one seat is played.

    Attributes
    ----------
    player
        0 or 1.
    won, drawn, all
        Positions that the seat wins with best play, draws, and all in which it moves.
    in_play
        Positions that it can come to when it plays by its values, whatever the other does.
    blunders
        In how many of these it may give something away.
    worst
        The worst of them.
    """

    player: int
    won: QShare
    drawn: QShare
    all: QShare
    in_play: QShare
    blunders: int
    worst: tuple[Blunder, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the seat with its stable keys."""
        shares = {name: getattr(self, name).to_dict() for name in ("won", "drawn", "all", "in_play")}
        return {"player": self.player, **shares, "blunders": self.blunders, "worst": [vars(one) for one in self.worst]}


@dataclass(frozen=True)
class QGrade:
    """How well a learner plays, by exact values.

    Attributes
    ----------
    value
        Player 0's payoff with best play from the start.
    won, drawn, all
        Positions that their mover wins with best play, draws, and all in which somebody moves.
    seats
        Of player 0 and player 1.
    blunders
        Positions in which it may give something away.
    """

    value: float
    won: QShare
    drawn: QShare
    all: QShare
    seats: tuple[QSeat, QSeat]
    blunders: int

    def to_dict(self) -> dict[str, Any]:
        """Return the grade with its stable keys."""
        shares = {name: getattr(self, name).to_dict() for name in ("won", "drawn", "all")}
        return {"value": self.value, **shares, "blunders": self.blunders, "seats": [s.to_dict() for s in self.seats]}
