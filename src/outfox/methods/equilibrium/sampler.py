"""`Sampler`: one stream of sampled games, and the regrets from them in a table."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from outfox.kernel.link import compiled, link
from outfox.kernel.slots import Floats, Ints
from outfox.methods.equilibrium import mccfr_kernel as kernel
from outfox.methods.equilibrium import sums_kernel as sums
from outfox.methods.equilibrium.mccfr_kernel import Path, Regrets
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.rules.errors import BudgetExceeded, NotSupported, RulesError
from outfox.rules.game import Game
from outfox.workers.seeds import root_seed, task_seed

_enter_keys: Any = compiled(sums.enter_keys)
_look_up: Any = compiled(sums.look_up)
_list_met: Any = compiled(sums.list_met)
_shares: Any = compiled(sums.shares)

_KEPT = "keys", "first", "many", "values"


class Sampler:
    """Regrets from sampled games, for games of any size.

    Parameters
    ----------
    game
        A game with a View.
    settings
        The method; its limits are for those who call `advance`.
    seed, stream
        The same two give the same games.
    key, tables
        A kernel function in place of the slot `information_key`, and the int16 numbers that it reads; default: every
        view is told apart. Views with the same key share regrets, whatever was seen.
    inner
        How many sets are kept in a group, where the lowest `outfox.methods.equilibrium.mccfr_kernel.PART` bits of a
        key say which it is.
    memory
        At most as many bytes for the table, while it grows too; 0: no limit.

    Attributes
    ----------
    done : (1,) int64
        The number of the next iteration.
    step
        What is added to it by an iteration.
    found : Regrets
        The table.

    Raises
    ------
    NotSupported
        Where the game declares no View.
    BudgetExceeded
        Where the table needs more memory from the beginning; later, `advance` and `run_to` raise it, and what was
        learned stays.

    Examples
    --------
    >>> from outfox.rules import load
    >>> work = Sampler(load("kuhn"), EquilibriumSettings("external-sampling"), seed=1)
    >>> work.advance(1000)
    >>> work.sets, work.iterations
    (12, 1000)
    """

    def __init__(
        self,
        game: Game,
        settings: EquilibriumSettings,
        seed: int = 0,
        stream: int = 0,
        *,
        key: Any = None,
        tables: Any = None,
        inner: int = 1,
        memory: int = 0,
    ) -> None:
        if game.view is None:
            raise NotSupported(f"{game.name} declares no View, observe and sees: it hides nothing")
        self.game, self.settings, self.inner, self.step, self._memory = game, settings, inner, 1, memory
        self._linked = link(game, kernel.outcome if settings.method == "outcome-sampling" else kernel.external, key=key)
        self._views = self._linked.views(2)
        self._tables = np.zeros(0, np.int16) if tables is None else np.ascontiguousarray(tables, np.int16)
        self._width = max(game.branching, game.outcomes, 1)
        self._merge = int(settings.merge and game.has("same_chance"))
        self.random = np.asarray(task_seed(root_seed(seed), stream).generate_state(1, np.uint64), np.uint64)
        self.counters, self.done = np.zeros(kernel.COUNTERS, np.int64), np.zeros(1, np.int64)
        self.counters[kernel.INNER] = inner
        self.found = self._table(4 * self._reserve)
        _enter_keys(self.found.table, *(self.found[1:4]), 0)  # compiled here, not in a thread
        self._deepen(64)

    @property
    def _reserve(self) -> int:
        return max(kernel.RESERVE // self.inner, kernel.LEAST)

    def _table(self, groups: int) -> Regrets:
        places = 1 << (groups * 3 // 2 - 1).bit_length()  # two thirds of them may be taken
        groups = places * 2 // 3
        self._refuse(16 * places + groups * (24 + 16 * self.inner * max(self.game.branching, 1)))
        keys, first, many = (np.zeros(groups, np.int64) for _ in range(3))
        slots = groups * self.inner * max(self.game.branching, 1)
        return Regrets(np.zeros(2 * places, np.int64), keys, first, many, np.zeros(2 * slots))

    def _refuse(self, size: int) -> None:
        """Refuse a table of so many bytes, beside the one that it takes the place of, where that is too large."""
        size += sum(array.nbytes for array in self.found) if hasattr(self, "found") else 0
        if self._memory and size > self._memory:
            raise BudgetExceeded(
                f"the information sets of {self.game.spec} need {size / 2**30:.2g} GB here, and may have"
                f" {self._memory / 2**30:.2g}; give --memory, take fewer buckets, or --streams 1"
            )

    def _deepen(self, depth: int) -> None:
        wide = depth * self._width
        self._pool = self._linked.states(depth + 1)  # one to look ahead with
        whole = [np.zeros(depth, np.int64) for _ in range(4)]
        self._path = Path(
            whole[0], whole[1], whole[2], whole[3], np.zeros(wide, np.int64), np.zeros(wide, np.int64),
            np.zeros(wide), np.zeros(wide), np.zeros(3 * depth), np.zeros(self._width, np.int64),
            np.zeros(self._width), np.zeros(1, np.uint64),
        )  # fmt: skip

    @property
    def iterations(self) -> int:
        """How many iterations have been run."""
        return int(self.done[0])

    @property
    def groups(self) -> int:
        """How many groups of information sets play has come to."""
        return int(self.counters[kernel.GROUPS])

    @property
    def sets(self) -> int:
        """How many information sets play has come to."""
        if self.inner == 1:
            return self.groups
        return int(_list_met(self.found, self.groups, self.inner, *(np.zeros(0, np.int64) for _ in range(3))))

    def advance(self, iterations: int) -> None:
        """Run so many iterations more; see `run_to`."""
        self.run_to(self.iterations + iterations)

    def run_to(self, until: int) -> None:
        """Run the iterations before number `until`.

        Raises
        ------
        RulesError
            Where views with one key have different numbers of actions.
        """
        while True:
            reason = self._linked(
                self._pool, self._views, self._tables, self.found, self._path, self.random, self.counters, self._merge,
                float(self.settings.weighting), float(self.settings.exploration), self.done, until, self.step,
            )  # fmt: skip
            if reason == kernel.DONE:
                return
            self._make_room(reason)

    def _make_room(self, reason: int) -> None:
        if reason == kernel.ODD_SET:
            raise odd_set(self.game)
        if reason == kernel.DEEP:
            # The iteration is begun anew, and what it has added stays: one game more for this seed, the same each time.
            self._deepen(2 * len(self._path.set))
            return
        self.fill(2 * len(self.found.keys), self.arrays())

    def fill(self, groups: int, arrays: dict[str, Any]) -> None:
        """Make room for so many groups, and put into it what there is."""
        found = self._table(max(groups, len(arrays["keys"]) + self._reserve))
        for name in _KEPT:
            getattr(found, name)[: len(arrays[name])] = arrays[name]
        _enter_keys(found.table, found.keys, found.first, found.many, len(arrays["keys"]))
        self.found = found

    def copied(self, groups: int = 0) -> Sampler:
        """Return another with the same table, and room for so many groups, which shares the scratch of this one."""
        other = copy.copy(self)
        other.counters, other.done, other.random = self.counters.copy(), self.done.copy(), self.random.copy()
        other.fill(max(len(self.found.keys), groups), self.arrays())
        return other

    def take(self, other: Sampler) -> None:
        """Take over the table of another, and go on with the own random numbers."""
        if len(self.found.keys) == len(other.found.keys):
            for name, array in other.arrays().items():
                if name in _KEPT:
                    getattr(self.found, name)[: len(array)] = array
            self.found.table[:] = other.found.table
        else:
            self.fill(len(other.found.keys), other.arrays())
        self.counters[[kernel.GROUPS, kernel.USED]] = other.counters[[kernel.GROUPS, kernel.USED]]

    def numbers(self, keys: Ints) -> Ints:
        """Return where the values of information sets begin by their keys.

        Below 0 where play never came. For sets that are not in groups.
        """
        out = np.zeros(len(keys), np.int64)
        _look_up(self.found.table, np.ascontiguousarray(keys, np.int64), out)
        return out

    def listed(self) -> tuple[Ints, Ints, Floats]:
        """Return the average strategies of all sets that play came to.

        Returns
        -------
        keys : (sets,) int64
        first : (sets + 1,) int64
            Where each begins among the odds.
        odds : (slots,) float64
            Uniform where a set has no average.
        """
        keys, begins, many = (np.zeros(self.sets, np.int64) for _ in range(3))
        _list_met(self.found, self.groups, self.inner, keys, begins, many)
        first = np.concatenate([[0], np.cumsum(many)]).astype(np.int64)
        odds = np.zeros(int(first[-1]))
        _shares(self.found.values, begins, many, odds)
        return keys, first, odds

    def arrays(self) -> dict[str, Any]:
        """Return all arrays that are needed to go on, cut to what is used."""
        used = {"values": int(self.counters[kernel.USED])}
        arrays = {name: getattr(self.found, name)[: used.get(name, self.groups)] for name in _KEPT}
        return {**arrays, "counters": self.counters, "random": self.random}

    def restore(self, iterations: int, arrays: dict[str, Any]) -> None:
        """Go on from what `arrays` returned."""
        self.done[0] = iterations
        self.counters[:], self.random[:] = arrays["counters"], arrays["random"]
        self.fill(len(self.found.keys), arrays)


def odd_set(game: Game) -> RulesError:
    """Return the error of rules with which legality is no function of the view."""
    return RulesError(
        f"{game.path.name}: states with the same view have different numbers of legal actions; outfox check shows which"
    )
