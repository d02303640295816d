"""`MctsPlayer`: Monte Carlo tree search that goes on from its last move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from outfox.methods.endgame.probe import Probe
from outfox.methods.search.evaluation import Weights
from outfox.methods.search.mcts import Evaluator, MctsSettings, Searcher
from outfox.methods.search.result import SearchResult
from outfox.players.models import apart, with_model
from outfox.players.settings import settings_from, spec_of
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed

LEAST = {"cut": -1, "trees": 1, "threads": 1, "batch": 1, "memory": 1}
"""Least value of settings that may not go down to 0, or may go below."""


class MctsPlayer:
    """Plays the most visited action of a tree search, or the one that is proven best.

    Parameters
    ----------
    settings
        Of the search; `simulations` counts for each move.
    weights, evaluator
        As in `outfox.methods.search.mcts.search`.
    endings
        As in `outfox.methods.search.mcts.Searcher`.
    name
        Default: the settings as a spec.

    Attributes
    ----------
    result : SearchResult or None
        Of the search behind the last choice, for hints; None before the first, and where only one action was
        legal, which is played without a search.

    Examples
    --------
    >>> from outfox.rules import load
    >>> game = load("nim:piles=[3,1]")
    >>> one = MctsPlayer(MctsSettings(simulations=500))
    >>> one.start(game, 0, root_seed(1))
    >>> game.start().name(one.choose(game.start()))
    '3 from pile 1'
    >>> one.result.proven
    True
    """

    deterministic = False

    def __init__(
        self,
        settings: MctsSettings | None = None,
        *,
        weights: Weights = None,
        evaluator: Evaluator | None = None,
        endings: Probe | None = None,
        name: str = "",
    ) -> None:
        self.settings = settings or MctsSettings()
        self.weights, self.evaluator, self.endings = weights, evaluator, endings
        self.name = name or spec_of("mcts", self.settings, "simulations")
        self.result: SearchResult | None = None
        self._searcher: Searcher | None = None
        self._seed = root_seed(0)

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._searcher.compile_seconds if self._searcher else 0.0

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game with an empty tree. The first game of its kind compiles.

        Raises
        ------
        NotSupported
            Where the game lacks something that the settings need.
        """
        if self._searcher is None or self._searcher.game is not game:
            self._searcher = Searcher(game, self.settings, self.weights, self.evaluator, self.endings)
        self._searcher.forget()
        self._seed, self.result = seed, None

    def choose(self, seen: Position) -> int:
        """Search and return the best action."""
        legal = seen.legal
        if len(legal) == 1:
            self.result = None
            return legal[0]
        return self.search(seen, line=False).action

    def search(self, seen: Position, *, line: bool = True) -> SearchResult:
        """Search a position as for a choice, also the opponent's: for a hint.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C; `result` has what the search had found.
        """
        assert self._searcher is not None, "start comes first"
        seed = task_seed(self._seed, len(seen.history))
        self.result = self._searcher.search(seen, seed, line=line)
        if self.result.stopped == "interrupted":
            # A shorter search chooses otherwise than the seed says: no game goes on from it.
            raise KeyboardInterrupt
        return self.result


def from_settings(values: Mapping[str, Any]) -> MctsPlayer:
    """Make the player from settings as a spec holds them: fields of `MctsSettings`, and ``model``, a file.

    With a model, ``cut`` and ``c`` are what was found best with it unless they are given.
    With ``seconds`` and without ``simulations`` there is no limit to the number of simulations.

    Raises
    ------
    UnknownName
        Where a setting does not exist or cannot have this value; the message lists what exists.
    """
    model, others = apart("mcts", values)
    if model is not None:
        others = {**model.model.tuning._asdict(), **others}
    settings = settings_from("mcts", MctsSettings, others, LEAST, "simulations")
    name = with_model(spec_of("mcts", settings, "simulations"), model)
    return MctsPlayer(settings, weights=model.model if model else None, name=name)
