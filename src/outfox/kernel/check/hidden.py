"""Laws of hidden information: what views may depend on, and that they forget nothing.

States are walked as a tree here, not as a graph: two ways to the same state are two histories, and a view
must tell those apart that its player can tell apart.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node, pick
from outfox.kernel.check.public import Public
from outfox.kernel.check.views import Views
from outfox.kernel.check.worlds import Worlds

History = tuple[tuple[Any, int], ...]
"""What a player saw when it moved, and what it did, each time so far."""

_TOGETHER = "View", "observe", "sees"


@dataclass(frozen=True)
class _Known:
    """What is known of a view: the first node at which its player moved with it."""

    node: Node
    history: History


@dataclass
class _Walk:
    """What the laws remember while nodes are visited."""

    ground: Ground
    views: Views
    worlds: Worlds
    public: Public | None
    known: dict[tuple[int, Any], _Known] = field(default_factory=dict)
    opened: set[int] = field(default_factory=set)


def check_hidden(ground: Ground, views: Views, most: int, games: int, seed: np.random.SeedSequence) -> None:
    """Check the laws of View on up to `most` nodes of the tree and along random games."""
    public = Public(ground, views) if ground.game.has("public") or ground.game.has("private") else None
    walk = _Walk(ground, views, Worlds(ground, views, most), public)
    _breadth(walk, most)
    for task in seed.spawn(games):
        _along(walk, np.random.default_rng(task))
    walk.worlds.compare()


def views_of(ground: Ground) -> Views | None:
    """Return what asks for views; None in a game without them, and where they are not declared as they must be."""
    together = [name for name in _TOGETHER if ground.game.has(name)]
    if not together:
        return None
    if len(together) < len(_TOGETHER):
        missing = next(name for name in _TOGETHER if name not in together)
        ground.fault("view", together[0], f"{' and '.join(together)} needs {missing} beside it")
        return None
    try:
        return Views(ground)
    except TypeError as error:
        ground.note("view", "error", f"{ground.place('View')}View is no dtype of named fields: {error}")
        return None


def _breadth(walk: _Walk, most: int) -> None:
    ground = walk.ground
    nodes = [ground.root(index) for index in range(min(ground.game.starts, 64))]
    todo: deque[tuple[Node, tuple[History, History]]] = deque((node, ((), ())) for node in nodes if node is not None)
    met = len(todo)
    while todo:
        node, histories = todo.popleft()
        ground.beat("views", met, most)
        _visit(walk, node, histories)
        for action in node.choices:
            after = ground.child(node, action) if met < most else None
            if after is not None:
                met += 1
                todo.append((after, _longer(walk.views, node, action, histories)))


def _along(walk: _Walk, random: np.random.Generator) -> None:
    ground = walk.ground
    node: Node | None = ground.root(int(random.integers(ground.game.starts)))
    histories: tuple[History, History] = ((), ())
    while node is not None:
        _visit(walk, node, histories)
        action = pick(random, node)
        if action is None or node.ply > 1000:
            return
        histories = _longer(walk.views, node, action, histories)
        node = ground.child(node, action)


def _longer(views: Views, node: Node, action: int, histories: tuple[History, History]) -> tuple[History, History]:
    player = node.mover
    if player not in (0, 1):
        return histories
    try:
        entry = (views.view(node, player), action)
    except Broken:
        return histories
    return ((*histories[0], entry), histories[1]) if player == 0 else (histories[0], (*histories[1], entry))


def _visit(walk: _Walk, node: Node, histories: tuple[History, History]) -> None:
    try:
        if node.mover in (0, 1):
            _decision(walk, node, histories[node.mover or 0])
            if walk.public is not None:
                walk.public.decision(node)
        if node.number not in walk.opened:
            walk.opened.add(node.number)
            for player in (0, 1):
                walk.views.view(node, player)
                _outcomes(walk, node, player)
    except Broken:
        return


def _decision(walk: _Walk, node: Node, history: History) -> None:
    """Compare with the first node at which the mover had the same view."""
    ground, player = walk.ground, node.mover or 0
    known = walk.known.setdefault((player, walk.views.view(node, player)), _Known(node, history))
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


def _outcomes(walk: _Walk, node: Node, player: int) -> None:
    """Compare a player's views after the actions of a node: equal where it does not learn them, else not."""
    ground, views = walk.ground, walk.views
    hidden: tuple[int, Node] | None = None
    shown: dict[Any, int] = {}
    learned: list[tuple[Any, int]] = []
    who = ground.game.players[player]
    for action in node.choices:
        after = ground.child(node, action)
        if after is None:
            continue
        view, name = views.view(after, player), ground.name(node, action)
        if views.learns(node, action, player):
            learned.append((view, action))
        elif hidden is None:
            hidden = action, after
        elif view != views.view(hidden[1], player):
            message = (
                f"by sees, {who} learns neither {ground.name(node, hidden[0])} nor {name}, but its view"
                " differs after them: observe shows what is hidden, or sees is wrong"
            )
            ground.fault("unseen", "observe", message, node)
            return
        else:
            walk.worlds.add(hidden[1], after, player)
        shown.setdefault(view, action)
    # A player may learn a part alone, such as that it won; so what shows nothing at all is doubted.
    if node.mover != player and len(learned) > 1 and {view for view, _ in learned} == {views.view(node, player)}:
        first, second = (ground.name(node, action) for _, action in learned[:2])
        message = (
            f"by sees, {who} learns whether {first} or {second} is played, but both"
            " leave its view as it was: show it in observe, or sees is wrong"
        )
        ground.fault("seen", "observe", message, node, severity="warning")
