"""Copies of games, which are no evidence: 40 games of two players who repeat themselves are 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outfox.formats.records import GameRecord

Path = tuple[Any, ...]
"""Where a game started, and its actions."""


def path(record: GameRecord) -> Path:
    """Return what makes a game distinct: its start and its actions."""
    return record.start, record.position, record.actions


class Habits:
    """Whether two players do the same in the same position, as far as their games have shown.

    Parameters
    ----------
    declared
        What the players say of themselves; where one says nothing, the games decide: they repeat themselves if all
        games with the same opening and the same seats were the same, and some were.
    chance
        Whether the game has chance outcomes; then no two games are copies.
    """

    def __init__(self, declared: Sequence[bool | None], chance: bool) -> None:
        self._never = chance or any(one is False for one in declared)
        self._always = all(declared)
        self._first: dict[Path, Path] = {}
        self._repeated = self._varied = False

    def add(self, record: GameRecord, seat: int) -> None:
        """Take a game into account, in which the first player had this seat."""
        start = (seat, record.start, record.position, record.actions[: record.opening])
        played = path(record)
        if start in self._first:
            self._repeated = True
            self._varied = self._varied or self._first[start] != played
        else:
            self._first[start] = played

    @property
    def repeating(self) -> bool:
        """Whether copies are no evidence."""
        if self._never:
            return False
        return self._always or (self._repeated and not self._varied)
