"""Players as seats of `outfox.kernel.batch.Batch`.

Whoever says what it does at each of its information sets is a table of probabilities, where the game's tree is small
enough to be listed: the batch looks it up in compiled code. Everybody else is asked row by row, which takes as long as
the player does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.slots import Ints
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.policies import table_of
from outfox.players.base import Player, PlayerLike
from outfox.players.hidden import is_function, policy_array
from outfox.players.policies import is_drawn
from outfox.players.random_player import RandomPlayer
from outfox.players.spec import as_player
from outfox.players.tabular_player import TabularPlayer
from outfox.rules.errors import BudgetExceeded
from outfox.rules.game import Game
from outfox.rules.seen import seen_by
from outfox.workers.seeds import concealed, root_seed, task_seed

LISTED = 500_000
"""Histories of a game whose players are made tables; Leduc poker has 9,457, liar's dice 294,883."""


class PlayerSeat:
    """A player that is asked row by row, each time as if its game had begun there.

    Parameters
    ----------
    player
        Who plays.
    seed
        Of what it draws. It depends on row, game and decision, not on the rows beside it.
    """

    def __init__(self, player: Player, seed: int | np.random.SeedSequence = 0) -> None:
        self.player, self._seed = player, root_seed(seed)
        self._batch: Any = None
        self._own: dict[int, tuple[int, list[int]]] = {}

    def attach(self, batch: Any) -> None:
        """Take note of the batch whose rows will be asked about."""
        self._batch, self._own = batch, {}

    def act(self, observations: Any, legal: Any, rows: Ints) -> Ints:  # noqa: ARG002 - what `Batch` hands to seats
        """Return the player's action in each of some rows."""
        return np.array([self._choose(row) for row in rows.tolist()], np.int64)

    def _choose(self, row: int) -> int:
        game, begun = self._batch.game, int(self._batch.begun[row])
        position = self._batch.position(row)
        if self._own.get(row, (0, []))[0] != begun:
            self._own[row] = begun, []
        own = self._own[row][1]
        seed = task_seed(self._seed, self._batch.first + row, begun, len(own))
        self.player.start(game, position.mover, concealed(seed))
        seen = position if game.view is None else seen_by(game, position, tuple(own))
        chosen: Any = self.player.choose(seen)
        own.append(int(chosen))
        return own[-1]


def batch_seat(who: PlayerLike, game: Game, seat: int, seed: int = 0) -> str | TabularPolicy | PlayerSeat:
    """Return a player as a seat of a batch.

    Parameters
    ----------
    who
        A spec string, a player, or a function of what is seen.
    game, seat
        Where it sits.
    seed
        For players that draw.

    Returns
    -------
    str, TabularPolicy or PlayerSeat
        ``"random"``; a table; or one that is asked row by row.

    Raises
    ------
    NotSupported
        Where the player cannot play this game.

    Examples
    --------
    >>> from outfox.kernel.batch import Batch
    >>> from outfox.rules import load
    >>> kuhn = load("kuhn")
    >>> batch = Batch(kuhn, games=100, seed=1, seats=(None, batch_seat("call", kuhn, 1)))
    >>> batch.step([1] * 100)
    >>> sorted(set(batch.payoffs.tolist()))
    [-2.0, 2.0]
    """
    player = as_player(who)
    if isinstance(player, RandomPlayer):
        return "random"
    if isinstance(player, TabularPlayer):
        player.table.check(game)
        return player.table
    if game.view is None or (is_drawn(player) and not is_function(player)):
        return PlayerSeat(player, seed)
    try:
        ground = Ground(game, merge=False, nodes=LISTED)
    except BudgetExceeded:
        return PlayerSeat(player, seed)
    return table_of(ground, policy_array(player, ground, seat, seed), {"player": player.name})
