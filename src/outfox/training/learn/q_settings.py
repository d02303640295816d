"""`QSettings`: how Q-learning is run; see `outfox.training.learn.q_learning`."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args, get_type_hints

from outfox.rules.errors import BadSetting

Schedule = Literal["constant", "linear", "geometric"]


@dataclass(frozen=True)
class QSettings:
    """Settings of Q-learning.

    Attributes
    ----------
    episodes
        Games of self-play.
    alpha
        Learning rate: how far a value moves towards what was seen, above 0 up to 1.
    alpha_schedule
        How the learning rate changes from the first game to the last, down to its floor.
    alpha_floor
        Where the learning rate ends.
    epsilon
        Probability of a random legal action instead of a greedy one, 0 to 1.
    epsilon_schedule
        How that probability changes from the first game to the last, down to its floor.
    epsilon_floor
        Where that probability ends.
    discount
        What the future counts, above 0 up to 1: once a turn of the player with the convention reply, once a ply with
        negamax.
    algorithm
        What the future is: of the best next action (q), of the one that is chosen (sarsa), or the whole game's result,
        at its end (monte-carlo).
    convention
        When an action is valued: when its player moves again, after the opponent's reply (reply), or one ply later, by
        what the next player expects, with the sign changed if that is the opponent (negamax).
    afterstates
        Whether a value belongs to the position after an action, so that actions that lead to the same one share it.
    ties
        Which of several best actions is greedy: one at random, or the first.
    exchange
        Whether positions that are the same with the players exchanged share their values, where the rules declare swap.
    plies
        After so many a game is cut and scored as endless play.
    """

    episodes: int = 10_000
    alpha: float = 0.5
    alpha_schedule: Schedule = "constant"
    alpha_floor: float = 0.01
    epsilon: float = 0.1
    epsilon_schedule: Schedule = "constant"
    epsilon_floor: float = 0.01
    discount: float = 1.0
    algorithm: Literal["q", "sarsa", "monte-carlo"] = "q"
    convention: Literal["reply", "negamax"] = "reply"
    afterstates: bool = False
    ties: Literal["random", "first"] = "random"
    exchange: bool = True
    plies: int = 1000

    def __post_init__(self) -> None:
        """Refuse settings that mean nothing.

        Raises
        ------
        BadSetting
        """
        for name in ("episodes", "plies"):
            if getattr(self, name) < 1:
                raise BadSetting(f"{name} must be at least 1, not {getattr(self, name)}")
        for name, zero in (("alpha", False), ("epsilon", True), ("discount", False)):
            value = getattr(self, name)
            if not (0 <= value <= 1 and (zero or value > 0)):
                raise BadSetting(f"{name} must be {'from 0 to 1' if zero else 'above 0, up to 1'}, not {value:g}")
        for name, words in _words().items():
            if getattr(self, name) not in words:
                raise BadSetting(f"{name} is one of {', '.join(words)}, not {getattr(self, name)!r}")
        for name in ("alpha", "epsilon"):
            self._check_floor(name)

    def _check_floor(self, name: str) -> None:
        schedule, floor = getattr(self, f"{name}_schedule"), getattr(self, f"{name}_floor")
        if schedule == "constant":
            return
        value, zero = getattr(self, name), schedule == "linear" and name == "epsilon"
        if not (0 <= floor <= value and (zero or floor > 0)):
            span = f"from 0 to {value:g}" if zero else f"above 0, up to {value:g}"
            raise BadSetting(f"{name}_floor must be {span}, which is {name}, not {floor:g}")

    def course(self, name: str) -> tuple[float, float, float]:
        """Return the first value of alpha or epsilon, what each game adds, and what each game multiplies by."""
        value, floor = float(getattr(self, name)), float(getattr(self, f"{name}_floor"))
        steps = max(self.episodes - 1, 1)
        schedule = getattr(self, f"{name}_schedule")
        if schedule == "linear":
            return value, (floor - value) / steps, 1.0
        if schedule == "geometric":
            return value, 0.0, math.pow(floor / value, 1 / steps)
        return value, 0.0, 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the settings with their stable keys."""
        return asdict(self)


def _words() -> dict[str, tuple[str, ...]]:
    """Return the words that each setting of words can be."""
    hints = get_type_hints(QSettings)
    return {field.name: get_args(hints[field.name]) for field in fields(QSettings) if get_args(hints[field.name])}
