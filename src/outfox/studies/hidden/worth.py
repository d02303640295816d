"""What each action of each information set wins on average, when both sides otherwise play a given policy."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from outfox.formats.packing import leaf_values
from outfox.kernel.slots import Floats
from outfox.kernel.store import BY_CHANCE
from outfox.kernel.tree import Tree


class Worth:
    """A tree in which both sides play a policy.

    Parameters
    ----------
    tree
        Of a game.
    policy : (slots,) float64
        Probabilities.

    Examples
    --------
    A king that faces a bet wins 2 chips by calling it and loses 1 by folding:

    >>> from outfox.kernel.tree import game_tree
    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> kuhn = load("kuhn")
    >>> worth = Worth(game_tree(kuhn), np.full(24, 0.5))
    >>> position = kuhn.start().play("first gets Q").play("second gets K").play("bet")
    >>> worth.of(1, seen_by(kuhn, position).view).tolist()
    [-1.0, 2.0]
    """

    def __init__(self, tree: Tree, policy: Floats) -> None:
        self.tree, self.policy = tree, policy

    def of(self, player: int, view: Any) -> Floats | None:
        """Return what each legal action wins its player, in their order; None where the other's play never comes.

        Parameters
        ----------
        player
            Who decides.
        view
            What it sees.
        """
        key = np.append(leaf_values(view.record()[0], view.names), player).astype(np.int64)
        info = self._places.get(key.tobytes())
        if info is None:
            return None
        begin, end = self.tree.first[info : info + 2]
        found: Floats = self.values[begin:end]
        return None if np.isnan(found).any() else found

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {row.tobytes(): k for k, row in enumerate(np.ascontiguousarray(self.tree.keys))}

    @cached_property
    def _edges(self) -> Any:
        """Return with which probability play goes to each node from its parent."""
        tree = self.tree
        parent = np.maximum(tree.parent, 0)
        slots = np.where(tree.info[parent] >= 0, tree.first[tree.info[parent]] + tree.slot, 0)
        edges = np.where(tree.mover[parent] == BY_CHANCE, tree.odds, self.policy[slots])
        edges[0] = 1.0
        return edges

    @cached_property
    def values(self) -> Floats:
        """What each action wins its player, (slots,); not a number where chance and the other never come."""
        tree, edges = self.tree, self._edges
        node_values = self._node_values(edges)
        won, weight = np.zeros(tree.slots), np.zeros(tree.slots)
        for player in (0, 1):
            reach = self._reach_without(edges, player)
            mine = np.flatnonzero((tree.mover[np.maximum(tree.parent, 0)] == player) & (np.arange(tree.nodes) > 0))
            above = tree.parent[mine]
            slots = tree.first[tree.info[above]] + tree.slot[mine]
            sign = 1.0 if player == 0 else -1.0
            np.add.at(won, slots, sign * reach[above] * node_values[mine])
            np.add.at(weight, slots, reach[above])
        return np.where(weight > 0.0, won / np.where(weight > 0.0, weight, 1.0), np.nan)

    def _node_values(self, edges: Any) -> Any:
        """Return what player 0 wins on average from each node on; children have higher numbers than their parents."""
        found, parent = self.tree.payoff.tolist(), self.tree.parent.tolist()
        shares = edges.tolist()
        for node in range(len(found) - 1, 0, -1):
            found[parent[node]] += shares[node] * found[node]
        return np.array(found)

    def _reach_without(self, edges: Any, player: int) -> Any:
        """Return how likely chance and the other of a player let play come to each node."""
        tree = self.tree
        shares = np.where(tree.mover[np.maximum(tree.parent, 0)] == player, 1.0, edges).tolist()
        found, parent = [1.0] * tree.nodes, tree.parent.tolist()
        for node in range(1, tree.nodes):
            found[node] = found[parent[node]] * shares[node]
        return np.array(found)
