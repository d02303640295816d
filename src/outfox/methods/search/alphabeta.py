"""Alpha-beta: minimax to a horizon, without looking at what cannot matter.

Idea. Whoever moves takes the best child. Once one side has something elsewhere that is at least as good as what a
state can come to, the rest of that state is cut off, at equality too. Iterative deepening searches to depth 1, 2, ...
and orders each search by what was learned before: the table's action first, then by a history of what cut off and of
what was tried in vain; away from the horizon a win at once comes before all
(`outfox.methods.search.alphabeta_order`). A transposition table keeps bounds by state, which settle it or narrow the
window that it is searched with. Chance nodes are averages over all outcomes (expectiminimax), each searched with an
open window.

What is known. A value says what best play comes to before the horizon; a leaf there counts what the rules' `evaluate`
estimates, or 0, and then the result says "unknown". Beside it goes what is proven whatever lies beyond: claims that the
true value is at least, or at most, so much, which rest on finished games alone. A root action whose value a cutoff left
open is reported with its bound, never as a value; with `exact` every one of them is valued.

Winning sooner. Depths come in order, so a win is found first at the depth of the shortest one, and actions that are
equal keep the order of the last depth: the winner hastens and the loser resists as long as possible, and no value in
the table depends on it. `remoteness` is that depth.

Repetition. A state that stands on its own path scores as ENDLESS. Such a value depends on the path, so with cycles the
table settles a state only by claims that rest on finished games, which hold on every path, unless the rules' `progress`
says that the path cannot come back. The argument that this
changes no value: a forced win of the fewest plies never repeats a state, since the plies left fall with every move;
so a search without a table finds it on any path, from the first state of the win that the path visits. What a search
without horizon leaves finds is proven even where it rests on repetitions, by the same argument.

Time: between b^(d/2) and b^d states for b actions and depth d. Memory: one state a ply, and the table.

Sources: D. E. Knuth and R. W. Moore, *An Analysis of Alpha-Beta Pruning*, Artificial Intelligence 6 (1975);
J. Schaeffer, *The History Heuristic and Alpha-Beta Search Enhancements in Practice*, IEEE PAMI 11 (1989), beside those
of the order;
D. M. Breuker, *Memory versus Search in Games*, Maastricht (1998), for tables in buckets; M. Campbell, *The
Graph-History Interaction*, ACM Annual Conference (1985).

Status: proven (values are compared with published ones, with exact solving and with a slow twin in the tests).
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from outfox.methods.search import alphabeta_kernel as kernel
from outfox.methods.search.alphabeta_found import Found
from outfox.methods.search.alphabeta_result import AlphaBetaResult, RootAction
from outfox.methods.search.alphabeta_run import Deepening, OutOfTime
from outfox.methods.search.alphabeta_table import DEEPEST, MOVE_MASK
from outfox.methods.search.evaluation import Weights
from outfox.methods.search.settings import AlphaBetaSettings, Progress
from outfox.rules.errors import BadSetting, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL

__all__ = ["AlphaBeta", "AlphaBetaResult", "AlphaBetaSettings", "RootAction", "alphabeta"]


def alphabeta(
    position: Position,
    settings: AlphaBetaSettings | None = None,
    *,
    weights: Weights = None,
    progress: Progress | None = None,
    **changes: Any,
) -> AlphaBetaResult:
    """Search a position by alpha-beta.

    Parameters
    ----------
    position
        Where to search; it must not be over.
    settings, **changes
        `AlphaBetaSettings`, and single settings by name.
    weights : (W,) float64 or Model, optional
        Weights for the rules' `evaluate`; or a model, which stands in for it.
    progress
        Called with the share done (0 to 1) and a short text, about twenty times a second.

    Returns
    -------
    AlphaBetaResult
        The same for the same settings, unless `seconds` or Ctrl-C cuts the search short.

    Raises
    ------
    NotSupported
        Where the game lacks something that the search needs, or no budget is given.
    BadSetting
        Where the game is over.

    Examples
    --------
    >>> from outfox.rules import load
    >>> result = alphabeta(load("tic-tac-toe").start(), depth=9)
    >>> result.value, result.proven
    (0.0, True)
    """
    return AlphaBeta(position.game, replace(settings or AlphaBetaSettings(), **changes), weights).search(
        position, progress
    )


class AlphaBeta:
    """A search that keeps its memory, so that a player need not ask for it at every move.

    Parameters
    ----------
    game, settings, weights
        As in `alphabeta`.
    """

    def __init__(self, game: Game, settings: AlphaBetaSettings, weights: Weights = None) -> None:
        refuse(game, settings)
        self.game, self.settings = game, settings
        self._run = Deepening(game, settings, weights)

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._run.compile_seconds

    def search(self, position: Position, progress: Progress | None = None, *, line: bool = True) -> AlphaBetaResult:
        """Search a position; what earlier searches found plays no part.

        Parameters
        ----------
        position, progress
            As in `alphabeta`.
        line
            Whether to read out the principal variation: it is told in names, by plain Python, which takes longer than
            a search of a few thousand nodes.

        Raises
        ------
        BadSetting
            Where the game is over.
        """
        if position.mover == TERMINAL:
            raise BadSetting("the game is over: there is nothing to search")
        wall, cpu = time.perf_counter(), time.process_time()
        run, settings = self._run, self.settings
        run.begin(position)
        found = Found(position, settings, run.estimates)
        look = _Look(settings, wall, progress, found)
        try:
            for done in run.iterations(depths(settings), look):
                found.take(done)
                if found.settled:
                    break
                run.limit(settings.nodes)  # only now: the first depth is always searched
                look(run.nodes)
            stopped = "proven" if found.settled else "depth"
        except OutOfTime as reason:
            stopped = str(reason)
        except KeyboardInterrupt:
            stopped = "interrupted"
        if found.telling is None:
            raise KeyboardInterrupt
        actions: list[int] = []
        if line:  # after a search that was cut short, as far as it goes: nobody waits for more
            actions = run.whole_line(found.telling) if stopped in ("proven", "depth") else found.telling.line
        counts = {name: int(run.counters[place]) for name, place in _COUNTS.items()}
        seconds = {"seconds": time.perf_counter() - wall, "cpu_seconds": time.process_time() - cpu}
        return found.result(actions, stopped=stopped, compile_seconds=self.compile_seconds, **counts, **seconds)


_COUNTS = {"nodes": kernel.NODES, "leaves": kernel.LEAVES, "ends": kernel.ENDS, "hits": kernel.HITS}


def refuse(game: Game, settings: AlphaBetaSettings) -> None:
    """Refuse what cannot be searched.

    Raises
    ------
    NotSupported, BadSetting
    """
    if game.has("View"):
        raise NotSupported(f"{game.name} has hidden information (View), which alpha-beta cannot see past")
    if game.has("sample_chance") and not game.has("chance"):
        raise NotSupported(f"{game.name} declares no chance, which alpha-beta needs beside sample_chance")
    if game.actions >= MOVE_MASK:
        raise NotSupported(f"{game.name} has {game.actions:,} actions; alpha-beta takes {MOVE_MASK - 1:,}")
    if not 0 <= settings.depth <= DEEPEST:
        raise BadSetting(f"alpha-beta searches to depth {DEEPEST:,} at most, not {settings.depth:,}")


def depths(settings: AlphaBetaSettings) -> range:
    """Return the depths to search, in order."""
    deepest = settings.depth or DEEPEST
    return range(1 if settings.deepen else deepest, deepest + 1)


class _Look:
    """Looks at the clock and tells progress."""

    def __init__(self, settings: AlphaBetaSettings, start: float, progress: Progress | None, found: Found) -> None:
        self.settings, self.start, self.progress, self.found = settings, start, progress, found

    def __call__(self, nodes: int) -> None:
        settings, spent = self.settings, time.perf_counter() - self.start
        if settings.seconds and spent >= settings.seconds and self.found.last is not None:
            raise OutOfTime("time")
        if self.progress is not None:
            shares = [spent / settings.seconds] if settings.seconds else []
            shares += [nodes / settings.nodes] if settings.nodes else []
            depth = self.found.last.depth if self.found.last else 0
            if not shares and settings.depth:
                shares.append(depth / settings.depth)
            self.progress(min(1.0, max(shares, default=0.0)), f"depth {depth + 1}, {nodes:,} nodes")
