"""`GrowingTree`: the memory of a search tree, and the calls of the kernels in portions that Ctrl-C can interrupt."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outfox.kernel.link import Linked
from outfox.kernel.runtime import JIT
from outfox.kernel.slots import NODE, Floats
from outfox.methods.endgame.probe import Probe, no_tables
from outfox.methods.search import batches, tree
from outfox.methods.search.ranking import ranked
from outfox.methods.search.result import ActionValue
from outfox.methods.search.settings import Evaluator, MctsSettings, Progress
from outfox.rules.errors import RulesError
from outfox.rules.game import Game
from outfox.rules.position import Position

CHUNK_SECONDS = 0.05
"""A kernel runs about this long before Ctrl-C, the clock and the progress line get their turn."""

FIRST_CHUNK = 256
MAX_DEPTH = 4096
NODE_BYTES = NODE.itemsize + 16
PROOFS = 2**18
"""Most proven states remembered; 12 bytes each, the newest replaces the oldest."""

ENDLESS_PLIES = 4096
"""Random playouts of games with ENDLESS are cut here; without ENDLESS, a playout this long times 256 is an error."""


@dataclass(frozen=True)
class Engine:
    """What all trees of a search share: the game, the settings and the linked kernels."""

    game: Game
    settings: MctsSettings
    weights: Floats
    evaluator: Evaluator | None
    simulate: Linked
    gather: Linked | None = None
    resume: Linked | None = None
    endings: Probe = field(default_factory=no_tables)

    @property
    def scale(self) -> float:
        """The largest payoff."""
        return self.game.scale

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return float(sum(one.compile_seconds for one in (self.simulate, self.gather, self.resume) if one is not None))


class Report:
    """Tells progress and time of all trees; trees run one after another or in threads."""

    def __init__(self, progress: Progress | None, settings: MctsSettings, start: float) -> None:
        self.progress, self.settings, self.start = progress, settings, start
        self.done: dict[int, int] = {}
        self.stop = False

    def tell(self, tree_id: int, done: int) -> None:
        """Report that a tree has done so many simulations."""
        self.done[tree_id] = done
        if self.progress is None:
            return
        total = sum(self.done.values())
        shares = [total / self.settings.simulations] if self.settings.simulations else []
        if self.settings.seconds:
            shares.append((time.perf_counter() - self.start) / self.settings.seconds)
        self.progress(min(1.0, max(shares)), f"{total:,} simulations")


class GrowingTree:
    """One tree of a search, with its arrays and its random numbers."""

    def __init__(self, engine: Engine, position: Position) -> None:
        self.engine = engine
        game, settings = engine.game, engine.settings
        self.pool = engine.simulate.states(2)
        self.put_root(position)
        most = max(game.branching, game.outcomes, 1)
        self.options = np.array([settings.cut, settings.puct, settings.solver, _limit(game), 0], np.int64)
        self.constants = np.array([settings.c, engine.scale])
        self.weights = engine.weights.copy()  # a model has scratch in it, which threads must not share
        self.counters = np.zeros(5, np.int64)
        self.path = np.zeros(MAX_DEPTH, np.int64)
        self.random = np.zeros(1, np.uint64)
        self.out, self.odds = np.zeros(most, np.int64), np.zeros(most)
        self.simulations = 0
        wanted = (settings.simulations // settings.trees + 1) * most + 1 if settings.simulations else 2**16
        self.keyed = settings.solver or game.endless is not None
        proofs = _room_for_proofs(settings)
        self.arrays = _allocate(min(max(wanted, 4 * most + 1), self._most_nodes()), self.keyed, proofs, engine.endings)
        tree.new_root(self.arrays, engine.scale)
        self.counters[tree.USED] = 1

    def put_root(self, position: Position) -> None:
        """Set the root's state."""
        self.engine.simulate.put(self.pool, 0, position.state)

    @property
    def root(self) -> Any:
        """The root's record."""
        return self.arrays.nodes[0]

    @property
    def visits(self) -> int:
        """Visits of the root."""
        return int(self.root["visits"])

    def bounds(self) -> tuple[float, float]:
        """Return the root's proven bounds of player 0's payoff."""
        return self._bounds_of(0)

    def _bounds_of(self, k: int) -> tuple[float, float]:
        node = self.arrays.nodes[k]
        if self.engine.settings.solver or (node["known"] and node["who"] > tree.REPEATED):
            return float(self.arrays.bound[k, 0]), float(self.arrays.bound[k, 1])
        return -self.engine.scale, self.engine.scale

    def run(self, simulations: int, report: Report, start: float) -> str:
        """Run until the budget is spent; return why it stopped."""
        self.simulations, chunk = 0, FIRST_CHUNK
        seconds = self.engine.settings.seconds
        try:
            while not simulations or self.simulations < simulations:
                before = time.perf_counter()
                if report.stop or (seconds and before - start >= seconds):
                    return "time"
                size = min(chunk, simulations - self.simulations) if simulations else chunk
                if self._step(size) == tree.PROVEN:
                    return "proven"
                taken = time.perf_counter() - before
                chunk = max(1, min(chunk * 2, int(chunk * CHUNK_SECONDS / max(taken, 1e-6))))
                report.tell(id(self), self.simulations)
        except KeyboardInterrupt:
            report.stop = True
            if self.visits == 0:
                raise
            return "interrupted"
        return "memory" if self.options[tree.FROZEN] else "simulations"

    def _step(self, size: int) -> int:
        before = int(self.counters[tree.SIMULATIONS])
        if self.engine.evaluator is None:
            status = self.engine.simulate(
                self.arrays, self.pool, self.random, self.path, self.out, self.odds, self.options, self.constants,
                self.weights, self.counters, size,
            )  # fmt: skip
        else:
            status = self._step_batches(size)
        self.simulations += int(self.counters[tree.SIMULATIONS]) - before
        self._check_play()
        if status == tree.FULL:
            self._grow()
        return int(status)

    def _check_play(self) -> None:
        game = self.engine.game
        if self.counters[tree.CUT_OFF] and game.endless is None:
            message = f"a game went on for {self.options[tree.LIMIT]:,} plies; end it in mover, or declare ENDLESS"
            raise RulesError.at(game.path.name, game.line_of("mover"), message)
        if self.counters[tree.OVERSIZED]:
            message = (
                f"a payoff is larger than SCALE, {self.engine.scale:g}; declare SCALE = the largest payoff there is"
            )
            raise RulesError.at(game.path.name, game.line_of("SCALE") or game.line_of("payoff"), message)

    def _step_batches(self, size: int) -> int:
        gather, resume, evaluator = self.engine.gather, self.engine.resume, self.engine.evaluator
        assert gather is not None
        assert resume is not None
        assert evaluator is not None
        settings, game = self.engine.settings, self.engine.game
        space = batches.Space(gather, settings.batch, MAX_DEPTH, game.actions)
        target = int(self.counters[tree.SIMULATIONS]) + size
        while self.counters[tree.SIMULATIONS] < target:
            status = gather(
                self.arrays, self.pool, space.leaves, self.random, space.paths, space.depths, self.out, self.odds,
                self.options, self.constants, self.weights, self.counters, target,
            )  # fmt: skip
            pending = int(space.depths[-1])
            if pending:
                space.ask(evaluator, game, pending)
                resume(
                    self.arrays, space.leaves, space.paths, space.depths, self.out, space.values, space.priors,
                    self.options, self.constants, self.counters, pending,
                )  # fmt: skip
            if status != tree.DONE:
                return int(status)
        return tree.DONE

    def _grow(self) -> None:
        """Double the arrays, or freeze the tree where memory ends."""
        size = len(self.arrays.nodes)
        larger = min(size * 2, self._most_nodes())
        if larger - size < len(self.out):
            self.options[tree.FROZEN] = 1
            return
        grown = self._empty(larger)
        for new, old in zip(grown[:3], self.arrays[:3], strict=True):
            new[:size] = old
        if self.keyed:
            grown.keys[:size] = self.arrays.keys
        self.arrays = grown

    def _most_nodes(self) -> int:
        settings = self.engine.settings
        return min(settings.memory * 2**20 // ((NODE_BYTES + 8 * self.keyed) * settings.trees), np.iinfo(np.int32).max)

    def _empty(self, size: int) -> tree.Tree:
        """Return room for `size` nodes that shares what is known of proven states."""
        empty = _allocate(size, self.keyed, 1, self.engine.endings)
        return empty._replace(proofs=self.arrays.proofs, exact=self.arrays.exact)

    def advance(self, actions: tuple[int, ...]) -> bool:
        """Make the node after `actions` the root; say whether it was in the tree."""
        k = 0
        for action in actions:
            node = self.arrays.nodes[k]
            children = self.arrays.nodes[node["first"] : node["first"] + node["count"]]
            found = np.flatnonzero(children["action"] == action)
            if not len(found) or children[found[0]]["visits"] == 0:
                return False
            k = int(node["first"]) + int(found[0])
        if self.arrays.nodes[k]["count"] == 0:
            return False  # a leaf, perhaps over, repeated or proven by its hash: nothing to go on from
        if k:
            kept = self._empty(len(self.arrays.nodes))
            self.counters[tree.USED] = batches.transplant(self.arrays, kept, k, self.keyed)
            self.arrays = kept
        self.counters[tree.DEEPEST] = 0
        self.options[tree.FROZEN] = 0
        return True

    def children(self) -> dict[int, tuple[int, float, float, float]]:
        """Return action -> (visits, total, lower, upper) of the root's children."""
        node = self.root
        out = {}
        for k in range(int(node["first"]), int(node["first"]) + int(node["count"])):
            child = self.arrays.nodes[k]
            low, high = self._bounds_of(k)
            out[int(child["action"])] = (int(child["visits"]), float(child["total"]), low, high)
        return out

    def line(self, position: Position, action: int) -> list[str]:
        """Return the principal variation that begins with `action`."""
        names, k, current = [], 0, position
        while True:
            names.append(current.name(action))
            node = self.arrays.nodes[k]
            span = range(int(node["first"]), int(node["first"]) + int(node["count"]))
            k = next((j for j in span if self.arrays.nodes[j]["action"] == action), -1)
            current = current.play(action)
            if k < 0 or self.arrays.nodes[k]["count"] == 0 or current.mover < 0:
                return names
            best = self._best_child(k, current.mover)
            if best is None:
                return names
            action = best

    def _best_child(self, k: int, mover: int) -> int | None:
        node = self.arrays.nodes[k]
        first, count = int(node["first"]), int(node["count"])
        entries = []
        for j in range(first, first + count):
            child = self.arrays.nodes[j]
            visits = int(child["visits"])
            if visits:
                low, high = self._bounds_of(j)
                value = low if low == high else float(child["total"]) / visits
                entries.append(ActionValue(int(child["action"]), "", value, visits, low == high))
        low, high = self._bounds_of(k)
        return ranked(entries, mover, low if mover == 0 else high, low == high)[0].action if entries else None


def _limit(game: Game) -> int:
    return ENDLESS_PLIES if game.endless is not None else ENDLESS_PLIES * 256


_ROOTS = np.array([math.sqrt(math.log(max(n, 1))) for n in range(tree.TABLE)])


def _room_for_proofs(settings: MctsSettings) -> int:
    """Return how many proven states to remember, a power of two: four for each that could be proven, up to PROOFS."""
    if not settings.solver:
        return 1
    each = settings.simulations // settings.trees
    return min(PROOFS, 4 << max(each, 2).bit_length()) if each else PROOFS


def _allocate(size: int, keyed: bool, proofs: int, endings: Probe) -> tree.Tree:
    """Make the arrays of a tree: NumPy leaves them untouched, so that unused room costs nothing."""
    nodes: Any = np.empty(size, NODE)
    if not JIT:
        nodes = nodes.view(np.recarray)
    bounds = np.empty((size, 2), np.float32), np.empty((size, 2), np.float32)
    keys = np.zeros(size if keyed else 1, np.uint64)
    proven = np.zeros(proofs, np.uint64), np.zeros(proofs, np.float32)
    return tree.Tree(nodes, *bounds, keys, *proven, _ROOTS, endings)
