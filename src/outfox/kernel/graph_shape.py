"""The graph of a game as it is handed on: `Graph`; and `Probe`, what is known of one while it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from outfox.formats.packing import Packing
from outfox.kernel.canonical import LEAST, POOL
from outfox.kernel.link import link
from outfox.kernel.retrace import retrace
from outfox.kernel.sample import Sample
from outfox.kernel.slots import Ints, Ints32
from outfox.kernel.store import Store
from outfox.rules.errors import RulesError
from outfox.rules.game import Game

CHUNK = 200_000
"""States whose edges are made between two looks at the world outside."""

Parts = tuple[dict[str, Any], dict[str, Any]]
"""What a graph, or a part of it, can be made from again: facts for JSON, and arrays."""


class Keeper(Protocol):
    """Whoever keeps unfinished work, so that it can be gone on with; see `outfox.methods.solve.checkpoint`."""

    def taken(self) -> Parts | None:
        """Return what was kept by an earlier process."""

    def offer(self, parts: Callable[[], Parts]) -> None:
        """Take it that `parts` returns how far the work is, and keep it if it is time."""


class Retracer(NamedTuple):
    """What the edges of a graph can be made from again.

    Attributes
    ----------
    game, checked
        As it was linked.
    packing, store, options
        Of the graph.
    """

    game: Game
    checked: bool
    packing: Packing
    store: Store
    options: Ints

    def edges(self, numbers: Ints32) -> tuple[Ints, Ints32]:
        """Return where the edges of each of some states begin, and these edges."""
        linked = link(self.game, retrace, checked=self.checked)
        pool, count, done = linked.states(POOL), len(numbers), 0
        first, edges = np.zeros(count + 1, np.int64), np.empty(2 * int(self.options[LEAST]), np.int32)
        while done < count:
            stop = min(done + CHUNK, count)
            came = int(linked(pool, self.packing, self.store, self.options, numbers, done, stop, first, edges))
            if came < 0:
                raise RulesError(f"{self.game.name}: the actions of state {-1 - came:,} lead elsewhere than before")
            if came < stop:
                longer = np.empty(2 * len(edges), np.int32)
                longer[: first[came]] = edges[: first[came]]
                edges = longer
            done = came
        return first, edges[: first[count]]


@dataclass
class Graph:
    """Every state that can be reached from some states, with its edges.

    Attributes
    ----------
    game
        The game.
    packing
        How keys are made; not used in games with `rank`.
    states : int
        How many.
    keys : (states, words) int64
        The words of each state, those of KEY first.
    who : (states,) uint8
        0 or 1: who moves, in the state's frame; `OVER`; `BY_CHANCE`.
    images : int
        How many symmetries were used; 1: none.
    fixed : (states,) uint8
        How many of these leave the state as it is; empty where none were used.
    level : (states,) int16
        Of a terminal state, which of `payoffs` it has; else `NOT_OVER`.
    payoffs : (n,) float64
        The distinct payoffs of player 0, in the frames of the states.
    layer : (states,) int32
        The rules' `progress`; empty where they declare none.
    first : (states + 1,) int64
        The edges of state `i` are numbers ``first[i]`` to ``first[i + 1] - 1``, in the order of its actions.
    edges : (edge_count,) int32
        Twice the number of the state that is led to, plus 1 where that state's frame exchanges the players.
    odds : (edge_count,) float64
        Of chance outcomes; empty in games without chance.
    forward : bool
        Whether every edge leads to a state with a higher number: then there are no cycles.
    exchanges : bool
        Whether there may be frames that exchange the players.
    roots : list of (int, bool)
        The states that it was made from, and whether their frames exchange the players.
    layers : list of int
        How many states are first reached after 0, 1, 2, ... plies.
    edge_count : int
        How many edges there are.
    retracer : Retracer or None
        Where edges were not kept, `first` and `edges` are empty, and this makes them again.
    parts : callable
        Returns what it can be made from again.
    seconds, cpu_seconds, compile_seconds : float
        What it took.
    """

    game: Game
    packing: Packing
    states: int
    keys: Any
    who: Any
    images: int
    fixed: Any
    level: Any
    payoffs: Any
    layer: Any
    first: Any
    edges: Any
    odds: Any
    forward: bool
    exchanges: bool
    roots: list[tuple[int, bool]] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    edge_count: int = 0
    retracer: Retracer | None = None
    parts: Callable[[], Parts] = lambda: ({}, {})
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0

    @property
    def identity(self) -> Any:
        """(states, words of KEY) int64: what says which state it is."""
        return self.keys[:, : int(self.packing.same[0])]

    @property
    def payoff(self) -> Any:
        """(states,) float64: player 0's payoff where the game is over, in the state's frame; NaN elsewhere."""
        return np.append(self.payoffs, np.nan)[self.level]

    @property
    def weights(self) -> Any:
        """How many positions each state stands for, itself and its images; exchanged players are not counted."""
        return self.images // self.fixed.astype(np.int64) if self.images > 1 else np.ones(self.states, np.int64)

    @property
    def positions(self) -> int | None:
        """How many positions can be reached: states and their images.

        None where that is not known: where some image of a starting state is no starting state.
        """
        if self.images == 1:
            return self.states
        closed = all(self.fixed[number] == self.images for number, _ in self.roots)
        return int(self.weights.sum()) if closed else None

    def release(self) -> None:
        """Give back the memory of the edges, and of what makes them again; nothing more can be solved with it."""
        self.first, self.edges, self.retracer = np.zeros(0, np.int64), np.zeros(0, np.int32), None
        self.parts = lambda: ({}, {})

    @property
    def bytes(self) -> int:
        """The memory that it holds."""
        arrays = [self.keys, self.who, self.level, self.layer, self.first, self.edges, self.odds]
        if self.retracer is not None:
            arrays.append(self.retracer.store.table)
        return sum(int(array.nbytes) for array in arrays)


@dataclass(frozen=True)
class Probe:
    """What is known after some hundred thousand states.

    Attributes
    ----------
    found, expanded, edges : int
        States found and expanded, and their edges.
    words : int
        Of a key.
    bound : int
        More states there cannot be.
    cpu_seconds : float
        Taken until now, without compiling.
    sample : callable
        Returns a sample of the states beyond those that were found: about a second of work, done once.
    sparing : bool
        Whether edges are made again rather than kept where memory is short.
    merged : bool
        Whether one state stands for its images.
    """

    found: int
    expanded: int
    edges: int
    words: int
    bound: int
    cpu_seconds: float
    sample: Callable[[], Sample]
    sparing: bool = False
    merged: bool = False
