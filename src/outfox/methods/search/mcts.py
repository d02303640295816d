"""Monte Carlo tree search: UCT and PUCT, with proofs.

Idea. Grow a tree by simulations: walk down by an upper confidence bound (UCT; or PUCT, which weighs children by a
prior), score the leaf by a random playout (to the end, or cut and evaluated), and back the result up. The solver
carries proven bounds up beside the averages: a finished game bounds its parent from below for the player who can
choose it, and from above once every alternative is known; draws are proofs too, and children that are proven or
cannot beat their parent's bound are left alone. Nothing proven rests on a repetition: a state that stands earlier
on its own path scores as ENDLESS and proves nothing. So a proof holds wherever its state turns up again, and proven
states are remembered by a 64-bit hash. What is proven also replaces the averages above it. Chance nodes draw their outcome and back up expectations.

Time: a simulation costs its depth times the branching, and a playout. Memory: 48 bytes a child, eight more with the
solver or in games with ENDLESS.

Sources: Kocsis and Szepesvári 2006 (UCT); Rosin 2011 and Silver et al. 2017 (PUCT); Winands, Björnsson and Saito 2008
(MCTS-Solver); Cazenave and Saffidine 2010 (score-bounded MCTS); Chaslot, Winands and van den Herik 2008 (root
parallelism).

Status: measured (docs/performance.md; proofs are compared with exact values in the tests).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outfox.kernel.link import Linked, link
from outfox.kernel.slots import NODE
from outfox.methods.search import batches, tree
from outfox.methods.search.result import ActionValue, SearchResult
from outfox.rules.errors import NotSupported, RulesError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL
from outfox.workers.seeds import root_seed, task_seed

Evaluator = Callable[[Game, Any], Any]
"""``evaluator(game, states)`` -> values (N,) of player 0's payoff, or (values, priors (N, ACTIONS)); `states` is an
array (N,) of the game's State."""

Progress = Callable[[float, str], None]

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
class MctsSettings:
    """Settings of `search`.

    Attributes
    ----------
    simulations
        Simulations, over all trees; 0: no limit but `seconds`.
    seconds
        Wall-clock limit; 0: none. With it the result depends on the clock.
    c
        Exploration constant, for values in units of the game's SCALE.
    puct
        Weigh children by a prior (the rules' `prior`, the evaluator's, else uniform) instead of UCT.
    solver
        Prove what can be proven.
    cut
        Plies of a playout before the rules' `evaluate` scores it; -1: playouts to the end.
    trees
        Independent trees, merged in order (root parallelism).
    threads
        Threads that share the trees; changes nothing but the time.
    reuse
        Keep the part of the tree that play goes into, from one search of a `Searcher` to the next.
    batch
        Leaves that an evaluator is given at once.
    memory
        Megabytes the trees may take; past it they stop growing and the search goes on.
    """

    simulations: int = 1000
    seconds: float = 0.0
    c: float = 1.4
    puct: bool = False
    solver: bool = True
    cut: int = -1
    trees: int = 1
    threads: int = 1
    reuse: bool = True
    batch: int = 1
    memory: int = 2048


def search(
    position: Position,
    settings: MctsSettings | None = None,
    *,
    seed: int | np.random.SeedSequence = 0,
    weights: Any = None,
    evaluator: Evaluator | None = None,
    progress: Progress | None = None,
    **changes: Any,
) -> SearchResult:
    """Search a position.

    Parameters
    ----------
    position
        Where to search; it must not be over.
    settings, **changes
        `MctsSettings`, and single settings by name.
    seed
        Same seed, same result, unless `seconds` cuts the search short.
    weights : (W,) float64, optional
        Weights for the rules' `evaluate` and `prior`.
    evaluator
        Scores leaves in batches of `settings.batch` instead of playouts.
    progress
        Called with the share done (0 to 1) and a short text, about twenty times a second.

    Returns
    -------
    SearchResult
        `value` is player 0's expected payoff.

    Raises
    ------
    NotSupported
        Where the game lacks something that the settings need.
    ValueError
        Where the game is over.

    Examples
    --------
    >>> from outfox.rules import load
    >>> result = search(load("tic-tac-toe").start(), simulations=20_000, seed=1)
    >>> result.value, result.proven
    (0.0, True)
    """
    return Searcher(position.game, replace(settings or MctsSettings(), **changes), weights, evaluator).search(
        position, seed, progress
    )


class Searcher:
    """A search that keeps its trees: for a player, who goes on from what was searched before.

    Parameters
    ----------
    game, settings, weights, evaluator
        As in `search`.
    """

    def __init__(
        self, game: Game, settings: MctsSettings, weights: Any = None, evaluator: Evaluator | None = None
    ) -> None:
        _refuse(game, settings, evaluator)
        self.game, self.settings, self.evaluator = game, settings, evaluator
        self.weights = np.zeros(0) if weights is None else np.ascontiguousarray(weights, np.float64)
        self.scale = game.scale
        self._simulate = link(game, tree.simulate)
        self._batches: tuple[Linked, Linked] | None = None
        if evaluator is not None:
            self._batches = link(game, batches.gather), link(game, batches.resume)
        self._trees: list[_Tree] = []
        self._root: Position | None = None

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        linked = [self._simulate, *(self._batches or ())]
        return sum(one.compile_seconds for one in linked)

    def forget(self) -> None:
        """Drop the trees."""
        self._trees, self._root = [], None

    def search(
        self,
        position: Position,
        seed: int | np.random.SeedSequence = 0,
        progress: Progress | None = None,
        *,
        line: bool = True,
    ) -> SearchResult:
        """Search a position, on top of what is known of it from earlier searches.

        Parameters
        ----------
        position, seed, progress
            As in `search`.
        line
            Whether to read out the principal variation: it is told in names, by plain Python, which takes longer than
            a search of a few hundred simulations.

        Raises
        ------
        ValueError
            Where the game is over.
        """
        if position.mover == TERMINAL:
            raise ValueError("the game is over: there is nothing to search")
        wall, cpu = time.perf_counter(), time.process_time()
        self._settle_root(position)
        root = root_seed(seed)
        for number, one in enumerate(self._trees):
            one.random = task_seed(root, number).generate_state(1, np.uint64)
        stopped = self._run(progress)
        return self._result(position, stopped, time.perf_counter() - wall, time.process_time() - cpu, line)

    def _settle_root(self, position: Position) -> None:
        """Keep the part of the trees below `position`, or begin anew."""
        steps = _continuation(self._root, position) if self.settings.reuse else None
        for one in self._trees if steps is not None else []:
            if not one.advance(steps or ()):
                steps = None
                break
        if steps is None or not self._trees:
            self._trees = [_Tree(self, position) for _ in range(self.settings.trees)]
        else:
            for one in self._trees:
                one.put_root(position)
        self._root = position

    def _run(self, progress: Progress | None) -> str:
        shares = _shares(self.settings.simulations, self.settings.trees)
        start = time.perf_counter()
        report = _Report(progress, self.settings, start)
        if self.settings.threads > 1 and len(self._trees) > 1:
            with ThreadPoolExecutor(self.settings.threads) as pool:
                jobs = [pool.submit(t.run, n, report, start) for t, n in zip(self._trees, shares, strict=True)]
                try:
                    outcomes = [job.result() for job in jobs]
                except KeyboardInterrupt:
                    report.stop = True
                    raise
        else:
            outcomes = [t.run(n, report, start) for t, n in zip(self._trees, shares, strict=True)]
        return next((o for o in ("interrupted", "proven", "time", "memory") if o in outcomes), "simulations")

    def _result(self, position: Position, stopped: str, seconds: float, cpu: float, line: bool) -> SearchResult:
        merged = _merge([one.children() for one in self._trees])
        low, high = max(t.bounds()[0] for t in self._trees), min(t.bounds()[1] for t in self._trees)
        proven = low == high
        mover = position.mover
        visits = sum(one.visits for one in self._trees)
        total = sum(float(one.root["total"]) for one in self._trees)
        actions = _ranked(
            [
                ActionValue(a, position.name(a), float(v), int(n), lo == hi)
                for a, (n, v, lo, hi) in merged.items()
            ],
            mover,
            low if mover == 0 else high,
            proven,
        )  # fmt: skip
        return SearchResult(
            game=self.game.spec,
            mover=mover,
            value=low if proven else total / max(visits, 1),
            bounds=(low, high),
            proven=proven,
            actions=tuple(actions),
            line=tuple(self._trees[0].line(position, actions[0].action)) if actions and line else (),
            simulations=sum(one.simulations for one in self._trees),
            nodes=sum(int(one.counters[tree.USED]) for one in self._trees),
            depth=max(int(one.counters[tree.DEEPEST]) for one in self._trees),
            stopped=stopped,
            seconds=seconds,
            cpu_seconds=cpu,
            compile_seconds=self.compile_seconds,
        )


def _refuse(game: Game, settings: MctsSettings, evaluator: Evaluator | None) -> None:
    if game.has("View"):
        raise NotSupported(f"{game.name} has hidden information (View), which MCTS over states cannot see past")
    if game.has("sample_chance") and not game.has("chance"):
        raise NotSupported(f"{game.name} declares no chance, which MCTS needs beside sample_chance")
    if settings.cut >= 0 and evaluator is None:
        game.require("evaluate", "mcts with cut")
    if game.branching > np.iinfo(np.int16).max:
        raise NotSupported(f"{game.name} has {game.branching} actions in a state; MCTS takes 32,767: declare BRANCHING")
    if settings.simulations <= 0 and settings.seconds <= 0:
        raise NotSupported("mcts needs a budget: simulations or seconds above 0")


def _continuation(old: Position | None, new: Position) -> tuple[int, ...] | None:
    """Return the actions that lead from an earlier root to a new one, or None."""
    if old is None or old.start != new.start or new.history[: len(old.history)] != old.history:
        return None
    if old.start is None and old.history == new.history and old != new:
        return None
    return new.history[len(old.history) :]


def _shares(simulations: int, trees: int) -> list[int]:
    return [simulations // trees + (k < simulations % trees) for k in range(trees)]


class _Report:
    """Tells progress and time of all trees; trees run one after another or in threads."""

    def __init__(self, progress: Progress | None, settings: MctsSettings, start: float) -> None:
        self.progress, self.settings, self.start = progress, settings, start
        self.done: dict[int, int] = {}
        self.stop = False

    def tell(self, tree_id: int, done: int) -> None:
        self.done[tree_id] = done
        if self.progress is None:
            return
        total = sum(self.done.values())
        shares = [total / self.settings.simulations] if self.settings.simulations else []
        if self.settings.seconds:
            shares.append((time.perf_counter() - self.start) / self.settings.seconds)
        self.progress(min(1.0, max(shares)), f"{total:,} simulations")


class _Tree:
    """One tree with its arrays."""

    def __init__(self, owner: Searcher, position: Position) -> None:
        self.owner = owner
        game, settings = owner.game, owner.settings
        self.pool = owner._simulate.states(2)
        self.put_root(position)
        most = max(game.branching, game.outcomes, 1)
        self.options = np.array([settings.cut, settings.puct, settings.solver, _limit(game), 0], np.int64)
        self.constants = np.array([settings.c, owner.scale])
        self.counters = np.zeros(5, np.int64)
        self.path = np.zeros(MAX_DEPTH, np.int64)
        self.random = np.zeros(1, np.uint64)
        self.out, self.odds = np.zeros(most, np.int64), np.zeros(most)
        self.simulations = 0
        wanted = (settings.simulations // settings.trees + 1) * most + 1 if settings.simulations else 2**16
        self.keyed = settings.solver or game.endless is not None
        proofs = min(PROOFS, 4 << max(wanted // most, 2).bit_length()) if settings.solver else 1
        self.arrays = _allocate(min(max(wanted, 4 * most + 1), self._most_nodes()), self.keyed, proofs)
        tree.new_root(self.arrays, owner.scale)
        self.counters[tree.USED] = 1

    def put_root(self, position: Position) -> None:
        """Set the root's state."""
        self.owner._simulate.put(self.pool, 0, position.state)

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
        if self.owner.settings.solver or (node["known"] and node["who"] != tree.REPEATED):
            return float(self.arrays.bound[k, 0]), float(self.arrays.bound[k, 1])
        return -self.owner.scale, self.owner.scale

    def run(self, simulations: int, report: _Report, start: float) -> str:
        """Run until the budget is spent; return why it stopped."""
        self.simulations, chunk = 0, FIRST_CHUNK
        seconds = self.owner.settings.seconds
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
        if self.owner.evaluator is None:
            status = self.owner._simulate(
                self.arrays, self.pool, self.random, self.path, self.out, self.odds, self.options, self.constants, self.owner.weights,
                self.counters, size,
            )  # fmt: skip
        else:
            status = self._step_batches(size)
        self.simulations += int(self.counters[tree.SIMULATIONS]) - before
        self._check_play()
        if status == tree.FULL:
            self._grow()
        return int(status)

    def _check_play(self) -> None:
        game = self.owner.game
        if self.counters[tree.CUT_OFF] and game.endless is None:
            message = f"a game went on for {self.options[tree.LIMIT]:,} plies; end it in mover, or declare ENDLESS"
            raise RulesError.at(game.path.name, game.line_of("mover"), message)
        if self.counters[tree.OVERSIZED]:
            message = (
                f"a payoff is larger than SCALE, {self.owner.scale:g}; declare SCALE = the largest payoff there is"
            )
            raise RulesError.at(game.path.name, game.line_of("SCALE") or game.line_of("payoff"), message)

    def _step_batches(self, size: int) -> int:
        assert self.owner._batches is not None and self.owner.evaluator is not None
        gather, resume = self.owner._batches
        settings, game = self.owner.settings, self.owner.game
        space = batches.Space(gather, settings.batch, MAX_DEPTH, game.actions)
        target = int(self.counters[tree.SIMULATIONS]) + size
        while self.counters[tree.SIMULATIONS] < target:
            status = gather(
                self.arrays, self.pool, space.leaves, self.random, space.paths, space.depths, self.out, self.odds, self.options,
                self.constants, self.owner.weights, self.counters, target,
            )  # fmt: skip
            pending = int(space.depths[-1])
            if pending:
                space.ask(self.owner.evaluator, game, gather, pending)
                resume(
                    self.arrays, space.leaves, space.paths, space.depths, self.out, space.values, space.priors, self.options,
                    self.constants, self.counters, pending,
                )  # fmt: skip
            if status != tree.DONE:
                return int(status)
        return tree.DONE

    def _grow(self) -> None:
        """Double the arrays, or freeze the tree where memory ends."""
        size = len(self.arrays.nodes)
        if size * 2 > self._most_nodes():
            self.options[tree.FROZEN] = 1
            return
        grown = self._empty(size * 2)
        for new, old in zip(grown[:3], self.arrays[:3], strict=True):
            new[:size] = old
        if self.keyed:
            grown.keys[:size] = self.arrays.keys
        self.arrays = grown

    def _most_nodes(self) -> int:
        settings = self.owner.settings
        return min(settings.memory * 2**20 // ((NODE_BYTES + 8 * self.keyed) * settings.trees), np.iinfo(np.int32).max)

    def _empty(self, size: int) -> tree.Tree:
        """Return room for `size` nodes that shares what is known of proven states."""
        return _allocate(size, self.keyed, 1)._replace(proofs=self.arrays.proofs, exact=self.arrays.exact)

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

    def children(self) -> dict[int, tuple[int, float, float, float, float]]:
        """Return action -> (visits, total, lower, upper, prior order) of the root's children."""
        node = self.root
        out = {}
        for k in range(int(node["first"]), int(node["first"]) + int(node["count"])):
            child = self.arrays.nodes[k]
            low, high = self._bounds_of(k)
            out[int(child["action"])] = (int(child["visits"]), float(child["total"]), low, high, float(k))
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
        return _ranked(entries, mover, low if mover == 0 else high, low == high)[0].action if entries else None


def _limit(game: Game) -> int:
    return ENDLESS_PLIES if game.endless is not None else ENDLESS_PLIES * 256


_ROOTS = np.array([math.sqrt(math.log(max(n, 1))) for n in range(tree.TABLE)])


def _allocate(size: int, keyed: bool, proofs: int) -> tree.Tree:
    """Make the arrays of a tree: NumPy leaves them untouched, so that unused room costs nothing."""
    nodes: Any = np.empty(size, NODE)
    if not batches.JIT:
        nodes = nodes.view(np.recarray)
    bounds = np.empty((size, 2), np.float32), np.empty((size, 2), np.float32)
    keys = np.zeros(size if keyed else 1, np.uint64)
    return tree.Tree(nodes, *bounds, keys, np.zeros(proofs, np.uint64), np.zeros(proofs, np.float32), _ROOTS)


def _merge(
    trees: list[dict[int, tuple[int, float, float, float, float]]],
) -> dict[int, tuple[int, float, float, float]]:
    """Add up the root children of all trees, in order: action -> (visits, value, lower, upper)."""
    merged: dict[int, tuple[int, float, float, float]] = {}
    for action in trees[0] if trees else ():
        rows = [one[action] for one in trees if action in one]
        visits = sum(row[0] for row in rows)
        low, high = max(row[2] for row in rows), min(row[3] for row in rows)
        mean = sum(row[1] for row in rows) / visits if visits else (low + high) / 2
        merged[action] = (visits, low if low == high else mean, low, high)
    return merged


def _ranked(actions: list[ActionValue], mover: int, bound: float, proven: bool) -> list[ActionValue]:
    """Order actions, best first.

    At a proven root, the proven actions that reach its value come first. Elsewhere the most visited action is best,
    unless a proven one is worth as much as that one seems to be; proven losses come last.
    """
    sign = 1.0 if mover == 0 else -1.0
    unproven = [a for a in actions if not a.proven]
    expected = max(unproven, key=lambda a: a.visits).value * sign if unproven else -math.inf

    def order(a: ActionValue) -> tuple[int, float, int]:
        value = a.value * sign
        if not a.proven:
            return (2, 0.0, a.visits) if a.visits else (1, 0.0, 0)
        if proven and a.value == bound:
            return (4, value, a.visits)
        return (3 if value >= expected and not proven else 0, value, a.visits)

    return sorted(actions, key=order, reverse=True)
