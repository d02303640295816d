"""`Run`: one search over information sets: its memory, and the calls of the kernel in portions that Ctrl-C can stop."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.formats.packing import leaf_values
from outfox.kernel.link import compiled
from outfox.kernel.random import seeded
from outfox.kernel.slots import Ints
from outfox.methods.search import ismcts_kernel as kernel
from outfox.methods.search import worlds_kernel as worlds
from outfox.methods.search.growth import CHUNK_SECONDS, ENDLESS_PLIES, FIRST_CHUNK
from outfox.methods.search.ismcts_kernel import Table, Way, enter_sets
from outfox.methods.search.result import ActionValue, SearchResult
from outfox.methods.search.settings import IsmctsSettings, Progress
from outfox.methods.search.worlds_kernel import Sight
from outfox.rules.errors import NotSupported, RulesError
from outfox.rules.game import Game
from outfox.rules.seen import Seen
from outfox.workers.seeds import root_seed, task_seed

_enter_sets: Any = compiled(enter_sets)

MAX_DEPTH = 4096
"""Decisions of one simulation that are kept; what follows is random."""

TRAIL = 512
"""Views along the way that can be remembered."""

SET_BYTES = 56
SLOT_BYTES = 16

Earlier = Mapping[int, Any]
"""Views at earlier decisions of the same player in the same game, by how many actions it had chosen before."""


@dataclass(frozen=True, kw_only=True)
class IsmctsResult(SearchResult):
    """The result of a search in a game with hidden information.

    Attributes
    ----------
    value
        Player 0's mean payoff over the worlds that the mover thinks possible.
    nodes
        Information sets in the table.
    worlds
        Worlds that were drawn, those that led nowhere included.
    """

    _counts = ("simulations", "nodes", "worlds")

    worlds: int

    @property
    def shares(self) -> dict[int, float]:
        """The share of the visits that each action had."""
        total = sum(one.visits for one in self.actions)
        return {one.action: one.visits / total for one in self.actions}


class Run:
    """One search: its arrays, and the calls of the kernel in portions that Ctrl-C can interrupt.

    Parameters
    ----------
    linked
        `simulate`, linked with the game.
    seen, settings, seed, earlier
        As in `search`.

    Attributes
    ----------
    pool
        The states of `worlds_kernel`; the present world is at WORLD.
    weight : (1,) float64
        Of that world.
    counters
        See `worlds_kernel`.
    found : Table
        The information sets.
    """

    def __init__(
        self,
        linked: Any,
        seen: Seen,
        settings: IsmctsSettings,
        seed: int | np.random.SeedSequence,
        earlier: Earlier | None = None,
    ) -> None:
        self.linked, self.seen, self.settings = linked, seen, settings
        game = seen.game
        root = root_seed(seed)
        self.random, self._seeking = seeded(task_seed(root, 0)), seeded(task_seed(root, 1))
        self.pool, self._views = linked.states(worlds.STATES_NEEDED), linked.views(2)
        self.sight = _sight(seen, earlier or {})
        self._way = Way(np.zeros(MAX_DEPTH, np.int64), np.zeros(MAX_DEPTH, np.int64))
        self.weight, self.counters = np.zeros(1), np.zeros(worlds.COUNTERS, np.int64)
        self._limit = ENDLESS_PLIES if game.endless is not None else ENDLESS_PLIES * 256
        self._width = max(game.branching, game.outcomes, 1)
        self._most = settings.memory * 2**20 // (SET_BYTES + SLOT_BYTES * max(game.branching, 1))
        wanted = settings.simulations + 1 if settings.simulations else 2**16
        self.found = self._table(max(16, min(wanted, 2**16, self._most)))

    def _table(self, sets: int) -> Table:
        slots = sets * max(self.seen.game.branching, 1) + self._width
        table = np.zeros(1 << (2 * sets).bit_length(), np.int64)
        keys, first, many, seen = (np.zeros(sets, np.int64) for _ in range(4))
        return Table(table, keys, first, many, seen, np.zeros(slots, np.int64), np.zeros(slots))

    @property
    def simulations(self) -> int:
        """How many have been done."""
        return int(self.counters[worlds.SIMULATIONS])

    def to_the_end(self, progress: Progress | None = None) -> str:
        """Run until the budget is spent; return what ended it."""
        start, chunk = time.perf_counter(), FIRST_CHUNK
        budget, seconds = self.settings.simulations or math.inf, self.settings.seconds or math.inf
        try:
            while self.simulations < budget:
                before = time.perf_counter()
                if before - start >= seconds:
                    return "time"
                done = self.simulations
                if not self.advance(int(min(budget, done + chunk))):
                    return "memory"
                taken = time.perf_counter() - before
                chunk = max(1, min(chunk * 2, int((self.simulations - done) * CHUNK_SECONDS / max(taken, 1e-6))))
                if progress is not None:
                    share = max(self.simulations / budget, (time.perf_counter() - start) / seconds)
                    progress(min(1.0, share), f"{self.simulations:,} simulations")
        except KeyboardInterrupt:
            if self.simulations == 0:
                raise
            return "interrupted"
        return "simulations"

    def advance(self, until: int) -> bool:
        """Go on until so many simulations are done; return False where memory ends before.

        Raises
        ------
        NotSupported, RulesError
            As for `search`.
        """
        while True:
            reason = self.linked(
                self.pool, self._views, self.sight, self.found, self._way, self.random, self._seeking, self.weight,
                self.counters, self.settings.c * self.seen.game.scale, self._limit, until,
            )  # fmt: skip
            self._check(reason)
            if reason == kernel.DONE:
                return True
            if not self._grow():
                return False

    def _check(self, reason: int) -> None:
        game = self.seen.game
        if reason == kernel.NO_WORLD:
            raise NotSupported(
                f"no history of {game.spec} was found in which {game.players[self.seen.mover]} sees what it sees here"
            )
        if reason == kernel.ODD_SET:
            raise RulesError(
                f"{game.path.name}: states with the same view have different numbers of legal actions;"
                " outfox check shows which"
            )
        if self.counters[worlds.CUT_OFF] and game.endless is None:
            message = f"a game went on for {self._limit:,} plies; end it in mover, or declare ENDLESS"
            raise RulesError.at(game.path.name, game.line_of("mover"), message)

    def _grow(self) -> bool:
        old, sets = self.found, len(self.found.keys)
        larger = min(2 * sets, self._most)
        if larger <= sets:
            return False
        self.found = self._table(larger)
        for new, kept in zip(self.found[1:], old[1:], strict=True):
            new[: len(kept)] = kept
        _enter_sets(self.found.table, self.found.keys, int(self.counters[worlds.SETS]))
        return True

    def result(self, stopped: str, seconds: float, cpu_seconds: float) -> IsmctsResult:
        """Return what was found."""
        seen, scale = self.seen, self.seen.game.scale
        visits, totals = (array[: len(seen.legal)] for array in (self.found.visits, self.found.total))
        means = np.where(visits > 0, totals / np.maximum(visits, 1), 0.0)
        actions = [
            ActionValue(action, name, float(mean), int(count), False)
            for action, name, mean, count in zip(seen.legal, seen.names, means, visits, strict=True)
        ]
        sign = 1.0 if seen.mover == 0 else -1.0
        actions.sort(key=lambda one: (-one.visits, -sign * one.value))
        return IsmctsResult(
            game=seen.game.spec, mover=seen.mover, value=float(totals.sum() / max(visits.sum(), 1)),
            bounds=(-scale, scale), actions=tuple(actions), line=(), simulations=self.simulations,
            nodes=int(self.counters[worlds.SETS]), depth=0, stopped=stopped, seconds=seconds, cpu_seconds=cpu_seconds,
            compile_seconds=self.linked.compile_seconds, worlds=int(self.counters[worlds.DRAWN]),
        )  # fmt: skip


def view_numbers(game: Game, view: Any) -> Ints:
    """Return the numbers of a view, as kernels compare them."""
    assert game.view is not None
    return np.asarray(leaf_values(view.record()[0], game.view.names or ()), np.int64)


def _sight(seen: Seen, earlier: Earlier) -> Sight:
    game, moves = seen.game, len(seen.history)
    now = view_numbers(game, seen.view)
    goals, known = np.zeros((moves + 1, len(now)), np.int64), np.zeros(moves + 1, np.int64)
    for number, view in {**earlier, moves: seen.view}.items():
        if number <= moves:
            goals[number], known[number] = view_numbers(game, view), 1
    width, facts = max(game.branching, game.outcomes, 1), np.zeros(worlds.FACTS, np.int64)
    facts[worlds.PLAYER] = seen.mover
    own, trail = np.array(seen.history, np.int64), np.zeros(TRAIL * len(now), np.int64)
    leaf, out, other = (np.zeros(size, np.int64) for size in (len(now), width, width))
    return Sight(facts, own, goals.reshape(-1), known, trail, leaf, out, other, np.zeros(width))
