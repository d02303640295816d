"""Settings of Monte Carlo tree search, and what may be passed into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outfox.rules.game import Game

Evaluator = Callable[[Game, Any], Any]
"""``evaluator(game, states)`` -> values (N,) of player 0's payoff, or (values, priors (N, ACTIONS)); `states` is an
array (N,) of the game's State."""

Progress = Callable[[float, str], None]


@dataclass(frozen=True)
class MctsSettings:
    """Settings of `search`.

    Attributes
    ----------
    simulations
        Simulations, over all trees; 0: no limit but `seconds`.
    seconds
        Wall-clock limit; 0: none. With it the result depends on the clock.
    c
        Exploration constant, for values in units of the game's SCALE.
    puct
        Weigh children by a prior (the rules' `prior`, the evaluator's, else uniform) instead of UCT.
    solver
        Prove what can be proven.
    cut
        Plies of a playout before the rules' `evaluate` scores it; -1: playouts to the end.
    trees
        Independent trees, merged in order (root parallelism).
    threads
        Threads that share the trees; changes nothing but the time.
    reuse
        Keep the part of the tree that play goes into, from one search of a `Searcher` to the next.
    batch
        Leaves that an evaluator is given at once.
    memory
        Megabytes the trees may take; past it they stop growing and the search goes on.
    """

    simulations: int = 1000
    seconds: float = 0.0
    c: float = 1.4
    puct: bool = False
    solver: bool = True
    cut: int = -1
    trees: int = 1
    threads: int = 1
    reuse: bool = True
    batch: int = 1
    memory: int = 2048
