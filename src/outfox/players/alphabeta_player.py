"""`AlphaBetaPlayer`: plays the best action of an alpha-beta search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.methods.search.alphabeta import AlphaBeta, AlphaBetaResult, AlphaBetaSettings
from outfox.methods.search.evaluation import Weights
from outfox.players.models import apart, with_model
from outfox.players.settings import settings_from, spec_of
from outfox.rules.game import Game
from outfox.rules.position import Position


class AlphaBetaPlayer:
    """Plays the best action of an alpha-beta search; of equal ones the first, in an order that wins sooner.

    Parameters
    ----------
    settings
        Of the search, for each move.
    weights
        For the rules' `evaluate`, or a model that stands in for it.
    name
        Default: the settings as a spec.

    Attributes
    ----------
    deterministic
        Whether equal positions get equal actions: unless the clock decides.
    result : AlphaBetaResult or None
        Of the search behind the last choice; None before the first, and where only one action was legal.
    value
        Player 0's payoff as it was seen at the last choice, or None.

    Examples
    --------
    >>> from outfox.rules import load
    >>> game = load("nim:piles=[3,1]")
    >>> one = AlphaBetaPlayer(AlphaBetaSettings(depth=4))
    >>> one.start(game, 0, np.random.SeedSequence(1))
    >>> game.start().name(one.choose(game.start()))
    '3 from pile 1'
    """

    def __init__(self, settings: AlphaBetaSettings | None = None, *, weights: Weights = None, name: str = "") -> None:
        self.settings, self.weights = settings or AlphaBetaSettings(), weights
        self.name = name or spec_of("alphabeta", self.settings, "depth")
        self.deterministic = not self.settings.seconds
        self.result: AlphaBetaResult | None = None
        self._searcher: AlphaBeta | None = None

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._searcher.compile_seconds if self._searcher else 0.0

    @property
    def value(self) -> float | None:
        """What the last search found."""
        return self.result.value if self.result else None

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game. The first game of its kind compiles.

        Raises
        ------
        NotSupported
            Where the game has hidden information.
        """
        if self._searcher is None or self._searcher.game is not game:
            self._searcher = AlphaBeta(game, self.settings, self.weights)
        self.result = None

    def choose(self, seen: Position) -> int:
        """Search and return the best action.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C; `result` has what the search had found.
        """
        legal = seen.legal
        if len(legal) == 1:
            self.result = None
            return legal[0]
        assert self._searcher is not None, "start comes first"
        self.result = self._searcher.search(seen, line=False)
        if self.result.stopped == "interrupted":
            raise KeyboardInterrupt
        return self.result.action

    def policy(self, seen: Position) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``: one is certain."""
        legal = seen.legal
        out = np.zeros(len(legal))
        out[legal.index(self.choose(seen))] = 1.0
        return out


def from_settings(values: Mapping[str, Any]) -> AlphaBetaPlayer:
    """Make the player from settings as a spec holds them: fields of `AlphaBetaSettings`, and ``model``, a file.

    With ``seconds`` or ``nodes`` and without ``depth`` there is no limit to the depth.

    Raises
    ------
    UnknownName
        Where a setting does not exist or cannot have this value; the message lists what exists.
    """
    model, others = apart("alphabeta", values)
    settings = settings_from("alphabeta", AlphaBetaSettings, others, {}, "depth")
    name = with_model(spec_of("alphabeta", settings, "depth"), model)
    return AlphaBetaPlayer(settings, weights=model.model if model else None, name=name)
