"""What the rules say a player knows: its view of a node, what it learns from an action, public and private parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node
from outfox.rules.twin import twin_class
from outfox.rules.vocabulary import BOTH, NOBODY


class Views:
    """Asks `observe`, `sees`, `private` and `public`, and remembers the answers.

    Raises
    ------
    TypeError
        Where View is no dtype of named fields.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground, self.game = ground, ground.game
        self._make = twin_class(np.dtype(ground.game.constant("View")))
        self._seen: dict[tuple[int, int], Any] = {}
        self._parts: dict[tuple[int, int], Any] = {}

    def view(self, node: Node, player: int) -> Any:
        """Return a player's view of a node, as something that can be compared."""
        key = node.number, player
        if key not in self._seen:
            view = self._make()
            self.ground.pure(node, "observe", lambda s: self.game.call("observe", s, player, view))
            self.ground.ask(node, "observe", view.normalise)
            self._seen[key] = view.key()
        return self._seen[key]

    def learns(self, node: Node, action: int, player: int) -> bool:
        """Say whether a player learns an action: whoever plays it does."""
        if player == node.mover:
            return True
        who = self.ground.pure(node, "sees", lambda s: int(self.game.call("sees", s, action)))
        if who not in (0, 1, BOTH, NOBODY):
            message = f"sees returned {who} for {self.ground.name(node, action)}: write 0, 1, BOTH or NOBODY"
            self.ground.fault("view", "sees", message, node)
            raise Broken("sees")
        return bool(who in (player, BOTH))

    def parts(self, node: Node, player: int) -> tuple[Any, int]:
        """Return the public part of a node and the number of a player's private part."""
        key = node.number, player
        if key not in self._parts:
            out = self.game.new_state()
            self.ground.pure(node, "public", lambda s: self.game.call("public", s, out))
            self.ground.ask(node, "public", out.normalise)
            number = self.ground.pure(node, "private", lambda s: int(self.game.call("private", s, player)))
            self._parts[key] = out.key(), number
        return self._parts[key]  # type: ignore[no-any-return]
