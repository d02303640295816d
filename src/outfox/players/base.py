"""`Player`: what can sit down at a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from outfox.rules.errors import NotSupported, OutfoxError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import Seen

Sight: TypeAlias = "Position | Seen"
"""What a player is given to choose by: the position, or in a game with hidden information what it sees of it."""


class PlayerFailed(OutfoxError):
    """A player could not answer: its program ended, or did not answer in time. It loses that game.

    Attributes
    ----------
    ending
        ``failed`` or ``timeout``, as the record of the game says.
    """

    def __init__(self, message: str, ending: str = "failed") -> None:
        super().__init__(message, ending)
        self.message, self.ending = message, ending

    def __str__(self) -> str:
        return self.message


@runtime_checkable
class Player(Protocol):
    """Chooses actions, for one seat of one game at a time.

    A player is made once and plays many games: `start` begins each of them and drops what the last one left.

    In a game with hidden information (View) it is given `outfox.rules.seen.Seen`: what it has seen, its legal actions
    and their names, and nothing of the rest. Else it is given the position.

    Some attributes are optional. ``deterministic``: True where equal positions get equal actions whatever the
    seed, False where the seed matters; without it, a match judges by the games. ``compile_seconds``: CPU
    seconds that it spent on compiling so far. ``policy(seen)``: the probability of each legal action, in their order.
    ``ignores_cards``: True where what it does never depends on cards, neither its own nor those on the table.
    ``value``: player 0's payoff as it saw it at its last choice. ``close()``: gives back what it holds, such as a
    process; it may be started again.

    Attributes
    ----------
    name
        For people and for records; of a player from a spec string, the spec in its shortest form.

    Examples
    --------
    >>> from outfox.rules import load
    >>> class Last:
    ...     name = "last"
    ...     deterministic = True
    ...
    ...     def start(self, game, seat, seed):
    ...         pass
    ...
    ...     def choose(self, seen):
    ...         return seen.legal[-1]
    >>> isinstance(Last(), Player)
    True
    >>> Last().choose(load("tic-tac-toe").start())
    8
    """

    name: str

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a game.

        Parameters
        ----------
        game, seat
            The game, and the player number, 0 or 1, to act for.
        seed
            The source of all its randomness in this game. Derive one seed for each ply from it, with
            ``task_seed(seed, len(seen.history))``: then a choice depends on where it is made alone. The history of a
            position holds all that was played, and that of what is seen the player's own actions.

        Raises
        ------
        NotSupported
            Where it cannot play this game.
        """

    def choose(self, seen: Any) -> int:
        """Return a legal action, where this player is to move; `seen` is a `Sight`."""


PlayerLike: TypeAlias = "str | Player | Callable[[Any], Any]"
"""What a match takes for a player: a spec string, a player, or a function of a `Sight` that returns an action."""


def refuse_hidden(game: Game, name: str) -> None:
    """Refuse a game with hidden information, for a player that goes by whole positions.

    Raises
    ------
    NotSupported
    """
    if game.view is not None:
        raise NotSupported(
            f"{name} goes by whole positions, and {game.name} has hidden information (View); there is-mcts, random,"
            " call, policy:FILE, q:FILE and players of your own can play"
        )
