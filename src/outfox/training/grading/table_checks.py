"""Checks of the table: what is written is read again, what is unknown counts as 0, the update is right."""

from __future__ import annotations

from typing import Any

from outfox.training.grading.nim import Action, State, actions
from outfox.training.grading.student import Raised, Student
from outfox.training.grading.teaching import Teacher, is_number

STATE: State = (0, 1, 2, 0)
ACTION: Action = (2, 1)
READERS = "get_q_value", "best_future_reward", "choose_action"
CLOSE = 1e-6


def check_unknown(student: Student, teacher: Teacher) -> None:
    """An action that nobody has tried counts as 0."""
    ai, _ = teacher.fresh()
    got = student.ask(ai, "get_q_value", STATE, ACTION)
    if not is_number(got) or abs(float(got)) > CLOSE:
        seen = f"an action that was never tried has the value {got!r}, not 0"
        student.note("unknown", "get_q_value", seen, "return 0 where the table has nothing")


def check_keys(student: Student, teacher: Teacher) -> set[str]:
    """Every method finds what `update_q_value` writes. Return the methods that do."""
    sound = set()
    written = {action: teacher.written(STATE, action) for action in actions(STATE)}
    for method in READERS:
        if not student.has(method):
            continue
        try:
            if _finds(student, teacher, method, written):
                sound.add(method)
        except Raised as raised:
            student.add(raised.finding)
        if method == "get_q_value" and method not in sound:
            break  # the others are likely to go by it
    return sound


def _finds(student: Student, teacher: Teacher, method: str, written: dict[Action, set[Any]]) -> bool:
    """Say whether a method looks where updates write; note it where it does not."""
    rest = (ACTION,) if method == "get_q_value" else ()
    seen = teacher.read_by(method, STATE, *rest)
    expected = written[ACTION] if rest else set().union(*written.values())
    if seen is None or seen.scanned or not expected:
        return method != "get_q_value" or _round_trip(student, teacher)
    if not expected - seen.read:
        return True
    asked = f"looks for {_one(seen.read)}" if seen.read else "never looks into q"
    told = f"update_q_value writes q[{_one(expected - seen.read)}], but {method} {asked}"
    student.note(
        "keys", method, told, "what is written is never read: use one form, (tuple(state), action), everywhere"
    )
    return False


def _round_trip(student: Student, teacher: Teacher) -> bool:
    """Say whether an update changes what `get_q_value` says, where the table cannot be watched."""
    ai, _ = teacher.fresh()
    teacher.update(ai, STATE, ACTION, 0.0, 1.0, 0.0)
    got = student.ask(ai, "get_q_value", STATE, ACTION)
    if is_number(got) and abs(float(got)) > CLOSE:
        return True
    seen = f"after an update with reward 1 the value is {got!r}"
    student.note("keys", "get_q_value", seen, "does it look where update_q_value writes?")
    return False


def _one(keys: set[Any]) -> str:
    return min(map(repr, keys))[:60]


def check_update(student: Student, teacher: Teacher) -> None:
    """The new estimate is old + alpha * (reward + future - old)."""
    first = {"old": 1.0, "reward": 0.0, "future": 0.0}, {"old": 0.0, "reward": 1.0, "future": 0.0}
    parts = [_updated(teacher, **given) for given in (*first, {"old": 0.0, "reward": 0.0, "future": 1.0})]
    if any(part is None for part in parts):
        student.note(
            "update", "update_q_value", "no value could be read after an update", "store the new estimate in q"
        )
        return
    alpha = _alpha(teacher)
    told = _fault([float(part) for part in parts if part is not None], alpha)
    got = _updated(teacher, old=0.6, reward=0.0, future=0.8)
    right = 0.6 + alpha * (0.8 - 0.6)
    if told is None and (got is None or abs(got - right) > CLOSE):
        told = "update", f"old 0.6, reward 0, future 0.8 gave {_shown(got)}, not {right:g}", _FORMULA
    if told is not None:
        student.note(told[0], "update_q_value", told[1], told[2])


_FORMULA = "the new estimate is old + alpha * (reward + future - old)"


def _updated(teacher: Teacher, old: float, reward: float, future: float) -> float | None:
    """Return the estimate after one update, with a rate of 0.75 where that can be set."""
    ai, table = teacher.fresh()
    if hasattr(ai, "alpha"):
        ai.alpha = 0.75
    teacher.teach(ai, table, STATE, ACTION, old)
    teacher.update(ai, STATE, ACTION, old, reward, future)
    return teacher.value(ai, STATE, ACTION)


def _alpha(teacher: Teacher) -> float:
    """Return the rate that `_updated` sets; where none can be set, what the reward is multiplied by."""
    ai, _ = teacher.fresh()
    if hasattr(ai, "alpha"):
        return 0.75
    part = _updated(teacher, old=0.0, reward=1.0, future=0.0)
    return abs(part) if part is not None and 0 < abs(part) < 1 else 0.5


def _fault(parts: list[float], alpha: float) -> tuple[str, str, str] | None:
    """Name the fault that shows in what old, reward and future count for."""
    old, reward, future = parts
    counts = f"old, reward and future count {old:+g}, {reward:+g}, {future:+g}"
    counts += f" times instead of {1 - alpha:+g}, {alpha:+g}, {alpha:+g} (alpha {alpha:g})"

    def near(value: float, *targets: float) -> bool:
        return any(abs(value - target) < CLOSE for target in targets)

    if near(old, 1 - alpha) and near(reward, alpha) and near(future, alpha):
        return None
    if near(old, alpha) and near(reward, 1 - alpha) and near(future, 1 - alpha):
        return "alpha", counts, "alpha is on the wrong side: " + _FORMULA
    if near(reward, -alpha, -1) and near(future, -alpha, -1):
        return "correction-sign", counts, "the correction is added: " + _FORMULA
    if near(reward, -alpha, -1):
        return "reward-sign", counts, "the reward is added: " + _FORMULA
    if near(future, -alpha, -1):
        return "future-sign", counts, "after the opponent's answer the best future is one's own and is added"
    if near(reward, 0):
        return "reward", counts, _FORMULA
    if near(future, 0):
        return "future", counts, _FORMULA
    if near(reward, alpha) and near(future, alpha) and near(old, 0, 1, 1 + alpha):
        what = "the old estimate is ignored" if near(old, 0) else "the old estimate is not taken off"
        return "old-estimate", counts, f"{what}: {_FORMULA}"
    if near(reward, future) and (near(old, 0) or near(old + reward, 1)):
        return "alpha", counts, "use the player's alpha: " + _FORMULA
    return "update", counts, _FORMULA


def _shown(value: float | None) -> str:
    return "nothing" if value is None else f"{value:g}"
