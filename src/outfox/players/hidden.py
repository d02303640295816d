"""A player of a game with hidden information as an array: what it does at each of its information sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.policies import as_policy, position_of
from outfox.players.base import Player
from outfox.players.callable_player import CallablePlayer, describe, probabilities
from outfox.players.random_player import RandomPlayer
from outfox.rules.errors import IllegalAction, NotSupported, OutfoxError, RulesError
from outfox.rules.seen import Seen, seen_by
from outfox.workers.seeds import root_seed


def policy_array(player: Player, ground: Ground, seat: int, seed: int = 0) -> Floats:
    """Return what a player does in a seat, over the slots of ``ground.tree``; uniform in the other seat.

    Parameters
    ----------
    player
        It is asked about each of its information sets, by `Seen`. One with a `policy` tells the probabilities of the
        legal actions; a function may return an action by code or name, or probabilities. Of one whose answers depend
        on its seed, the policy is what it answers with `seed`, started anew each time.

    Raises
    ------
    NotSupported
        For a person; and for a player that cannot play by what is seen.
    RulesError
        Where what it gives are no probabilities.
    """
    if isinstance(player, RandomPlayer):
        return ground.uniform
    if player.name == "human":
        raise NotSupported("a person has no policy that could be asked about every information set")
    tree, found = ground.tree, ground.uniform.copy()
    player.start(ground.game, seat, root_seed(seed))
    for info in np.flatnonzero(tree.player == seat).tolist():
        found[tree.first[info] : tree.first[info + 1]] = answer_of(player, seen_in(ground, info), seat, seed)
    return as_policy(ground, found, seats=(seat,))


def seen_in(ground: Ground, info: int) -> Seen:
    """Return what the player of an information set sees there."""
    tree = ground.tree
    own, slot = [], int(tree.before[info])
    while slot >= 0:
        own.append(int(tree.actions[slot]))
        slot = int(tree.before[int(np.searchsorted(tree.first, slot, "right")) - 1])
    return seen_by(ground.game, position_of(ground, info), tuple(own[::-1]))


def answer_of(player: Player, seen: Seen, seat: int, seed: int) -> Sequence[float]:
    """Return the probability of each legal action of a player that was started, in their order; see `policy_array`."""
    given = _asked(player, seen, seat, seed)
    if isinstance(given, str):
        try:
            given = seen.code(given)
        except IllegalAction as error:
            raise IllegalAction(f"{player.name}: {error}") from None
    if isinstance(given, (int, np.integer)):
        if int(given) not in seen.legal:
            raise IllegalAction(f"{player.name} chose {given} where {', '.join(seen.names)} are legal")
        return [float(action == given) for action in seen.legal]
    try:
        return list(probabilities(given, seen.legal))
    except IllegalAction as error:
        raise RulesError(f"{player.name}: {error}") from None


def _asked(player: Player, seen: Seen, seat: int, seed: int) -> Any:
    """Return what a player answers; a function may give probabilities, from which it is not to draw here."""
    if isinstance(player, CallablePlayer):
        try:
            return player.function(seen)
        except OutfoxError:
            raise
        except Exception as error:
            raise OutfoxError(f"player {player.name} failed: {describe(error)}") from error
    declared: Any = getattr(player, "policy", None)
    if declared is not None:
        return declared(seen)
    player.start(seen.game, seat, root_seed(seed))
    return player.choose(seen)


def is_function(player: Player) -> bool:
    """Say whether a player is a function of what it sees, whose answers are taken for what they are."""
    return isinstance(player, CallablePlayer)
