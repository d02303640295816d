"""Which action of a searched root is best, over all trees of a search."""

from __future__ import annotations

import math

from outfox.methods.search.result import ActionValue


def merge(
    trees: list[dict[int, tuple[int, float, float, float]]],
) -> dict[int, tuple[int, float, float, float]]:
    """Add up the root children of all trees, in order: action -> (visits, value, lower, upper)."""
    merged: dict[int, tuple[int, float, float, float]] = {}
    for action in trees[0] if trees else ():
        rows = [one[action] for one in trees if action in one]
        visits = sum(row[0] for row in rows)
        low, high = max(row[2] for row in rows), min(row[3] for row in rows)
        mean = sum(row[1] for row in rows) / visits if visits else (low + high) / 2
        merged[action] = (visits, low if low == high else mean, low, high)
    return merged


def ranked(actions: list[ActionValue], mover: int, bound: float, proven: bool) -> list[ActionValue]:
    """Order actions, best first.

    At a proven root, the proven actions that reach its value come first. Elsewhere the most visited action is best,
    unless a proven one is worth as much as that one seems to be; proven losses come last.
    """
    sign = 1.0 if mover == 0 else -1.0
    unproven = [a for a in actions if not a.proven]
    expected = max(unproven, key=lambda a: a.visits).value * sign if unproven else -math.inf

    def order(a: ActionValue) -> tuple[int, float, int]:
        value = a.value * sign
        if not a.proven:
            return (2, 0.0, a.visits) if a.visits else (1, 0.0, 0)
        if proven and a.value == bound:
            return (4, value, a.visits)
        return (3 if value >= expected and not proven else 0, value, a.visits)

    return sorted(actions, key=order, reverse=True)
