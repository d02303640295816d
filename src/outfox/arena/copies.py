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


def repeat_themselves(records: Sequence[GameRecord], declared: Sequence[bool | None], chance: bool, seats: str) -> bool:
    """Say whether both players do the same in the same position.

    Parameters
    ----------
    records
        The games of a match.
    declared
        What the players say of themselves; where one says nothing, the games decide: it repeats itself if all
        games with the same opening and the same seats were the same, and some were.
    chance
        Whether the game has chance outcomes; then no two games are copies.
    seats
        Of the match.
    """
    if chance or any(one is False for one in declared):
        return False
    if all(declared):
        return True
    groups: dict[Path, list[Path]] = {}
    for number, record in enumerate(records):
        seat = number % 2 if seats == "swap" else 0
        start = (seat, record.start, record.position, record.actions[: record.opening])
        groups.setdefault(start, []).append(path(record))
    repeated = [games for games in groups.values() if len(games) > 1]
    return bool(repeated) and all(len(set(games)) == 1 for games in repeated)
