"""MCTS with an evaluator outside the compiled code: gather leaves, ask for their values, resume.

`gather` walks down until `B` leaves wait for a value; between two of them it adds a virtual loss to the path of the
first, so that the next goes elsewhere. `resume` takes the virtual losses back and backs the values up. With ``B = 1``
there are none, and the tree grows exactly as in `tree.simulate` with the same evaluation compiled.

Source: Chaslot, Winands and van den Herik 2008 (virtual loss). Status: measured (tests compare the two paths).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outfox.kernel.link import Linked
from outfox.kernel.pool import TwinPool
from outfox.kernel.slots import Floats, Floats2, Ints, Ints2, States, Words, legal_actions
from outfox.methods.search.tree import (
    DEEPEST,
    DONE,
    FROZEN,
    FULL,
    PROVEN,
    PUCT,
    SCALE,
    SIMULATIONS,
    SOLVER,
    USED,
    Tree,
    back_up,
    clear,
    descend,
    known,
    prove,
    settle,
)
from outfox.rules.errors import BadSetting

__all__ = ["Space", "gather", "resume", "transplant"]


class Space:
    """The arrays that a batch of `B` leaves needs."""

    def __init__(self, linked: Linked, batch: int, depth: int, actions: int) -> None:
        self.leaves = linked.states(batch)
        self.paths = np.zeros((batch, depth), np.int64)
        self.depths = np.zeros(batch + 1, np.int64)
        """Depth of each waiting leaf; the last place is how many wait."""
        self.values = np.zeros(batch)
        self.priors = np.ones((batch, actions))

    def ask(self, evaluator: Any, game: Any, pending: int) -> None:
        """Have the waiting leaves evaluated.

        Raises
        ------
        BadSetting
            Where the evaluator returns another shape, or something that is not finite.
        """
        answer = evaluator(game, self._states(game, pending))
        values, priors = answer if isinstance(answer, tuple) else (answer, None)
        values = np.asarray(values, np.float64)
        if values.shape != (pending,) or not np.isfinite(values).all():
            raise BadSetting(f"the evaluator returned values of shape {values.shape}; wanted {pending} finite numbers")
        self.values[:pending] = values
        self.priors[:pending] = 1.0
        if priors is not None:
            priors = np.asarray(priors, np.float64)
            if priors.shape != (pending, self.priors.shape[1]) or not (priors >= 0).all():
                shape = (pending, self.priors.shape[1])
                raise BadSetting(
                    f"the evaluator returned priors of shape {priors.shape}; wanted {shape}, none negative"
                )
            self.priors[:pending] = priors

    def _states(self, game: Any, pending: int) -> Any:
        if isinstance(self.leaves, TwinPool):
            return np.concatenate([self.leaves[k].record() for k in range(pending)])
        return self.leaves[:pending].view(game.state)


def virtual(tree, path, depth, loss, scale):  # type: ignore[no-untyped-def]
    """Add (or with ``loss = -1`` take back) a lost visit on the way to a waiting leaf."""
    for d in range(depth):
        node = tree.nodes[path[d]]
        node.visits += loss
        if d > 0:
            sign = 1.0 if tree.nodes[path[d - 1]].who == 0 else -1.0
            node.total -= loss * sign * scale
            tree.hot[path[d], 0] = sign * node.total / (max(node.visits, 1) * scale)
            tree.hot[path[d], 1] = 1.0 / math.sqrt(max(node.visits, 1))


def waits(paths, depths, pending, k):  # type: ignore[no-untyped-def]
    """Say whether leaf `k` waits already."""
    for p in range(pending):
        if paths[p, depths[p]] == k:
            return True
    return False


def gather(
    tree: Tree, pool: States, leaves: States, random: Words, paths: Ints2, depths: Ints, out: Ints, odds: Floats,
    options: Ints, constants: Floats, weights: Floats, counters: Ints, target: int,
) -> int:  # fmt: skip
    """Run simulations until `B` leaves wait, or all simulations up to `target` are done or waiting.

    Returns
    -------
    int
        DONE, FULL or PROVEN; how many wait is in ``depths[-1]``.
    """
    pending, status = 0, DONE
    while pending < len(leaves) and counters[SIMULATIONS] + pending < target:
        if options[SOLVER] and tree.nodes[0].known:
            status = PROVEN
            break
        if counters[USED] + (pending + 2) * len(out) > len(tree.nodes) and not options[FROZEN]:
            status = FULL
            break
        if pending > 0:
            virtual(tree, paths[pending - 1], depths[pending - 1], 1, constants[SCALE])
        leaves[pending] = pool[0]
        s = leaves[pending]
        path = paths[pending]
        depth = descend(tree, s, random, path, out, odds, weights, options, constants, counters)
        k = path[depth]
        new = tree.nodes[k].visits == 0
        if new:
            settle(tree, s, path, depth, options, constants, counters)
        counters[DEEPEST] = max(counters[DEEPEST], depth)
        if waits(paths, depths, pending, k):
            virtual(tree, paths[pending - 1], depths[pending - 1], -1, constants[SCALE])
            break
        if tree.nodes[k].known:
            back_up(tree, path, depth, known(tree, k), constants[SCALE])
            if new and options[SOLVER]:
                prove(tree, path, depth, constants[SCALE])
            counters[SIMULATIONS] += 1
            if pending > 0:
                virtual(tree, paths[pending - 1], depths[pending - 1], -1, constants[SCALE])
            continue
        depths[pending] = depth
        pending += 1
    depths[len(depths) - 1] = pending
    return status


def resume(
    tree: Tree, leaves: States, paths: Ints2, depths: Ints, out: Ints, values: Floats, priors: Floats2, options: Ints,
    constants: Floats, counters: Ints, pending: int,
) -> int:  # fmt: skip
    """Back up the values of the waiting leaves, and with PUCT give them their children; return how many."""
    for p in range(pending - 1):
        virtual(tree, paths[p], depths[p], -1, constants[SCALE])
    for p in range(pending):
        k = paths[p, depths[p]]
        if options[PUCT] and not options[FROZEN] and tree.nodes[k].count == 0 and tree.nodes[k].who >= 0:
            widen(tree, k, leaves[p], out, priors, p, options, constants, counters)
        back_up(tree, paths[p], depths[p], values[p], constants[SCALE])
        counters[SIMULATIONS] += 1
    return pending


def widen(tree, k, s, out, priors, p, options, constants, counters):  # type: ignore[no-untyped-def]
    """Give leaf `k` its children, with the evaluator's priors."""
    n = legal_actions(s, out)
    total = 0.0
    for j in range(n):
        total += priors[p, out[j]]
    first = counters[USED]
    for j in range(n):
        clear(tree, first + j, out[j], constants[SCALE], options[SOLVER])
        tree.nodes[first + j].prior = priors[p, out[j]] / total if total > 0.0 else 1.0 / n
    counters[USED] = first + n
    tree.nodes[k].first = first
    tree.nodes[k].count = n


def transplant(old: Tree, new: Tree, root: int, keyed: bool) -> int:
    """Copy the part of a tree below `root` to the front of another; return the nodes used.

    Breadth first, by whole levels, so that NumPy does the copying.
    """
    level, places, used = np.array([root]), np.array([0]), 1
    while len(level):
        for theirs, mine in zip(old[:3], new[:3], strict=True):
            mine[places] = theirs[level]
        if keyed:
            new.keys[places] = old.keys[level]
        counts = old.nodes["count"][level].astype(np.int64)
        firsts = old.nodes["first"][level].astype(np.int64)
        starts = used + np.cumsum(counts) - counts
        new.nodes["first"][places] = starts
        total = int(counts.sum())
        offsets = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
        level = np.repeat(firsts, counts) + offsets
        places = used + np.arange(total)
        used += total
    return used
