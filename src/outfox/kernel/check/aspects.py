"""The optional slots in compiled form: squares, features, relations, progress, images say what plain Python says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node, same_number
from outfox.kernel.link import link
from outfox.kernel.slots import (
    Floats,
    Ints,
    States,
    features,
    progress,
    relations,
    squares,
    swap,
    symmetry,
    symmetry_action,
)
from outfox.rules.errors import RulesError

OPTIONAL = ("squares", "features", "relations", "progress", "swap", "symmetry")


def describe(
    pool: States, symmetries: int, pieces: Ints, numbers: Floats, related: Ints, moved: Ints, level: Ints
) -> int:
    """Ask every optional slot about ``pool[0]``.

    Parameters
    ----------
    pool : (2 + symmetries,) states
        Receives the image under `swap` and those under each symmetry.
    pieces, numbers, related
        Receive `squares`, `features` and `relations`; they arrive zeroed.
    moved
        An action, then room for its images under each symmetry.
    level : (1,)
        Receives `progress`.

    Returns
    -------
    int
        0.
    """
    squares(pool[0], pieces)
    features(pool[0], numbers)
    relations(pool[0], related)
    level[0] = progress(pool[0])
    swap(pool[0], pool[1])
    for k in range(symmetries):
        symmetry(k, pool[0], pool[2 + k])
        moved[1 + k] = symmetry_action(k, moved[0])
    return 0


def check_aspects(ground: Ground, nodes: list[Node]) -> float:
    """Compare the optional slots of the checked build with plain Python; return seconds of compilation.

    Raises
    ------
    RulesError
        Where they do not compile.
    """
    game = ground.game
    if not any(game.has(name) for name in OPTIONAL):
        return 0.0
    ground.now = ("compiling", None)
    linked = link(game, describe, checked=True)
    symmetries = game.constant("SYMMETRIES", 0) if game.has("symmetry") else 0
    pool = linked.states(2 + symmetries)
    board, names = game.constant("BOARD"), game.constant("FEATURES", ())
    relations_count = len(game.constant("RELATIONS", ()))
    for node in ground.each("optional", nodes):
        pieces = np.zeros(len(board.points) if board else 0, np.int64)
        numbers, level = np.zeros(len(names)), np.zeros(1, np.int64)
        related = np.zeros(relations_count, np.int64)
        moved = np.zeros(1 + symmetries, np.int64)
        moved[0] = node.choices[0] if node.choices and node.mover in (0, 1) else 0
        ground.now = ("checked compiled rules", node)
        linked.put(pool, 0, node.state)
        for k in range(1, 2 + symmetries):
            linked.put(pool, k, node.state)
        try:
            linked(pool, symmetries, pieces, numbers, related, moved, level)
            plain = dict(_plain(ground, node, pieces, numbers, related, moved, symmetries))
        except Broken:
            return linked.compile_seconds
        except (RulesError, TypeError) as error:
            ground.note("runs", "error", f"{error}: in compiled rules", node)
            return linked.compile_seconds
        compiled = {"squares": pieces.tolist(), "features": numbers.tolist(), "relations": related.tolist()}
        compiled["progress"] = int(level[0])
        compiled["symmetry_action"] = moved[1:].tolist()
        compiled["swap"] = linked.get(pool, 1).key(game.key_fields)
        compiled["symmetry"] = [linked.get(pool, 2 + k).key(game.key_fields) for k in range(symmetries)]
        wrong = next((name for name, value in plain.items() if not _same(value, compiled[name])), None)
        if wrong:
            there, here = _short(compiled[wrong]), _short(plain[wrong])
            message = f"{wrong} gives {there} in compiled rules and {here} in plain ones"
            ground.fault("agree", wrong, message, node)
    return linked.compile_seconds


def _plain(
    ground: Ground, node: Node, pieces: Any, numbers: Any, related: Any, moved: Any, symmetries: int
) -> Iterator[tuple[str, Any]]:
    game = ground.game
    for name, filled in (("squares", pieces), ("features", numbers), ("relations", related)):
        out = np.zeros_like(filled)
        if game.has(name):
            ground.pure(node, name, lambda s, name=name, out=out: game.call(name, s, out))
            yield name, out.tolist()
    if game.has("progress"):
        yield "progress", int(ground.pure(node, "progress", lambda s: game.call("progress", s)))
    if game.has("swap"):
        out = node.state.copy()
        ground.pure(node, "swap", lambda s: game.call("swap", s, out))
        yield "swap", out.key(game.key_fields)
    images = [node.state.copy() for _ in range(symmetries)]
    for k, image in enumerate(images):
        ground.pure(node, "symmetry", lambda s, k=k, image=image: game.call("symmetry", k, s, image))
    if images:
        yield "symmetry", [image.key(game.key_fields) for image in images]
    if symmetries and game.has("symmetry_action"):
        action = int(moved[0])
        yield "symmetry_action", [int(game.call("symmetry_action", k, action)) for k in range(symmetries)]


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, list) and a and isinstance(a[0], float):
        return len(a) == len(b) and all(same_number(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 80 else text[:77] + "..."
