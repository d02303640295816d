"""`MctsPlayer`: Monte Carlo tree search that goes on from its last move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.methods.search.mcts import Evaluator, MctsSettings, Searcher
from outfox.methods.search.result import SearchResult
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed


class MctsPlayer:
    """Plays the most visited action of a tree search, or the one that is proven best.

    Parameters
    ----------
    settings
        Of the search; `simulations` counts for each move.
    reuse
        Go on with the part of the tree that lies below the moves played since the last search.
    weights, evaluator
        As in `outfox.methods.search.mcts.search`.

    Attributes
    ----------
    result : SearchResult or None
        Of the search behind the last choice, for hints; None before the first, and where the choice was forced.
    """

    deterministic = False

    def __init__(
        self,
        settings: MctsSettings | None = None,
        *,
        reuse: bool = True,
        weights: Any = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        raise NotImplementedError
