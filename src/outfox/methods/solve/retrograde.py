"""Retrograde analysis: the exact value and distance of every state of a graph, from the ends of play backwards.

Idea. Order the payoffs that occur. From the best for player 0 down to what endless play is worth: a state has that
value if player 0 can force it, which spreads backwards from the terminal states, to a state of player 0 with its first
good action and to one of player 1 with its last. From the worst payoff up, the same for player 1. What is left never
ends, or not for another payoff. Spreading goes by plies, so the first time that a state is reached is also its
distance: the side that is better off than with endless play hastens, the other delays, among the actions that keep the
value.

One counter a state is enough for all payoffs, if those farthest from ENDLESS come first: an action that led to an
earlier payoff is not one that keeps this state's value, whoever moves.

Play never leads back along the rules' `progress`, so the states are solved part by part, from the last to the first
(`outfox.methods.solve.layers`). An edge to a later part is a value with a distance, which takes its turn among those
that spread within the part; of all such edges of a state one decides. A part is first gone through from its last state
to its first as long as edges lead to what is solved: without cycles that is all, and no edge is turned round.

Time: one visit of every edge; three where there are cycles. Memory beside the graph: 6 bytes a state, 8 more where
`progress` sorts them, and 22 bytes a state and 4 an edge of the largest part that has cycles.

Sources: Ströhlein 1970 and Thompson 1986 (retrograde analysis in chess); Zermelo 1913. That payoffs are taken in order
of their distance from ENDLESS, so that one counter serves all, is our own; the proof is the paragraph above.

Status: proven (compared with a brute-force fixed point on random graphs, and with published counts).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.kernel.graph import Graph, Keeper, Parts
from outfox.kernel.slots import Ints, Ints32, Shorts
from outfox.methods.solve.layers import Chunk, Layers, Part
from outfox.methods.solve.spreading import (
    MARKS,
    NO_DISTANCE,
    UNKNOWN,
    scan_part,
    solve_backwards,
    spread_values,
    turn_part_round,
)

Progress = Callable[[float, str], None]

STEPS = 1 << 20
"""States that a kernel goes through between two looks at the world outside."""


class Levels:
    """The payoffs that occur, in order, and how they compare with endless play.

    Attributes
    ----------
    payoffs : (n,) float64
        Ascending, in any frame; with what endless play is worth.
    endless : int
        Which of them endless play is worth.
    mirror : (n,) int64
        The place of the payoff with its sign changed, for frames that exchange the players.
    wanted : (n,) int64
        1 where player 0 hastens to it, -1 where player 1 does, 0 where nobody does.
    """

    def __init__(self, graph: Graph) -> None:
        endless = graph.game.endless or 0.0
        found = graph.payoffs
        self.payoffs = np.unique(np.concatenate([found, -found if graph.exchanges else found, [endless]]))
        self.endless = int(np.searchsorted(self.payoffs, endless))
        self.mirror = np.searchsorted(self.payoffs, -self.payoffs).clip(0, len(self.payoffs) - 1)
        self.wanted = np.sign(self.payoffs - endless).astype(np.int64)
        self.wanted[self.endless] = int(np.sign(endless))

    def rounds(self) -> list[list[int]]:
        """Return the payoffs that are spread at the same time, those farthest from endless play first."""
        away = np.abs(self.payoffs - self.payoffs[self.endless])
        return [np.flatnonzero(away == d).tolist() for d in sorted(set(away.tolist()), reverse=True)]

    def of(self, graph: Graph) -> Any:
        """Return the place of each state's payoff; UNKNOWN where the game goes on."""
        places = np.searchsorted(self.payoffs, graph.payoffs).astype(np.int16)
        return np.append(places, np.int16(UNKNOWN))[graph.level]


def analyse(
    graph: Graph, levels: Levels, progress: Progress | None = None, keeper: Keeper | None = None
) -> tuple[Shorts, Ints32]:
    """Return the value and distance of every state, in its frame.

    Parameters
    ----------
    graph
        Without chance; where it has cycles, its game has ENDLESS.
    levels
        Of the graph.
    progress
        Called now and then, with words.
    keeper
        As for `outfox.kernel.graph.reach`.

    Returns
    -------
    values : (states,) int16
        Places in ``levels.payoffs``.
    distances : (states,) int32
        Plies to the end; NO_DISTANCE where play need not end, or nobody hastens.

    Raises
    ------
    RulesError
        Where the rules' `progress` falls along an action.
    """
    analysis = Analysis(graph, levels, progress)
    if keeper is not None and (taken := keeper.taken()) is not None:
        analysis.restore(*taken)
    analysis.run(keeper)
    return analysis.values, analysis.distances


class Analysis:
    """A graph that is being solved, part by part.

    Attributes
    ----------
    layers
        The parts.
    values, distances
        As `analyse` returns them; of the parts that are solved.
    left : int
        How many parts are not.
    """

    def __init__(self, graph: Graph, levels: Levels, progress: Progress | None = None) -> None:
        self.graph, self.levels, self.progress = graph, levels, progress
        self.layers = Layers(graph)
        self.values = levels.of(graph)
        self.distances = np.where(self.values >= 0, 0, NO_DISTANCE).astype(np.int32)
        self.left = len(self.layers)

    def run(self, keeper: Keeper | None = None) -> None:
        """Solve what is left."""
        while self.left:
            self.look()
            if keeper is not None:
                keeper.offer(self.parts)
            part = self.layers.part(self.left - 1)
            unsolved = self._backwards(part)
            if unsolved:
                self._by_rounds(part, unsolved)
            self.left -= 1

    @property
    def solved(self) -> int:
        """How many states are in the parts that are solved."""
        return self.graph.states - self.layers.cuts[self.left]

    def parts(self) -> Parts:
        """Return what there is, to go on from it later."""
        facts, arrays = self.graph.parts()
        return {**facts, "solved": self.solved}, {**arrays, "values": self.values, "distances": self.distances}

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned; what stood in unfinished parts is not taken."""
        cut = self.graph.states - int(facts.get("solved", 0))
        if cut in self.layers.cuts and "values" in arrays:
            self.left = self.layers.cuts.index(cut)
            done = self.layers.states(cut, self.graph.states)
            self.values[done], self.distances[done] = arrays["values"][done], arrays["distances"][done]

    def look(self) -> None:
        """Tell how far it is."""
        if self.progress is not None:
            self.progress(-1.0, f"{self.graph.states:,} states, {self.solved:,} of them solved")

    @property
    def _arrays(self) -> tuple[Any, ...]:
        return self.graph.who, self.graph.layer, self.values, self.distances

    @property
    def _scales(self) -> tuple[Ints, Ints]:
        return self.levels.mirror, self.levels.wanted

    def _checked(self, part: Part, chunk: Chunk, result: int) -> int:
        if result < 0:
            self.layers.refuse(part, chunk, -1 - int(result))
        self.look()
        return int(result)

    def _backwards(self, part: Part) -> int:
        """Solve states of a part from the last to the first; return how many are left."""
        for chunk in self.layers.chunks(part, part.size):
            given = part.numbers, part.offset, *chunk, *self._arrays, *self._scales
            left = self._checked(part, chunk, solve_backwards(*given))
            if left > chunk.low:
                return left
        return 0

    def _by_rounds(self, part: Part, count: int) -> None:
        """Solve the first states of a part by spreading values among them, payoff by payoff."""
        values, distances, place = self.values, self.distances, self.layers.place
        seeds, left, ends = np.empty(count, np.int16), np.empty(count, np.int32), np.zeros(count + 2, np.int64)
        for chunk in self.layers.chunks(part, count):
            given = part.numbers, part.offset, *chunk, *self._arrays, *self._scales
            self._checked(part, chunk, scan_part(*given, place, seeds, left, ends))
        np.cumsum(ends, out=ends)
        sources = np.empty(int(ends[-1]), np.int32)
        for chunk in self.layers.chunks(part, count):
            turn_part_round(part.numbers, part.offset, *chunk, values, place, ends, sources)
            self.look()
        mine = self.layers.states(part.offset, part.offset + count)
        queue, marks = np.empty(count, np.int32), np.zeros(MARKS, np.int64)
        for order in self._rounds(seeds, distances[mine]):
            marks[:] = 0
            while spread_values(
                part.numbers, part.offset, ends[1:], sources, self.graph.who, values, distances, seeds, left, order,
                queue, *self._scales, marks, STEPS,
            ):  # fmt: skip
                self.look()
        never = values[mine] == UNKNOWN
        distances[mine] = np.where(never, NO_DISTANCE, distances[mine])
        values[mine] = np.where(never, self.levels.endless, values[mine])

    def _rounds(self, seeds: Shorts, plies: Ints32) -> list[Ints32]:
        """Return for each round of payoffs that somebody wants the places of its seeds, the nearest first."""
        wanted = [places for places in self.levels.rounds() if self.levels.wanted[places[0]]]
        turn = np.full(len(self.levels.payoffs) + 1, len(wanted), np.int64)  # the last is that of UNKNOWN
        for k, places in enumerate(wanted):
            turn[places] = k
        here = np.flatnonzero((turn[seeds] < len(wanted)) & (plies >= 0)).astype(np.int32)
        turns = turn[seeds[here]]
        order = np.lexsort((plies[here], turns))
        bounds = np.searchsorted(turns[order], np.arange(len(wanted) + 1))
        return [here[order[low:high]] for low, high in itertools.pairwise(bounds.tolist())]


__all__ = ["NO_DISTANCE", "Analysis", "Levels", "analyse"]
