"""Several values for parameters of a game, as a command line gives them: ``rows=3,4``, ``2..6``, lists, words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.options import read_text
from outfox.rules import Game
from outfox.rules.errors import UnknownName
from outfox.rules.parameters import format_value, parse_value, split_commas

MOST = 10_000
"""More combinations than anybody waits for."""


def grid_of(game: Game, param: Sequence[str], flags: Mapping[str, str]) -> dict[str, list[Any]]:
    """Return the values of each parameter of a grid.

    Parameters
    ----------
    game
        Whose parameters they are.
    param
        Values of ``--param``: NAME=VALUES.
    flags
        Flags that the command does not know itself.

    Raises
    ------
    UnknownName, UsageError
        Where a name is wrong, or there is nothing to sweep.
    """
    grid: dict[str, list[Any]] = {}
    for name, text, shown in [*(_split(entry) for entry in param), *((n, t, f"--{n}") for n, t in flags.items())]:
        key = name.strip().lstrip("-").replace("-", "_").lower()
        if key in grid:
            raise UsageError(f"{shown}: parameter {key!r} is given twice")
        if key not in game.parameters:
            raise UnknownName(f"{game.name} has no parameter {key!r}; it has {_listing(game)}")
        grid[key] = values_of(read_text(text, shown), game.parameters[key].default)
        if not grid[key]:
            raise UsageError(f"{shown}: there is no value in {text!r}")
    if not grid:
        raise UsageError(f"sweep needs a parameter with several values, such as --param {_example(game)}")
    count = 1
    for values in grid.values():
        count *= len(values)
    if count > MOST:
        raise UsageError(f"these are {count:,} combinations; sweep takes {MOST:,} at most")
    return grid


def _split(entry: str) -> tuple[str, str, str]:
    name, equals, text = entry.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"--param {entry!r} is not NAME=VALUES")
    return name, text, f"--param {entry}"


def _listing(game: Game) -> str:
    pairs = (f"{name}={format_value(p.value)}" for name, p in game.parameters.items())
    return ", ".join(pairs) or "none"


def _example(game: Game) -> str:
    for name, parameter in game.parameters.items():
        if type(parameter.value) is int:
            return f"{name}={parameter.value},{parameter.value + 1}; {game.name} has {_listing(game)}"
    return f"NAME=VALUE,VALUE; {game.name} has {_listing(game)}"


def values_of(text: str, default: Any) -> list[Any]:
    """Return the values that a text lists, for a parameter with this default.

    Parameters
    ----------
    text
        Values with commas between them. ``2..6`` stands for 2,3,4,5,6 and ``0..8..2`` for every second of them; a
        JSON list is a list of values, or one value, as the parameter is itself a list or not.
    default
        The parameter's default, which shows how deep its lists are.

    Examples
    --------
    >>> values_of("-1..1,5", 0), values_of("0..8..4", 0), values_of("cat,mouse", "cat")
    ([-1, 0, 1, 5], [0, 4, 8], ['cat', 'mouse'])
    >>> values_of("[3,4]", 1), values_of("[3,4]", (1, 2)), values_of("[[3],[4]]", (1, 2)), values_of("[3],[4]", (1,))
    ([3, 4], [(3, 4)], [(3,), (4,)], [(3,), (4,)])
    """
    found: list[Any] = []
    for part in split_commas(text):
        ranged = re.fullmatch(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*(?:\.\.\s*(-?\d+)\s*)?", part)
        value = _range(part, *ranged.groups()) if ranged else parse_value(part)
        several = ranged is not None or (isinstance(value, tuple) and _depth(value) > _depth(default))
        found += [one for one in (value if several else (value,)) if one not in found or _same_kind(one, found)]
    return found


def _same_kind(value: Any, found: list[Any]) -> bool:
    """Say whether a value that equals one found is another all the same: 1 and true."""
    return not any(value == other and type(value) is type(other) for other in found)


def _range(text: str, first: str, last: str, step: str | None) -> tuple[int, ...]:
    low, high = int(first), int(last)
    by = int(step) if step else 1 if high >= low else -1
    if by == 0 or (high - low) * by < 0 or abs(high - low) // abs(by) >= MOST:
        raise UsageError(f"{text.strip()!r} is no range; write for example 2..6 or 0..8..2")
    return tuple(range(low, high + (1 if by > 0 else -1), by))


def _depth(value: Any) -> int:
    return 1 + max((_depth(part) for part in value), default=0) if isinstance(value, (tuple, list)) else 0
