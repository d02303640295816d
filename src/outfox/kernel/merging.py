"""From the whole tree of a game to the one in which equivalent chance outcomes are merged: which slot is which.

A policy of the merged tree is one of the whole tree that does the same in equivalent information sets. So games are
solved in the small tree, and their policies are used, tested and kept in the whole one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Floats, Ints, Ints32
from outfox.kernel.store import BY_CHANCE
from outfox.kernel.tree import Tree
from outfox.rules.errors import RulesError

UNKNOWN = -1


def image_of(tree: Tree, merged: Tree) -> Ints:
    """Return, for each slot of a tree, the slot of the merged one that stands for it.

    Raises
    ------
    RulesError
        Where outcomes that `same_chance` calls equivalent are not: other actions, other payoffs, other views follow.

    Examples
    --------
    >>> from outfox.kernel.tree import game_tree
    >>> from outfox.rules import load
    >>> tree, merged = (game_tree(load("leduc"), merge=merge) for merge in (False, True))
    >>> len(image_of(tree, merged)), merged.slots
    (2184, 672)
    """
    kids = np.argsort(merged.parent[1:], kind="stable").astype(np.int32) + np.int32(1)
    start = np.searchsorted(merged.parent[kids], np.arange(merged.nodes + 1)).astype(np.int32)
    image, sets = np.zeros(tree.nodes, np.int32), np.full(tree.sets, UNKNOWN, np.int32)
    matched = _match(
        tree.parent, tree.slot, tree.same, tree.mover, tree.info, tree.payoff,
        start, kids, merged.action, merged.mover, merged.info, merged.payoff, image, sets,
    )  # fmt: skip
    counts, theirs = np.diff(tree.first), np.diff(merged.first)
    if matched == tree.nodes and (counts == theirs[sets]).all():
        slots = np.repeat(merged.first[:-1][sets] - tree.first[:-1], counts) + np.arange(tree.slots)
        if (tree.actions == merged.actions[slots]).all():
            return slots
    raise RulesError(
        f"{tree.game.path.name}: same_chance calls outcomes equivalent that are not: what follows differs; outfox check"
        " shows where"
    )


def match(
    parent: Ints32, slot: Ints32, same: Ints32, mover: Bytes, info: Ints32, payoff: Floats,
    start: Ints32, kids: Ints32, their_action: Ints32, their_mover: Bytes, their_info: Ints32, their_payoff: Floats,
    image: Ints32, sets: Ints32,
) -> int:  # fmt: skip
    """Follow each node's path in the merged tree; return how many nodes were found there: all, if all is well."""
    for n in range(len(parent)):
        if n > 0:
            p = image[parent[n]]
            place = start[p] + slot[n]
            if mover[parent[n]] == BY_CHANCE:
                place = start[p]
                while place < start[p + 1] and their_action[kids[place]] != same[n]:
                    place += 1
            if place >= start[p + 1]:
                return n
            image[n] = kids[place]
        m = image[n]
        if their_mover[m] != mover[n] or their_payoff[m] != payoff[n]:
            return n
        if info[n] >= 0:
            if sets[info[n]] == UNKNOWN:
                sets[info[n]] = their_info[m]
            if sets[info[n]] != their_info[m]:
                return n
    return len(parent)


_match: Any = compiled(match)
