"""`solve`: the exact value of a position, and of every other that can be reached from it.

Idea. Find every state that can be reached (`outfox.kernel.graph`); then go backwards from the ends of play
(`outfox.methods.solve.retrograde`), or with chance take expectations (`outfox.methods.solve.expectation`). The answer
for every state stays in a table, which can be saved, probed and verified.

Time: about a microsecond a state; see `docs/performance.md`. Memory: some 50 bytes a state and 4 an edge; with cycles 4
more an edge, of the largest layer where the rules declare `progress`. Where that is too much, edges are made again
instead of kept, layer by layer.

Sources: see the methods.

Status: proven (compared with brute force, published counts and values; a table can be verified by the rules alone).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outfox.kernel.clock import Clock
from outfox.kernel.graph import Graph, Keeper, Probe, reach
from outfox.methods.solve.checkpoint import Checkpoint
from outfox.methods.solve.cycles import refuse_cycles
from outfox.methods.solve.expectation import TOLERANCE, Expected, expect
from outfox.methods.solve.keys import Keys
from outfox.methods.solve.result import Solution, action_outcomes, choices
from outfox.methods.solve.retrograde import Levels, analyse
from outfox.methods.solve.table import Table, make_table
from outfox.rules.errors import BudgetExceeded
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
    checkpoint: Checkpoint | None = None,
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
        At most as many bytes for the graph; 0: no limit. Where edges do not fit, those of a game that declares
        `progress` or has no cycles are made again part by part, which takes up to three times as long.
    tolerance
        In games with chance and cycles: the largest change of a value that is taken for none.
    judge
        Called once, in games of more than some hundred thousand states, with what is known then; see
        `outfox.methods.solve.estimate.refuse_beyond`.
    progress
        Called now and then.
    checkpoint
        Keeps the work while it is unfinished; what it has from an earlier process is gone on with.
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
    clock = Clock()
    limits: dict[str, Any] = {"edges": "spare", "memory": memory, "progress": progress, "checked": checked}
    graph, merge = _found(game, roots, symmetry, judge, checkpoint, limits)
    held, method = graph.bytes, method_of(graph)
    table, expected = solve_graph(
        graph, symmetry=merge, tolerance=tolerance, progress=progress, keeper=checkpoint, release=checkpoint is None
    )
    value, remoteness = table.outcome(position)
    actions = tuple(action_outcomes(table, position)) if choices(position) else ()
    positions = graph.positions
    spent = checkpoint.spent if checkpoint is not None else (0.0, 0.0)
    solution = Solution(
        position=position,
        table=table,
        value=value,
        remoteness=remoteness,
        actions=actions,
        states=graph.states,
        positions=positions,
        edges=graph.edge_count,
        method=method,
        tolerance=expected.change if expected else 0.0,
        sweeps=expected.sweeps if expected else 0,
        seconds=clock.seconds + spent[0],
        cpu_seconds=clock.cpu_seconds + spent[1],
        compile_seconds=clock.compile_seconds,
        bytes=held + sum(array.nbytes for array in (table.array("keys"), table.array("codes")) if array is not None),
    )
    table.facts |= {"start": position.text, "value": value, "remoteness": remoteness, "positions": positions}
    return solution


def _found(
    game: Game,
    roots: Sequence[Position],
    symmetry: bool | None,
    judge: Callable[[Probe], int] | None,
    checkpoint: Checkpoint | None,
    limits: dict[str, Any],
) -> tuple[Graph, bool]:
    """Return the graph, and whether its states were merged with their images."""
    merged = checkpoint.merged if checkpoint is not None else None
    if merged is None and symmetry is None and (game.has("symmetry") or game.exchangeable):
        try:
            return reach(game, roots, symmetry=False, judge=_asks_to_merge, **limits), False
        except (_LargeError, BudgetExceeded):
            merged = True
    merged = symmetry is True if merged is None else merged
    if checkpoint is not None:
        checkpoint.merged = merged
    return reach(game, roots, symmetry=merged, judge=judge, keeper=checkpoint, **limits), merged


class _LargeError(Exception):
    """A graph is large enough for states to be merged."""


def _asks_to_merge(_: Probe) -> int:
    raise _LargeError


def method_of(graph: Graph) -> str:
    """Name the method that solves a graph."""
    if graph.forward:
        return "backward induction"
    return "value iteration" if len(graph.odds) else "retrograde analysis"


def solve_graph(
    graph: Graph,
    *,
    symmetry: bool = True,
    tolerance: float = TOLERANCE,
    progress: Progress | None = None,
    keeper: Keeper | None = None,
    release: bool = False,
) -> tuple[Table, Expected | None]:
    """Return the table of a graph; with chance, also how the expectations were got.

    With `release` the edges are given back as soon as they are not needed.
    """
    game = graph.game
    refuse_cycles(graph)
    keys = Keys(game, graph.packing, graph.images, symmetry and game.exchangeable)
    if progress is not None:
        progress(-1.0, f"{graph.states:,} states: working backwards")
    facts: dict[str, Any] = {"endless": game.endless, "edges": graph.edge_count}
    if game.has("chance"):
        say = (lambda text: progress(-1.0, text)) if progress is not None else None
        expected = expect(graph, tolerance=tolerance, progress=say, keeper=keeper)
        facts |= {"tolerance": expected.change, "sweeps": expected.sweeps}
        return make_table(graph, keys, facts, expected.values, None, None), expected
    levels = Levels(graph)
    values, distances = analyse(graph, levels, progress, keeper)
    if release:
        graph.release()
    return make_table(graph, keys, facts, values, distances, levels), None
