"""`IsmctsPlayer`: Monte Carlo tree search over what is seen, for games with hidden information."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.methods.search.ismcts import IsmctsResult, Searcher, refuse
from outfox.methods.search.settings import IsmctsSettings
from outfox.players.settings import settings_from, spec_of
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.seen import Seen
from outfox.workers.seeds import root_seed, task_seed

LEAST = {"memory": 1}
"""Least value of settings that may not go down to 0."""


class IsmctsPlayer:
    """Plays by the visits of a search over information sets.

    Parameters
    ----------
    settings
        Of the search; `simulations` counts for each decision.
    name
        Default: the settings as a spec.

    Attributes
    ----------
    result : IsmctsResult or None
        Of the search behind the last choice; None before the first, and where only one action was legal.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> kuhn = load("kuhn")
    >>> position = kuhn.start().play("first gets J").play("second gets K").play("bet")
    >>> one = IsmctsPlayer(IsmctsSettings(simulations=500))
    >>> one.start(kuhn, 1, root_seed(1))
    >>> position.name(one.choose(seen_by(kuhn, position)))
    'call'
    """

    deterministic = False
    policy_by_seed = True

    def __init__(self, settings: IsmctsSettings | None = None, name: str = "") -> None:
        self.settings = settings or IsmctsSettings()
        self.name = name or spec_of("is-mcts", self.settings, "simulations")
        self.result: IsmctsResult | None = None
        self._searcher: Searcher | None = None
        self._seed = root_seed(0)
        self._remembered: dict[tuple[int, ...], Any] = {}

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._searcher.compile_seconds if self._searcher else 0.0

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game, with nothing remembered. The first game of its kind compiles.

        Raises
        ------
        NotSupported
            Where the game hides nothing, or its chance outcomes cannot be listed.
        """
        refuse(game, self.settings)
        if self._searcher is None or self._searcher.game is not game:
            self._searcher = Searcher(game, self.settings)
        self._seed, self.result = seed, None
        self._remembered.clear()

    def choose(self, seen: Seen) -> int:
        """Search and return an action: the most visited one, or with ``mixed=true`` one drawn by its visits."""
        self._require(seen)
        self._remembered[seen.history] = seen.view
        odds = self._odds(seen)
        random = np.random.default_rng(task_seed(self._seed, len(seen.history), 1))
        return seen.legal[int(random.choice(len(odds), p=odds))]

    def policy(self, seen: Seen) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``, with the seed of this game."""
        self._require(seen)
        self._remembered.clear()  # the one who asks may go on in another game
        return self._odds(seen)

    def search(self, seen: Seen) -> IsmctsResult:
        """Search a decision as for a choice.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C; `result` has what the search had found.
        """
        assert self._searcher is not None, "start comes first"
        done = len(seen.history)
        earlier = {len(own): view for own, view in self._remembered.items() if own == seen.history[: len(own)]}
        self.result = self._searcher.search(seen, task_seed(self._seed, done, 0), earlier)
        if self.result.stopped == "interrupted":
            # A shorter search chooses otherwise than the seed says: no game goes on from it.
            raise KeyboardInterrupt
        return self.result

    def _odds(self, seen: Seen) -> NDArray[np.float64]:
        if len(seen.legal) == 1:
            self.result = None
            return np.ones(1)
        result = self.search(seen)
        if self.settings.mixed:
            return np.array([result.shares[action] for action in seen.legal])
        return np.array([float(action == result.action) for action in seen.legal])

    def _require(self, seen: Seen) -> None:
        if not isinstance(seen, Seen):
            raise NotSupported(f"{self.name} plays by what a player sees, which a position does not tell")


def from_settings(values: Mapping[str, Any]) -> IsmctsPlayer:
    """Make the player from settings as a spec holds them: fields of `IsmctsSettings`.

    With ``seconds`` and without ``simulations`` there is no limit to the number of simulations.

    Raises
    ------
    UnknownName
        Where a setting does not exist or cannot have this value; the message lists what exists.
    """
    return IsmctsPlayer(settings_from("is-mcts", IsmctsSettings, values, LEAST, "simulations"))
