"""`QPlayer`: takes the action that Q-learning found the best."""

from __future__ import annotations

import shlex

import numpy as np
from numpy.typing import NDArray

from outfox.formats.q_file import QTable, open_q_table
from outfox.players.base import Sight
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.workers.seeds import root_seed, task_seed


class QPlayer:
    """Plays by the values that `outfox train q-learning --out FILE` wrote.

    Of several best actions it draws one, or takes the first, as it did while it learned. Where it has never been, all
    are worth the same.

    Parameters
    ----------
    path
        The file.
    table
        The values themselves, instead of a file.

    Attributes
    ----------
    value
        Player 0's payoff as it saw it at its last choice; None before.
    """

    def __init__(self, path: str = "", table: QTable | None = None) -> None:
        self.path = path
        self.name = f"q:{path}" if path else "q"
        self.value: float | None = None
        self._table = table
        self._seed = root_seed(0)

    @property
    def deterministic(self) -> bool | None:
        """Whether equal positions get equal actions whatever the seed; None until the file has been read."""
        return None if self._table is None else self._first

    @property
    def _first(self) -> bool:
        """Whether it takes the first of several best actions, as it did while it learned."""
        return bool(self.table.facts.get("settings", {}).get("ties") == "first")

    @property
    def table(self) -> QTable:
        """The values that it plays by, once a game has started."""
        assert self._table is not None, "start comes first"
        return self._table

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game; the first one reads the file.

        Raises
        ------
        DamagedFile
            Where the file is damaged, or of another game.
        UnknownName
            Where there is no such file.
        """
        if self._table is None or self._table.game is not game:
            self._table = self._opened(game)
        self._seed = seed

    def _opened(self, game: Game) -> QTable:
        if not self.path:
            if self._table is not None and self._table.game.rules_key == game.rules_key:
                return self._table
            raise UnknownName("q needs a file: write for example q:nim.q")
        try:
            return open_q_table(self.path, game)
        except OSError as error:
            raise UnknownName(
                f"q:{self.path} cannot be read ({error.strerror or error});"
                f" outfox train q-learning {shlex.quote(game.spec)} --out {shlex.quote(self.path)} makes it"
            ) from None

    def choose(self, seen: Sight) -> int:
        """Return an action of the largest value, the same for the same seed and ply."""
        values = self.table.value_of(seen)
        self.value = float(values.max()) if seen.mover == 0 else -float(values.max())
        best = self._best(values)
        if len(best) == 1:
            return seen.legal[int(best[0])]
        return seen.legal[int(np.random.default_rng(task_seed(self._seed, len(seen.history))).choice(best))]

    def policy(self, seen: Sight) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``."""
        values = self.table.value_of(seen)
        best = self._best(values)
        found = np.zeros(len(values))
        found[best] = 1 / len(best)
        return found

    def _best(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the places of the actions that it may take."""
        best = np.flatnonzero(values == values.max())
        return best[:1] if self._first else best
