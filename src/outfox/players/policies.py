"""A player as a policy: the probability of each legal action in a position, for exact best responses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outfox.methods.solve.response import Policy, uniform
from outfox.players.base import Player
from outfox.players.random_player import RandomPlayer
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed


def policy_of(player: Player, game: Game, seat: int, seed: int = 0) -> Policy:
    """Return a player's policy.

    Parameters
    ----------
    player
        One that has a `policy`; or one that always answers a position in the same way. Of one whose answers depend on
        its seed, the policy is what it answers with `seed`, started anew for each position.
    game, seat
        Where it sits.
    seed
        For players that draw.

    Raises
    ------
    NotSupported
        For a person, who has no policy.

    Examples
    --------
    >>> from outfox.players import player
    >>> from outfox.rules import load
    >>> nim = load("nim:piles=[1,2]")
    >>> list(policy_of(player("random"), nim, 0)(nim.start()))
    [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]
    """
    if isinstance(player, RandomPlayer):
        return uniform
    if player.name == "human":
        raise NotSupported("a person has no policy that could be asked about every position")
    player.start(game, seat, root_seed(seed))
    declared: Any = getattr(player, "policy", None)
    if declared is not None:
        return lambda position: [float(p) for p in declared(position)]

    def answer(position: Position) -> Sequence[float]:
        player.start(game, seat, root_seed(seed))
        chosen = player.choose(position)
        return [float(action == chosen) for action in position.legal]

    return answer


def is_drawn(player: Player) -> bool:
    """Say whether a player's answers depend on its seed, without a policy that says how.

    A player whose policy depends on its seed as well says so: it has ``policy_by_seed``.
    """
    if getattr(player, "policy_by_seed", False):
        return True
    return not (
        isinstance(player, RandomPlayer) or hasattr(player, "policy") or getattr(player, "deterministic", None) is True
    )
