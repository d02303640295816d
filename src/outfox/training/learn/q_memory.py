"""`QMemory`: the states that Q-learning knows, in arrays that grow."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from outfox.kernel.link import Linked, compiled
from outfox.kernel.pool import TwinPool
from outfox.rules.errors import BudgetExceeded
from outfox.rules.game import Game
from outfox.training.learn import q_states
from outfox.training.learn.q_states import SCRATCH, STATES, UNKNOWN, Known
from outfox.workers.memory import allowed_memory

FIRST_STATES = 1024

MOST_STATES = 1 << 29
"""Twice the number of a state fits 31 bits."""

_fill, _fill_seen = compiled(q_states.fill), compiled(q_states.fill_seen)


class QMemory:
    """Arrays for the kernels of Q-learning.

    Parameters
    ----------
    game, linked
        The game, and a kernel that has its rules.
    afterstates
        Whether values belong to states.
    plies
        Most plies of an episode.

    Attributes
    ----------
    known
        The arrays.
    pool
        Scratch states, then the known ones.
    counters : (COUNTERS,) int64
        How much is known, and where an episode in progress is.
    limit
        Bytes that it may take; default: seven tenths of what is free when it is made.
    """

    def __init__(self, game: Game, linked: Linked, *, afterstates: bool, plies: int) -> None:
        self.game, self.linked, self.afterstates, self.limit = game, linked, afterstates, allowed_memory()
        width = max(game.branching, 1)
        room = 2 * (width + 2 if afterstates else 2)  # twice what a ply may find
        states = FIRST_STATES + room
        actions = states * min(width, 8) + room * width
        self.pool = linked.states(SCRATCH + states)
        sighted = states if game.view is not None else 0
        self.known = Known(
            table=np.zeros(_places(states), np.int64),
            hashes=np.zeros(states, np.uint64),
            who=np.zeros(states, np.uint8),
            payoff=np.zeros(states),
            first=np.zeros(states + 1, np.int64),
            actions=np.zeros(actions, np.int32),
            child=np.zeros(actions, np.int32),
            values=np.zeros(states if afterstates else actions),
            roots=np.full(game.starts, UNKNOWN, np.int32),
            path=np.zeros(plies, np.int64),
            seen=np.zeros(_places(sighted), np.int64),
            sights=np.zeros(sighted, np.uint64),
            shift=np.zeros(sighted, np.int64),
        )
        self.counters = np.zeros(q_states.COUNTERS, np.int64)
        self.counters[q_states.NODE] = UNKNOWN

    @property
    def states(self) -> int:
        """How many states are known."""
        return int(self.counters[STATES])

    @property
    def actions(self) -> int:
        """How many actions they have."""
        return int(self.known.first[self.states])

    @property
    def bytes(self) -> int:
        """The memory that it takes."""
        record = self.game.state.itemsize
        return sum(int(array.nbytes) for array in self.known) + record * len(self.known.who)

    def records(self) -> Any:
        """Return the known states as an array of the State dtype, in the order of their numbers."""
        if isinstance(self.pool, TwinPool):
            return np.concatenate([self.pool[SCRATCH + n].record() for n in range(self.states)])
        return self.pool[SCRATCH : SCRATCH + self.states].view(self.game.state)

    def copy(self) -> QMemory:
        """Return memory that knows the same and is another's."""
        other = copy.copy(self)
        other.counters = self.counters.copy()
        arrays: list[Any] = [array.copy() for array in self.known]
        other.known = Known(*arrays)
        other.pool = self._longer_pool(SCRATCH + len(self.known.who))
        return other

    def grow(self) -> None:
        """Make room for twice as many states, or actions, whatever is nearer to its end."""
        known = self.known
        states, actions = len(known.who), len(known.actions)
        if 2 * self.bytes > self.limit:  # twice as much, beside what it is copied from
            raise BudgetExceeded(
                f"{self.game.spec}: a table of {self.states:,} positions has no room to grow"
                f" ({self.bytes / 2**30:.1f} GB of {self.limit / 2**30:.1f} GB): take fewer games, or a smaller game"
            )
        if self.states * actions > self.actions * states:
            states *= 2
        else:
            actions *= 2
        if states > MOST_STATES:
            raise BudgetExceeded(f"{self.game.spec} has more than {MOST_STATES // 2:,} states: too many for a table")
        table, seen, sighted = known.table, known.seen, states if len(known.shift) else 0
        if states > len(known.who):
            self.pool = self._longer_pool(SCRATCH + states)
            table, seen = np.zeros(_places(states), np.int64), np.zeros(_places(sighted), np.int64)
            _fill(table, known.hashes, self.states)
            if sighted:
                _fill_seen(seen, known.sights, known.who, known.shift, self.states)
        self.known = known._replace(
            table=table,
            hashes=_longer(known.hashes, states),
            who=_longer(known.who, states),
            payoff=_longer(known.payoff, states),
            first=_longer(known.first, states + 1),
            actions=_longer(known.actions, actions),
            child=_longer(known.child, actions),
            values=_longer(known.values, states if self.afterstates else actions),
            seen=seen,
            sights=_longer(known.sights, sighted),
            shift=_longer(known.shift, sighted),
        )

    def _longer_pool(self, length: int) -> Any:
        pool, used = self.linked.states(length), SCRATCH + self.states
        if isinstance(pool, TwinPool):
            for n in range(used):
                pool[n] = self.pool[n]
        else:
            pool[:used] = self.pool[:used]
        return pool


def _places(states: int) -> int:
    """Return how many places a hash table has: a power of two, at least twice the states; none for none."""
    return 1 << (2 * states - 1).bit_length() if states else 0


def _longer(array: Any, length: int) -> Any:
    if length == len(array):
        return array
    found = np.zeros(length, array.dtype)
    found[: len(array)] = array
    return found
