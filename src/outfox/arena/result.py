"""`MatchResult`: what a match found, with what can be concluded from it.

`games`, `wins`, `draws`, `lengths` and `endings` speak of all games that were played; `score`, `outcomes` and
`by_seat`, which have intervals, of those that count. That is all of them, unless both players always do the
same in the same position: then copies of a game are no evidence, and each distinct pair of games (with fixed
seats: each distinct game) counts once.
"""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outfox.arena.copies import Path, path
from outfox.arena.statistics import Share, score_interval
from outfox.formats.records import GameRecord


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
        ``swap``: A is player 0 in games 0, 2, 4 and so on, player 1 in the others; ``fixed``: A is player 0.
    seed, max_plies, opening_plies
        As asked for.
    planned
        Games asked for; fewer in `records` where the match was interrupted.
    records
        The games, in order.
    deterministic
        Whether copies count once, because both players repeat themselves.
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

    def __str__(self) -> str:
        from outfox.arena.text import result_text

        return result_text(self)

    # -- all games -------------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.records)

    @cached_property
    def distinct_games(self) -> int:
        """How many of the games differ in their start or their actions."""
        return len({path(record) for record in self.records})

    @property
    def wins(self) -> list[int]:
        """Games that A won, and that B won."""
        points = [_points(record, seat) for record, seat in self._seated]
        return [points.count(1.0), points.count(0.0)]

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(record.winner is None for record in self.records)

    @property
    def lengths(self) -> dict[str, float]:
        """Plies of the shortest and the longest game, their mean and median; empty without games."""
        plies = [record.plies for record in self.records]
        if not plies:
            return {}
        middle = {"mean": statistics.fmean(plies), "median": float(statistics.median(plies))}
        return {"shortest": min(plies), **middle, "longest": max(plies)}

    @property
    def endings(self) -> dict[str, int]:
        """How many games ended how."""
        return dict(Counter(record.ending for record in self.records).most_common())

    # -- the games that count --------------------------------------------------------------------------------

    @property
    def counted(self) -> int:
        """How many games count in score, shares and intervals."""
        return sum(len(unit) for unit in self._units)

    @property
    def score(self) -> float | None:
        """A's share: a win counts 1, a draw a half. None without games."""
        points = [_points(*game) for unit in self._units for game in unit]
        return statistics.fmean(points) if points else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `score`, from pairs of games with swapped seats where there are any."""
        return score_interval([statistics.fmean(points) for points in self.pairs] or self._singles, self.pair_size)

    @property
    def pairs(self) -> list[list[float]]:
        """A's points in the games of each complete pair that counts; with fixed seats, in each game."""
        size = 2 if self.seats == "swap" else 1
        return [[_points(*game) for game in unit] for unit in self._units if len(unit) == size]

    @property
    def pair_size(self) -> int:
        """Games in each of `pairs`; 1 where there is no complete one."""
        return len(self.pairs[0]) if self.pairs else 1

    @property
    def outcomes(self) -> tuple[Share, Share, Share]:
        """Shares of games that player 0 won, that were drawn, that player 1 won, whoever sat there."""
        winners = [record.winner for unit in self._units for record, _ in unit]
        won, drawn, lost = (Share(winners.count(who), len(winners)) for who in (0, None, 1))
        return won, drawn, lost

    @property
    def by_seat(self) -> tuple[SeatResult, SeatResult]:
        """What A reached as player 0 and as player 1."""
        return self._at_seat(0), self._at_seat(1)

    def _at_seat(self, seat: int) -> SeatResult:
        points = [_points(*game) for unit in self._units for game in unit if game[1] == seat]
        won, drawn, lost = (Share(points.count(value), len(points)) for value in (1.0, 0.5, 0.0))
        return SeatResult(seat, self.players[seat], won, drawn, lost)

    @property
    def _seated(self) -> list[tuple[GameRecord, int]]:
        """Each game with the seat that A had in it."""
        return [(record, number % 2 if self.seats == "swap" else 0) for number, record in enumerate(self.records)]

    @property
    def _singles(self) -> list[float]:
        return [_points(*game) for unit in self._units for game in unit]

    @cached_property
    def _units(self) -> list[list[tuple[GameRecord, int]]]:
        """The games that count, in pairs where seats are swapped."""
        size, seated = 2 if self.seats == "swap" else 1, self._seated
        units = [seated[k : k + size] for k in range(0, len(seated), size)]
        if not self.deterministic:
            return units
        seen: set[tuple[Path, int]] = set()
        kept = []
        for unit in units:
            games = {(path(record), seat) for record, seat in unit}
            if not games <= seen:
                kept.append(unit)
            seen |= games
        return kept

    def to_dict(self, *, records: bool = False) -> dict[str, Any]:
        """Return the result with the stable keys of ``outfox match --json``.

        Parameters
        ----------
        records
            Include the games.
        """
        won, drawn, lost = self.outcomes
        result = {
            "game": self.game,
            "a": self.a,
            "b": self.b,
            "players": list(self.players),
            "seats": self.seats,
            "seed": self.seed,
            "max_plies": self.max_plies,
            "opening_plies": self.opening_plies,
            "planned": self.planned,
            "games": self.games,
            "distinct_games": self.distinct_games,
            "counted": self.counted,
            "deterministic": self.deterministic,
            "wins": self.wins,
            "draws": self.draws,
            "score": self.score,
            "interval": list(self.interval),
            "outcomes": {"player_0": won.to_dict(), "draws": drawn.to_dict(), "player_1": lost.to_dict()},
            "by_seat": [seat.to_dict() for seat in self.by_seat],
            "lengths": self.lengths,
            "endings": self.endings,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
        }
        if records:
            result["records"] = [record.to_dict() for record in self.records]
        return result


def _points(record: GameRecord, seat: int) -> float:
    """Return what a game counts for the player at a seat: 1, 0.5 or 0."""
    return 0.5 if record.winner is None else float(record.winner == seat)
