"""The same game with the other side moving first, where the rules have a parameter for it."""

from __future__ import annotations

import ast

from outfox.rules import Game
from outfox.rules.parameters import Parameter

NAME = "first"


def other_first(game: Game) -> Game | None:
    """Return the game in which the other side begins; None without a parameter ``first`` of two values.

    Examples
    --------
    >>> from outfox.rules import load
    >>> other_first(load("starve-the-fox")).spec
    'starve-the-fox:first=sheep'
    >>> other_first(load("connect-four")) is None
    True
    """
    parameter = game.parameters.get(NAME)
    others = [] if parameter is None else [word for word in _choices(parameter) if word != parameter.value]
    if len(others) != 1:
        return None
    values = {name: p.value for name, p in game.parameters.items() if p.value != p.default} | {NAME: others[0]}
    return Game(game.path, game.name, values, trusted=game.trusted)


def begins(game: Game) -> int | None:
    """Return the player who moves first, or None where chance does."""
    mover = game.start().mover
    return mover if mover in (0, 1) else None


def _choices(parameter: Parameter) -> list[object]:
    """Return the values that ``Literal[...]`` or ``bool`` allows."""
    annotation = ast.parse(parameter.annotation, mode="eval").body
    if isinstance(annotation, ast.Name) and annotation.id == "bool":
        return [False, True]
    if not isinstance(annotation, ast.Subscript):
        return []
    inside = annotation.slice
    nodes = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    return [node.value for node in nodes if isinstance(node, ast.Constant)]
