"""Adjudication: ending games that are decided, to save time. Off unless asked for.

There are two rules. *Agreed*: both players give the position a value, and for so many plies in a row both say that
the same player wins by at least so much; the payoff is then the nearer to a draw of the two values of the last ply.
It is as good as the players' judgement. *Solved*: the position stands in a table of exact values; the payoff is what
best play by both would bring. That is exact, but players who would have erred are spared it.

Either way the ending says `adjudicated`, and a match counts those games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from outfox.rules.errors import BadSetting, UnknownName
from outfox.rules.game import Game
from outfox.rules.parameters import split_spec
from outfox.rules.position import Position

if TYPE_CHECKING:
    from outfox.methods.solve.table import Table

EXAMPLES = "off, agreed:value=0.95,plies=6 and solved:FILE.table:remoteness=8"


class Judge(Protocol):
    """Watches one game."""

    def after(self, mover: int, said: float | None, position: Position) -> tuple[float, str] | None:
        """Return payoff and reason where the game is decided.

        Parameters
        ----------
        mover
            Who has just chosen.
        said
            Player 0's payoff as the mover sees it; None where it said nothing, as about a forced reply.
        position
            What it led to.
        """


class Rule(Protocol):
    """When to end a game; its text is its spec."""

    def begin(self, game: Game) -> Judge:
        """Return a judge for a new game."""


@dataclass(frozen=True)
class Agreed:
    """End a game when both players have agreed on its winner for some plies.

    Attributes
    ----------
    value
        Least size of the values that players report, as a share of the largest payoff; above 0.
    plies
        Choices in a row, of both players together; at least 2.
    """

    value: float = 0.95
    plies: int = 6

    def __post_init__(self) -> None:
        if not 0.0 < self.value <= 1.0:
            raise BadSetting(f"agreed: value must be above 0 and at most 1, not {self.value:g}")
        if self.plies < 2:
            raise BadSetting(f"agreed: plies must be at least 2, not {self.plies}")

    def __str__(self) -> str:
        return f"agreed:value={self.value:g},plies={self.plies}"

    def begin(self, game: Game) -> Agreement:
        """Return a judge for a new game."""
        return Agreement(self, game.scale)


class Agreement:
    """The values that the players of one game have reported.

    Parameters
    ----------
    rule
        When they agree.
    scale
        The largest payoff.

    Examples
    --------
    >>> agreement = Agreement(Agreed(0.9, plies=3), scale=1.0)
    >>> [agreement.taken(mover, value) for mover, value in [(0, 0.95), (1, 0.5), (0, 0.97), (1, 0.92), (0, 1.0)]]
    [None, None, None, None, 0.92]
    """

    def __init__(self, rule: Agreed, scale: float) -> None:
        self.rule, self.least = rule, rule.value * scale
        self._said: list[tuple[int, float]] = []

    def after(self, mover: int, said: float | None, position: Position) -> tuple[float, str] | None:
        """Take what the mover said; see `Judge`."""
        payoff = self.taken(mover, said)
        if payoff is None:
            return None
        winner = position.game.players[int(payoff < 0)]
        return payoff, f"both players said for {self.rule.plies} plies that {winner} wins ({payoff:+.3g})"

    def taken(self, mover: int, said: float | None) -> float | None:
        """Take a value; return the payoff where both have agreed for long enough."""
        if said is None:
            return None
        if abs(said) < self.least or (self._said and said * self._said[-1][1] < 0.0):
            self._said = []
        if abs(said) >= self.least:
            self._said.append((mover, said))
        if len(self._said) < self.rule.plies or {who for who, _ in self._said} != {0, 1}:
            return None
        last = dict(self._said)  # the latest value of each player
        return min(last.values(), key=abs)


@dataclass(frozen=True)
class Solved:
    """End a game when its position stands in a table of exact values.

    Attributes
    ----------
    file
        The table.
    remoteness
        Most plies to the end with best play; 0: however many, and endless play too.
    """

    file: str
    remoteness: int = 0

    def __str__(self) -> str:
        return f"solved:{self.file}" + (f":remoteness={self.remoteness}" if self.remoteness else "")

    def begin(self, game: Game) -> Probe:
        """Return a judge for a new game.

        Raises
        ------
        DamagedFile
            Where the table is damaged, or that of another game.
        """
        return Probe(self, _opened(str(Path(self.file).expanduser()), game))


@lru_cache(maxsize=4)
def _opened(file: str, game: Game) -> Table:
    from outfox.methods.solve.table import open_table

    return open_table(file, game)


@dataclass(frozen=True)
class Probe:
    """Looks positions up in a table."""

    rule: Solved
    table: Table

    def after(self, mover: int, said: float | None, position: Position) -> tuple[float, str] | None:  # noqa: ARG002
        """Look the position up; see `Judge`."""
        found = self.table.find(position.state)
        if found is None:
            return None
        if found.remoteness is None:
            endless = found.value == position.game.endless and not position.game.has("chance")
            return (found.value, f"solved: endless play ({found.value:+g})") if endless and not self._limit else None
        if self._limit and found.remoteness > self._limit:
            return None
        return found.value, f"solved: {found.value:+g} in {found.remoteness} plies"

    @property
    def _limit(self) -> int:
        return self.rule.remoteness


def value_said(player: Any) -> float | None:
    """Return the value, player 0's, behind a player's last choice; None where it has none.

    A player has an attribute ``value``, or a ``result`` that has one, as searches do.
    """
    value = getattr(player, "value", None)
    if value is None:
        value = getattr(getattr(player, "result", None), "value", None)
    return float(value) if isinstance(value, (int, float)) else None


def adjudication(spec: str) -> Agreed | Solved | None:
    """Read a rule of adjudication; None for ``off``.

    Raises
    ------
    UnknownName
        Where there is no such rule.
    BadSetting
        Where a setting cannot have its value.

    Examples
    --------
    >>> str(adjudication("agreed:plies=4"))
    'agreed:value=0.95,plies=4'
    >>> adjudication("solved:small.table:remoteness=9")
    Solved(file='small.table', remoteness=9)
    """
    text = spec.strip()
    if text in ("", "off"):
        return None
    solved = re.fullmatch(r"solved:(?P<file>.+?)(:remoteness=(?P<plies>\d+))?", text)
    if solved is not None:
        return Solved(solved["file"], int(solved["plies"] or 0))
    name, settings = split_spec(text)
    if name != "agreed" or set(settings) - {"value", "plies"}:
        raise UnknownName(f"there is no adjudication {spec!r}; there are {EXAMPLES}")
    return _agreed(spec, settings)


def _agreed(spec: str, settings: Mapping[str, Any]) -> Agreed:
    value, plies = settings.get("value", Agreed.value), settings.get("plies", Agreed.plies)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or type(plies) is not int:
        raise UnknownName(f"adjudication {spec!r}: write for example agreed:value=0.95,plies=6")
    return Agreed(float(value), plies)
