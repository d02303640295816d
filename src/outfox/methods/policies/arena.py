"""`Arena`: the graph of a game as whole policies play on it, and `Seat`: how one side chooses there.

A game between two policies is a walk over state numbers, so nothing is compiled for a game but the kernel that lists
its states, edges and relations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from outfox.formats.packing import Packing, key_fields
from outfox.formats.relational import MOST_LEVELS, Relational
from outfox.kernel.canonical import IMAGES, OPTIONS, POOL, RANKED, STATE, unpack
from outfox.kernel.graph import Graph, Probe, by_rank, reach
from outfox.kernel.link import link
from outfox.kernel.slots import (
    BRANCHING,
    HAS_CHANCE,
    OUTCOMES,
    Bytes,
    Floats,
    Ints,
    Ints32,
    Shorts,
    States,
    chance,
    legal_actions,
    mover,
    relations,
)
from outfox.kernel.store import OVER
from outfox.methods.solve.states import SolvedGraph
from outfox.rules.game import Game
from outfox.rules.vocabulary import CHANCE

DISTANCE = "distance"
"""The relation that tells how far apart the sides are."""

CHUNK = 1 << 17
"""States that are described between two looks at the world outside."""


class Arena(NamedTuple):
    """What a walk goes over.

    Attributes
    ----------
    first : (states + 1,) int64
        Where the edges of a state begin.
    edges : (edges,) int32
        The state that each leads to.
    labels : (edges,) int32
        The action of each, or the chance outcome.
    odds : (edges,) float64
        Of chance outcomes; empty in games without chance.
    who : (states,) uint8
        0, 1, OVER or BY_CHANCE.
    payoff : (states,) float64
        Player 0's at the end of play; 0 elsewhere.
    distance : (states,) float64
        How far apart the sides are; empty where nothing says so.
    related : (states * K,) int16
        The relations; empty where none are declared.
    """

    first: Ints
    edges: Ints32
    labels: Ints32
    odds: Floats
    who: Bytes
    payoff: Floats
    distance: Floats
    related: Shorts


# Places in `Seat.shape`.
TABLED, SCORED, FACTORS, RELATIONS, SHAPE = range(5)


class Seat(NamedTuple):
    """How one side chooses; what it has learned (`genes`, `weights`) is handed on beside it.

    Attributes
    ----------
    shape : (SHAPE,) int64
        1 where genes are places among a state's edges, 0 where they are actions; 1 where weights score actions; how
        many relations are scored; K.
    gene : (states,) int32
        Which gene decides in a state; -1: none.
    spin : (states,) uint8
        The turn in which a gene is an action.
    original : (turns * ACTIONS,) int64
        The action that a turned one is.
    alignment, block : (ACTIONS,) int64
        The turn in which an action is scored; which actions share weights.
    source, mirrored : (turns * F,) int64
        For each turn and scored relation: which relation stands in its place, and whether it is mirrored.
    levels, offsets, joint : (F,), (F + 1,), (F,) int64
        Values of each scored relation; its first column, and at the end the width of a block; 1 where it counts
        together with the first.
    mask : (edges,) uint8
        Where it is not empty: no policy, but one of the marked edges at random.
    """

    shape: Ints
    gene: Ints32
    spin: Bytes
    original: Ints
    alignment: Ints
    block: Ints
    source: Ints
    mirrored: Ints
    levels: Ints
    offsets: Ints
    joint: Ints
    mask: Bytes


@dataclass(frozen=True)
class Board:
    """A game's graph, ready to be played on.

    Attributes
    ----------
    game, graph
        The game and all its positions.
    arena
        The arrays of the graph.
    roots : (n,) int64
        Numbers of the starting states.
    compile_seconds
        Spent on compiling.
    """

    game: Game
    graph: Graph
    arena: Arena
    roots: Ints
    compile_seconds: float

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.graph.states

    @property
    def related(self) -> Shorts:
        """(states, K) int16: the relations of each state."""
        found: Shorts = self.arena.related.reshape(self.states, -1)
        return found

    @property
    def keyed(self) -> int:
        """How many numbers of a state belong to KEY."""
        return sum(leaf.size for leaf in key_fields(self.game.state, self.game.key_fields))

    @cached_property
    def degrees(self) -> Ints:
        """(states,) int64: how many actions each state has."""
        return np.diff(self.arena.first)

    @cached_property
    def depth(self) -> int:
        """Plies to the farthest state."""
        return len(self.graph.layers)

    def seat(self, relational: Relational, levels: Ints, *, near: bool) -> Seat:
        """Return a side that goes by relations; see `relational_seat`."""
        return relational_seat(self, relational, levels, near=near)

    @cached_property
    def levels(self) -> Ints:
        """(K,) int64: how many values each relation has here, at most MOST_LEVELS."""
        most = self.related.max(axis=0, initial=0).astype(np.int64) + 1
        found: Ints = np.clip(most, 2, MOST_LEVELS)
        return found


def board(what: Game | SolvedGraph, *, memory: int = 0, judge: Callable[[Probe], int] | None = None) -> Board:
    """List the states of a game, their edges, and what the rules say of them.

    Parameters
    ----------
    what
        A game, whose graph is then made; or one that was solved without symmetry.
    memory, judge
        As for `outfox.kernel.graph.reach`.

    Raises
    ------
    NotSupported, BudgetExceeded
        As for `outfox.kernel.graph.reach`.

    Examples
    --------
    >>> from outfox.rules import load
    >>> found = board(load("cat-and-mouse:rows=5,cols=6"))
    >>> found.states, found.arena.distance[found.roots].tolist()
    (900, [9.0])
    """
    graph = what.graph if isinstance(what, SolvedGraph) else reach(what, symmetry=False, memory=memory, judge=judge)
    game = graph.game
    if graph.images > 1 or graph.exchanges:
        raise ValueError("policies need a graph with one state for each position")
    names = list(game.constant("RELATIONS", ())) if game.has("relations") else []
    linked = link(game, describe_states)
    labels = np.zeros(len(graph.edges), np.int32)
    related = np.zeros(graph.states * len(names), np.int16)
    pool, options, keys = linked.states(POOL), _options(graph), graph.keys.reshape(-1)
    for begin in range(0, graph.states, CHUNK):
        end = min(begin + CHUNK, graph.states)
        linked(pool, graph.packing, options, keys, graph.first, begin, end, labels, len(names), related)
    payoff = np.where(graph.who == OVER, np.nan_to_num(graph.payoff), 0.0)
    distance = np.zeros(0)
    if DISTANCE in names:
        distance = related.reshape(graph.states, -1)[:, names.index(DISTANCE)].astype(np.float64)
    edges = (graph.edges >> 1).astype(np.int32)
    arena = Arena(graph.first, edges, labels, graph.odds, graph.who, payoff, distance, related)
    roots = np.array([number for number, _ in graph.roots], np.int64)
    return Board(game, graph, arena, roots, linked.compile_seconds + graph.compile_seconds)


def _options(graph: Graph) -> Ints:
    found = np.zeros(OPTIONS, np.int64)
    found[IMAGES], found[RANKED] = 1, by_rank(graph.game, False)
    return found


def describe_states(
    pool: States, packing: Packing, options: Ints, keys: Ints, first: Ints, begin: int, end: int, labels: Ints32,
    count: int, related: Shorts,
) -> int:  # fmt: skip
    """Write the actions and the relations of the states `begin` to `end` - 1.

    Parameters
    ----------
    pool : (POOL,) states
        Scratch; the last is zeroed.
    packing, options, keys, first
        Of the graph.
    labels, related
        As in `Arena`.
    count
        How many relations there are.

    Returns
    -------
    int
        `end`.
    """
    words = packing.word[-1] + 1
    leaf, out = np.empty(len(packing.low), np.int64), np.empty(max(BRANCHING, OUTCOMES), np.int64)
    odds = np.empty(max(OUTCOMES, 1), np.float64)
    seen = np.empty(max(count, 1), np.int64)
    for i in range(begin, end):
        unpack(pool, packing, options, keys, i, words, leaf)
        who = mover(pool[STATE])
        if who >= 0:
            n = legal_actions(pool[STATE], out)
            for k in range(n):
                labels[first[i] + k] = out[k]
        elif HAS_CHANCE and who == CHANCE:
            n = chance(pool[STATE], out, odds)
            for k in range(n):
                labels[first[i] + k] = out[k]
        if count > 0:
            for k in range(count):
                seen[k] = 0
            relations(pool[STATE], seen)
            for k in range(count):
                related[i * count + k] = seen[k]
    return end


_NONE, _NONE32, _NOTHING = np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.uint8)


def _plain(shape: Ints, gene: Ints32, spin: Bytes, mask: Bytes) -> Seat:
    """Return a side that scores nothing."""
    return Seat(shape, gene, spin, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, mask)


def drawn_seat(mask: Any) -> Seat:
    """Return a side that draws among the marked edges."""
    shape = np.zeros(SHAPE, np.int64)
    return _plain(shape, _NONE32, _NOTHING, np.ascontiguousarray(mask, np.uint8))


def table_seat(found: Board, player: int) -> tuple[Seat, Ints]:
    """Return a side with a gene for each of its states, and how many values each gene has."""
    mine = np.flatnonzero(found.arena.who == player)
    gene = np.full(found.states, -1, np.int32)
    gene[mine] = np.arange(len(mine), dtype=np.int32)
    shape = np.zeros(SHAPE, np.int64)
    shape[TABLED] = 1
    seat = _plain(shape, gene, np.zeros(found.states, np.uint8), _NOTHING)
    return seat, found.degrees[mine]


def relational_seat(found: Board, relational: Relational, levels: Ints, *, near: bool) -> Seat:
    """Return a side that goes by relations: by the window where there is one, if `near`, and else by scores."""
    far = np.array(relational.far, np.int64)
    number, turn = relational.local(found.related)
    gene = number if near else np.full(found.states, -1)
    offsets = relational.offsets(levels)
    shape = np.array([0, 1, len(far), len(relational.names)], np.int64)
    return Seat(
        shape,
        gene.astype(np.int32),
        turn.astype(np.uint8),
        relational.original_action.reshape(-1).copy(),
        relational.alignment,
        relational.block,
        np.ascontiguousarray(relational.source[:, far]).reshape(-1),
        np.ascontiguousarray(relational.mirrored[:, far]).reshape(-1),
        levels[far],
        offsets,
        relational.joint,
        _NOTHING,
    )
