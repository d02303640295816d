"""Laws of the public-tree form: a player's view is what is public and its private part, no more and no less."""

from __future__ import annotations

from typing import Any

from outfox.kernel.check.ground import Ground, Node
from outfox.kernel.check.views import Views

_TOGETHER = "private", "PRIVATES", "public"


class Public:
    """Compares `private` and `public` with views, decision by decision."""

    def __init__(self, ground: Ground, views: Views) -> None:
        self.ground, self.views = ground, views
        self.first_with_view: dict[tuple[int, Any], Node] = {}
        self.first_with_parts: dict[tuple[int, Any], Node] = {}
        self.first_in_public: dict[Any, Node] = {}
        missing = [name for name in _TOGETHER if not ground.game.has(name)]
        self.sound = not missing
        if missing:
            there = next(name for name in _TOGETHER if name not in missing)
            ground.fault("public", there, f"{there} needs {missing[0]} beside it")

    def decision(self, node: Node) -> None:
        """Check a node where a player moves."""
        player = node.mover or 0
        if not self.sound:
            return
        parts = self.views.parts(node, player)
        privates = self.ground.game.constant("PRIVATES")
        if not 0 <= parts[1] < privates:
            message = f"private gives {parts[1]}; private states are 0 to PRIVATES - 1 = {privates - 1}"
            self.ground.fault("public", "private", message, node)
        view = self.views.view(node, player)
        same_view = self.first_with_view.setdefault((player, view), node)
        same_parts = self.first_with_parts.setdefault((player, parts), node)
        same_public = self.first_in_public.setdefault(parts[0], node)
        self._compare(node, player, same_view, same_parts)
        if (same_public.mover, same_public.answers) != (node.mover, node.answers):
            message = (
                f"the public part is the same here and after {self.ground.way(same_public)}, but who moves or what"
                " is legal differs: in this form both follow from what is public"
            )
            self.ground.fault("public", "public", message, node)

    def _compare(self, node: Node, player: int, same_view: Node, same_parts: Node) -> None:
        who = self.ground.game.players[player]
        if self.views.parts(same_view, player) != self.views.parts(node, player):
            way = self.ground.way(same_view)
            message = (
                f"{who} has the same view here and after {way}, but another public or private part: they show what"
                " the player does not see"
            )
            self.ground.fault("public", "public", message, node)
        elif self.views.view(same_parts, player) != self.views.view(node, player):
            way = self.ground.way(same_parts)
            message = (
                f"{who} has the same public and private part here and after {way}, but another view: they leave"
                " something out, such as the actions so far"
            )
            self.ground.fault("public", "public", message, node)
