"""What can be said of a game without running its rules: read from the syntax tree, in milliseconds.

`outfox games` must not load arrays or a compiler to list names; `outfox.rules.load` is what everything else
uses, and a test holds the two together.
"""

from __future__ import annotations

import ast
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outfox.games import game_files, packaged

__all__ = ["Entry", "entries", "packaged"]


@dataclass(frozen=True)
class Entry:
    """One game that can be named.

    Attributes
    ----------
    name
        As commands take it.
    summary
        The first sentence of its docstring, without the name.
    players
        Names of player 0 and player 1.
    parameters
        Default values by name.
    path
        The rules file.
    """

    name: str
    summary: str
    players: tuple[str, str]
    parameters: dict[str, Any]
    path: Path


def entries() -> list[Entry]:
    """Return the games that can be named: those of outfox, then those of installed packages."""
    return [entry for entry in (_read(name, path) for name, path in game_files().items()) if entry is not None]


def _read(name: str, path: Path) -> Entry | None:
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    constants = dict(_constants(tree))
    players = constants.get("PLAYERS", ("first", "second"))
    parameters = {key.lower(): value for key, value in constants.items() if key in _annotated(tree)}
    doc = " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split())
    return Entry(name, summary(doc), (str(players[0]), str(players[1])), parameters, path)


def summary(doc: str) -> str:
    """Return the first sentence of a game's docstring, without the name in front.

    Examples
    --------
    >>> summary("Nim: take objects from one pile. Whoever takes the last loses.")
    'Take objects from one pile'
    """
    text = doc.partition(": ")[2] or doc
    first = text.partition(". ")[0].rstrip(".")
    return first[:1].upper() + first[1:]


def _constants(tree: ast.Module) -> list[tuple[str, Any]]:
    found = []
    for node in tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
            continue
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        if isinstance(target, ast.Name) and target.id.isupper():
            with suppress(ValueError, TypeError):
                found.append((target.id, ast.literal_eval(node.value)))
    return found


def _annotated(tree: ast.Module) -> set[str]:
    return {
        node.target.id
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and "Final" not in ast.unparse(node.annotation)
    }
