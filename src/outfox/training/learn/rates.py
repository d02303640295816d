"""Simulations a CPU second of searches with a model, and how many of each take the same time.

Searches of positions from games are timed in compiled code, many in one call, in CPU seconds of the thread. They take
turns, and the median of the turns is taken, so that what else the machine does touches all alike. They depend on the
machine all the same.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from outfox.formats.model import no_model
from outfox.kernel.link import link
from outfox.methods.search.evaluation import Evaluation
from outfox.methods.search.growth import Engine, GrowingTree
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.training.learn.rates_kernel import FIRST, searches
from outfox.training.learn.selfplay import Recipe, SelfPlayed
from outfox.training.learn.train_settings import work

TURNS, SECONDS = 9, 0.05
"""Of each search; how long one is at least, in CPU seconds."""

POSITIONS = 64
"""So many are searched, if there are as many."""


def rates_of(
    game: Game, anchor: Recipe, cuts: Sequence[int], games: Sequence[SelfPlayed], seed: np.random.SeedSequence
) -> dict[int, float]:
    """Return simulations a CPU second by cut, with a search's own and with others, at about equal work.

    Parameters
    ----------
    game, anchor
        The rules and the search.
    cuts
        The others.
    games
        The position that was drawn from each of them may be searched.
    seed
        Of the searches.
    """
    others = [replace(anchor, cut=cut, simulations=as_many(anchor.simulations, anchor.cut, cut)) for cut in cuts]
    positions = [drawn(game, played) for played in games if played.mover >= 0][:POSITIONS]
    found = rates([Searches(game, recipe, positions, seed) for recipe in [anchor, *others]])
    return dict(zip([anchor.cut, *cuts], found, strict=True))


def drawn(game: Game, played: SelfPlayed) -> Position:
    """Return the position that was drawn from a game."""
    position = game.start(played.game % game.starts)
    for action in played.actions[: played.ply]:
        position = position.play(action)
    return position


class Searches:
    """Searches positions and says how long it took.

    Parameters
    ----------
    game, recipe
        The rules and the search.
    positions
        What is searched, in turn.
    seed
        Of the searches.
    """

    def __init__(
        self, game: Game, recipe: Recipe, positions: Sequence[Position], seed: int | np.random.SeedSequence
    ) -> None:
        self.simulations, self._random = recipe.simulations, np.random.default_rng(seed)
        self._kernel = link(game, searches, model=True)
        weights = Evaluation.of(game, recipe.model or no_model(game)).weights
        self.tree = GrowingTree(Engine(game, recipe.settings, weights, None, self._kernel), game.start())
        self._pool = self._kernel.states(FIRST + len(positions))
        for number, position in enumerate(positions):
            self._kernel.put(self._pool, FIRST + number, position.state)

    def seconds(self, count: int) -> float:
        """Return the CPU seconds of so many searches."""
        seeds = self._random.integers(1 << 64, size=count, dtype=np.uint64)
        tree, begun = self.tree, time.thread_time()
        self._kernel(
            tree.arrays, self._pool, seeds, tree.random, tree.path, tree.out, tree.odds, tree.options, tree.constants,
            tree.weights, tree.counters, self.simulations,
        )  # fmt: skip
        return time.thread_time() - begun


def rates(timed: Sequence[Searches]) -> list[float]:
    """Return how many simulations a CPU second each makes; what a call costs by itself is taken off."""
    counts, turns = [_enough(one) for one in timed], [[0.0] * TURNS for _ in timed]
    empty = [statistics.median(one.seconds(0) for _ in range(TURNS)) for one in timed]
    for turn in range(TURNS):
        for k, one in enumerate(timed):
            turns[k][turn] = counts[k] * one.simulations / max(one.seconds(counts[k]) - empty[k], 1e-9)
    return [statistics.median(found) for found in turns]


def _enough(one: Searches) -> int:
    """Return how many searches take SECONDS."""
    count = POSITIONS
    while one.seconds(count) < SECONDS:
        count *= 2
    return count


def as_many(simulations: int, cut: int, other: int, measured: Mapping[int, float] | None = None) -> int:
    """Return how many simulations with another cut take as much as so many with a cut.

    Parameters
    ----------
    simulations, cut, other
        So many, with playouts cut after so many plies, and the other cut.
    measured
        Simulations a second by cut; without them both count by the plies that they take.

    Examples
    --------
    >>> as_many(50, 8, 0), as_many(50, 8, 0, {8: 1.0e6, 0: 2.2e6})
    (100, 110)
    """
    ratio = work(cut) / work(other) if not measured else measured[other] / measured[cut]
    return max(2, round(simulations * ratio))
