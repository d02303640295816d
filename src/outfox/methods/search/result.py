"""What a search found: values, visits, the line of play, and how it was got."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.methods.result import Searched, Valued


@dataclass(frozen=True)
class ActionValue(Valued[float]):
    """One action at the root of a search.

    Attributes
    ----------
    action, name
        Its code and its name.
    value
        Player 0's expected payoff after it.
    visits
        Simulations that went through it.
    proven
        Whether the value is exact.
    """

    visits: int
    proven: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the action with its stable keys."""
        return {**super().to_dict(), "visits": self.visits, "proven": self.proven}


@dataclass(frozen=True, kw_only=True)
class SearchResult(Searched[float]):
    """The result of a search; prints as a table.

    Attributes
    ----------
    game
        Spec of the game.
    mover
        Who moves at the root: 0, 1 or CHANCE.
    value
        Player 0's expected payoff; exact where `proven`.
    bounds
        Proven lower and upper bound of player 0's payoff.
    proven
        Whether the bounds meet.
    actions
        The root's actions, best first.
    line
        Names of the actions of the principal variation.
    simulations, nodes, depth
        Simulations of this search, nodes in memory, length of the longest path.
    stopped
        ``simulations``, ``time``, ``proven``, ``memory`` or ``interrupted``.
    seconds, cpu_seconds, compile_seconds
        Wall-clock and CPU seconds of the search, and CPU seconds of compiling, which they leave out.
    """

    _counts = ("simulations", "nodes", "depth")

    actions: tuple[ActionValue, ...]
    simulations: int
    nodes: int
    depth: int

    @property
    def action(self) -> int:
        """The best action."""
        return self.actions[0].action

    def _found(self) -> dict[str, Any]:
        return {**super()._found(), "actions": [action.to_dict() for action in self.actions]}

    def __str__(self) -> str:
        kind = "proven" if self.proven else f"estimate after {self.simulations:,} simulations"
        rows = [f"value {self.value:+.3f} for player 0 ({kind}, stopped by {self.stopped})"]
        rows.append(f"{'action':12} {'value':>7} {'visits':>10}")
        for a in self.actions:
            rows.append(f"{a.name:12} {a.value:+7.3f} {a.visits:>10,}{'  proven' if a.proven else ''}")
        rows.append("line " + " ".join(self.line))
        return "\n".join(rows)
