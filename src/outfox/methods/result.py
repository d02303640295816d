"""What the results of all methods share: who moves, what it is worth, where that comes from, how long it took.

A result prints as it likes; the keys of its dictionary that others have as well are written here alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, cast

from outfox.rules.position import Position

Value = TypeVar("Value", bound="float | None")


@dataclass(frozen=True, kw_only=True)
class Timed:
    """What took its time.

    Attributes
    ----------
    seconds, cpu_seconds, compile_seconds
        Wall-clock and CPU seconds of the work, and CPU seconds of compiling, which they leave out.
    """

    seconds: float
    cpu_seconds: float
    compile_seconds: float

    @property
    def times(self) -> dict[str, float]:
        """The three, by name.

        Examples
        --------
        >>> Timed(seconds=2.0, cpu_seconds=1.5, compile_seconds=0.0).times
        {'seconds': 2.0, 'cpu_seconds': 1.5, 'compile_seconds': 0.0}
        """
        return {name: getattr(self, name) for name in ("seconds", "cpu_seconds", "compile_seconds")}


@dataclass(frozen=True, kw_only=True)
class Searched(Timed, Generic[Value]):
    """What every search says of a position.

    Attributes
    ----------
    game
        Spec of the game.
    mover
        Who moves at the root: 0, 1 or CHANCE.
    value
        Player 0's payoff.
    bounds
        Proven lower and upper bound of it.
    line
        Names of the actions of the line that is told.
    stopped
        What ended the search.
    """

    _counts: ClassVar[tuple[str, ...]] = ()
    """The fields that say how much was searched."""

    game: str
    mover: int
    value: Value
    bounds: tuple[float, float]
    line: tuple[str, ...]
    stopped: str

    @property
    def proven(self) -> bool:
        """Whether the value is exact: the bounds meet."""
        return self.bounds[0] == self.bounds[1]

    @property
    def value_for_mover(self) -> Value:
        """The value for the player to move."""
        return cast("Value", -self.value) if self.value is not None and self.mover == 1 else self.value

    def _found(self) -> dict[str, Any]:
        """Return what stands between `proven` and the line."""
        return {"bounds": list(self.bounds)}

    def to_dict(self) -> dict[str, Any]:
        """Return the result with the stable keys of ``outfox search --json``."""
        return {
            "game": self.game,
            "mover": self.mover,
            "value": self.value,
            "value_for_mover": self.value_for_mover,
            "proven": self.proven,
            **self._found(),
            "line": list(self.line),
            **{name: getattr(self, name) for name in self._counts},
            "stopped": self.stopped,
            **self.times,
        }


@dataclass(frozen=True)
class Valued(Generic[Value]):
    """An action and what it is worth.

    Attributes
    ----------
    action, name
        Its code and its name.
    value
        Player 0's payoff after it.
    """

    action: int
    name: str
    value: Value

    def to_dict(self) -> dict[str, Any]:
        """Return the action with its stable keys.

        Examples
        --------
        >>> Valued(4, "b2", 0.0).to_dict()
        {'action': 'b2', 'code': 4, 'value': 0.0}
        """
        return {"action": self.name, "code": self.action, "value": self.value}


def choices(position: Position) -> list[int]:
    """Return what may come next: the legal actions, or the chance outcomes."""
    return [action for action, _ in position.chance] if position.is_chance else position.legal


def names_of(position: Position, line: Iterable[int]) -> list[str]:
    """Return the names of the actions of a line from a position.

    Examples
    --------
    >>> from outfox.rules import load
    >>> names_of(load("nim:piles=[2,1]").start(), [0, 2])
    ['1 from pile 1', '1 from pile 2']
    """
    names = []
    for action in line:
        names.append(position.name(action))
        position = position.play(action)
    return names
