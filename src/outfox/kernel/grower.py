"""`Grower`: lets the arrays of a graph grow while its states are found, and keeps edges as long as memory allows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from outfox.formats.packing import Packing, from_widths
from outfox.kernel import canonical, store
from outfox.kernel.graph_shape import CHUNK, Graph, Keeper, Parts, Probe, Retracer
from outfox.kernel.hash_table import fill_table
from outfox.kernel.layer_marks import mark_layers
from outfox.kernel.link import Linked, compiled, link
from outfox.kernel.sample import LeafOutside, Sample, sample
from outfox.kernel.slots import Ints
from outfox.kernel.store import Store
from outfox.rules.errors import BudgetExceeded, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position

Progress = Callable[[float, str], None]
"""Called with the share done (0 to 1, below 0 where that is unknown) and a short text."""

PROBE = 300_000
"""So many states are found before somebody judges whether to go on: some tenths of a second."""

MOST_SHARE = 0.95
"""More of the work is not said to be done before it is: the number of states is a guess."""

MOST_PAYOFFS = 4096

NAMED_STARTS = 16
"""So many starting states of a game are looked up when all is found."""

_fill_table = compiled(fill_table)


class Grower:
    """Expands a graph, and lets its arrays grow as that needs.

    Parameters
    ----------
    game, linked, packing
        The game, the kernel `expand` with its rules, and how keys are made; None: keys are ranks.
    symmetry
        Whether one state stands for its images.
    edges
        ``keep`` them; ``spare`` them where memory is short and they can be made again layer by layer; ``drop`` them.
    most, memory
        At most as many states and bytes; 0 bytes: no limit.
    judge, progress, keeper
        As for `outfox.kernel.graph.reach`.
    facts
        What else is to be known to go on later.
    """

    def __init__(
        self,
        game: Game,
        linked: Linked,
        packing: Packing | None,
        *,
        symmetry: bool,
        edges: str,
        most: int,
        memory: int,
        judge: Callable[[Probe], int] | None,
        progress: Progress | None,
        keeper: Keeper | None,
        facts: dict[str, Any],
    ) -> None:
        self.game, self.linked, self.most, self.memory = game, linked, most, memory
        self.judge, self.progress, self.keeper, self.facts = judge, progress, keeper, facts
        self.symmetry, self.packing = symmetry, packing or from_widths([0], [0])
        self.words, ranked = self.packing.words, packing is None
        width = max(game.branching, game.outcomes, 1)
        self.least = max(store.BATCH // width, 1) * width + 1
        images = int(game.constant("SYMMETRIES", 1)) if symmetry and game.has("symmetry") else 1
        self.chance, layered = game.has("chance"), game.has("progress") and not game.has("chance")
        self.sparing = edges != "keep" and not self.chance
        kept = edges != "drop" or self.chance
        self.options = np.array([self.least, images, symmetry, ranked, layered, kept], np.int64)
        self.counters = np.zeros(store.COUNTERS, np.int64)
        self.counters[store.FORWARD] = 1
        self.pool = linked.states(canonical.POOL)
        self.roots: list[tuple[int, bool]] = []
        self.layers: list[int] = []
        self.begun = time.process_time()
        self.guess = 0
        self.store = self._room(4 * self.least, 4 * self.least)
        self._make_room(0)

    def _room(self, states: int, edges: int) -> Store:
        """Return empty arrays for so many states and edges."""
        kept = int(self.options[canonical.KEPT])
        table = self.game.constant("STATES") if self._ranked else 1 << (2 * states).bit_length()
        return Store(
            keys=np.zeros(states * self.words, np.int64),
            table=np.zeros(int(table), np.int64),
            who=np.zeros(states, np.uint8),
            fixed=np.zeros(states if self.options[canonical.IMAGES] > 1 else 0, np.uint8),
            level=np.zeros(states, np.int16),
            layer=np.zeros(states if self._layered else 0, np.int32),
            first=np.zeros(states + 1 if kept else self.least + 1, np.int64),
            edges=np.zeros(edges if kept else self.least, np.int32),
            odds=np.zeros(edges if self.chance else 0),
            payoffs=np.zeros(MOST_PAYOFFS),
        )

    @property
    def _ranked(self) -> bool:
        return bool(self.options[canonical.RANKED])

    @property
    def _layered(self) -> bool:
        return bool(self.options[canonical.LAYERED])

    @property
    def _kept(self) -> bool:
        return bool(self.options[canonical.KEPT])

    @property
    def _used(self) -> int:
        return int(self.counters[store.USED])

    @property
    def _done(self) -> int:
        return int(self.counters[store.EXPANDED])

    def run(self, roots: Sequence[Position]) -> tuple[int, int] | None:
        """Find all; return None, or the leaf that the packing has no room for and its value."""
        if not self.roots:
            for position in roots:
                if self._plant(position.state) == store.LEAF_OUTSIDE:
                    return self._bad()
        starts = 0 if roots else self.game.starts
        while True:
            done, used, end = self._done, self._used, sum(self.layers)
            if done == end and used > done:
                self.layers.append(used - done)
                end = used
            reason = self._call(starts, min(done + CHUNK, end))
            if reason == store.LEAF_OUTSIDE:
                return self._bad()
            if reason == store.DONE:
                break
            try:
                self._look()
            except LeafOutside as outside:
                return outside.args[0], outside.args[1]
        self._must_be_solvable()
        if not roots:
            self.roots = []
            for number in range(min(starts, NAMED_STARTS)):
                self._plant(self.game.initial(number))
        return None

    def _plant(self, state: Any) -> int:
        """Add a starting state and note which it is."""
        self.linked.put(self.pool, canonical.STATE, state)
        reason = self._call(-1, 0)
        touched = int(self.counters[store.TOUCHED])
        self.roots.append((touched >> 1, bool(touched & 1)))
        return reason

    def _bad(self) -> tuple[int, int]:
        return int(self.counters[store.BAD_LEAF]), int(self.counters[store.BAD_VALUE])

    def _call(self, roots: int, stop: int) -> int:
        """Run the kernel until it stops for another reason than room."""
        grow = {store.KEYS_FULL: self._grow_keys, store.EDGES_FULL: self._grow_edges, store.TABLE_FULL: self._rehash}
        while True:
            reason = int(self.linked(self.pool, self.packing, self.store, self.counters, self.options, roots, stop))
            if reason == store.PAYOFFS_FULL:
                raise NotSupported(
                    f"{self.game.name} has more than {MOST_PAYOFFS:,} different payoffs; exact solving takes fewer"
                )
            if reason == store.LAYER_OUTSIDE:
                raise NotSupported(f"{self.game.name}: progress must be a number of 32 bits, and is not always")
            if reason not in grow:
                return reason
            grow[reason]()

    def _grow_keys(self) -> None:
        room = max(2 * len(self.store.who), self._used + 2 * self.least)
        more = room - len(self.store.who)
        self._make_room(more * (8 * self.words + 3 + 8 * self._kept + 4 * self._layered))
        sizes = {"keys": room * self.words, "who": room, "level": room}
        sizes |= {"first": room + 1} if self._kept else {}
        optional: dict[str, Any] = {"fixed": self.store.fixed, "layer": self.store.layer}
        self._lengthen({**sizes, **{name: room for name, array in optional.items() if len(array)}})

    def _grow_edges(self) -> None:
        room = 2 * len(self.store.edges) + 2 * self.least
        self._make_room((room - len(self.store.edges)) * (12 if self.chance else 4))
        if self._kept:
            self._lengthen({"edges": room, "odds": room if self.chance else 0})

    def _lengthen(self, sizes: dict[str, int]) -> None:
        """Move arrays to longer ones: new large arrays get large pages, which those that were resized lack."""
        for name, size in sizes.items():
            old = getattr(self.store, name)
            new = np.empty(size, old.dtype)
            new[: len(old)] = old
            self.store = self.store._replace(**{name: new})

    def _rehash(self) -> None:
        size = 2 * len(self.store.table)
        self._make_room(8 * size)
        self.store = self.store._replace(table=np.zeros(0, np.int64))  # the old one is not needed beside the new
        self.store = self.store._replace(table=np.zeros(size, np.int64))
        self._enter_all()

    def _enter_all(self) -> None:
        """Enter all states into an empty table."""
        used = self._used
        if self._ranked:
            ranks = self.store.keys[:used]
            self.store.table[ranks] = ranks >> store.TAG << store.TAG | np.arange(1, used + 1)
        else:
            _fill_table(self.store, self.words, int(self.packing.same[0]), used)

    @property
    def bytes(self) -> int:
        """The memory that is held."""
        return sum(int(array.nbytes) for array in self.store)

    def _make_room(self, more: int) -> None:
        """See that so many bytes more may be taken: if need be without the edges."""
        if not self.memory or self.bytes + more <= self.memory:
            return
        if self.sparing and self._kept and self._can_retrace:
            self.options[canonical.KEPT] = 0
            self.store = self.store._replace(
                first=np.zeros(self.least + 1, np.int64), edges=np.zeros(self.least, np.int32)
            )
        if self.bytes + more > self.memory:
            raise self._exceeded()

    def _exceeded(self) -> BudgetExceeded:
        size = f"{self.memory / 2**30:.1f} GB" if self.memory >= 2**29 else f"{self.memory / 2**20:.0f} MB"
        return BudgetExceeded(
            f"{self.game.spec} needs more than {size}: {self._used:,} states found and"
            f" {self._done:,} of them expanded until then; raise --memory, take a smaller game, or search instead"
        )

    def _must_be_solvable(self) -> None:
        """Refuse a graph whose edges were dropped, when it turns out that all are needed at once."""
        if self.memory and not self._kept and not self._can_retrace:
            raise self._exceeded()

    @property
    def _can_retrace(self) -> bool:
        """Whether the states can be solved part by part, each with the edges of that part alone."""
        return self._layered or bool(self.counters[store.FORWARD])

    def _look(self) -> None:
        """Tell how far it is, keep it if it is time, and have it judged once."""
        used, done = self._used, self._done
        if used > self.most:
            raise BudgetExceeded(f"{self.game.spec} has more than {self.most:,} states")
        self._must_be_solvable()
        if self.progress is not None:
            share = min(done / max(self.guess, used), MOST_SHARE) if self.guess else -1.0
            self.progress(share, f"{used:,} states found, {done:,} expanded")
        if self.judge is not None and used > PROBE:
            judge, self.judge = self.judge, None
            self.guess = judge(self._probe())
        if self.keeper is not None:
            self.keeper.offer(self.parts)

    def _probe(self) -> Probe:
        bound = 1 << min(int(self.packing.width.sum()), 62)
        images = int(self.options[canonical.IMAGES])
        images *= 2 if self.game.exchangeable and self.options[canonical.SWAPS] else 1
        if self.game.has("rank"):
            bound = int(self.game.constant("STATES"))
            bound = bound // images * 2 if images > 1 else bound  # some states have fewer images
        return Probe(
            found=self._used,
            expanded=self._done,
            edges=int(self.counters[store.EDGES]),
            words=self.words,
            bound=bound,
            cpu_seconds=time.process_time() - self.begun,
            sample=cache(self._sample),
            sparing=self.sparing and self._can_retrace,
            merged=images > 1,
        )

    def _sample(self) -> Sample:
        """Let explorers wander on from the last layer of which all states are known."""
        wanderer = Grower(
            self.game, self.linked, None if self._ranked else self.packing, symmetry=self.symmetry, edges="drop",
            most=self.most, memory=0, judge=None, progress=None, keeper=None, facts={},
        )  # fmt: skip
        known, end = self.store.keys[: self._used * self.words].reshape(-1, self.words), sum(self.layers)
        starts = known[end:] if self._done == end else known[end - self.layers[-1] : end]
        progress = wanderer.progress_of if self._layered else None
        return sample(wanderer, known, starts, int(self.packing.same[0]), progress)

    def children(self, keys: Ints) -> tuple[Ints, int]:
        """Forget all, and return the keys of the children of states, each once, and how many edges lead to them."""
        count = len(keys)
        while len(self.store.who) < count + self.least:
            self._grow_keys()
        used = self.store.keys[: self._used] if self._ranked else slice(None)
        self.store.table[used] = 0
        self.store.keys[: count * self.words] = keys.ravel()
        self.counters[:] = 0
        self.counters[store.USED] = count
        if self._call(0, count) == store.LEAF_OUTSIDE:
            raise LeafOutside(*self._bad())
        found = self.store.keys[count * self.words : self._used * self.words]
        return found.reshape(-1, self.words).copy(), int(self.counters[store.EDGES])

    def progress_of(self, keys: Ints) -> Ints:
        """Return the rules' `progress` of states."""
        layers, marker = np.zeros(len(keys), np.int64), link(self.game, mark_layers, checked=self.linked.checked)
        marker(marker.states(canonical.POOL), self.packing, self.options, keys.ravel(), layers)
        return layers

    def _filled(self) -> dict[str, Any]:
        """Return what is in use of each array; the hash table can be made from the keys."""
        used, done, edges = self._used, self._done, int(self.counters[store.EDGES])
        lengths = {"keys": used * self.words, "who": done, "level": done}
        lengths |= {"payoffs": int(self.counters[store.PAYOFFS])}
        lengths |= {"fixed": used} if len(self.store.fixed) else {}
        lengths |= {"layer": done} if self._layered else {}
        if self._kept:
            self.store.first[done] = edges
            lengths |= {"first": done + 1, "edges": edges, **({"odds": edges} if self.chance else {})}
        return {name: getattr(self.store, name)[:length] for name, length in lengths.items()}

    def parts(self) -> Parts:
        """Return what there is, to go on from it later."""
        facts = {
            **self.facts,
            "words": self.words,
            "kept": self._kept,
            "counters": self.counters.tolist(),
            "layers": self.layers,
            "roots": [[number, int(flip)] for number, flip in self.roots],
            "guess": self.guess,
            "judged": self.judge is None,
        }
        return facts, self._filled()

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""
        self.options[canonical.KEPT] = facts["kept"]
        self.counters[:] = facts["counters"]
        self.layers, self.guess = list(facts["layers"]), int(facts["guess"])
        self.roots = [(number, bool(flip)) for number, flip in facts["roots"]]
        self.judge = None if facts["judged"] else self.judge
        self.store = self._room(self._used + 4 * self.least, int(self.counters[store.EDGES]) + 4 * self.least)
        for name in set(arrays) & set(Store._fields):
            getattr(self.store, name)[: len(arrays[name])] = arrays[name]
        self._enter_all()

    def graph(self) -> Graph:
        """Return what was found, in arrays without spare room."""
        n, filled = self._used, self._filled()
        swaps = self.game.exchangeable and bool(self.options[canonical.SWAPS])
        if self._kept:
            self.store = self.store._replace(table=np.zeros(0, np.int64))
        nothing = {"first": np.zeros(0, np.int64), "edges": np.zeros(0, np.int32), "odds": np.zeros(0)}
        nothing |= {"fixed": np.zeros(0, np.uint8), "layer": np.zeros(0, np.int32)}
        retracer = Retracer(self.game, self.linked.checked, self.packing, self.store, self.options)
        return Graph(
            game=self.game,
            packing=self.packing,
            states=n,
            images=int(self.options[canonical.IMAGES]),
            forward=bool(self.counters[store.FORWARD]),
            exchanges=swaps,
            roots=self.roots,
            layers=self.layers,
            edge_count=int(self.counters[store.EDGES]),
            retracer=None if self._kept else retracer,
            parts=self.parts,
            **{**nothing, **filled, "keys": filled["keys"].reshape(n, self.words)},
        )
