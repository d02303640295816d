"""What methods for equilibria share about one game: its tree, the merged one, both in sequence form."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from outfox.kernel.merging import image_of
from outfox.kernel.sequences import Sequences, sequence_form
from outfox.kernel.slots import Floats, Ints
from outfox.kernel.tree import MOST_NODES, Progress, Tree, game_tree
from outfox.rules.game import Game


class Ground:
    """A game, ready to be solved and to have policies tested in it.

    Parameters
    ----------
    game
        A game with a View.
    merge
        Whether methods run in the tree in which equivalent chance outcomes are one.
    nodes, memory, progress
        As for `outfox.kernel.tree.game_tree`.

    Attributes
    ----------
    tree : Tree
        Every history; policies are arrays over its slots.
    form : Sequences
        The tree in sequence form: what policies are tested in.
    small : Sequences
        What methods run in; the same where nothing is merged.

    Raises
    ------
    NotSupported, BudgetExceeded, RulesError
        As for `game_tree`.

    Examples
    --------
    >>> from outfox.rules import load
    >>> ground = Ground(load("leduc"))
    >>> ground.tree.sets, ground.small.tree.sets
    (936, 288)
    """

    def __init__(
        self,
        game: Game,
        *,
        merge: bool = True,
        nodes: int = MOST_NODES,
        memory: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.game = game
        self.tree: Tree = game_tree(game, merge=False, nodes=nodes, memory=memory, progress=progress)
        self.form: Sequences = sequence_form(self.tree)
        self._image: Ints | None = None
        self.small = self.form
        if merge and game.has("same_chance"):
            merged = game_tree(game, merge=True, nodes=nodes, memory=memory, progress=progress)
            if merged.nodes < self.tree.nodes:
                self._image = image_of(self.tree, merged)
                self.small = sequence_form(merged)

    def lifted(self, policy: Floats) -> Floats:
        """Return a policy over the slots of `small` as one over the slots of `tree`."""
        return policy if self._image is None else policy[self._image]

    @cached_property
    def uniform(self) -> Floats:
        """The policy that takes every legal action with the same probability."""
        counts = np.diff(self.tree.first)
        return np.repeat(1.0 / counts, counts)

    @cached_property
    def examples(self) -> Any:
        """The first node of each information set, (sets,)."""
        decided = np.flatnonzero(self.tree.info >= 0)
        found, where = np.unique(self.tree.info[decided], return_index=True)
        nodes = np.zeros(self.tree.sets, np.int64)
        nodes[found] = decided[where]
        return nodes
