"""`solve`: the exact value of a position, and of every other that can be reached from it.

Idea. Find every state that can be reached (`outfox.kernel.graph`); then go backwards from the ends of play
(`outfox.methods.solve.retrograde`), or with chance take expectations (`outfox.methods.solve.expectation`). The answer
for every state stays in a table, which can be saved, probed and verified.

Time: about a microsecond a state; see `docs/performance.md`. Memory: some 50 bytes a state and 8 an edge.

Sources: see the methods.

Status: proven (compared with brute force, published counts and values; a table can be verified by the rules alone).
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

from outfox.kernel.expand import expand
from outfox.kernel.graph import Graph, Probe, reach
from outfox.kernel.link import link
from outfox.methods.solve.expectation import TOLERANCE, Expected, expect
from outfox.methods.solve.keys import Keys
from outfox.methods.solve.result import Solution, action_outcomes, choices
from outfox.methods.solve.retrograde import Levels, analyse, cycle
from outfox.methods.solve.table import Table, make_table
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position

Progress = Callable[[float, str], None]
"""Called with the share done (below 0 where that is unknown) and a short text."""


def solve(
    what: Game | Position,
    *,
    symmetry: bool | None = None,
    memory: int = 0,
    tolerance: float = TOLERANCE,
    judge: Callable[[Probe], int] | None = None,
    progress: Progress | None = None,
    checked: bool | None = None,
) -> Solution:
    """Solve a game from its first starting state, or from a position.

    Parameters
    ----------
    what
        A game, whose table then has what can be reached from any of its starting states; or a position.
    symmetry
        Whether one state stands for its images under the rules' `symmetry` and `swap`; default: only in games of more
        than some hundred thousand states, so that the number of states is the one that others count.
    memory
        At most as many bytes for the graph; 0: no limit.
    tolerance
        In games with chance and cycles: the largest change of a value that is taken for none.
    judge
        Called once, in games of more than some hundred thousand states, with what is known then; see
        `outfox.methods.solve.estimate.refuse_beyond`.
    progress
        Called now and then.
    checked
        Whether to test every index and store; default: for games that are not outfox's own.

    Returns
    -------
    Solution
        Its `value` is player 0's.

    Raises
    ------
    NotSupported
        Where information is hidden, chance cannot be listed, or play can go on for ever in a game without ENDLESS.
    BudgetExceeded
        Where `memory` is not enough.

    Examples
    --------
    >>> from outfox.rules import load
    >>> solution = solve(load("nim:piles=[3,4,5],misere=false"))
    >>> solution.value, solution.remoteness, solution.actions[0].name
    (1.0, 11, '2 from pile 1')
    """
    position = what.start() if isinstance(what, Game) else what
    game, roots = position.game, () if isinstance(what, Game) else (position,)
    compile_seconds = link(game, expand, checked=checked).compile_seconds
    wall, cpu = time.perf_counter(), time.process_time()
    merge = symmetry is True
    asked = _asks_to_merge if symmetry is None and (game.has("symmetry") or _swaps(game)) else judge
    try:
        graph = reach(game, roots, symmetry=merge, memory=memory, judge=asked, progress=progress, checked=checked)
    except _LargeError:
        merge = True
        graph = reach(game, roots, symmetry=True, memory=memory, judge=judge, progress=progress, checked=checked)
    table, expected = solve_graph(graph, symmetry=merge, tolerance=tolerance, progress=progress)
    value, remoteness = table.outcome(position)
    actions = tuple(action_outcomes(table, position)) if choices(position) else ()
    positions = graph.positions
    solution = Solution(
        position=position,
        table=table,
        value=value,
        remoteness=remoteness,
        actions=actions,
        states=graph.states,
        positions=positions,
        edges=graph.edge_count,
        method=method_of(graph),
        tolerance=expected.change if expected else 0.0,
        sweeps=expected.sweeps if expected else 0,
        seconds=time.perf_counter() - wall,
        cpu_seconds=time.process_time() - cpu,
        compile_seconds=compile_seconds,
        bytes=graph.bytes
        + sum(array.nbytes for array in (table.array("keys"), table.array("codes")) if array is not None),
    )
    table.facts |= {"start": position.text, "value": value, "remoteness": remoteness, "positions": positions}
    return solution


class _LargeError(Exception):
    """A graph is large enough for states to be merged."""


def _asks_to_merge(_: Probe) -> int:
    raise _LargeError


def _swaps(game: Game) -> bool:
    """Say whether players may be exchanged: where endless play is worth the same to both."""
    return game.has("swap") and not game.endless


def method_of(graph: Graph) -> str:
    """Name the method that solves a graph."""
    if graph.forward:
        return "backward induction"
    return "value iteration" if len(graph.odds) else "retrograde analysis"


def solve_graph(
    graph: Graph, *, symmetry: bool = True, tolerance: float = TOLERANCE, progress: Progress | None = None
) -> tuple[Table, Expected | None]:
    """Return the table of a graph; with chance, also how the expectations were got."""
    game = graph.game
    refuse_cycles(graph)
    keys = Keys(game, graph.packing, graph.images, symmetry and _swaps(game))
    if progress is not None:
        progress(-1.0, f"{graph.states:,} states: working backwards")
    facts: dict[str, Any] = {"endless": game.endless, "edges": graph.edge_count}
    if game.has("chance"):
        say = (lambda text: progress(-1.0, text)) if progress is not None else None
        expected = expect(graph, tolerance=tolerance, progress=say)
        facts |= {"tolerance": expected.change, "sweeps": expected.sweeps}
        return make_table(graph, keys, facts, expected.values, None, None), expected
    levels = Levels(graph)
    values, distances = analyse(graph, levels)
    return make_table(graph, keys, facts, values, distances, levels), None


def refuse_cycles(graph: Graph) -> None:
    """Refuse a game in which play can be endless and nobody says what that is worth; the cycle is shown.

    Raises
    ------
    NotSupported
    """
    game = graph.game
    if game.endless is not None or graph.forward or not cycle(graph):
        return
    raise NotSupported(
        f"{game.name} declares no ENDLESS, but play can be endless: {_shown_cycle(graph)}; add ENDLESS = 0.0 (what"
        f" endless play pays player 0) to {game.path.name}"
    )


_SHOWN = 12


def _shown_cycle(graph: Graph) -> str:
    """Say which actions lead to a cycle, and which lead round it."""
    game = graph.game
    if graph.images > 1 or game.has("swap"):
        # Along the edges of a merged graph positions turn into their images.
        graph = reach(game, symmetry=False)
    states = cycle(graph)
    way = _way(graph, states[0])
    root, position = (way[0][0] if way else states[0]), game.start()
    starts = [number for number, _ in graph.roots]
    if root in starts:
        position = game.start(starts.index(root))
    there, position = _names(position, [k for _, k in way])
    steps = [_edge(graph, a, b) for a, b in itertools.pairwise(states)]
    round_, _ = _names(position, steps)
    return (f"after {', '.join(there)}, " if there else "") + f"{', '.join(round_)} leads back to the same position"


def _edge(graph: Graph, state: int, child: int) -> int:
    edges = (graph.edges[graph.first[state] : graph.first[state + 1]] >> 1).tolist()
    return int(edges.index(child))


def _names(position: Position, steps: list[int]) -> tuple[list[str], Position]:
    names = []
    for k in steps:
        action = choices(position)[k]
        names.append(position.name(action))
        position = position.play(action)
    return names[:_SHOWN] + [f"and {len(names) - _SHOWN} more"] * (len(names) > _SHOWN), position


def _way(graph: Graph, goal: int) -> list[tuple[int, int]]:
    """Return the shortest way from a root to a state: (state, place of the action) for each ply."""
    before: dict[int, tuple[int, int]] = {}
    todo = list(dict.fromkeys(number for number, _ in graph.roots))
    seen = set(todo)
    for state in todo:  # grows
        for k, edge in enumerate(graph.edges[graph.first[state] : graph.first[state + 1]].tolist()):
            if edge >> 1 not in seen:
                seen.add(edge >> 1)
                before[edge >> 1] = state, k
                todo.append(edge >> 1)
        if goal in seen:
            break
    way: list[tuple[int, int]] = []
    while goal in before:
        way.insert(0, before[goal])
        goal = before[goal][0]
    return way
