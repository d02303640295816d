"""Errors of compiled rules, told in terms of the user's own file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from outfox.kernel.lowering import Lowered
from outfox.kernel.lowering.checks import FILE_STRIDE
from outfox.kernel.runtime import explain
from outfox.rules.errors import RulesError


def fault(lowered: Lowered | None, place: int, kind: int, a: int, b: int) -> RulesError:
    """Return the error for a fault that checked rules raised."""
    path = lowered.files[place // FILE_STRIDE] if lowered else Path("kernel")
    return RulesError.at(path.name, int(place % FILE_STRIDE), explain(int(kind), int(a), int(b)))


# What Numba says -> what to tell the author of the rules. The first that matches speaks.
_HINTS: tuple[tuple[str, str], ...] = (
    (r"Use of unsupported NumPy function '?numpy\.(\S+?)'?[ \n]", "np.{0} does not compile; write a loop, or see \"What compiles\""),
    (r"Unknown attribute '(\w+)' of type Module\(<module 'numpy\.?(\w*)'", "np.{0} does not compile; write a loop, or see \"What compiles\""),
    (r"Unknown attribute '(\w+)' of type Module\(<module '(\w+)'", "{1}.{0} does not compile; write it out"),
    (r"Unknown attribute '?(\w+)'? of type Record", "State has no field {0!r}"),
    (r"Unknown attribute '?(\w+)'? of type (\w+)", "{1} has no attribute {0!r} in compiled rules"),
    (r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'", "variable {2!r} is first one kind of value and then another; give it one type"),
    (r"Can't unify return type", "the function returns different kinds of values; return one kind, such as whole numbers"),
    (r"cannot assign to|Cannot modify|Cannot store|Cannot modify readonly|setitem.*readonly", "rules cannot change a constant; keep what changes in a field of State"),
    (r"NameError: name '(\w+)' is not defined", "name {0!r} is not defined"),
    (r"(?:Variable|variable) '?(\w+?)'? (?:is )?referenced before assignment", "variable {0!r} may be used before it has a value"),
    (r"missing (?:a )?(?:required )?argument:? '?(\w+)'?", "a call lacks the argument {0!r}"),
    (r"too many (?:positional )?arguments", "a call has too many arguments"),
    (r"No implementation of function Function\(<(?:built-in function|ufunc|function|intrinsic) '?(\w+)'?.*?>\) found for signature:\s*>>> (.+?)\n", "{0} does not compile for these kinds of values: {1}"),
    (r"Unsupported use of op_(\S+)", "{0} does not compile in rules"),
    (r"unsupported .*?: (.+)", "{0} does not compile in rules"),
)  # fmt: skip


def compile_error(error: Any, lowered: Lowered | None) -> RulesError:
    """Return the error for rules that Numba refuses."""
    message = str(error)
    path, line = _place(message, lowered)
    for pattern, hint in _HINTS:
        match = re.search(pattern, message, re.IGNORECASE | re.DOTALL)
        if match:
            return RulesError.at(path, line, _tidy(hint.format(*match.groups())))
    return RulesError.at(path, line, _tidy(_first_line(message)))


def _first_line(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    useful = [line for line in lines if not line.startswith(("Failed in", "During", "File", "- ", ">>>", "-", "There are"))]
    return (useful or lines or ["the rules do not compile"])[0] + '; see "What compiles"'


def _tidy(message: str) -> str:
    """Replace Numba's names of types and of runtime helpers by words a user knows."""
    for pattern, word in (
        (r"unaligned array\((\w+), (\d)d, [CAF](?:, \w+)*\)|array\((\w+), (\d)d, [CAF](?:, \w+)*\)", "array"),
        (r"Literal\[\w+\]\((-?\w+)\)", r"\1"),
        (r"Record\(.*?\)(?=[,)]|$)", "a state"),
        (r"UniTuple\((\w+) x (\d+)\)", r"a tuple of \2"),
        (r"\brt_(\w+)", r"\1"),
    ):
        message = re.sub(pattern, word, message)
    return message if len(message) < 300 else message[:297] + "..."


def _place(message: str, lowered: Lowered | None) -> tuple[str, int | None]:
    if lowered is None:
        return "kernel", None
    for match in re.finditer(r'rules\.py>?", line (\d+)|rules\.py>? \((\d+)\)', message):
        number = int(match.group(1) or match.group(2))
        while number > 0 and number not in lowered.lines:
            number -= 1
        if number:
            file, line = lowered.lines[number]
            return lowered.files[file].name, line
    return lowered.files[0].name, None
