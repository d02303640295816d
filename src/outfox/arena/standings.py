"""`TournamentResult`: ratings, and beside them the whole matrix, since ratings hide who beats whom."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any

from outfox.arena.copies import path
from outfox.arena.cycles import cycles
from outfox.arena.many import ManyGames
from outfox.arena.rating import Meeting, Ratings, rate
from outfox.arena.result import MatchResult, finite
from outfox.arena.statistics import score_interval
from outfox.formats.records import GameRecord

CONFIDENCE = 0.95


@dataclass(frozen=True, kw_only=True)
class TournamentResult(ManyGames):
    """The result of a tournament; prints in 80 columns.

    Attributes
    ----------
    game, players
        Spec of the game, and its names for player 0 and player 1.
    contestants
        Their names; everywhere else they are numbers.
    kind, games_each
        ``round-robin`` or ``gauntlet``, and the games planned between each two.
    meetings
        By pair of contestants, their match.
    seed, terms, planned, interrupted, resumed, seconds, cpu_seconds, compile_seconds
        As in `outfox.arena.MatchResult`.
    """

    contestants: tuple[str, ...]
    kind: str
    games_each: int
    meetings: Mapping[tuple[int, int], MatchResult]

    def __str__(self) -> str:
        from outfox.arena.crosstable import standings_text

        return standings_text(self)

    @property
    def records(self) -> tuple[GameRecord, ...]:
        """All games, meeting by meeting."""
        return tuple(record for meeting in self.meetings.values() for record in meeting.records)

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.records)

    @cached_property
    def distinct_games(self) -> int:
        """How many of them differ in their start or their actions."""
        return len({path(record) for record in self.records})

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings, in the order of the contestants."""
        meetings = [
            Meeting(a, b, met.unit_scores, met.pair_size) for (a, b), met in self.meetings.items() if met.unit_scores
        ]
        return rate(len(self.contestants), meetings)

    @cached_property
    def intervals(self) -> list[tuple[float, float]]:
        """The 95 % intervals of the ratings."""
        return [self.ratings.interval(number) for number in range(len(self.contestants))]

    @property
    def ranking(self) -> list[int]:
        """The contestants, best first."""
        return sorted(range(len(self.contestants)), key=lambda number: -self.ratings.elo[number])

    def meeting(self, a: int, b: int) -> tuple[MatchResult, bool] | None:
        """Return the match of two contestants and whether `a` is its B; None where they did not meet."""
        found = self.meetings.get((min(a, b), max(a, b)))
        return (found, a > b) if found is not None and found.records else None

    def score(self, a: int, b: int) -> float | None:
        """Return the share that `a` got against `b`, a draw counting a half."""
        met = self.meeting(a, b)
        if met is None or met[0].score is None:
            return None
        return 1.0 - met[0].score if met[1] else met[0].score

    def payoff(self, a: int, b: int) -> float | None:
        """Return the mean payoff of `a` against `b`."""
        met = self.meeting(a, b)
        if met is None:
            return None
        wins = statistics.fmean(met[0].payoffs)
        return -wins + 0.0 if met[1] else wins

    def total(self, number: int) -> dict[str, int]:
        """Return how many games a contestant played, won, drew and lost."""
        tally = {"games": 0, "wins": 0, "draws": 0, "losses": 0}
        for other in range(len(self.contestants)):
            met = self.meeting(number, other)
            if met is not None:
                won, lost = met[0].wins[::-1] if met[1] else met[0].wins
                for key, count in (("games", met[0].games), ("wins", won), ("draws", met[0].draws), ("losses", lost)):
                    tally[key] += count
        return tally

    def share(self, number: int) -> float | None:
        """Return the mean score against everybody whom a contestant met, each counting the same."""
        scores = [score for other in range(len(self.contestants)) if (score := self.score(number, other)) is not None]
        return statistics.fmean(scores) if scores else None

    @cached_property
    def beats(self) -> dict[int, set[int]]:
        """Whom each contestant beats significantly: at 95 % for all meetings together (Bonferroni)."""
        found: dict[int, set[int]] = {number: set() for number in range(len(self.contestants))}
        z = NormalDist().inv_cdf(1.0 - (1.0 - CONFIDENCE) / 2.0 / max(1, len(self.meetings)))
        for (a, b), met in self.meetings.items():
            low, high = score_interval(met.unit_scores, met.pair_size, z)
            if low > 0.5:
                found[a].add(b)
            elif high < 0.5:
                found[b].add(a)
        return found

    @cached_property
    def cycles(self) -> list[tuple[int, ...]]:
        """Circles of contestants each of whom beats the next significantly; see `outfox.arena.cycles`."""
        return cycles(self.beats)

    def to_dict(self, *, records: bool = False) -> dict[str, Any]:
        """Return the result with the stable keys of ``outfox tournament --json``.

        Parameters
        ----------
        records
            Include the games.
        """
        everybody = range(len(self.contestants))
        result: dict[str, Any] = {
            "game": self.game,
            "players": list(self.players),
            "contestants": list(self.contestants),
            "kind": self.kind,
            "games_each": self.games_each,
            **self._asked(),
            "games": self.games,
            "distinct_games": self.distinct_games,
            "ratings": [self._rating(number) for number in self.ranking],
            "dispersion": self.ratings.dispersion,
            "scores": [[self.score(a, b) for b in everybody] for a in everybody],
            "payoffs": [[self.payoff(a, b) for b in everybody] for a in everybody],
            "meetings": [self._meeting(a, b, met) for (a, b), met in self.meetings.items()],
            "cycles": [list(cycle) for cycle in self.cycles],
            **self._ended(),
        }
        if records:
            result["records"] = [record.to_dict() for record in self.records]
        return result

    def _rating(self, number: int) -> dict[str, Any]:
        return {
            "contestant": number,
            "name": self.contestants[number],
            "rating": float(self.ratings.elo[number]),
            "interval": [finite(end) for end in self.intervals[number]],
            "score": self.share(number),
            **self.total(number),
        }

    def _meeting(self, a: int, b: int, met: MatchResult) -> dict[str, Any]:
        everything = met.to_dict()
        kept = ("games", "distinct_games", "counted", "wins", "draws", "score", "interval", "endings")
        return {"a": a, "b": b, **{key: everything[key] for key in kept}, "beats": self._beats(a, b)}

    def _beats(self, a: int, b: int) -> int | None:
        return a if b in self.beats[a] else b if a in self.beats[b] else None
