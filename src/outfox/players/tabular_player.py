"""`TabularPlayer`: plays a policy that says how likely each action is, whatever one has seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outfox.formats.tabular import TabularPolicy, open_tabular
from outfox.methods.poker.abstraction import Abstraction, abstraction_of
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.seen import Seen
from outfox.workers.seeds import root_seed, task_seed


class TabularPlayer:
    """Plays by a policy of a game with hidden information.

    Parameters
    ----------
    policy
        The policy, or the file that ``outfox equilibrium --out`` wrote.

    Examples
    --------
    >>> import numpy as np
    >>> empty = np.zeros(0)
    >>> TabularPlayer(TabularPolicy("kuhn", "", empty, np.zeros(1, int), empty, empty)).name
    'policy'
    """

    deterministic = False

    def __init__(self, policy: TabularPolicy | str) -> None:
        self.name = "policy" if isinstance(policy, TabularPolicy) else f"policy:{policy}"
        self.table = policy if isinstance(policy, TabularPolicy) else open_tabular(Path(policy))
        self._seed = root_seed(0)
        self._game: Game | None = None
        self._hands: Abstraction | None = None

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game; the first one makes the buckets of hands, where the policy has such.

        Raises
        ------
        NotSupported
            Where the policy is for another game or for other rules, or its buckets can no longer be made.
        """
        if game is not self._game:
            self.table.check(game)
            self._hands = abstraction_of(game, self.table.about) if self.table.about.get("buckets") else None
            self._game = game
        self._seed = seed

    def choose(self, seen: Seen) -> int:
        """Return an action, drawn by the policy; the same for the same seed and number of earlier choices."""
        random = np.random.default_rng(task_seed(self._seed, len(seen.history)))
        return seen.legal[int(random.choice(len(seen.legal), p=self.policy(seen)))]

    def policy(self, seen: Seen) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``."""
        if not isinstance(seen, Seen):
            raise NotSupported(f"{self.name} plays by what a player sees, which a position does not tell")
        if self._hands is not None:
            key = self._hands.keys([seen.view], [seen.mover])
            found = np.array(self.table.odds_of(key, seen.mover, seen.legal))
        else:
            found = np.array(self.table.odds(seen.mover, seen.view, seen.legal))
        return np.asarray(found / found.sum(), np.float64)
