"""`player`: from a spec string to a player.

A spec is a kind, with settings where it has some (``mcts:simulations=2000,cut=8``), or a place that holds a
player of your own: ``mypackage:factory`` or ``path/to/file.py:factory``, with arguments for the factory after
another colon (``bots.py:patient:depth=3``).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any

from outfox.players.base import Player, PlayerLike
from outfox.players.human import Ask, HumanPlayer
from outfox.rules.errors import UnknownName
from outfox.rules.parameters import split_spec


def player(spec: str, *, ask: Ask | None = None) -> Player:
    """Make a player from its spec string.

    Parameters
    ----------
    spec
        ``random``, ``mcts:simulations=2000,cut=8``, ``human``, ``mypackage:factory``,
        ``path/to/file.py:factory``. A factory returns a `Player` or a function from a position to an action;
        such a function itself will do too.
    ask
        For ``human``: asked for each action, see `outfox.players.human`.

    Raises
    ------
    UnknownName
        Where there is no such player, setting or value; the message lists what exists.

    Examples
    --------
    >>> player("mcts:cut=8,simulations=2_000").name
    'mcts:simulations=2000,cut=8'
    >>> player("mcst")
    Traceback (most recent call last):
    outfox.rules.errors.UnknownName: there is no player 'mcst'; did you mean 'mcts'? ...
    """
    raise NotImplementedError


def player_kinds() -> dict[str, str]:
    """Return the kinds of players that a spec can name, each with one line about it."""
    raise NotImplementedError


def as_player(given: PlayerLike, *, ask: Ask | None = None) -> Player:
    """Return `given` as a player: a spec string is read, a function wrapped, a player kept."""
    raise NotImplementedError
