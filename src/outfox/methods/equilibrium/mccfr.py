"""Monte Carlo counterfactual regret minimisation: external and outcome sampling.

As `outfox.methods.equilibrium.cfr`, but regrets come from games that are played instead of from the whole tree. With
external sampling one player tries all its actions while the other and chance draw theirs; with outcome sampling it
draws as well, now and then whatever its strategy says, and its regrets are weighed by how unlikely the game was. An
iteration is much cheaper and the regrets are noisy, but right on average.

Time: an iteration plays two games, with all of one player's actions under external sampling. Memory: 24 bytes an
information set that play came to, 16 a slot. Sources: Lanctot, Waugh, Zinkevich and Bowling 2009; Gibson 2014
(averages). Status: proven.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from outfox.kernel.link import compiled, link
from outfox.kernel.slots import Floats, Ints
from outfox.kernel.tree import Tree
from outfox.methods.equilibrium import mccfr_kernel as kernel
from outfox.methods.equilibrium.anytime import Work
from outfox.methods.equilibrium.best_response import nash_conv_in
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.mccfr_kernel import (
    Path,
    Regrets,
    enter_keys,
    external,
    hash_views,
    look_up,
    mix_keys,
    outcome,
)
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.rules.errors import NotSupported, RulesError
from outfox.rules.game import Game
from outfox.workers.seeds import root_seed, task_seed

_enter_keys: Any = compiled(enter_keys)
_look_up: Any = compiled(look_up)
_hash_views: Any = compiled(hash_views)
_mix_keys: Any = compiled(mix_keys)

_KEPT = "keys", "first", "many", "regret", "average"


class Sampler:
    """Regrets from sampled games, for games of any size.

    Parameters
    ----------
    game
        A game with a View.
    settings
        The method; its limits are for those who call `advance`.
    seed
        The same seed gives the same games.
    key, tables
        A kernel function in place of the slot `information_key`, and the int16 numbers that it reads; default: every
        view is told apart. Views with the same key share regrets, whatever was seen.

    Attributes
    ----------
    done : (1,) int64
        Iterations so far.
    found : Regrets
        The table.

    Raises
    ------
    NotSupported
        Where the game declares no View.

    Examples
    --------
    >>> from outfox.rules import load
    >>> work = Sampler(load("kuhn"), EquilibriumSettings("external-sampling"), seed=1)
    >>> work.advance(1000)
    >>> work.sets, work.iterations
    (12, 1000)
    """

    def __init__(
        self, game: Game, settings: EquilibriumSettings, seed: int = 0, *, key: Any = None, tables: Any = None
    ) -> None:
        if game.view is None:
            raise NotSupported(f"{game.name} declares no View, observe and sees: it hides nothing")
        self.game, self.settings = game, settings
        self._linked = link(game, outcome if settings.method == "outcome-sampling" else external, key=key)
        self._views = self._linked.views(2)
        self._tables = np.zeros(0, np.int16) if tables is None else np.ascontiguousarray(tables, np.int16)
        self._width = max(game.branching, game.outcomes, 1)
        self._merge = int(settings.merge and game.has("same_chance"))
        self.random = np.asarray(task_seed(root_seed(seed), 0).generate_state(1, np.uint64), np.uint64)
        self.counters, self.done = np.zeros(kernel.COUNTERS, np.int64), np.zeros(1, np.int64)
        self.found = self._table(4 * kernel.RESERVE)
        self._deepen(64)

    def _table(self, sets: int) -> Regrets:
        slots = sets * max(self.game.branching, 1)
        table = np.zeros(1 << (2 * sets).bit_length(), np.int64)
        keys, first, many = (np.zeros(sets, np.int64) for _ in range(3))
        return Regrets(table, keys, first, many, np.zeros(slots), np.zeros(slots))

    def _deepen(self, depth: int) -> None:
        wide = depth * self._width
        self._pool = self._linked.states(depth)
        whole = [np.zeros(depth, np.int64) for _ in range(3)]
        self._path = Path(
            whole[0], whole[1], whole[2], np.zeros(wide, np.int64), np.zeros(wide), np.zeros(wide),
            np.zeros(3 * depth), np.zeros(self._width, np.int64), np.zeros(self._width),
        )  # fmt: skip

    @property
    def iterations(self) -> int:
        """How many iterations have been run."""
        return int(self.done[0])

    @property
    def sets(self) -> int:
        """How many information sets play has come to."""
        return int(self.counters[kernel.SETS])

    def advance(self, iterations: int) -> None:
        """Run so many iterations more.

        Raises
        ------
        RulesError
            Where views with one key have different numbers of actions.
        """
        until = self.iterations + iterations
        while True:
            reason = self._linked(
                self._pool, self._views, self._tables, self.found, self._path, self.random, self.counters, self._merge,
                float(self.settings.weighting), float(self.settings.exploration), self.done, until,
            )  # fmt: skip
            if reason == kernel.DONE:
                return
            self._make_room(reason)

    def _make_room(self, reason: int) -> None:
        if reason == kernel.ODD_SET:
            raise RulesError(
                f"{self.game.path.name}: states with the same view have different numbers of legal actions;"
                " outfox check shows which"
            )
        if reason == kernel.DEEP:
            # The iteration is begun anew, and what it has added stays: one game more for this seed, the same each time.
            self._deepen(2 * len(self._path.set))
            return
        self._fill(2 * len(self.found.keys), {name: getattr(self.found, name) for name in _KEPT})

    def _fill(self, sets: int, arrays: dict[str, Any]) -> None:
        """Make room for so many sets, and put into it what there is."""
        self.found = self._table(sets)
        for name in _KEPT:
            mine = getattr(self.found, name)
            mine[: len(arrays[name])] = arrays[name]
        _enter_keys(self.found.table, self.found.keys, self.sets)

    def numbers(self, keys: Ints) -> Ints:
        """Return the numbers of information sets by their keys (see `mixed_keys`), below 0 where play never came."""
        out = np.zeros(len(keys), np.int64)
        _look_up(self.found.table, self.found.keys, np.ascontiguousarray(keys, np.int64), out)
        return out

    def odds(self, number: int) -> Floats:
        """Return the average strategy of an information set, uniform where it has none."""
        begin, many = int(self.found.first[number]), int(self.found.many[number])
        weights = self.found.average[begin : begin + many]
        total = weights.sum()
        return np.asarray(weights / total if total > 0.0 else np.full(many, 1.0 / many))

    def arrays(self) -> dict[str, Any]:
        """Return all arrays that are needed to go on, cut to what is used."""
        slots = int(self.counters[kernel.SLOTS])
        sizes = {"regret": slots, "average": slots}
        arrays = {name: getattr(self.found, name)[: sizes.get(name, self.sets)] for name in _KEPT}
        return {**arrays, "counters": self.counters, "random": self.random}

    def restore(self, iterations: int, arrays: dict[str, Any]) -> None:
        """Go on from what `arrays` returned."""
        self.done[0] = iterations
        self.counters[:], self.random[:] = arrays["counters"], arrays["random"]
        sets = len(self.found.keys)
        while sets < len(arrays["keys"]) + kernel.RESERVE:
            sets *= 2
        self._fill(sets, arrays)


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
        self.sampler = Sampler(ground.game, replace(settings, merge=merge), seed)
        self.done = self.sampler.done
        self._keys = tree_keys(ground.small.tree)

    def advance(self, iterations: int) -> None:
        """Run so many iterations more."""
        self.sampler.advance(iterations)

    def _small(self) -> Floats:
        """Return the average strategies over the slots of the tree that is sampled."""
        tree, found = self.ground.small.tree, self.sampler.found
        numbers, counts = self.sampler.numbers(self._keys), np.diff(tree.first)
        places = np.repeat(found.first[numbers] - tree.first[:-1], counts) + np.arange(tree.slots)
        known = np.repeat(numbers >= 0, counts)
        weights = np.where(known, found.average[np.where(known, places, 0)], 0.0)
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
        return self.facts(), self.sampler.arrays()

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""
        self.take(facts)
        self.sampler.restore(self.iterations, arrays)


def mixed_keys(keys: Ints, players: Ints) -> Ints:
    """Return the keys under which information sets stand: what `information_key` returns, and the player in it."""
    out = np.zeros(len(keys), np.int64)
    _mix_keys(np.ascontiguousarray(keys, np.int64), np.ascontiguousarray(players, np.int64), out)
    return out


def tree_keys(tree: Tree) -> Ints:
    """Return the key of each information set of a tree, as the samplers make it."""
    out = np.zeros(tree.sets, np.int64)
    _hash_views(np.ascontiguousarray(tree.keys).reshape(-1), tree.keys.shape[1], out)
    return out
