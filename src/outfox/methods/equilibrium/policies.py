"""Policies of games with hidden information: arrays over the slots of a tree, however they were given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.slots import Floats
from outfox.kernel.store import OVER
from outfox.kernel.tree import Tree
from outfox.methods.equilibrium.ground import Ground
from outfox.rules.errors import RulesError
from outfox.rules.position import Position
from outfox.rules.vocabulary import BOTH

PolicyLike: TypeAlias = "Floats | Callable[[Any], Sequence[float] | Mapping[int, float]]"
"""A policy: an array over the slots of the tree; or a function of the view of whoever moves (as `observe` fills it)
that returns a probability for each legal action, in their order, or probabilities by action."""

CLOSE = 1e-6
"""So near to 1 the probabilities of a policy add up to."""


def as_policy(ground: Ground, given: PolicyLike, seats: Sequence[int] = (0, 1)) -> Floats:
    """Return a policy as an array over the slots of the tree, tested; uniform for a seat that is not asked for.

    Raises
    ------
    RulesError
        Where it gives no probabilities; the message names the information set.

    Examples
    --------
    >>> from outfox.rules import load
    >>> ground = Ground(load("kuhn"))
    >>> as_policy(ground, lambda view: {1: 1.0})[:4]
    array([0., 1., 0., 1.])
    """
    tree, counts = ground.tree, np.diff(ground.tree.first)
    asked = np.isin(tree.player, list(seats))
    if callable(given):
        found = ground.uniform.copy()
        for info in np.flatnonzero(asked).tolist():
            found[tree.first[info] : tree.first[info + 1]] = _asked(tree, info, given)
    else:
        if len(given) != tree.slots:
            raise RulesError(
                f"the policy has {len(given):,} numbers; the information sets of {tree.game.spec} have {tree.slots:,}"
                " actions"
            )
        found = np.where(np.repeat(asked, counts), np.asarray(given, np.float64), ground.uniform)
    sums = np.add.reduceat(found, tree.first[:-1])
    wrong = ~(np.abs(sums - 1.0) <= CLOSE) | (np.minimum.reduceat(found, tree.first[:-1]) < 0.0)
    if wrong.any():
        info = int(np.flatnonzero(wrong)[0])
        shown = ", ".join(f"{p:g}" for p in found[tree.first[info] : tree.first[info + 1]][:8])
        raise RulesError(
            f"the policy gives {shown} {place(ground, info)}: wanted is a probability for each of the"
            f" {counts[info]} legal actions, which add up to 1"
        )
    return np.asarray(found / np.repeat(sums, counts), np.float64)


def _asked(tree: Tree, info: int, policy: Callable[[Any], Any]) -> Any:
    answer = policy(tree.view(info))
    actions = tree.actions[tree.first[info] : tree.first[info + 1]].tolist()
    if isinstance(answer, Mapping):
        return [float(answer.get(action, 0.0)) for action in actions]
    values = [float(p) for p in answer]
    return values if len(values) == len(actions) else [np.nan] * len(actions)


def table_of(ground: Ground, policy: Floats, about: Mapping[str, Any]) -> TabularPolicy:
    """Return a policy over the slots of the tree as what is saved and played.

    Examples
    --------
    >>> from outfox.rules import load
    >>> ground = Ground(load("kuhn"))
    >>> table_of(ground, ground.uniform, {}).probabilities[:2].tolist()
    [0.5, 0.5]
    """
    tree = ground.tree
    return TabularPolicy(tree.game.spec, tree.game.rules_key, tree.keys, tree.first, tree.actions, policy, about)


def sample_game(ground: Ground, policy: Floats, random: np.random.Generator) -> list[int]:
    """Return the actions and chance outcomes of a game between both halves of a policy over the slots of the tree.

    Examples
    --------
    >>> from outfox.rules import load
    >>> ground = Ground(load("kuhn"))
    >>> len(sample_game(ground, ground.uniform, np.random.default_rng(1))) in (4, 5)
    True
    """
    tree, node = ground.tree, 0
    found: list[int] = []
    while tree.mover[node] != OVER:
        children = tree.children(node)
        odds = tree.odds[children]
        if tree.info[node] >= 0:
            begin = int(tree.first[tree.info[node]])
            odds = policy[begin : begin + len(children)]
        node = int(children[int(random.choice(len(children), p=odds / odds.sum()))])
        found.append(int(tree.action[node]))
    return found


def position_of(ground: Ground, info: int) -> Position:
    """Return the first position of an information set."""
    position = Position(ground.game, ground.game.initial())
    for action in ground.tree.history(int(ground.examples[info])):
        position = position.play(action)
    return position


def place(ground: Ground, info: int) -> str:
    """Say in words where an information set is: what its player has seen and done so far."""
    game, player = ground.game, int(ground.tree.player[info])
    position = Position(game, game.initial())
    names = []
    for action in ground.tree.history(int(ground.examples[info])):
        seen = position.mover == player or int(game.call("sees", position.state, action)) in (player, BOTH)
        names += [position.name(action)] if seen else []
        position = position.play(action)
    return f"after {', '.join(names)}" if names else "at the start"


def action_names(ground: Ground, info: int) -> list[str]:
    """Return the names of the actions of an information set."""
    position = position_of(ground, info)
    begin, end = ground.tree.first[info : info + 2]
    return [position.name(int(action)) for action in ground.tree.actions[begin:end]]
