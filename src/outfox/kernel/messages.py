"""Errors of compiled rules, told in terms of the user's own file and line."""

from __future__ import annotations

import re
from collections.abc import Callable

from outfox.kernel.faults import ASSERTION, RAISED, explain
from outfox.kernel.lowering import Lowered
from outfox.rules.errors import RulesError

LONGEST = 240
"""Characters of a message, its place apart."""

MARK = "outfox says: "
"""What begins a message that our own typing functions give to Numba."""


def fault(lowered: Lowered | None, place: int, kind: int, a: int, b: int) -> RulesError:
    """Return the error for a fault that checked rules raised."""
    words = explain(int(kind), int(a), int(b))
    if lowered is None:
        return RulesError.at("kernel", None, words)
    if place < 0:  # the kernel's, not a line's
        return RulesError.at(lowered.files[0].name, lowered.starts.get("legal_actions"), words)
    file, line = lowered.places[place]
    if kind in (ASSERTION, RAISED):
        words = lowered.said.get((file, line), words)
    return RulesError.at(lowered.files[file].name, line, words)


def _operation(match: re.Match[str]) -> str:
    title, signature = match[1], match[2]
    inner = signature[signature.find("(") + 1 : signature.rfind(")")]
    kinds = [kind_of(part) for part in split(inner)]
    if title in _TESTED:
        title, kinds = _TESTED[title], kinds[:-1]
    if title in _OPERATORS:
        return f"{_OPERATORS[title]} does not compile for {' and '.join(kinds)}"
    return f"{title}({', '.join(kinds)}) does not compile"


_TESTED = {
    "times": "mul", "plus": "add", "minus": "sub", "left_checked": "lshift", "right_checked": "rshift",
    "left": "lshift", "right": "rshift", "nonzero": "division", "index": "an index", "fit": "storing",
}  # fmt: skip
_OPERATORS = {
    "mul": "`*`", "add": "`+`", "sub": "`-`", "lshift": "`<<`", "rshift": "`>>`", "truediv": "`/`", "floordiv": "`//`",
    "mod": "`%`", "and_": "`&`", "or_": "`|`", "xor": "`^`", "invert": "`~`", "neg": "`-`", "eq": "`==`",
    "ne": "`!=`",
    "lt": "`<`", "le": "`<=`", "gt": "`>`", "ge": "`>=`", "getitem": "[...]", "setitem": "[...] =", "contains": "`in`",
    "iadd": "`+=`", "isub": "`-=`", "imul": "`*=`", "is_": "`is`", "pow": "`**`", "division": "division",
    "an index": "an index", "storing": "storing",
}  # fmt: skip
_KINDS: tuple[tuple[str, str], ...] = (
    (r"(Literal\[int\]|u?int\d+|intp)", "a number"),
    (r"(Literal\[bool\]|bool)", "a truth value"),
    (r"float\d+", "a float"),
    (r"complex", "a complex number"),
    (r"Record|\(?unaligned record", "a state"),
    (r".*generator", "a generator"),
    (r"(?:readonly |unaligned |mutable )*(?:array|Array|nestedarray)", "an array"),
    (r"(?:Uni)?Tuple|Named", "a tuple"),
    (r"(?:reflected )?list|List|ListType", "a list"),
    (r"(?:reflected )?set|Set", "a set"),
    (r"range", "a range"),
    (r"none|NoneType|Literal\[NoneType\]", "None"),
    (r"Optional|OptionalType", "a number or None"),
    (r"unicode_type|Literal\[str\]", "text"),
    (r"slice", "a slice"),
    (r"type\(CPUDispatcher|Function|CPUDispatcher", "a function"),
    (r"Module", "a module"),
)


def kind_of(numba_type: str) -> str:
    """Return a word that a user knows for a type as Numba writes it.

    Examples
    --------
    >>> kind_of("array(int64, 1d, C)"), kind_of("Literal[int](3)")
    ('an array', 'a number')
    """
    text = re.sub(r"^\w+\s*[=:]\s*", "", numba_type.strip())
    return next((word for pattern, word in _KINDS if re.match(pattern, text)), "a value")


def split(signature: str) -> list[str]:
    """Split at commas that stand outside brackets.

    Examples
    --------
    >>> split("array(int64, 1d, C), int64")
    ['array(int64, 1d, C)', 'int64']
    """
    parts, depth, current = [], 0, ""
    for char in signature:
        depth += (char in "([{<") - (char in ")]}>")
        if char == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += char
    return [part for part in [*parts, current.strip()] if part]


_SEE = 'write a loop, or see "What compiles"'
_WORDS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (MARK + r"(.*)", "{0}"),
    (r"Use of unsupported NumPy function '?numpy\.([\w.]+)'?", "np.{0} does not compile; " + _SEE),
    (r"Unknown attribute '(\w+)' of type Module\(<module 'numpy", "np.{0} does not compile; " + _SEE),
    (r"Unknown attribute '(\w+)' of type Module\(<module '(\w+)'", "{1}.{0} does not compile; write it out"),
    (r"Unknown attribute '?(\w+)'? of type Record", "State has no field {0!r}"),
    (
        r"Unknown attribute '?(\w+)'? of type (.+)",
        lambda m: f"{kind_of(m[2])} has no attribute {m[1]!r} in compiled rules",
    ),
    (r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'", lambda m: _unify(m[1], m[2], m[3])),
    (r"Can't unify return type", "the function returns different kinds of values; return one kind, such as numbers"),
    (r"Cannot cast (.+?) to (.+?):", lambda m: f"{kind_of(m[1])} cannot be used where {kind_of(m[2])} is wanted"),
    (r"runaway recursion", "the function calls itself and nothing else: give it a case that ends"),
    (
        r"cannot assign to|Cannot modify|Cannot store|setitem.*readonly",
        "rules cannot change a constant; keep what changes in a field of State",
    ),
    (r"NameError: name '(\w+)' is not defined", "name {0!r} is not defined"),
    (r"Variable '?(\w+?)'? (?:is )?referenced before assignment", "variable {0!r} may be used before it has a value"),
    (r"missing (?:a )?(?:required )?argument:? '?(\w+)'?", "a call lacks the argument {0!r}"),
    (r"too many (?:positional )?arguments", "a call has too many arguments"),
    (
        (
            r"No implementation of function Function\(<(?:built-in function|ufunc|function|intrinsic|class) "
            r"'?(\w+)'?.*?>\)"
            r" found for signature:\s*>>> (.+?)\n"
        ),
        _operation,
    ),
    (
        r"Cannot determine Numba type of <class '(?:\w+\.)*(\w+)'>",
        "a value of kind {0} does not compile; use numbers, tuples and arrays",
    ),
    (r"Unsupported use of op_(\S+)", "{0} does not compile in rules"),
    (
        r"fingerprint of empty list|untyped list|imprecise type|Cannot infer the type of variable",
        "what kind of value a list or variable holds cannot be told; give it a first value of its kind",
    ),
)


def _unify(first: str, second: str, variable: str) -> str:
    title = "the function's result" if variable.startswith("$") else f"variable {variable!r}"
    kinds = sorted({kind_of(first), kind_of(second)})
    between = f": {' and '.join(kinds)}" if len(kinds) == 2 else ""
    return f"{title} is first one kind of value and then another{between}; give it one kind"


def compile_error(error: BaseException, lowered: Lowered | None) -> RulesError:
    """Return the error for rules that Numba refuses."""
    message = str(error)
    path, line = _place(message, lowered)
    for pattern, words in _WORDS:
        match = re.search(pattern, message, re.IGNORECASE)
        if match:
            text = words(match) if callable(words) else words.format(*match.groups())
            return RulesError.at(path, line, _short(text))
    return RulesError.at(path, line, _short(_first_line(message)))


def runtime_error(error: BaseException, file: str) -> RulesError:
    """Return the error for what compiled code raised by itself, without a place."""
    return RulesError.at(file, None, _short(f"compiled rules raised {type(error).__name__}: {error}"))


def _first_line(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    useful = [
        line for line in lines if not line.startswith(("Failed in", "During", "File", "- ", ">>>", "-", "There are"))
    ]
    first = (useful or lines or ["the rules do not compile"])[0]
    first = re.sub(r"\$[\w.]+", "a value", first)
    return re.sub(r"(?:, location|\(/|/\S+/rules\.py).*", "", first).rstrip(" (;,") + '; see "What compiles"'


def _short(message: str) -> str:
    message = re.sub(r"\brt_(\w+)", r"\1", " ".join(message.split()))
    return message if len(message) <= LONGEST else message[: LONGEST - 3] + "..."


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
