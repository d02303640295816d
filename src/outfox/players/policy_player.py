"""`PolicyPlayer`: plays what a whole policy says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outfox.formats.policy_file import Policy, open_policy
from outfox.formats.tabular import is_tabular
from outfox.players.base import Sight
from outfox.players.tabular_player import TabularPlayer
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game


class PolicyPlayer:
    """Plays by a policy, which says the same in equal positions, or where it sees the same.

    Parameters
    ----------
    policy
        The policy, or the file that `outfox optimise --out` wrote.

    Examples
    --------
    >>> from outfox.formats.policy_file import Policy
    >>> PolicyPlayer(Policy("nim", "nim", "", (None, None))).name
    'policy'
    """

    deterministic = True

    def __init__(self, policy: Policy | str) -> None:
        self.name = "policy" if isinstance(policy, Policy) else f"policy:{policy}"
        self._policy = policy

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game; the first one opens the file.

        Raises
        ------
        UnknownName
            Where there is no such file.
        DamagedFile
            Where it is no policy.
        NotSupported
            Where the policy is of another game or board, or not for this seat.
        """
        if isinstance(self._policy, str):
            try:
                self._policy = open_policy(self._policy)
            except (FileNotFoundError, IsADirectoryError):
                maker = "optimise" if game.view is None else "equilibrium"
                raise UnknownName(
                    f"{self.name}: there is no such file; outfox {maker} {game.spec} --out FILE makes one"
                ) from None
        self._policy.check(game, seat)

    def choose(self, seen: Sight) -> int:
        """Return the policy's action."""
        assert isinstance(self._policy, Policy), "start comes first"
        side = self._policy.sides[seen.mover]
        assert side is not None, "start comes first, for each seat that is asked"
        return side.action(seen)

    def policy(self, seen: Sight) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``: 1 for one of them."""
        chosen = self.choose(seen)
        return np.array([float(action == chosen) for action in seen.legal])


def from_text(text: str) -> PolicyPlayer | TabularPlayer:
    """Make the player from what follows ``policy:`` in a spec.

    Raises
    ------
    UnknownName
        Where nothing follows.
    """
    if not text.strip():
        raise UnknownName("policy needs a file: policy:FILE, which outfox optimise GAME --out FILE makes")
    return TabularPlayer(text.strip()) if is_tabular(text.strip()) else PolicyPlayer(text.strip())
