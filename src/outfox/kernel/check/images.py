"""Laws of images: symmetries, exchanged players, ranks. Each must commute with play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.kernel.check.ground import Answers, Broken, Ground, Node, key_of, same_number
from outfox.rules.vocabulary import CHANCE, TERMINAL

FOLLOWED = 4
"""Actions of a state whose images are followed; they are spread over the legal ones."""


class _Image:
    """Makes images of states by a slot that fills `out`, and nodes of them to ask."""

    def __init__(self, ground: Ground, what: str, function: Callable[[Any, Any], Any]) -> None:
        self.ground, self.what, self.function = ground, what, function

    def of(self, node: Node, state: Any = None, stale: Any = None) -> Any:
        """Return the image of a node's state, or of `state`; `stale` is what `out` held before."""
        ground = self.ground
        out = ground.game.new_state() if stale is None else stale.copy()
        source = (node.state if state is None else state).copy()
        ground.ask(node, self.what, self.function, source, out)
        ground.ask(node, self.what, out.normalise)
        return out

    def sets_all(self, node: Node) -> None:
        """Check that the image does not depend on what `out` held."""
        if self.of(node) != self.of(node, stale=node.state):
            message = f"{self.what} leaves part of out as it was: set every field of out"
            self.ground.note(self.what, "error", self.ground.place(self.what) + message, node)

    def node(self, node: Node) -> Node:
        """Return the image with what the rules answer about it."""
        image = Node(self.of(node), node.start, None, -1)
        image.answers = self.ground.ask_about(image)
        return image


def check_symmetry(ground: Ground, nodes: list[Node]) -> None:
    """Check that each symmetry keeps mover, legal actions, payoff and what actions lead to."""
    game = ground.game
    if not game.has("symmetry"):
        return
    count = game.constant("SYMMETRIES")
    if not isinstance(count, int) or count < 1:
        message = f"SYMMETRIES is {count}: with symmetry(k, s, out) it is their number, the identity included"
        ground.fault("symmetry", "symmetry", message)
        return
    for node in ground.each("symmetry", nodes):
        for k in range(count):
            try:
                _symmetric(ground, node, k)
            except Broken:
                return


def _symmetric(ground: Ground, node: Node, k: int) -> None:
    game = ground.game
    image = _Image(ground, "symmetry", lambda s, out: game.call("symmetry", k, s, out))
    if node.answers is None:
        return
    image.sets_all(node)
    place = ground.place("symmetry")
    there = image.node(node)
    if k == 0 and key_of(game, there.state) != key_of(game, node.state):
        ground.note("symmetry", "error", place + "symmetry 0 changes the state: it must be the identity", node)
    moved = [_moved(ground, node, k, action) for action in node.answers.actions] if node.mover != CHANCE else []
    message = _same_answers(node.answers, there.answers, moved)
    if message:
        ground.note("symmetry", "error", f"{place}symmetry {k} changes {message}", node)
    elif node.mover == CHANCE:
        if _chances(ground, image, node) != _chances(ground, None, there):
            ground.note("symmetry", "error", f"{place}symmetry {k} changes what chance leads to", node)
    else:
        _follow(ground, image, node, there, k)


def _moved(ground: Ground, node: Node, k: int, action: int) -> int:
    game = ground.game
    if not game.has("symmetry_action") or (game.stuck == "passes" and action == game.actions - 1):
        return action
    return int(ground.ask(node, "symmetry_action", game.call, "symmetry_action", k, action))


def _same_answers(here: Answers, there: Answers | None, moved: list[int]) -> str:
    if there is None or here.mover != there.mover:
        return f"mover from {here.mover} to {there.mover if there else 'nothing'}"
    if not same_number(here.payoff, there.payoff):
        return f"payoff from {here.payoff} to {there.payoff}"
    if here.mover >= 0 and sorted(moved) != sorted(there.actions):
        odd = sorted(set(moved) ^ set(there.actions)) or [moved[0]]
        return f"the legal actions: symmetry_action and the image disagree about {odd[0]}"
    return ""


def _follow(ground: Ground, image: _Image, node: Node, there: Node, k: int) -> None:
    game = ground.game
    for action in node.choices[:: max(1, len(node.choices) // FOLLOWED)]:
        first_then_image = image.of(node, ground.after(node, action))
        image_then_first = ground.after(there, _moved(ground, node, k, action))
        if key_of(game, first_then_image) != key_of(game, image_then_first):
            message = (
                f"symmetry {k} does not commute with apply: the image after {ground.name(node, action)} is"
                " not what symmetry_action leads to from the image"
            )
            ground.fault("symmetry", "symmetry_action", message, node)
            return


def _chances(ground: Ground, image: _Image | None, node: Node) -> Counter[Any]:
    """Return the states that chance leads to, by KEY, with their probabilities; their images where asked."""
    answers, found = node.answers, Counter[Any]()
    assert answers is not None
    for action, p in zip(answers.actions, answers.odds, strict=True):
        after = ground.after(node, action)
        found[key_of(ground.game, after if image is None else image.of(node, after))] += round(1e9 * p)
    return found


def check_swap(ground: Ground, nodes: list[Node]) -> None:
    """Check that exchanging the players twice changes nothing, and that it commutes with play."""
    game = ground.game
    if not game.has("swap"):
        return
    if game.endless:
        message = f"swap says the players can be exchanged, but ENDLESS = {game.endless} is not the same for both"
        ground.fault("swap", "swap", message)
    image = _Image(ground, "swap", lambda s, out: game.call("swap", s, out))
    for node in ground.each("swap", nodes):
        try:
            message = _swapped(ground, image, node) if node.answers is not None else ""
        except Broken:
            return
        if message:
            ground.fault("swap", "swap", message, node)


def _swapped(ground: Ground, image: _Image, node: Node) -> str:
    game, here = ground.game, node.answers
    assert here is not None
    image.sets_all(node)
    there = image.node(node)
    answers = there.answers
    assert answers is not None
    if key_of(game, image.of(there)) != key_of(game, node.state):
        return "exchanging the players twice does not give the state back"
    if answers.mover != (1 - here.mover if here.mover >= 0 else here.mover):
        return f"mover is {here.mover} before and {answers.mover} after exchanging the players"
    if here.mover == TERMINAL:
        same = same_number(here.payoff, -answers.payoff)
        return "" if same else f"payoff is {here.payoff} before and {answers.payoff} after, not minus that"
    if len(answers.actions) != len(here.actions):
        return f"there are {len(here.actions)} actions before and {len(answers.actions)} after"
    there.choices = tuple(a for a in dict.fromkeys(answers.actions) if 0 <= a < max(game.actions, game.outcomes))
    mine = {key_of(game, image.of(node, ground.after(node, a))) for a in node.choices}
    theirs = {key_of(game, ground.after(there, a)) for a in there.choices}
    return "" if mine == theirs else "what can be reached in one ply is not the same with the players exchanged"


def check_rank(ground: Ground, nodes: list[Node], random: np.random.Generator) -> None:
    """Check that `rank` and `unrank` are inverse and stay within STATES."""
    game = ground.game
    if not game.has("rank"):
        return
    count, seen = int(game.constant("STATES")), dict[int, Node]()
    for node in ground.each("rank", nodes):
        try:
            rank = ground.pure(node, "rank", lambda s: int(game.call("rank", s)))
            message = _ranked(ground, node, rank, count, seen)
        except Broken:
            return
        if message:
            ground.fault("rank", "rank", message, node)
    for i in sorted({int(i) for i in random.integers(count, size=32)}) if not ground.has("rank") else []:
        try:
            state = game.new_state()
            ground.ask(None, "unrank", game.call, "unrank", i, state)
            back = int(ground.ask(None, "rank", game.call, "rank", state))
        except Broken:
            return
        if back != i:
            message = f"unrank({i}, s) gives a state whose rank is {back}: some ranks stand for no state"
            ground.fault("rank", "unrank", message, severity="warning")


def _ranked(ground: Ground, node: Node, rank: int, count: int, seen: dict[int, Node]) -> str:
    game = ground.game
    if not 0 <= rank < count:
        return f"rank is {rank}; ranks are 0 to STATES - 1 = {count - 1}"
    other = seen.setdefault(rank, node)
    if key_of(game, other.state) != key_of(game, node.state):
        return f"another state has the same rank {rank}"
    state = game.new_state()
    ground.ask(node, "unrank", game.call, "unrank", rank, state)
    return "" if key_of(game, state) == key_of(game, node.state) else f"unrank({rank}, s) gives another state"
