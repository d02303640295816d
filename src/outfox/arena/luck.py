"""The luck of a whole match, pair by pair, by as many workers as play it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outfox.arena.control_variate import Corrected, Luck, TreeLuck, mixes
from outfox.arena.holdem_luck import HoldemLuck
from outfox.arena.table import Table, has_chance
from outfox.formats.records import GameRecord
from outfox.rules.errors import NotSupported
from outfox.workers.pool import map_tasks

Unit: TypeAlias = tuple[tuple[GameRecord, ...], tuple[int, ...]]
"""Games that share a deck, and the seat that A had in each."""

Progress: TypeAlias = Callable[[float, str], None]


@dataclass
class LuckOf:
    """What of the luck can be told in the games at a table; every worker has one.

    Attributes
    ----------
    table
        Where they were played.
    """

    table: Table
    _luck: Luck | None = field(default=None, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {"table": self.table, "_luck": None}

    def __call__(self, unit: Unit) -> list[float]:
        """Return what to subtract from player 0's payoff in each game of a unit."""
        return self.luck.of(*unit)

    @property
    def luck(self) -> Luck:
        """What tells it.

        Raises
        ------
        NotSupported, BudgetExceeded
            Where nothing does.
        """
        if self._luck is None:
            self._luck = luck_at(self.table)
        return self._luck


def refuse_luckless(table: Table) -> None:
    """Refuse a table in whose games no luck can be told, as far as that shows before any game.

    Raises
    ------
    NotSupported
    """
    game = table.game
    if not has_chance(game):
        raise NotSupported(f"{game.name} has no chance: there is no luck to take out")
    if not game.has("View"):
        raise NotSupported(f"{game.name} hides nothing (it declares no View): luck is taken out of games with cards")
    if table.start is not None and (table.start.start is None or table.start.history):
        raise NotSupported("luck is taken out of games that begin at the start")


def luck_at(table: Table) -> Luck:
    """Return what tells the luck in the games at a table.

    Raises
    ------
    NotSupported, BudgetExceeded
        Where nothing does; the message says why.
    """
    refuse_luckless(table)
    game = table.game
    if game.name == "limit-holdem" and game.trusted:
        return HoldemLuck(not table.terms.duplicate, game, table.players)
    return TreeLuck(game, table.players)


def without_luck(
    table: Table, records: Sequence[GameRecord], workers: int = 1, progress: Progress | None = None
) -> Corrected:
    """Return A's payoffs in the games of a match with luck taken out.

    Parameters
    ----------
    table
        Where they were played.
    records
        The games in order.
    workers, progress
        As in `outfox.arena.match`.

    Raises
    ------
    NotSupported, BudgetExceeded
        Where it cannot be told.
    """
    size = 2 if table.terms.seats == "swap" else 1
    seats = [k % size for k in range(len(records))]
    units = [
        (tuple(records[k : k + size]), tuple(seats[k : k + size])) for k in range(0, len(records), size)
    ]  # fmt: skip
    of = LuckOf(table)
    luck = of.luck
    subtracted: list[float] = []
    with closing(map_tasks(of, units, workers, progress)) as found:
        for part in found:
            subtracted += part
    payoffs = tuple(
        (record.payoff - each) * (1 - 2 * seat)
        for record, each, seat in zip(records, subtracted, seats, strict=True)
    )  # fmt: skip
    chooses = tuple("AB"[k] for k, one in enumerate(table.players[:2]) if mixes(one))
    whole = all(record.ending == "normal" and record.opening == 0 for record in records)
    return Corrected(payoffs, luck.source, chooses, whole and luck.exact)
