"""Laws of hidden information: what views may depend on, and that they forget nothing.

States are walked as a tree here, not as a graph: two ways to the same state are two histories, and a view
must tell those apart that its player can tell apart.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node, pick
from outfox.rules.game import Game
from outfox.rules.twin import twin_class
from outfox.rules.vocabulary import BOTH, CHANCE, NOBODY

History = tuple[tuple[Any, int], ...]
"""What a player saw when it moved, and what it did, each time so far."""


@dataclass(frozen=True)
class _Known:
    """What is known of a view: the first node at which its player moved with it."""

    node: Node
    history: History


class _Views:
    """Asks `observe` and `sees`, and remembers."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.game = ground, ground.game
        self.make = twin_class(np.dtype(ground.game.constant("View")))
        self.seen: dict[tuple[int, int], Any] = {}
        self.known: dict[tuple[int, Any], _Known] = {}
        self.opened: set[int] = set()

    def view(self, node: Node, player: int) -> Any:
        """Return a player's view of a node, as something that can be compared."""
        key = node.number, player
        if key not in self.seen:
            view = self.make()
            self.ground.pure(node, "observe", lambda s: self.game.call("observe", s, player, view))
            self.ground.ask(node, "observe", view.normalise)
            self.seen[key] = view.key()
        return self.seen[key]

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


def check_hidden(ground: Ground, most: int, games: int, seed: np.random.SeedSequence) -> None:
    """Check the laws of View on up to `most` nodes of the tree and along random games."""
    game = ground.game
    together = [name for name in ("View", "observe", "sees") if game.has(name)]
    if not together:
        return
    if len(together) < 3:
        missing = next(name for name in ("View", "observe", "sees") if name not in together)
        message = f"{' and '.join(together)} needs {missing} beside it"
        ground.fault("view", together[0], message)
        return
    try:
        views = _Views(ground)
    except TypeError as error:
        ground.note("view", "error", f"{ground.place('View')}View is no dtype of named fields: {error}")
        return
    _walk(ground, views, most)
    for task in seed.spawn(games):
        _along(ground, views, np.random.default_rng(task))


def _walk(ground: Ground, views: _Views, most: int) -> None:
    nodes = [ground.root(index) for index in range(min(ground.game.starts, 64))]
    todo: deque[tuple[Node, tuple[History, History]]] = deque((node, ((), ())) for node in nodes if node is not None)
    met = len(todo)
    while todo:
        node, histories = todo.popleft()
        ground.beat("views", met, most)
        _visit(ground, views, node, histories)
        for action in node.choices:
            after = ground.child(node, action) if met < most else None
            if after is not None:
                met += 1
                todo.append((after, _longer(views, node, action, histories)))


def _along(ground: Ground, views: _Views, random: np.random.Generator) -> None:
    node: Node | None = ground.root(int(random.integers(ground.game.starts)))
    histories: tuple[History, History] = ((), ())
    while node is not None:
        _visit(ground, views, node, histories)
        action = pick(random, node)
        if action is None or node.ply > 1000:
            return
        histories = _longer(views, node, action, histories)
        node = ground.child(node, action)


def _longer(views: _Views, node: Node, action: int, histories: tuple[History, History]) -> tuple[History, History]:
    player = node.mover
    if player not in (0, 1):
        return histories
    try:
        entry = (views.view(node, player), action)
    except Broken:
        return histories
    return ((*histories[0], entry), histories[1]) if player == 0 else (histories[0], (*histories[1], entry))


def _visit(ground: Ground, views: _Views, node: Node, histories: tuple[History, History]) -> None:
    try:
        if node.mover in (0, 1):
            _decision(ground, views, node, histories[node.mover or 0])
        if node.number not in views.opened:
            views.opened.add(node.number)
            for player in (0, 1):
                views.view(node, player)
                _outcomes(ground, views, node, player)
    except Broken:
        return


def _decision(ground: Ground, views: _Views, node: Node, history: History) -> None:
    """Compare with the first node at which the mover had the same view."""
    player = node.mover or 0
    known = views.known.setdefault((player, views.view(node, player)), _Known(node, history))
    if known.node is node and known.history == history:
        return
    mine, theirs = node.answers, known.node.answers
    assert mine is not None
    assert theirs is not None
    who = ground.game.players[player]
    way = ground.way(known.node)
    if mine.actions != theirs.actions:
        odd = sorted(set(mine.actions) ^ set(theirs.actions))
        what = f"{ground.name(node, odd[0])} is legal in one only" if odd else "the order differs"
        message = (
            f"{who} has the same view here and after {way}, but other legal actions ({what}): legality may"
            " depend only on what the mover sees; show it in observe, or do not ask for it in legal_actions"
        )
        ground.fault("legal-by-view", "observe", message, node)
    elif history != known.history:
        message = (
            f"{who} has the same view here and after {way}, though it saw or did other things before: a view"
            " must hold all that its player saw and did (perfect recall); add the history to View"
        )
        ground.fault("recall", "observe", message, node)


def _outcomes(ground: Ground, views: _Views, node: Node, player: int) -> None:
    """Compare a player's views after the actions of a node: equal where it does not learn them, else not."""
    hidden: tuple[int, Any] | None = None
    shown: dict[Any, int] = {}
    who = ground.game.players[player]
    for action in node.choices:
        after = ground.child(node, action)
        if after is None:
            continue
        view, name = views.view(after, player), ground.name(node, action)
        if not views.learns(node, action, player):
            hidden = hidden or (action, view)
            if view != hidden[1]:
                message = (
                    f"by sees, {who} learns neither {ground.name(node, hidden[0])} nor {name}, but its view"
                    " differs after them: observe shows what is hidden, or sees is wrong"
                )
                ground.fault("unseen", "observe", message, node)
                return
        elif view in shown and node.mover != player:
            message = (
                f"by sees, {who} learns whether {ground.name(node, shown[view])} or {name} is played, but its"
                " view is the same after both: show it in observe, or sees is wrong"
            )
            ground.fault("seen", "observe", message, node, severity="warning")
        shown.setdefault(view, action)


def _same_chance(s: Any, game: Game, action: int) -> int:
    return int(game.call("same_chance", s, action))


def check_same_chance(ground: Ground, nodes: list[Node]) -> None:
    """Check that `same_chance` gives an outcome that stands for itself."""
    game = ground.game
    if not game.has("same_chance"):
        return
    for node in nodes:
        if node.mover != CHANCE:
            continue
        for action in node.choices:
            try:
                first = ground.pure(node, "same_chance", _same_chance, game, action)
                again = ground.pure(node, "same_chance", _same_chance, game, first)
            except Broken:
                return
            if first not in node.choices or again != first:
                message = f"same_chance gives {first} for {action}: it must be an outcome that stands for itself"
                ground.fault("chance", "same_chance", message, node)
