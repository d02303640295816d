"""The graph of a game: every state that can be reached, and where its actions lead, as flat arrays.

For exact methods. States are numbered in the order of discovery, breadth first; see `outfox.kernel.expand` for the
kernel and for what it costs. Where memory is short, edges need not stand in it: they are made again, part by part
(`outfox.kernel.retrace`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import numpy as np

from outfox.formats.packing import WORD, Ranges, key_fields, leaf_values
from outfox.kernel.expand import expand
from outfox.kernel.graph_shape import CHUNK, Graph, Keeper, Parts, Probe
from outfox.kernel.grower import NAMED_STARTS, PROBE, Grower, Progress
from outfox.kernel.link import link
from outfox.kernel.store import LARGEST
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL

MOST_STATES = LARGEST >> 1

SAMPLED_GAMES, SAMPLED_PLIES = NAMED_STARTS, 200
"""Random games that show which values the fields of a state take; where they do not show all, expansion begins anew."""

Edges = Literal["keep", "spare", "drop"]
"""What becomes of edges: kept; kept while memory allows, where they can be made again part by part; made again."""


def reach(
    game: Game,
    roots: Sequence[Position] = (),
    *,
    symmetry: bool = True,
    edges: Edges = "keep",
    states: int = MOST_STATES,
    memory: int = 0,
    judge: Callable[[Probe], int] | None = None,
    progress: Progress | None = None,
    keeper: Keeper | None = None,
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
    edges
        Whether to ``keep`` edges; to ``spare`` them where they do not fit into `memory` and the graph can be solved
        part by part, by the rules' `progress` or because it has no cycles; or to ``drop`` them. With chance they are
        always kept.
    states
        At most as many states.
    memory
        At most as many bytes; 0: no limit.
    judge
        Called once, in graphs of more than PROBE states, with what is known then. Returns how many states there will
        be, by a guess, or 0; what it raises ends the work.
    progress
        Called with the share that is done, by the judge's guess, below 0 without one, and what has been found.
    keeper
        Keeps unfinished work now and then, and when it is interrupted; what it kept before is gone on with.
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
    begin = partial(
        Grower, game, linked, symmetry=symmetry, edges=edges, most=min(states, MOST_STATES), memory=memory,
        judge=judge, progress=progress, keeper=keeper,
    )  # fmt: skip
    taken = keeper.taken() if keeper is not None else None
    graph = _grown(begin, by_rank(game, symmetry), _sampled_ranges(game, roots), roots, taken)
    graph.seconds = time.perf_counter() - wall
    graph.compile_seconds = linked.compile_seconds
    graph.cpu_seconds = time.process_time() - cpu
    return graph


def _grown(
    begin: Callable[..., Grower], ranked: bool, ranges: Ranges, roots: Sequence[Position], taken: Parts | None
) -> Graph:
    """Expand, and begin anew with wider fields where a state does not fit into those that were guessed."""
    if taken is not None:
        ranges.low, ranges.high = list(taken[0]["low"]), list(taken[0]["high"])
    while True:
        facts = {"low": list(ranges.low), "high": list(ranges.high)}
        grower = begin(None if ranked else ranges.packing(), facts=facts)
        if taken is not None:
            grower.restore(*taken)
            taken = None
        bad = grower.run(roots)
        if bad is None:
            return grower.graph()
        ranges.widen(int(ranges.group[bad[0]]), bad[1])
        ranges.round_up(int(ranges.group[bad[0]]))


def _refuse(game: Game) -> None:
    if game.has("View"):
        raise NotSupported(f"{game.name} has hidden information (View): its states are not what players know")
    if game.has("sample_chance") and not game.has("chance"):
        raise NotSupported(f"{game.name} declares no chance, whose outcomes must be listed to be solved exactly")


MOST_RANKS = 1 << 28
"""A game with more ranks than this is hashed: a table addressed by rank would take more than a GB."""


def by_rank(game: Game, symmetry: bool) -> bool:
    """Say whether states are numbered by the rules' `rank`: where they are not merged with their images."""
    merged = symmetry and (game.has("symmetry") or game.exchangeable)
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


__all__ = ["CHUNK", "MOST_STATES", "PROBE", "Edges", "Graph", "Keeper", "Parts", "Probe", "by_rank", "reach"]
