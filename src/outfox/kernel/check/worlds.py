"""Two worlds that a player cannot tell apart, walked in step: its views stay equal until it sees a difference."""

from __future__ import annotations

from collections import deque

from outfox.kernel.check.ground import Broken, Ground, Node
from outfox.kernel.check.views import Views

WIDTH = 12
"""How many actions of a pair of nodes are followed."""


class Worlds:
    """Pairs of nodes that differ in what a player has not seen.

    Parameters
    ----------
    ground, views
        What is asked.
    most
        How many pairs are compared.
    """

    def __init__(self, ground: Ground, views: Views, most: int) -> None:
        self.ground, self.views, self.most = ground, views, most
        self.pairs: deque[tuple[Node, Node, int]] = deque()
        self.met: set[tuple[int, int, int]] = set()

    def add(self, one: Node, other: Node, player: int) -> None:
        """Take in a pair of which the player's views are equal."""
        key = one.number, other.number, player
        if one is not other and key not in self.met and len(self.met) < self.most:
            self.met.add(key)
            self.pairs.append((one, other, player))

    def compare(self) -> None:
        """Walk on from the pairs, by the same actions in both."""
        while self.pairs:
            self.ground.beat("worlds", len(self.met) - len(self.pairs), len(self.met))
            one, other, player = self.pairs.popleft()
            try:
                for action in [a for a in one.choices if a in other.choices][:WIDTH]:
                    self._step(one, other, player, action)
            except Broken:
                continue

    def _step(self, one: Node, other: Node, player: int, action: int) -> None:
        first, second = self.ground.child(one, action), self.ground.child(other, action)
        if first is None or second is None:
            return
        if self.views.view(first, player) == self.views.view(second, player):
            self.add(first, second, player)
        elif not self._learns(one, other, player, action):
            who = self.ground.game.players[player]
            message = (
                f"{who} has the same view before {self.ground.name(one, action)} here and after"
                f" {self.ground.way(other)}, and by sees it does not learn that, but then its views differ:"
                " observe shows what is hidden, or sees is wrong"
            )
            self.ground.fault("unseen", "observe", message, first)

    def _learns(self, one: Node, other: Node, player: int, action: int) -> bool:
        """Say whether a player sees the action, and so may see something that it reveals."""
        return self.views.learns(one, action, player) or self.views.learns(other, action, player)
