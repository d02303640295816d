"""Settings of a method as flags: names, types and meanings from its settings dataclass and the docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from outfox.interfaces.cli.help import entry_lines, width


@dataclass(frozen=True)
class Setting:
    """One field of a settings dataclass: its name, the kind and default of its value, what it means."""

    name: str
    kind: str
    default: str
    meaning: str


def settings_of(settings: type[Any]) -> list[Setting]:
    """Return the fields of a settings dataclass that a flag can give, and what its docstring says of them."""
    meanings = described(inspect.getdoc(settings) or "")
    return [
        Setting(field.name, *_kind_and_default(field.default), meanings.get(field.name, ""))
        for field in fields(settings)
        if field.default is not MISSING
    ]


def _kind_and_default(default: Any) -> tuple[str, str]:
    if isinstance(default, tuple):
        return "numbers", ",".join(f"{one:g}" for one in default)
    return type(default).__name__, str(default).lower()


def described(docstring: str) -> dict[str, str]:
    """Return what a numpydoc section "Attributes" says of each name; ``a, b`` describes both.

    Examples
    --------
    >>> described(chr(10).join(["Attributes", "----------", "a", "    First.", "b, c", "    Rest."]))
    {'a': 'First.', 'b': 'Rest.', 'c': 'Rest.'}
    """
    section = re.split(r"^Attributes\n-+\n", docstring, flags=re.MULTILINE)[-1]
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in section.split("\n"):
        if line.startswith(" "):
            for name in names:
                found[name].append(line.strip())
        elif line.strip():
            names = [name.strip() for name in line.partition(":")[0].split(",")]
            found.update({name: [] for name in names})
    return {name: " ".join(lines) for name, lines in found.items()}


def help_for(settings: type[Any], title: str) -> str:
    """Return the part of a help page that lists the settings, each as a flag."""
    lines = [f"\n\n{title}\n"]
    for setting in settings_of(settings):
        kind = "true|false" if setting.kind == "bool" else setting.kind.upper()
        meaning = f"{setting.meaning} [default {setting.default}]"
        label = f"--{setting.name.replace('_', '-')} {kind}"
        lines += [f"  {line}" for line in entry_lines(label, meaning, 24, width() - 2)]
    return "\n".join(lines)


def with_settings(spec: str, settings: Mapping[str, str]) -> str:
    """Add settings to a player's spec; they win over those that it has.

    Examples
    --------
    >>> with_settings("mcts:cut=8", {"c": "2", "cut": "4"})
    'mcts:cut=4,c=2'
    >>> with_settings("mcts", {})
    'mcts'
    """
    from outfox.rules.parameters import split_commas

    if not settings:
        return spec
    kind, _, rest = spec.partition(":")
    own = {key: value for key, _, value in (part.partition("=") for part in split_commas(rest))}
    merged = {**own, **settings}
    return kind + ":" + ",".join(f"{key}={value}" if value else key for key, value in merged.items())


def split_flags(flags: Mapping[str, str], names: set[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Divide flags into settings of the method and the rest, which are the game's parameters."""
    mine = {key: value for key, value in flags.items() if key.replace("-", "_") in names}
    return mine, {key: value for key, value in flags.items() if key not in mine}
