"""Settings of a method as flags: names and meanings, read from the dataclass without loading a compiler."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from outfox.interfaces.cli.help import entry_lines, width

_METHODS = Path(__file__).resolve().parents[2] / "methods"


@dataclass(frozen=True)
class Setting:
    """One field of a settings dataclass: its name, type and default as written, and its description."""

    name: str
    kind: str
    default: str
    meaning: str


def settings_of(module: str, name: str) -> list[Setting]:
    """Read the fields of a settings dataclass and what its docstring says of them.

    Parameters
    ----------
    module
        Below ``outfox.methods``, such as ``"search.mcts"``.
    name
        Of the class.
    """
    path = _METHODS.joinpath(*module.split(".")).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    meanings = described(ast.get_docstring(found) or "")
    return [
        Setting(
            field.target.id,
            ast.unparse(field.annotation),
            ast.unparse(field.value),
            meanings.get(field.target.id, ""),
        )
        for field in found.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.value is not None
    ]


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


def help_for(module: str, name: str, title: str) -> str:
    """Return the part of a help page that lists the settings, each as a flag."""
    kinds = {"bool": "true|false"}
    lines = [f"\n\n{title}\n"]
    for setting in settings_of(module, name):
        label = f"--{setting.name} {kinds.get(setting.kind, setting.kind.upper())}"
        meaning = f"{setting.meaning} [default {setting.default.lower()}]"
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
