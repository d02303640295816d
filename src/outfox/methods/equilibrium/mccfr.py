"""Monte Carlo counterfactual regret minimisation: external and outcome sampling.

As `outfox.methods.equilibrium.cfr`, but regrets come from games that are played instead of from the whole tree. With
external sampling one player tries all its actions while the other and chance draw theirs; with outcome sampling it
draws as well, now and then whatever its strategy says, and its regrets are weighed by how unlikely the game was. An
iteration is much cheaper and the regrets are noisy, but right on average.

Time: an iteration plays two games, with all of one player's actions under external sampling. Memory: 24 bytes an
information set that play came to, 16 a slot, and 24 for its key. Sources: Lanctot, Waugh, Zinkevich and Bowling 2009;
Gibson 2014 (averages). Status: proven.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from outfox.kernel.link import compiled
from outfox.kernel.slots import Floats, Ints
from outfox.kernel.tree import Tree
from outfox.methods.equilibrium.anytime import Work
from outfox.methods.equilibrium.best_response import nash_conv_in
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.sampler import Sampler
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.methods.equilibrium.streams import Streams
from outfox.methods.equilibrium.sums_kernel import hash_views

_hash_views: Any = compiled(hash_views)


class Sampled(Work):
    """The work of Monte Carlo CFR on one game whose tree fits: the exploitability is measured in it.

    Parameters
    ----------
    ground
        The game and its tree.
    settings
        As for `Work`.
    seed
        The same seed gives the same games.

    Examples
    --------
    >>> from outfox.rules import load
    >>> work = Sampled(Ground(load("kuhn")), EquilibriumSettings("external-sampling", iterations=20_000), seed=1)
    >>> work.run()
    'iterations'
    >>> work.measured() < 0.02
    True
    """

    def __init__(self, ground: Ground, settings: EquilibriumSettings, seed: int = 0) -> None:
        super().__init__(ground.game, settings)
        self.ground = ground
        merge = ground.small is not ground.form
        self.streams = Streams(ground.game, replace(settings, merge=merge), seed, max(settings.streams, 1))
        self.done = self.streams.done
        self._keys = tree_keys(ground.small.tree)

    @property
    def sampler(self) -> Sampler:
        """The regrets and averages."""
        return self.streams.whole()

    def advance(self, iterations: int) -> None:
        """Run so many iterations more."""
        self.streams.advance(iterations)

    def _small(self) -> Floats:
        """Return the average strategies over the slots of the tree that is sampled."""
        tree, sampler, counts = self.ground.small.tree, self.sampler, np.diff(self.ground.small.tree.first)
        begins = sampler.numbers(self._keys)
        places = np.repeat(begins + counts - tree.first[:-1], counts) + np.arange(tree.slots)
        known = np.repeat(begins >= 0, counts)
        weights = np.where(known, sampler.found.values[np.where(known, places, 0)], 0.0)
        totals = np.repeat(np.add.reduceat(weights, tree.first[:-1]), counts)
        return np.where(totals > 0.0, weights / np.where(totals > 0.0, totals, 1.0), np.repeat(1.0 / counts, counts))

    def measured(self) -> float:
        """Return the exploitability of the average strategies."""
        return nash_conv_in(self.ground.small, self._small()) / 2

    def policy(self) -> Floats:
        """Return the average strategies over the slots of ``ground.tree``."""
        return self.ground.lifted(self._small())

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that is needed to go on: facts and arrays."""
        facts, arrays = self.streams.parts()
        return {**self.facts(), **facts}, arrays

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""
        self.take(facts)
        self.streams.restore(facts, arrays)


def tree_keys(tree: Tree) -> Ints:
    """Return the key of each information set of a tree, as the samplers make it."""
    out = np.zeros(tree.sets, np.int64)
    _hash_views(np.ascontiguousarray(tree.keys).reshape(-1), tree.keys.shape[1], out)
    return out
