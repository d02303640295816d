"""`RandomPlayer`: every legal action with the same chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outfox.players.base import Sight
from outfox.rules.game import Game
from outfox.workers.seeds import root_seed, task_seed


class RandomPlayer:
    """Chooses uniformly among the legal actions.

    Examples
    --------
    >>> from outfox.rules import load
    >>> game = load("tic-tac-toe")
    >>> anyone = RandomPlayer()
    >>> anyone.start(game, 0, root_seed(1))
    >>> anyone.choose(game.start()) in game.start().legal
    True
    """

    name = "random"
    deterministic = False
    ignores_cards = True

    def __init__(self) -> None:
        self._seed = root_seed(0)

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game."""
        self._seed = seed

    def choose(self, seen: Sight) -> int:
        """Return a legal action, the same for the same seed and ply."""
        legal = seen.legal
        return legal[int(np.random.default_rng(task_seed(self._seed, len(seen.history))).integers(len(legal)))]

    def policy(self, seen: Sight) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``."""
        return np.full(len(seen.legal), 1.0 / len(seen.legal))
