"""`LookAheadPlayer`: the staged rules that lead to minimax, and minimax itself, their limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.methods.search.minimax import LookAhead, best
from outfox.players.base import refuse_hidden
from outfox.players.settings import settings_from, spec_of
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed

REMEMBERED = 100_000
"""Positions whose choice is kept, so that those that come again cost nothing."""


@dataclass(frozen=True)
class LookAheadSettings:
    """Settings of the rules for looking ahead.

    Attributes
    ----------
    depth
        1: take a win. 2: and do not leave the opponent one. 3: and win in two. And so on.
    """

    depth: int = 2


class LookAheadPlayer:
    """Takes a win that it can force within some plies, denies the opponent one, and is otherwise indifferent.

    Among the actions that the rules leave it draws one, each with the same chance.

    Parameters
    ----------
    depth
        Plies to look ahead; 0: to the end of every game, which is minimax.

    Examples
    --------
    >>> from outfox.rules import load
    >>> position = load("tic-tac-toe").start()
    >>> for cell in ("a3", "b3", "a2", "b2"):
    ...     position = position.play(cell)
    >>> one = LookAheadPlayer(1)
    >>> one.start(position.game, 0, root_seed(1))
    >>> dict(zip([position.name(a) for a in position.legal], one.policy(position).tolist()))
    {'c3': 0.0, 'c2': 0.0, 'a1': 1.0, 'b1': 0.0, 'c1': 0.0}
    """

    deterministic = False

    def __init__(self, depth: int = 2) -> None:
        self.depth = depth
        self.name = spec_of("lookahead", LookAheadSettings(depth)) if depth else "minimax"
        self._game: Game | None = None
        self._rules: LookAhead | None = None
        self._known: dict[Any, list[int]] = {}
        self._seed = root_seed(0)

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._rules.compile_seconds if self._rules else 0.0

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game. The first game of its kind compiles.

        Raises
        ------
        NotSupported
            Where the game has hidden information.
        """
        refuse_hidden(game, self.name)
        if self._game is not game:
            self._game, self._rules = game, LookAhead(game, self.depth)
            self._known.clear()
        self._seed = seed

    def choose(self, seen: Position) -> int:
        """Return one of the actions that the rules leave, the same for the same seed and ply."""
        actions = self.actions(seen)
        return actions[int(np.random.default_rng(task_seed(self._seed, len(seen.history))).integers(len(actions)))]

    def policy(self, seen: Position) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``."""
        legal, actions = seen.legal, self.actions(seen)
        out = np.zeros(len(legal))
        out[[legal.index(action) for action in actions]] = 1.0 / len(actions)
        return out

    def actions(self, seen: Position) -> list[int]:
        """Return the actions that the rules leave."""
        key = seen.key
        if key not in self._known:
            assert self._rules is not None, "start comes first"
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[key] = best(self._rules.values(seen), seen.mover)
        return self._known[key]


def from_settings(values: Mapping[str, Any]) -> LookAheadPlayer:
    """Make the player from settings as a spec holds them.

    Raises
    ------
    UnknownName
        Where a setting does not exist or cannot have this value; the message lists what exists.
    """
    return LookAheadPlayer(settings_from("lookahead", LookAheadSettings, values, {"depth": 1}).depth)


def minimax(values: Mapping[str, Any]) -> LookAheadPlayer:
    """Make the limit of the rules.

    Raises
    ------
    UnknownName
        Where settings are given: it has none.
    """
    if values:
        raise UnknownName(
            f"minimax has no setting {next(iter(values))!r}: it looks ahead to the end; lookahead has a depth"
        )
    return LookAheadPlayer(0)
