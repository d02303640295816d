"""What exact solving found, and how it was got."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outfox.methods.result import Timed, Valued, choices
from outfox.methods.solve.table import Outcome, Table
from outfox.rules.game import Game
from outfox.rules.position import Position

__all__ = ["ActionOutcome", "Solution", "action_outcomes", "choices", "hastens", "ranked", "winner", "winner_of"]


@dataclass(frozen=True)
class ActionOutcome(Valued[float]):
    """An action and what it leads to.

    Attributes
    ----------
    action, name
        Its code and its name.
    value
        Player 0's payoff after it, with best play.
    remoteness
        Plies to the end, this action included; None where play need not end, nobody hastens, or chance decides.
    """

    remoteness: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the action with its stable keys."""
        return {**super().to_dict(), "remoteness": self.remoteness}


@dataclass(frozen=True, kw_only=True)
class Solution(Timed):
    """The exact answer for a position; prints as a page.

    Attributes
    ----------
    position
        What was solved.
    table
        The outcome of every state that can be reached from it.
    value
        Player 0's payoff with best play.
    remoteness
        Plies to the end, where the side that is better off than with endless play hastens and the other delays; None
        where play need not end, nobody hastens, or chance decides.
    actions
        The position's actions, best first.
    states, positions, edges
        States that were solved; positions that they stand for, with their images, or None where that is not known;
        edges between states.
    method
        ``retrograde analysis``, ``backward induction`` or ``value iteration``.
    tolerance, sweeps
        Of value iteration: the largest change in its last sweep; sweeps.
    seconds, cpu_seconds, compile_seconds
        Wall clock and CPU, without compiling, which is apart.
    bytes
        Memory for graph and table.
    """

    position: Position
    table: Table
    value: float
    remoteness: int | None
    actions: tuple[ActionOutcome, ...]
    states: int
    positions: int | None
    edges: int
    method: str
    tolerance: float
    sweeps: int
    bytes: int

    @property
    def game(self) -> Game:
        """The game."""
        return self.position.game

    @property
    def winner(self) -> int | None:
        """0 or 1, by the sign of the value; None where it is 0, and in games of chance."""
        return winner_of(self.game, self.value)

    def outcome(self, position: Position) -> Outcome:
        """Return what a position that can be reached is worth.

        Raises
        ------
        NotSupported
            Where it cannot be reached.
        """
        return self.table.outcome(position)

    def __str__(self) -> str:
        from outfox.methods.solve.text import solution_text

        return solution_text(self)


def winner(value: float) -> int | None:
    """Return who wins with this payoff of player 0: 0, 1, or None."""
    return 0 if value > 0 else 1 if value < 0 else None


def winner_of(game: Game, value: float) -> int | None:
    """Return who wins a position of this value; None for a draw, and where chance has the last word."""
    return None if game.has("chance") else winner(value)


def hastens(game: Game, value: float) -> int | None:
    """Return which player hastens the end where the value is this: who is better off than with endless play."""
    endless = game.endless or 0.0
    return winner(value - endless if value != endless else value)


def action_outcomes(table: Table, position: Position) -> list[ActionOutcome]:
    """Return the actions of a position with what they lead to, best first; chance outcomes in the rules' order."""
    found = []
    for action in choices(position):
        value, remoteness = table.outcome(position.play(action))
        found.append(
            ActionOutcome(action, position.name(action), value, None if remoteness is None else remoteness + 1)
        )
    return found if position.mover < 0 else ranked(position.game, position.mover, found)


def ranked(game: Game, mover: int, actions: Sequence[ActionOutcome]) -> list[ActionOutcome]:
    """Sort actions: the best value first; then the fastest for the side that hastens, the slowest for the other."""
    sign = 1 if mover == 0 else -1

    def place(action: ActionOutcome) -> tuple[Any, ...]:
        if action.remoteness is None:
            # Play need not end: that is the best delay, and the worst haste.
            late = hastens(game, action.value) == mover
            return -sign * action.value, late, 0
        haste = hastens(game, action.value) == mover
        return -sign * action.value, not haste, action.remoteness if haste else -action.remoteness

    return sorted(actions, key=place)
