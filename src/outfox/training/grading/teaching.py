"""Putting known values into a student's table, whatever form its keys have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outfox.training.grading.nim import Action, State, actions
from outfox.training.grading.student import Raised, Student
from outfox.training.grading.watched import Watched, watched


class Teacher:
    """Teaches players of a class: by the keys that they use where those can be seen, else by updates.

    Parameters
    ----------
    student
        With `update_q_value`.
    """

    def __init__(self, student: Student) -> None:
        self.student = student

    def fresh(self) -> tuple[Any, Watched | None]:
        """Return a new player and its watched table, None where it has none in a dict called `q`."""
        ai = self.student.make()
        table = watched(getattr(ai, "q", None))
        if table is not None:
            ai.q = table
        return ai, table

    def read_by(self, method: str, state: State, *rest: Any) -> Watched | None:
        """Return the table after a method was called: what it looked up. None where that cannot be seen."""
        ai, table = self.fresh()
        if table is not None:
            for action in actions(state):  # an empty table may not be looked into at all
                self.update(ai, state, action, 0.0, 0.25, 0.0)
            table.forget()
            if method == "choose_action":
                self.student.choose(ai, state)
            else:
                self.student.ask(ai, method, state, *rest)
        return table

    def written(self, state: State, action: Action) -> set[Any]:
        """Return the keys that an update writes."""
        ai, table = self.fresh()
        self.update(ai, state, action, 0.0, 0.25, 0.0)
        return table.written if table is not None else set()

    def update(self, ai: Any, state: State, action: Action, old: float, reward: float, future: float) -> Any:
        """Have the student update an estimate."""
        return self.student.ask(ai, "update_q_value", state, action, old, reward, future)

    def taught(self, state: State, values: Mapping[Action, float]) -> Any:
        """Return a player whose table says that these actions of a state have these values."""
        ai, table = self.fresh()
        for action, value in values.items():
            self.teach(ai, table, state, action, value)
        return ai

    def teach(self, ai: Any, table: Watched | None, state: State, action: Action, value: float) -> None:
        """Give one action of a state a value.

        An update comes first, so that whatever else the student keeps is there; then the value itself is put at every
        key that is written or read for the action.
        """
        self.update(ai, state, action, 0.0, value / learning_rate(ai), 0.0)
        if table is None:
            return
        keys = self.written(state, action) | self._asked(state, action)
        for key in keys:
            if not isinstance(table.get(key), dict):
                table[key] = value
        table.forget()

    def _asked(self, state: State, action: Action) -> set[Any]:
        if not self.student.has("get_q_value"):
            return set()
        try:
            seen = self.read_by("get_q_value", state, action)
        except Raised:
            return set()
        return seen.read if seen is not None else set()

    def value(self, ai: Any, state: State, action: Action) -> float | None:
        """Return what a player's table says of an action: at the key that is written, else by `get_q_value`."""
        table = getattr(ai, "q", None)
        if isinstance(table, dict):
            numbers = [table[key] for key in self.written(state, action) if is_number(table.get(key))]
            if numbers:
                return float(numbers[0])
        if self.student.has("get_q_value"):
            got = self.student.ask(ai, "get_q_value", state, action)
            return float(got) if is_number(got) else None
        return None


def is_number(thing: Any) -> bool:
    """Say whether something is a number, NumPy's included."""
    return isinstance(thing, (int, float)) or (hasattr(thing, "__float__") and not hasattr(thing, "__len__"))


def learning_rate(ai: Any) -> float:
    """Return a player's learning rate, 0.5 where it does not say."""
    rate = getattr(ai, "alpha", 0.5)
    return float(rate) if is_number(rate) and 0 < rate <= 1 else 0.5
