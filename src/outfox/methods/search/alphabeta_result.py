"""What alpha-beta found: values and bounds, how far they can be trusted, and how they were got."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from outfox.methods.result import Searched, Valued
from outfox.methods.search.alphabeta_table import DEEPEST


@dataclass(frozen=True)
class RootAction(Valued[float | None]):
    """One action at the root of an alpha-beta search.

    Attributes
    ----------
    action, name
        Its code and its name.
    value
        Player 0's payoff after it, to the depth that was searched; None where a cutoff left a bound only.
    low, high
        Between what that value lies; equal where there is a value, infinite where nothing is known.
    proven
        Whether `value` is exact, whatever lies beyond the horizon.
    remoteness
        Plies to the end, counted from the root, where the action is proven to win or lose all; else None.
    """

    low: float
    high: float
    proven: bool
    remoteness: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the action with its stable keys."""
        return {
            **super().to_dict(),
            "bounds": [bound if math.isfinite(bound) else None for bound in (self.low, self.high)],
            "proven": self.proven,
            "remoteness": self.remoteness,
        }

    @property
    def worth(self) -> str:
        """The value as text, or the bound, which is never shown as if it were a value."""
        if self.value is not None:
            return f"{self.value:+.3f}"
        if math.isfinite(self.low) and math.isfinite(self.high):
            return f"{self.low:+.3f} to {self.high:+.3f}"
        if math.isfinite(self.high):
            return f"at most {self.high:+.3f}"
        return f"at least {self.low:+.3f}" if math.isfinite(self.low) else "not searched"


@dataclass(frozen=True, kw_only=True)
class AlphaBetaResult(Searched[float]):
    """The result of an alpha-beta search; prints as a table.

    Attributes
    ----------
    game
        Spec of the game.
    mover
        Who moves at the root: 0, 1 or CHANCE.
    value
        Player 0's payoff with best play to the horizon; what lies beyond counts as `evaluate` says, or 0.
    kind
        What that value is: ``proven`` (exact), ``estimate`` (it may rest on `evaluate`) or ``unknown`` (it may rest on
        leaves that nothing is known of, which counted 0).
    bounds
        Proven lower and upper bound of player 0's payoff.
    actions
        The root's actions, best first.
    line
        Names of the actions of the principal variation.
    remoteness
        Plies to the end, where the value is proven and one side wins all there is to win; else None.
    depth
        Plies to the horizon of the last finished iteration.
    nodes, leaves, ends, hits
        States visited, leaves valued at the horizon, finished games, values taken from the table.
    stopped
        ``proven``, ``depth``, ``nodes``, ``time`` or ``interrupted``.
    seconds, cpu_seconds, compile_seconds
        Wall-clock and CPU seconds of the search, and CPU seconds of compiling, which they leave out.
    """

    _counts = ("depth", "nodes", "leaves", "ends", "hits")

    kind: str
    actions: tuple[RootAction, ...]
    remoteness: int | None
    depth: int
    nodes: int
    leaves: int
    ends: int
    hits: int

    @property
    def action(self) -> int:
        """The best action."""
        return self.actions[0].action

    def _found(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            **super()._found(),
            "remoteness": self.remoteness,
            "actions": [action.to_dict() for action in self.actions],
        }

    @property
    def effort(self) -> str:
        """How many nodes were searched, and how deep."""
        return f"{self.nodes:,} nodes to " + ("the end" if self.depth == DEEPEST else f"depth {self.depth}")

    @property
    def heading(self) -> str:
        """Value and what it is, in one line."""
        if self.proven:
            far = "" if self.remoteness is None else f", {self.remoteness} plies to the end"
            return f"value {self.value:+.3f} for player 0, proven{far}"
        low, high = self.bounds
        known = f"; proven to lie between {low:+g} and {high:+g}"
        if self.kind == "unknown":
            return f"value unknown after {self.depth} plies{known}"
        return f"value {self.value:+.3f} for player 0 by evaluation after {self.depth} plies{known}"

    def __str__(self) -> str:
        rows = [self.heading, f"{'action':12} {'value':>10}"]
        for a in self.actions:
            far = "" if a.remoteness is None else f", {a.remoteness} plies"
            rows.append(f"{a.name:12} {a.worth:>10}{'  proven' if a.proven else ''}{far}")
        rows.append("line " + " ".join(self.line))
        rows.append(f"{self.effort}, stopped by {self.stopped}")
        return "\n".join(rows)
