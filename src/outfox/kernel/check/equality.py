"""Laws of KEY: states that it calls equal have the same future, and each of its fields is needed."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from outfox.kernel.check.ground import Broken, Ground, Node, same_number
from outfox.rules.vocabulary import CHANCE

PAIRS = 5_000
"""Pairs of states compared for each field, at most."""

FOLLOWED = 16
"""Actions of a state that are followed when futures are compared."""


def check_key(ground: Ground) -> None:
    """Check that KEY is not too coarse and, where every state was met, not needlessly fine."""
    game = ground.game
    if len(game.key_fields) < len(game.state.names or ()):
        _coarse(ground)
    if ground.complete and len(game.key_fields) > 1:
        for name in game.key_fields:
            _needed(ground, name)


def _classes(nodes: list[Node], fields: tuple[str, ...]) -> list[list[Node]]:
    classes: dict[Any, list[Node]] = defaultdict(list)
    for node in nodes:
        if node.answers is not None:
            classes[node.state.key(fields)].append(node)
    return [members for members in classes.values() if len(members) > 1]


def _coarse(ground: Ground) -> None:
    fields = ground.game.key_fields
    left_out = [name for name in ground.game.state.names or () if name not in fields]
    pairs = 0
    for members in _classes(ground.nodes, fields):
        first = members[0]
        for other in members[1:]:
            ground.beat("KEY", pairs, PAIRS)
            pairs += 1
            if pairs > PAIRS:
                return
            difference = future_differs(ground, first, other, fields)
            if difference:
                varying = [name for name in left_out if first.state.key((name,)) != other.state.key((name,))]
                message = (
                    f"KEY calls this state equal to the one after {ground.way(first)}, but {difference}:"
                    f" add {' or '.join(varying)} to KEY"
                )
                ground.fault("key-coarse", "KEY", message, other)


def _needed(ground: Ground, name: str) -> None:
    """Look whether a field of KEY ever matters: its other values under otherwise equal states."""
    rest = tuple(field for field in ground.game.key_fields if field != name)
    pairs, example = 0, None
    for members in _classes(ground.nodes, rest):
        for other in members[1:]:
            ground.beat("KEY", pairs, PAIRS)
            pairs += 1
            example = example or other
            if pairs > PAIRS or future_differs(ground, members[0], other, rest):
                return
    if example is not None:
        message = (
            f"field {name} never influences play in any of the {len(ground.nodes)} states: leave it out of"
            f" KEY and methods have fewer states to keep apart: KEY = {', '.join(map(repr, rest))}"
        )
        what = "KEY" if ground.game.has("KEY") else "State"
        ground.fault("key-fine", what, message, example, severity="info")


def future_differs(ground: Ground, a: Node, b: Node, fields: tuple[str, ...]) -> str:
    """Say how the futures of two states differ in their next ply, or nothing.

    Successors are compared by `fields`: where that holds for all states, it holds for all futures.
    """
    mine, theirs = a.answers, b.answers
    if mine is None or theirs is None:
        return ""
    if mine.mover != theirs.mover:
        return f"mover is {theirs.mover} here and {mine.mover} there"
    if not same_number(mine.payoff, theirs.payoff):
        return f"payoff is {theirs.payoff} here and {mine.payoff} there"
    if mine.actions != theirs.actions:
        what = "chance outcomes" if mine.mover == CHANCE else "legal actions"
        odd = next(
            (x for x in (*theirs.actions, *mine.actions) if (x in mine.actions) != (x in theirs.actions)),
            None,
        )
        if odd is None:
            return f"the {what} come in another order"
        return f"{ground.name(b, odd)} is among the {what} {'here' if odd in theirs.actions else 'there'} only"
    if not all(same_number(p, q) for p, q in zip(mine.odds, theirs.odds, strict=True)):
        return "chance has other probabilities"
    for action in a.choices[:FOLLOWED]:
        try:
            same = _after(ground, a, action).key(fields) == _after(ground, b, action).key(fields)
        except Broken:
            continue
        if not same:
            return f"{ground.name(b, action)} leads to states that differ"
    return ""


def _after(ground: Ground, node: Node, action: int) -> Any:
    return node.children[action].state if action in node.children else ground.after(node, action)
