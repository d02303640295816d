"""Laws of `same_chance`: an outcome that stands for others leads to the same game, and to views that tell as much.

The game and the one in which every outcome is replaced by the one that stands for it are walked in step.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Any

from outfox.kernel.check.ground import Broken, Ground, Node
from outfox.kernel.check.views import Views
from outfox.rules.vocabulary import CHANCE

Pair = tuple[Node, Node]
"""A node, and the one that stands for it."""


def check_same_chance(ground: Ground, views: Views | None, most: int) -> None:
    """Check `same_chance` on up to `most` nodes of the tree."""
    if not ground.game.has("same_chance") or ground.has("runs"):
        return
    roots = [ground.root(index) for index in range(min(ground.game.starts, 8))]
    todo: deque[Pair] = deque((node, node) for node in roots if node is not None)
    merged: dict[tuple[int, Any], tuple[Any, Node]] = {}
    met = len(todo)
    while todo:
        node, twin = todo.popleft()
        ground.beat("deals", met, most)
        try:
            _alike(ground, node, twin)
            if views is not None and node.mover in (0, 1):
                _same_views(ground, views, node, twin, merged)
            after = _following(ground, node, twin) if met < most else []
        except Broken:
            return
        met += len(after)
        todo.extend(after)


def _following(ground: Ground, node: Node, twin: Node) -> list[Pair]:
    pairs = []
    for action in node.choices:
        after = ground.child(node, action)
        other = ground.child(twin, _stands_for(ground, node, action))
        if after is not None and other is not None:
            pairs.append((after, other))
    return pairs


def _stands_for(ground: Ground, node: Node, action: int) -> int:
    """Return what stands for an action: itself, unless chance decides."""
    if node.mover != CHANCE:
        return action
    ask = ground.game.call
    first: int = ground.pure(node, "same_chance", lambda s: int(ask("same_chance", s, action)))
    again: int = ground.pure(node, "same_chance", lambda s: int(ask("same_chance", s, first)))
    if not 0 <= first < ground.game.outcomes or again != first:
        message = f"same_chance gives {first} for {action}, and {again} for that: what stands for another is an outcome"
        ground.fault("same-chance", "same_chance", f"{message} that stands for itself", node)
        raise Broken("same_chance")
    return first


def _alike(ground: Ground, node: Node, twin: Node) -> None:
    """Compare what the rules say of a node and of the one that stands for it."""
    mine, theirs = node.answers, twin.answers
    if mine is None or theirs is None:
        raise Broken("mover")
    what = ""
    if mine.mover != theirs.mover:
        what = "who moves"
    elif mine.payoff != theirs.payoff:
        what = "the payoff"
    elif mine.mover == CHANCE:
        what = "" if _same_odds(_odds(ground, node), _odds(ground, twin)) else "what chance does"
    elif mine.actions != theirs.actions:
        what = "what is legal"
    if what:
        message = (
            f"same_chance has {ground.way(twin)} stand for this, but {what} differs: cards that may stand for each"
            " other must be worth the same ever after"
        )
        ground.fault("same-chance", "same_chance", message, node)
        raise Broken("same_chance")


def _odds(ground: Ground, node: Node) -> dict[int, float]:
    """Return the probability of each outcome that stands for others."""
    odds: dict[int, float] = {}
    assert node.answers is not None
    for action, probability in zip(node.answers.actions, node.answers.odds, strict=True):
        first = _stands_for(ground, node, action)
        odds[first] = odds.get(first, 0.0) + probability
    return odds


def _same_odds(one: dict[int, float], other: dict[int, float]) -> bool:
    return one.keys() == other.keys() and all(math.isclose(one[k], other[k], abs_tol=1e-12) for k in one)


def _same_views(
    ground: Ground, views: Views, node: Node, twin: Node, merged: dict[tuple[int, Any], tuple[Any, Node]]
) -> None:
    """Check that nodes with equal views are stood for by nodes with equal views."""
    player = node.mover or 0
    view = views.view(twin, player)
    first, where = merged.setdefault((player, views.view(node, player)), (view, node))
    if view != first:
        message = (
            f"{ground.game.players[player]} has the same view here and after {ground.way(where)}, but what stands"
            f" for them ({ground.way(twin)}) looks different to it: what stands for an outcome may not depend on"
            " what a player does not see"
        )
        ground.fault("same-chance", "same_chance", message, node)
        raise Broken("same_chance")
