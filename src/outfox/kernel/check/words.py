"""Laws of text: it can be read back, and it tells states apart."""

from __future__ import annotations

from outfox.kernel.check.ground import Broken, Ground, Node, key_of
from outfox.rules.errors import RulesError


def check_text(ground: Ground, nodes: list[Node]) -> None:
    """Check `text` and `parse` on nodes, and that states which differ look different."""
    game = ground.game
    if not game.has("text"):
        return
    shown: dict[str, Node] = {}
    for node in ground.each("text", nodes):
        try:
            text = ground.pure(node, "text", game.text)
        except Broken:
            continue
        other = shown.setdefault(text, node)
        if key_of(game, other.state) != key_of(game, node.state):
            _alike(ground, node, other)
        if game.has("parse"):
            _read_back(ground, node, text)


def _alike(ground: Ground, node: Node, other: Node) -> None:
    fields = ", ".join(_differing(ground, node, other))
    message = (
        f"another state, after {ground.way(other)}, has the same text, though {fields} differs: show it in"
        " text, or leave it out of KEY if it has no influence on play"
    )
    ground.fault("text", "text", message, node, severity="warning")


def _differing(ground: Ground, node: Node, other: Node) -> list[str]:
    fields = ground.game.key_fields
    return [name for name in fields if node.state.key((name,)) != other.state.key((name,))]


def _read_back(ground: Ground, node: Node, text: str) -> None:
    game = ground.game
    ground.now = ("parse", node)
    try:
        read = game.parse(text).state
    except RulesError as error:
        ground.note("parse", "error", f"{error}: it cannot read what text wrote", node)
        return
    if key_of(game, read) == key_of(game, node.state):
        return
    wrong = [name for name in game.key_fields if read.key((name,)) != node.state.key((name,))]
    message = f"parse(text) gives another state: {wrong[0]} is {read[wrong[0]]} instead of {node.state[wrong[0]]}"
    ground.fault("parse", "parse", message, node)
