"""What a search found: values, visits, the line of play, and how it was got."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ActionValue:
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

    action: int
    name: str
    value: float
    visits: int
    proven: bool


@dataclass(frozen=True)
class SearchResult:
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

    game: str
    mover: int
    value: float
    bounds: tuple[float, float]
    proven: bool
    actions: tuple[ActionValue, ...]
    line: tuple[str, ...]
    simulations: int
    nodes: int
    depth: int
    stopped: str
    seconds: float
    cpu_seconds: float
    compile_seconds: float

    @property
    def action(self) -> int:
        """The best action."""
        return self.actions[0].action

    @property
    def value_for_mover(self) -> float:
        """The value for the player to move."""
        return -self.value if self.mover == 1 else self.value

    def to_dict(self) -> dict[str, Any]:
        """Return the result with the stable keys of ``outfox search --json``."""
        return {
            "game": self.game,
            "mover": self.mover,
            "value": self.value,
            "value_for_mover": self.value_for_mover,
            "proven": self.proven,
            "bounds": list(self.bounds),
            "actions": [
                {"action": a.name, "code": a.action, "value": a.value, "visits": a.visits, "proven": a.proven}
                for a in self.actions
            ],
            "line": list(self.line),
            "simulations": self.simulations,
            "nodes": self.nodes,
            "depth": self.depth,
            "stopped": self.stopped,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
        }

    def __str__(self) -> str:
        kind = "proven" if self.proven else f"estimate after {self.simulations:,} simulations"
        rows = [f"value {self.value:+.3f} for player 0 ({kind}, stopped by {self.stopped})"]
        rows.append(f"{'action':12} {'value':>7} {'visits':>10}")
        for a in self.actions:
            rows.append(f"{a.name:12} {a.value:+7.3f} {a.visits:>10,}{'  proven' if a.proven else ''}")
        rows.append("line " + " ".join(self.line))
        return "\n".join(rows)
