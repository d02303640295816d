"""What proof-number search found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from outfox.methods.result import Searched


class Question(NamedTuple):
    """What was asked of a position, and the answer.

    Attributes
    ----------
    payoff, more
        Whether player 0 gets at least this payoff; or more than it.
    holds
        The answer; None where the budget ended before.
    """

    payoff: float
    more: bool
    holds: bool | None

    @property
    def text(self) -> str:
        """The question in words."""
        return f"{'more than' if self.more else 'at least'} {self.payoff:g} for player 0?"


@dataclass(frozen=True, kw_only=True)
class DfpnResult(Searched[float | None]):
    """The result of a proof-number search; prints as a page.

    Attributes
    ----------
    game
        Spec of the game.
    mover
        Who moves at the root, 0 or 1.
    value
        Player 0's payoff with best play; None where it is not known exactly.
    bounds
        Proven lower and upper bound of it.
    questions
        What was asked, in order.
    action
        An action that keeps what is proven for the mover, or None.
    line
        Names of the actions of a line of the last proof: the winning side's proven actions against those that took
        the most work to refute. It need not be the shortest.
    nodes, ends, hits, stored
        States generated, finished games, states found settled in the table, places of the table in use.
    stopped
        ``proven``, ``nodes``, ``time`` or ``interrupted``.
    seconds, cpu_seconds, compile_seconds
        Wall-clock and CPU seconds of the search, and CPU seconds of compiling, which they leave out.
    """

    _counts = ("nodes", "ends", "hits", "stored")

    questions: tuple[Question, ...]
    action: int | None
    action_name: str | None
    nodes: int
    ends: int
    hits: int
    stored: int

    @property
    def proven(self) -> bool:
        """Whether every question that was asked has its answer."""
        return all(question.holds is not None for question in self.questions)

    def _found(self) -> dict[str, Any]:
        return {
            **super()._found(),
            "questions": [question._asdict() for question in self.questions],
            "action": self.action_name,
            "code": self.action,
        }

    @property
    def heading(self) -> str:
        """What is known of the value, in one line."""
        if self.value is not None:
            return f"value {self.value:+g} for player 0, proven"
        low, high = self.bounds
        known = f"between {low:+g} and {high:+g}"
        return f"the value lies {known}, proven" if self.proven else f"nothing more is proven than a value {known}"

    def __str__(self) -> str:
        lines = [self.heading]
        words = {True: "yes", False: "no", None: "not known"}
        lines += [f"{question.text} {words[question.holds]}" for question in self.questions]
        if self.action_name is not None:
            lines.append(f"play {self.action_name}")
        lines.append("line " + " ".join(self.line))
        lines.append(f"{self.nodes:,} nodes, stopped by {self.stopped}")
        return "\n".join(lines)
