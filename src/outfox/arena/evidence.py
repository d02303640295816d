"""`Evidence`: what a match has shown so far, unit by unit, for a test that may stop it after any of them."""

from __future__ import annotations

from collections import Counter

from outfox.arena.copies import Habits, Path, path
from outfox.arena.sprt import Sprt
from outfox.formats.records import GameRecord


def points(record: GameRecord, seat: int) -> float:
    """Return what a game counts for the player at a seat: 1, 0.5 or 0."""
    return 0.5 if record.winner is None else float(record.winner == seat)


class Evidence:
    """Scores of units: pairs of games with swapped seats, or single games where seats are fixed.

    Copies count once as soon as, and as long as, both players seem to repeat themselves; see `Habits`.

    Parameters
    ----------
    test
        What is tested.
    size
        Games in each unit.
    habits
        Judges whether they do.
    """

    def __init__(self, test: Sprt, size: int, habits: Habits) -> None:
        self.test, self.size = test, size
        self._habits = habits
        self._unit: list[tuple[GameRecord, int]] = []
        self._seen: set[tuple[Path, int]] = set()
        self._all: Counter[float] = Counter()
        self._distinct: Counter[float] = Counter()

    def add(self, record: GameRecord) -> str | None:
        """Take the next game into account; return the decision where it brought one."""
        seat = len(self._unit)
        self._habits.add(record, seat)
        self._unit.append((record, seat))
        if len(self._unit) < self.size:
            return None
        self._count()
        return self.decision

    def _count(self) -> None:
        score = sum(points(*game) for game in self._unit) / self.size
        games = {(path(record), seat) for record, seat in self._unit}
        self._all[score] += 1
        if not games <= self._seen:
            self._distinct[score] += 1
        self._seen |= games
        self._unit = []

    @property
    def counts(self) -> Counter[float]:
        """How many units that count had each score."""
        return self._distinct if self._habits.repeating else self._all

    @property
    def llr(self) -> float:
        """The log likelihood ratio."""
        return self.test.llr(self.counts, self.size)

    @property
    def decision(self) -> str | None:
        """What the test says now: H0, H1 or None."""
        return self.test.decision(self.llr)
