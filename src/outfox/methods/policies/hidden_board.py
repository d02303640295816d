"""`HiddenBoard`: a game with hidden information, as tables by information set play on it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from outfox.kernel.slots import Floats, Ints
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.policies.hidden_grade import HiddenJudge
from outfox.methods.policies.hidden_walk import Deals
from outfox.rules.game import Game


class HiddenBoard:
    """A game's tree, ready for tables to play on; equivalent chance outcomes are one.

    Parameters
    ----------
    ground
        The game.
    exact
        As for `HiddenJudge`.

    Attributes
    ----------
    game, ground
        The game.
    judge
        Grades policies.
    deals
        The tree.

    Examples
    --------
    >>> from outfox.rules import load
    >>> board = HiddenBoard(Ground(load("leduc")))
    >>> [len(board.domain(player)) for player in (0, 1)]
    [144, 144]
    """

    def __init__(self, ground: Ground, *, exact: bool = True) -> None:
        self.game: Game = ground.game
        self.ground = ground
        self.judge = HiddenJudge(ground, exact=exact)
        tree = ground.small.tree
        self.tree = tree
        nodes = tree.nodes
        child = np.argsort(tree.parent[1:], kind="stable").astype(np.int32) + np.int32(1)
        first = np.searchsorted(tree.parent[child], np.arange(nodes + 1)).astype(np.int64)
        moving, player = tree.info >= 0, np.minimum(tree.mover, 1)
        gene = np.where(moving, tree.info - self.sets[player], -1).astype(np.int32)
        slot = np.where(moving, tree.first[np.maximum(tree.info, 0)] - self.slots[player], -1).astype(np.int32)
        scratch = np.zeros(nodes, np.int32), np.zeros(nodes, np.int32), np.zeros(nodes)
        self.deals = Deals(first, child, tree.odds, tree.mover, gene, slot, tree.payoff, *scratch)

    @cached_property
    def sets(self) -> Ints:
        """(3,): where the information sets of player 0 and of player 1 begin, and how many there are."""
        return np.array([0, np.searchsorted(self.tree.player, 1), self.tree.sets], np.int64)

    @cached_property
    def slots(self) -> Ints:
        """(3,): where the actions of player 0 and of player 1 begin, and how many there are."""
        found: Ints = self.tree.first[self.sets]
        return found

    @cached_property
    def depth(self) -> int:
        """Most plies of a game, chance among them."""
        depth = np.zeros(self.tree.nodes, np.int64)
        for n, parent in enumerate(self.tree.parent[1:].tolist(), 1):
            depth[n] = depth[parent] + 1
        return int(depth.max(initial=0))

    @property
    def value(self) -> float | None:
        """Player 0's payoff with best play; None where that is not known."""
        return self.judge.value

    def domain(self, player: int) -> Ints:
        """Return how many actions each information set of a player has."""
        found: Ints = np.diff(self.tree.first)[self.sets[player] : self.sets[player + 1]]
        return found

    def begins(self, player: int) -> Ints:
        """Return where the actions of each information set of a player begin, among that player's."""
        found: Ints = self.tree.first[self.sets[player] : self.sets[player + 1]] - self.slots[player]
        return found

    def chances(self, player: int, genes: Ints, weights: Floats) -> Floats:
        """Return a player's policy as probabilities of its actions."""
        if len(weights):
            return weights
        found = np.zeros(int(self.slots[player + 1] - self.slots[player]))
        found[self.begins(player) + genes] = 1.0
        return found

    def part(self, player: int, policy: Floats) -> Floats:
        """Return a player's part of a policy over the slots of the whole tree."""
        image = self.ground.lifted(np.arange(self.tree.slots, dtype=np.float64)).astype(np.int64)
        small = np.zeros(self.tree.slots)
        small[image] = policy
        found: Floats = small[self.slots[player] : self.slots[player + 1]]
        return found

    def genes(self, player: int, policy: Floats) -> Ints:
        """Return the likeliest action in each information set of a player, by a policy over the whole tree's slots."""
        part, begins = self.part(player, policy), self.begins(player)
        ends = np.append(begins[1:], len(part))
        return np.array([int(part[a:b].argmax()) for a, b in zip(begins, ends, strict=True)], np.int64)

    def whole(self, first: Floats, second: Floats) -> Floats:
        """Return both players' probabilities as a policy over the slots of the whole tree."""
        return self.ground.lifted(np.concatenate([first, second]))

    def equilibrium(self, player: int) -> Any:
        """Return a player's part of an equilibrium; None where the game is too large for a linear program."""
        found = self.judge.equilibrium
        return None if found is None else found[self.slots[player] : self.slots[player + 1]]
