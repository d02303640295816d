"""Monte Carlo tree search: UCT and PUCT, with proofs.

Idea. Grow a tree by simulations: walk down by an upper confidence bound (UCT; or PUCT, which weighs children by a
prior), score the leaf by a random playout (to the end, or cut and evaluated), and back the result up. The solver
carries proven bounds up beside the averages: a finished game bounds its parent from below for the player who can
choose it, and from above once every alternative is known; draws are proofs too, and children that are proven or
cannot beat their parent's bound are left alone. Nothing proven rests on a repetition: a state that stands earlier
on its own path scores as ENDLESS and proves nothing. So a proof holds wherever its state turns up again, and proven
states are remembered by a 64-bit hash. What is proven also corrects the averages above it. Chance nodes draw their
outcome and back up expectations.

Time: a simulation costs its depth times the branching, and a playout. Memory: 48 bytes a child, eight more with the
solver or in games with ENDLESS.

Sources: Kocsis and Szepesvári 2006 (UCT); Rosin 2011 and Silver et al. 2017 (PUCT); Winands, Björnsson and Saito 2008
(MCTS-Solver); Cazenave and Saffidine 2010 (score-bounded MCTS); Chaslot, Winands and van den Herik 2008 (root
parallelism).

Status: measured (docs/performance.md; proofs are compared with exact values in the tests).
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from outfox.kernel.link import link
from outfox.kernel.random import seeded
from outfox.methods.endgame.probe import Probe, no_tables
from outfox.methods.result import choices
from outfox.methods.search import batches, tree
from outfox.methods.search.evaluation import Evaluation, Weights
from outfox.methods.search.growth import Engine, GrowingTree, Report
from outfox.methods.search.ranking import merge, ranked
from outfox.methods.search.result import ActionValue, SearchResult
from outfox.methods.search.settings import Evaluator, MctsSettings, Progress
from outfox.rules.errors import BadSetting, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL
from outfox.workers.seeds import root_seed, task_seed

__all__ = ["Evaluator", "MctsSettings", "Progress", "Searcher", "search"]


def search(
    position: Position,
    settings: MctsSettings | None = None,
    *,
    seed: int | np.random.SeedSequence = 0,
    weights: Weights = None,
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
    weights : (W,) float64 or Model, optional
        Weights for the rules' `evaluate` and `prior`; or a model, which stands in for `evaluate`.
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
    BadSetting
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
    endings
        Endgame tables of the game, from `outfox.methods.endgame.Endgames.probe`: leaves that they have are worth what
        they say. They do not tell how fast, so a search should begin at a position that they do not have.
    """

    def __init__(
        self,
        game: Game,
        settings: MctsSettings,
        weights: Weights = None,
        evaluator: Evaluator | None = None,
        endings: Probe | None = None,
    ) -> None:
        evaluation = Evaluation.of(game, weights)
        refuse(game, settings, evaluator is not None or evaluation.model)
        self.game, self.settings = game, settings
        self._engine = Engine(
            game,
            settings,
            evaluation.weights,
            evaluator,
            link(game, tree.simulate, model=evaluation.model, endings=endings is not None),
            link(game, batches.gather) if evaluator is not None else None,
            link(game, batches.resume) if evaluator is not None else None,
            no_tables() if endings is None else endings,
        )
        self._trees: list[GrowingTree] = []
        self._root: Position | None = None

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._engine.compile_seconds

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
        BadSetting
            Where the game is over.
        """
        if position.mover == TERMINAL:
            raise BadSetting("the game is over: there is nothing to search")
        wall, cpu = time.perf_counter(), time.process_time()
        self._settle_root(position)
        root = root_seed(seed)
        for number, one in enumerate(self._trees):
            one.random = seeded(task_seed(root, number))
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
            self._trees = [GrowingTree(self._engine, position) for _ in range(self.settings.trees)]
        else:
            for one in self._trees:
                one.put_root(position)
        self._root = position

    def _run(self, progress: Progress | None) -> str:
        shares = _shares(self.settings.simulations, self.settings.trees)
        start = time.perf_counter()
        report = Report(progress, self.settings, start)
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
        merged = merge([one.children() for one in self._trees])
        if not merged:  # one simulation scores the root and no more
            merged = dict.fromkeys(choices(position), (0, 0.0, -self.game.scale, self.game.scale))
        low, high = max(t.bounds()[0] for t in self._trees), min(t.bounds()[1] for t in self._trees)
        proven = low == high
        mover = position.mover
        visits = sum(one.visits for one in self._trees)
        total = sum(float(one.root["total"]) for one in self._trees)
        actions = ranked(
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


def refuse(game: Game, settings: MctsSettings, evaluated: bool) -> None:
    """Refuse what cannot be searched; `evaluated`: whether there is an evaluation besides the rules'.

    Raises
    ------
    NotSupported
    """
    if game.has("View"):
        raise NotSupported(f"{game.name} has hidden information (View), which MCTS over states cannot see past")
    if game.has("sample_chance") and not game.has("chance"):
        raise NotSupported(f"{game.name} declares no chance, which MCTS needs beside sample_chance")
    if settings.cut >= 0 and not evaluated:
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
