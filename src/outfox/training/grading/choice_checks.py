"""Checks of what follows from the table: the best future, the greedy action, exploring."""

from __future__ import annotations

import math
from typing import Any

from outfox.training.grading.nim import START, Action, State, actions, states
from outfox.training.grading.student import Student
from outfox.training.grading.table_checks import CLOSE
from outfox.training.grading.teaching import Teacher, is_number

STATE: State = (0, 1, 2, 0)
ONE, TWO, THREE = actions(STATE)
CALLS, GREEDY_CALLS = 400, 50
RATE = 0.2
"""The rate of exploring that a player is given for the check."""

_DEVIATIONS = 6.0


def check_best_future(student: Student, teacher: Teacher) -> None:
    """The best future is the largest value over all legal actions, the unknown ones counting 0; 0 without any."""
    method = "best_future_reward"
    if not student.has(method):
        return
    known = {ONE: -0.8, TWO: -0.2, THREE: -0.5}
    got = _future(student, teacher, known)
    all_known = "all three actions known, at -0.8, -0.2 and -0.5"
    if _is(got, 0.0):
        seen = f"{all_known}: gave 0, not -0.2"
        student.note("maximum", method, seen, "the maximum starts at 0: start at the first value or at minus infinity")
    elif not _is(got, -0.2):
        student.note("best", method, f"{all_known}: gave {got!r}, not -0.2", "return the largest value")
    got = _future(student, teacher, {ONE: -0.8, THREE: -0.5})
    if not _is(got, 0.0):
        seen = f"two actions known, at -0.8 and -0.5, a third unknown: gave {got!r}, not 0"
        student.note("known-only", method, seen, "go through all legal actions; what is not in the table counts as 0")
    got = _future(student, teacher, {ONE: 0.3, TWO: 0.6})
    if not _is(got, 0.6):
        seen = f"two actions known, at 0.3 and 0.6: gave {got!r}, not 0.6"
        student.note("best", method, seen, "return the largest value")


def check_no_actions(student: Student, teacher: Teacher) -> None:
    """With no object left there is no future."""
    method = "best_future_reward"
    if not student.has(method):
        return
    ai, _ = teacher.fresh()
    got = student.ask(ai, method, (0, 0, 0, 0))
    if not _is(got, 0.0):
        student.note("no-actions", method, f"with no object left it gave {got!r}, not 0", "return 0 without actions")


def _future(student: Student, teacher: Teacher, values: dict[Action, float]) -> Any:
    return student.ask(teacher.taught(STATE, values), "best_future_reward", STATE)


def _is(got: Any, value: float) -> bool:
    return is_number(got) and abs(float(got) - value) < CLOSE


def check_legal(student: Student, ai: Any, when: str = "") -> None:
    """Every choice is legal, exploring or not; `when` is for the message."""
    for state in states():
        for explore in (False, True) if any(state) else ():
            chosen = student.choose(ai, state, explore)
            if chosen not in actions(state):
                seen = f"{when} with the piles {list(state)} it chose {chosen!r}".strip()
                look = "choose a pair (pile, count): piles from 0, 1 to as many objects as the pile has"
                student.note("illegal", "choose_action", seen, look)
                return


def check_greedy(student: Student, teacher: Teacher) -> None:
    """Without exploring, the best action is taken: the largest value, the unknown ones counting 0."""
    cases = (
        ({ONE: 0.3, TWO: 0.6, THREE: -0.2}, TWO, "best", "known values 0.3, 0.6 and -0.2"),
        ({ONE: -0.8, TWO: -0.2, THREE: -0.5}, TWO, "best", "known values -0.8, -0.2 and -0.5"),
        ({ONE: -0.8, THREE: -0.5}, TWO, "known-only", "known values -0.8 and -0.5 and an action that is unknown"),
    )
    for values, right, fault, words in cases:
        ai = teacher.taught(STATE, values)
        if hasattr(ai, "epsilon"):
            ai.epsilon = 1.0  # which must not matter
        chosen = {student.choose(ai, STATE) for _ in range(GREEDY_CALLS)}
        if chosen == {right}:
            continue
        told = f"{words}: with epsilon=False it chose {_listed(chosen)}, not {right} alone"
        if right in chosen:
            student.note(
                "epsilon", "choose_action", told, "epsilon=False never explores: is the test the wrong way round?"
            )
            return
        look = "take the largest value over all legal actions; what is not in the table counts as 0"
        student.note(fault, "choose_action", told, look)


def check_epsilon(student: Student, teacher: Teacher) -> None:
    """With exploring, a random legal action is taken with probability epsilon, else the best one."""
    target = (3, 2)
    ai = teacher.taught(START, {target: 0.9})
    rate = None
    if is_number(getattr(ai, "epsilon", None)):
        ai.epsilon = rate = RATE
    share = sum(student.choose(ai, START, explore=True) == target for _ in range(CALLS)) / CALLS
    told = _epsilon_fault(share, rate, len(actions(START)))
    if told is not None:
        student.note("epsilon", "choose_action", *told)


def _epsilon_fault(share: float, rate: float | None, choices: int) -> tuple[str, str] | None:
    """Say what is wrong with how often the best action was taken."""
    seen = f"it took the best action in {100 * share:.0f} % of {CALLS} choices"
    if rate is None:
        return None if share > 0.5 else (seen, "with a small epsilon it should be nearly always: is the test inverted?")
    lowest, highest = 1 - rate, 1 - rate + rate / choices  # whether the best one may be drawn too, or not
    margin = _DEVIATIONS * math.sqrt(rate * (1 - rate) / CALLS)
    if lowest - margin <= share <= highest + margin and share < 1:
        return None
    seen += f" with epsilon {rate:g}, not in about {100 * highest:.0f} %"
    if abs(share - rate) <= margin + rate / choices + 1 / choices:
        return seen, "the test is inverted: it explores with probability 1 - epsilon"
    if share == 1:
        return seen, "it never explores: is epsilon used?"
    return seen, "explore with probability self.epsilon, else take the best"


def _listed(chosen: set[Any]) -> str:
    return ", ".join(sorted(map(str, chosen))[:3])
