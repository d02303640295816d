"""Faults: what goes wrong inside compiled rules, as four integers, and what they say in words."""

from __future__ import annotations

from outfox.rules.game import no_action

(
    INDEX, FIELD, CROWD, RANGE, ASSERTION, DIVISION, KEY, WHOLE, SHIFT, POWER, EMPTY, DEPTH, PLAYER, FINITE, RAISED,
    STUCK, ABSENT, LARGE, TIMES, PLUS, MINUS, UNSET, NOTHING, FORM, SIZED,
) = range(25)  # fmt: skip
"""Kinds of `Fault`."""


DEEPEST = 900
"""As deep as a function may call itself: about what Python allows."""


class Fault(Exception):
    """An error inside compiled rules: (place, kind, a, b), all integers; see `explain`."""


def limits(width: int) -> str:
    """Say what a field of `width` bits holds; negative for a signed one."""
    return f"0 to {2**width - 1}" if width > 0 else f"{-(2 ** (-width - 1))} to {2 ** (-width - 1) - 1}"


def explain(kind: int, a: int, b: int) -> str:
    """Say in words what a fault of this kind with its two numbers means.

    Examples
    --------
    >>> explain(INDEX, 7, 7)
    'index 7 is out of range: there are 7 elements, 0 to 6'
    >>> explain(FIELD, 200, -8)
    'value 200 does not fit: the field is int8 and holds -128 to 127'
    """
    return _WORDS[kind](a, b)


def _index(a: int, b: int) -> str:
    return f"index {a} is out of range: there are {b} elements, 0 to {b - 1}" if b else f"index {a}: nothing is there"


def _field(a: int, b: int) -> str:
    return f"value {a} does not fit: the field is {'u' if b > 0 else ''}int{abs(b)} and holds {limits(b)}"


_WORDS = {
    INDEX: _index,
    FIELD: _field,
    CROWD: lambda a, b: f"yields more than {b} values; raise BRANCHING (or OUTCOMES, for chance)",
    RANGE: lambda a, b: f"yields {a}; actions are 0 to {b} (see ACTIONS, or OUTCOMES for chance)",
    ASSERTION: lambda a, b: "the assertion fails",
    DIVISION: lambda a, b: "division by zero",
    KEY: lambda a, b: f"key {a} is not in the dict",
    WHOLE: lambda a, b: "a fraction does not fit an integer field: use // or int()",
    SHIFT: lambda a, b: (
        f"a shift by {a} needs more than the 64 bits of an integer; use uint64 fields, or shift by less"
        if a >= 0
        else f"a shift by {a}: the number of places must not be negative"
    ),
    POWER: lambda a, b: f"{a} to the power {b} is no 64-bit integer; use a float",
    EMPTY: lambda a, b: "there is no element to take",
    DEPTH: lambda a, b: f"calls itself more than {a} times: the recursion does not end",
    PLAYER: lambda a, b: f"mover returned {a}: write 0, 1, CHANCE or TERMINAL",
    FINITE: lambda a, b: "the payoff is not a finite number",
    RAISED: lambda a, b: "an error was raised",
    STUCK: lambda a, b: f"legal_actions {no_action(a)}",
    ABSENT: lambda a, b: f"{a} is not in the constant",
    UNSET: lambda a, b: "a variable is used here that has no value yet; give it one first",
    NOTHING: lambda a, b: "None is no number; a field and a sum want one",
    SIZED: lambda a, b: f"there are {a} values where {b} are wanted",
    FORM: lambda a, b: f"{b} values do not fit where {a} are stored",
    LARGE: lambda a, b: "the number is too large for an ordinary integer",
    TIMES: lambda a, b: f"{a} * {b} is no 64-bit integer; use smaller numbers, or floats",
    PLUS: lambda a, b: f"{a} + {b} is no 64-bit integer; use smaller numbers, or uint64 fields for bitboards",
    MINUS: lambda a, b: f"{a} - {b} is no 64-bit integer; use smaller numbers, or uint64 fields for bitboards",
}
