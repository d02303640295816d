"""What players see in compiled rules: `observe`, `sees` and `same_chance` say what they say in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.check.ground import Broken, Ground, Node
from outfox.kernel.check.views import Views as Asked
from outfox.kernel.link import Linked, link
from outfox.kernel.slots import Ints, States, Views, observe, same_chance, sees
from outfox.rules.errors import RulesError
from outfox.rules.twin import twin_class
from outfox.rules.vocabulary import CHANCE


def look(pool: States, views: Views, actions: Ints, told: Ints, stands: Ints, deals: int) -> int:
    """Ask what players see of ``pool[0]``.

    Parameters
    ----------
    views : (2,) views
        Receive what both players have seen; they arrive zeroed.
    actions, told
        The actions of the state; receives who learns each.
    stands
        Receives what stands for each of the first `deals` actions, which are outcomes.

    Returns
    -------
    int
        0.
    """
    observe(pool[0], 0, views[0])
    observe(pool[0], 1, views[1])
    for k in range(len(actions)):
        told[k] = sees(pool[0], actions[k])
    for k in range(deals):
        stands[k] = same_chance(pool[0], actions[k])
    return 0


def check_looks(ground: Ground, nodes: list[Node]) -> float:
    """Compare the checked build with plain Python; return seconds of compilation.

    Raises
    ------
    RulesError
        Where the rules do not compile.
    """
    if ground.game.view is None:
        return 0.0
    ground.now = ("compiling", None)
    linked, asked = link(ground.game, look, checked=True), Asked(ground)
    for node in ground.each("views", nodes):
        try:
            wrong = _difference(ground, linked, asked, node)
        except Broken:
            break
        except (RulesError, TypeError) as error:
            ground.note("runs", "error", f"{error}: in compiled rules", node)
            break
        if wrong:
            ground.fault("agree", wrong, f"{wrong} says something else in compiled rules than in plain ones", node)
            break
    return linked.compile_seconds


def _difference(ground: Ground, linked: Linked, asked: Asked, node: Node) -> str:
    """Return the rule that differs, or nothing."""
    game, actions = ground.game, np.array(node.choices, np.int64)
    deals = len(actions) if node.mover == CHANCE and game.has("same_chance") else 0
    pool, views = linked.states(1), linked.views(2)
    told, stands = np.zeros(len(actions), np.int64), np.zeros(len(actions), np.int64)
    ground.now = ("checked compiled rules", node)
    linked.put(pool, 0, node.state)
    linked(pool, views, actions, told, stands, deals)
    if any(_view(ground, views, player) != asked.view(node, player) for player in (0, 1)):
        return "observe"
    for k, action in enumerate(node.choices):
        if told[k] != ground.pure(node, "sees", lambda s, action=action: int(game.call("sees", s, action))):
            return "sees"
        if k < deals and stands[k] != ground.pure(
            node, "same_chance", lambda s, action=action: int(game.call("same_chance", s, action))
        ):
            return "same_chance"
    return ""


def _view(ground: Ground, views: Any, player: int) -> Any:
    """Return a compiled view as something that can be compared."""
    assert ground.game.view is not None
    if not isinstance(views, np.ndarray):
        return views[player].key()
    twin = twin_class(ground.game.view)()
    twin.load(views[player])
    return twin.key()
