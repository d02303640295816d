"""Settings of the searches, and what may be passed into them."""

from __future__ import annotations

import math
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


@dataclass(frozen=True)
class IsmctsSettings:
    """Settings of `outfox.methods.search.ismcts.search`.

    Attributes
    ----------
    simulations
        Simulations; 0: no limit but `seconds`.
    seconds
        Wall-clock limit; 0: none. With it the result depends on the clock.
    c
        Exploration constant, for values in units of the game's SCALE.
    mixed
        Play each action as often as it was visited; otherwise always the one that was visited most.
    memory
        Megabytes the table of information sets may take; past it no simulation goes on.
    """

    simulations: int = 1000
    seconds: float = 0.0
    c: float = 0.7
    mixed: bool = False
    memory: int = 1024


@dataclass(frozen=True)
class AlphaBetaSettings:
    """Settings of `alphabeta`.

    Attributes
    ----------
    depth
        Plies to the horizon; 0: no limit but the others, or until the value is proven.
    nodes
        States to visit at most; 0: no limit.
    seconds
        Wall-clock limit; 0: none. With it the result depends on the clock.
    exact
        Value every action of the root exactly, not only the best: for the others cutoffs leave bounds.
    memory
        Megabytes of the transposition table; 0: none. It changes the time, and no value.
    ordering
        Try first what wins at once and what was best before: the table's action, then the history. Otherwise the order
        of the rules.
    deepen
        Search to depth 1, 2, ... until the budget is spent; otherwise to `depth` alone, which is the shorter way to the
        value of a whole game: it does not say in how many plies.
    prune
        Cut off what cannot matter; otherwise plain minimax.
    evaluate
        Take the rules' `evaluate` at the horizon, if there is one; otherwise 0, which means unknown.
    """

    depth: int = 8
    nodes: int = 0
    seconds: float = 0.0
    exact: bool = False
    memory: int = 256
    ordering: bool = True
    deepen: bool = True
    prune: bool = True
    evaluate: bool = True


@dataclass(frozen=True)
class DfpnSettings:
    """Settings of `dfpn`.

    Attributes
    ----------
    threshold
        Ask only whether player 0 gets at least this; inf: ask until the value is known.
    nodes
        States to generate at most, over all questions; 0: no limit.
    seconds
        Wall-clock limit; 0: none. With it the result depends on the clock.
    memory
        Megabytes of the table.
    epsilon
        By which share a child may exceed the next one before the search turns to that: more means fewer visits, which
        cost time, and longer stays in what may be wrong.
    """

    threshold: float = math.inf
    nodes: int = 0
    seconds: float = 0.0
    memory: int = 256
    epsilon: float = 0.25
