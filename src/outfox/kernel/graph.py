"""The graph of a game: every state that can be reached, and where its actions lead, as flat arrays.

For exact methods. States are numbered in the order of discovery, breadth first; see `outfox.kernel.expand` for the
kernel and for what it costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outfox.formats.packing import WORD, Packing, Ranges, from_widths, key_fields, leaf_values
from outfox.kernel import expand as kernel
from outfox.kernel.expand import Store, expand, fill_table
from outfox.kernel.link import Linked, compiled, link
from outfox.rules.errors import BudgetExceeded, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL

Progress = Callable[[float, str], None]
"""Called with the share done (0 to 1, below 0 where that is unknown) and a short text."""

PROBE = 300_000
"""So many states are found before somebody judges whether to go on: some tenths of a second."""

MOST_SHARE = 0.95
"""More of the work is not said to be done before it is: the number of states is a guess."""

CHUNK = 200_000
"""States expanded between two looks at the world outside."""

MOST_STATES = 2**30 - 1
MOST_PAYOFFS = 4096

SAMPLED_GAMES, SAMPLED_PLIES = 16, 200
"""Random games that show which values the fields of a state take; where they do not show all, expansion begins anew."""

_fill_table = compiled(fill_table)


@dataclass
class Graph:
    """Every state that can be reached from some states, with its edges.

    Attributes
    ----------
    game
        The game.
    packing
        How keys are made; not used in games with `rank`.
    states, edge_count : int
        How many.
    keys : (states, words) int64
        The words of each state, those of KEY first.
    who : (states,) uint8
        0 or 1: who moves, in the state's frame; `OVER`; `BY_CHANCE`.
    images : int
        How many symmetries were used; 1: none.
    fixed : (states,) uint8
        How many of these leave the state as it is; empty where none were used.
    payoff : (states,) float64
        Player 0's payoff where the game is over, in the state's frame; NaN elsewhere.
    first : (states + 1,) int64
        The edges of state `i` are numbers ``first[i]`` to ``first[i + 1] - 1``, in the order of its actions.
    edges : (edge_count,) int32
        Twice the number of the state that is led to, plus 1 where that state's frame exchanges the players.
    odds : (edge_count,) float64
        Of chance outcomes; empty in games without chance.
    forward : bool
        Whether every edge leads to a state with a higher number: then there are no cycles.
    layers : list of int
        How many states are first reached after 0, 1, 2, ... plies.
    roots : list of (int, bool)
        The states that it was made from, and whether their frames exchange the players.
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
    payoff: Any
    first: Any
    edges: Any
    odds: Any
    forward: bool
    roots: list[tuple[int, bool]] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0

    @property
    def identity(self) -> Any:
        """(states, words of KEY) int64: what says which state it is."""
        return self.keys[:, : int(self.packing.same[0])]

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

    @property
    def edge_count(self) -> int:
        """How many edges there are."""
        return len(self.edges)

    @property
    def bytes(self) -> int:
        """The memory that it holds."""
        arrays = (self.keys, self.who, self.payoff, self.first, self.edges, self.odds)
        return sum(int(array.nbytes) for array in arrays)


@dataclass(frozen=True)
class Probe:
    """What is known after some hundred thousand states.

    Attributes
    ----------
    found, expanded, edges : int
        States found and expanded, and their edges.
    layers : list of int
        States by the plies after which they are first reached; only layers that are complete.
    words : int
        Of a key.
    bound : int
        More states there cannot be.
    cpu_seconds : float
        Taken until now, without compiling.
    """

    found: int
    expanded: int
    edges: int
    layers: list[int]
    words: int
    bound: int
    cpu_seconds: float


def reach(
    game: Game,
    roots: Sequence[Position] = (),
    *,
    symmetry: bool = True,
    states: int = MOST_STATES,
    memory: int = 0,
    judge: Callable[[Probe], int] | None = None,
    progress: Progress | None = None,
    checked: bool | None = None,
) -> Graph:
    """Return the graph of a game.

    Parameters
    ----------
    game
        The game.
    roots
        Where to begin; default: every starting state of the game.
    symmetry
        Whether one state stands for all its images under the rules' `symmetry` and `swap`.
    states
        At most as many states.
    memory
        At most as many bytes; 0: no limit.
    judge
        Called once, in graphs of more than PROBE states, with what is known then. Returns how many states there will
        be, by a guess, or 0; what it raises ends the work.
    progress
        Called with the share that is done, by the judge's guess, below 0 without one, and what has been found.
    checked
        Whether to test every index and store; default: for games that are not outfox's own.

    Raises
    ------
    NotSupported
        Where chance outcomes cannot be listed, or information is hidden.
    BudgetExceeded
        Where there are more states, or they need more memory.

    Examples
    --------
    >>> from outfox.rules import load
    >>> graph = reach(load("tic-tac-toe"))
    >>> graph.states, graph.positions
    (765, 5478)
    >>> reach(load("tic-tac-toe"), symmetry=False).states
    5478
    """
    _refuse(game)
    linked = link(game, expand, checked=checked)
    wall, cpu = time.perf_counter(), time.process_time()
    ranges = _sampled_ranges(game, roots)
    while True:
        packing = ranges.packing()
        grower = _Grower(game, linked, packing, symmetry, min(states, MOST_STATES), memory, judge, progress)
        bad = grower.run(roots)
        if bad is None:
            break
        ranges.widen(int(ranges.group[bad[0]]), bad[1])
        ranges.round_up(int(ranges.group[bad[0]]))
    graph = grower.graph()
    graph.seconds = time.perf_counter() - wall
    graph.compile_seconds = linked.compile_seconds
    graph.cpu_seconds = time.process_time() - cpu
    return graph


def _refuse(game: Game) -> None:
    if game.has("View"):
        raise NotSupported(f"{game.name} has hidden information (View): its states are not what players know")
    if game.has("sample_chance") and not game.has("chance"):
        raise NotSupported(f"{game.name} declares no chance, whose outcomes must be listed to be solved exactly")


MOST_RANKS = 1 << 28
"""A game with more ranks than this is hashed: a table addressed by rank would take more than a GB."""


def by_rank(game: Game, symmetry: bool) -> bool:
    """Say whether states are numbered by the rules' `rank`: where they are not merged with their images."""
    merged = symmetry and (game.has("symmetry") or (game.has("swap") and not game.endless))
    return game.has("rank") and not merged and int(game.constant("STATES")) <= MOST_RANKS


def _sampled_ranges(game: Game, roots: Sequence[Position]) -> Ranges:
    """Return the ranges of a state's numbers: their types' if that is one word, else from random games in Python."""
    keyed = sum(leaf.size for leaf in key_fields(game.state, game.key_fields))
    ranges = Ranges(key_fields(game.state, game.stored_fields), keyed)
    if ranges.take_all(WORD):
        return ranges
    random = np.random.default_rng(0)
    starts = [position.state for position in roots] or [game.initial(i) for i in range(min(game.starts, SAMPLED_GAMES))]
    for number in range(max(SAMPLED_GAMES, len(starts))):
        s = starts[number % len(starts)].copy()
        for _ in range(SAMPLED_PLIES):
            ranges.see(leaf_values(s.record()[0], game.stored_fields))
            who = game.mover(s)
            if who == TERMINAL:
                break
            choices = game.sound_legal(s, who) if who >= 0 else [action for action, _ in game.chance(s)]
            game.apply(s, choices[int(random.integers(len(choices)))])
    return ranges


class _Grower:
    """Expands a graph, and lets its arrays grow as that needs."""

    def __init__(
        self,
        game: Game,
        linked: Linked,
        packing: Packing,
        symmetry: bool,
        most: int,
        memory: int,
        judge: Callable[[Probe], int] | None,
        progress: Progress | None,
    ) -> None:
        self.game, self.linked, self.packing = game, linked, packing
        self.most, self.memory, self.judge, self.progress = most, memory, judge, progress
        ranked = by_rank(game, symmetry)
        self.words = 1 if ranked else packing.words
        if ranked:
            self.packing = from_widths([0], [0])
        width = max(game.branching, game.outcomes, 1)
        self.least = max(kernel.BATCH // width, 1) * width + 1
        images = int(game.constant("SYMMETRIES", 1)) if symmetry and game.has("symmetry") else 1
        self.options = np.array([self.least, images, symmetry, ranked], np.int64)
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self.counters[kernel.FORWARD] = 1
        room = 4 * self.least
        table = game.constant("STATES") if ranked else 1 << (2 * room).bit_length()
        self.store = Store(
            keys=np.zeros(room * self.words, np.int64),
            table=np.zeros(int(table), np.int64),
            who=np.zeros(room, np.uint8),
            fixed=np.zeros(room if images > 1 else 0, np.uint8),
            level=np.zeros(room, np.int16),
            first=np.zeros(room + 1, np.int64),
            edges=np.zeros(room, np.int32),
            odds=np.zeros(room if self._has_chance else 0),
            payoffs=np.zeros(MOST_PAYOFFS),
        )
        self._check(self.bytes)
        self.pool = linked.states(kernel.POOL)
        self.roots: list[tuple[int, bool]] = []
        self.layers: list[int] = []
        self.begun = time.process_time()
        self.guess = 0

    @property
    def _has_chance(self) -> bool:
        return self.game.has("chance")

    def run(self, roots: Sequence[Position]) -> tuple[int, int] | None:
        """Find all; return None, or the leaf that the packing has no room for and its value."""
        for position in roots:
            self.linked.put(self.pool, kernel.STATE, position.state)
            reason = self._call(-1, 0)
            if reason == kernel.LEAF_OUTSIDE:
                return self._bad()
            self.roots.append((int(self.counters[kernel.TOUCHED]) >> 1, bool(self.counters[kernel.TOUCHED] & 1)))
        starts = 0 if roots else self.game.starts
        layer_end = 0
        while True:
            done, used = int(self.counters[kernel.EXPANDED]), int(self.counters[kernel.USED])
            if done == layer_end and used > done:
                self.layers.append(used - done)
                layer_end = used
            reason = self._call(starts, min(done + CHUNK, layer_end))
            if reason == kernel.LEAF_OUTSIDE:
                return self._bad()
            if reason == kernel.DONE:
                break
            self._look()
        return None if roots else self._find_roots(min(starts, SAMPLED_GAMES))

    def _find_roots(self, count: int) -> tuple[int, int] | None:
        """Note which states the first starting states are."""
        for number in range(count):
            self.linked.put(self.pool, kernel.STATE, self.game.initial(number))
            self._call(-1, 0)
            self.roots.append((int(self.counters[kernel.TOUCHED]) >> 1, bool(self.counters[kernel.TOUCHED] & 1)))
        return None

    def _bad(self) -> tuple[int, int]:
        return int(self.counters[kernel.BAD_LEAF]), int(self.counters[kernel.BAD_VALUE])

    def _call(self, roots: int, stop: int) -> int:
        """Run the kernel until it stops for another reason than room."""
        grow = {kernel.KEYS_FULL: self._grow_keys, kernel.EDGES_FULL: self._grow_edges, kernel.TABLE_FULL: self._rehash}
        while True:
            reason = int(self.linked(self.pool, self.packing, self.store, self.counters, self.options, roots, stop))
            if reason == kernel.PAYOFFS_FULL:
                raise NotSupported(
                    f"{self.game.name} has more than {MOST_PAYOFFS:,} different payoffs; exact solving takes fewer"
                )
            if reason not in grow:
                return reason
            grow[reason]()

    def _grow_keys(self) -> None:
        used = int(self.counters[kernel.USED])
        room = max(2 * len(self.store.who), used + 2 * self.least)
        self._check(room * (8 * self.words + 1 + 2 + 8) + self.store.table.nbytes + self.store.edges.nbytes)
        sizes = {"keys": room * self.words, "who": room, "level": room, "first": room + 1}
        self._lengthen({**sizes, "fixed": room if len(self.store.fixed) else 0})

    def _grow_edges(self) -> None:
        room = 2 * len(self.store.edges) + 2 * self.least
        self._check(self.bytes + (room - len(self.store.edges)) * (12 if self._has_chance else 4))
        self._lengthen({"edges": room, "odds": room if self._has_chance else 0})

    def _lengthen(self, sizes: dict[str, int]) -> None:
        """Move arrays to longer ones: new large arrays get large pages, which those that were resized lack."""
        for name, size in sizes.items():
            old = getattr(self.store, name)
            new = np.empty(size, old.dtype)
            new[: len(old)] = old
            self.store = self.store._replace(**{name: new})

    def _rehash(self) -> None:
        size = 2 * len(self.store.table)
        self._check(self.bytes + 8 * size)
        self.store = self.store._replace(table=np.zeros(size, np.int64))
        _fill_table(self.store, self.words, int(self.packing.same[0]), int(self.counters[kernel.USED]))

    @property
    def bytes(self) -> int:
        """The memory that is held."""
        return sum(int(array.nbytes) for array in self.store)

    def _check(self, needed: int) -> None:
        if self.memory and needed > self.memory:
            used, done = int(self.counters[kernel.USED]), int(self.counters[kernel.EXPANDED])
            raise BudgetExceeded(
                f"{self.game.spec} needs more than {self.memory / 2**30:.1f} GB: {used:,} states found and {done:,} of"
                " them expanded until then; raise --memory, take a smaller game, or search instead"
            )

    def _look(self) -> None:
        """Tell how far it is, and have it judged once."""
        used, done = int(self.counters[kernel.USED]), int(self.counters[kernel.EXPANDED])
        if used > self.most:
            raise BudgetExceeded(f"{self.game.spec} has more than {self.most:,} states")
        if self.progress is not None:
            share = min(done / max(self.guess, used), MOST_SHARE) if self.guess else -1.0
            self.progress(share, f"{used:,} states found, {done:,} expanded")
        if self.judge is not None and used > PROBE:
            judge, self.judge = self.judge, None
            bits = int(self.packing.width.sum())
            bound = 1 << min(bits, 62)
            if self.game.has("rank"):
                exchanged = self.game.has("swap") and self.options[kernel.SWAPS]
                merged = int(self.options[kernel.IMAGES]) * (2 if exchanged else 1)
                bound = int(self.game.constant("STATES")) // merged * 2  # some states have fewer images
            self.guess = judge(
                Probe(
                    found=used,
                    expanded=done,
                    edges=int(self.counters[kernel.EDGES]),
                    layers=self.layers[:-1],
                    words=self.words,
                    bound=bound,
                    cpu_seconds=time.process_time() - self.begun,
                )
            )

    def graph(self) -> Graph:
        """Return what was found, in arrays without spare room."""
        n, m = int(self.counters[kernel.USED]), int(self.counters[kernel.EDGES])
        store = self.store
        store.first[n] = m
        payoffs = np.append(store.payoffs[: self.counters[kernel.PAYOFFS]], np.nan)
        return Graph(
            game=self.game,
            packing=self.packing,
            states=n,
            keys=store.keys[: n * self.words].reshape(n, self.words),
            who=store.who[:n],
            images=int(self.options[kernel.IMAGES]),
            fixed=store.fixed[:n],
            payoff=payoffs[store.level[:n]],
            first=store.first[: n + 1],
            edges=store.edges[:m],
            odds=store.odds[: m if self._has_chance else 0],
            forward=bool(self.counters[kernel.FORWARD]),
            roots=self.roots,
            layers=self.layers,
        )
