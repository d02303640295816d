"""`diff`: the positions whose value two rule sets disagree on.

Idea. The positions that can be reached by the rules of A are looked up in both tables. States are numbered breadth
first, so the first that differ are the nearest to the start, and the first edge into a state lies on a shortest way
to it. The games must have the same State, so that a position of one is a position of the other.

Time: a look-up a position in each table, some microseconds with symmetries. Memory: the graph of A without symmetry,
and 24 bytes a position.

Status: proven (misère and normal nim differ exactly where no pile has two or more; see the tests).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.formats.packing import Packing, leaf_values
from outfox.kernel.canonical import CHILD, POOL, STATE, canonical, unpack
from outfox.kernel.graph import Graph, reach
from outfox.kernel.link import link
from outfox.kernel.slots import Ints, States
from outfox.methods.result import choices
from outfox.methods.solve.states import EVEN, GRAPH_SHARE
from outfox.methods.solve.table import Outcome, Table
from outfox.methods.solve.verify import find
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position

Progress = Callable[[float, str], None]

CHUNK = 100_000


@dataclass(frozen=True)
class Example:
    """A position that has two values.

    Attributes
    ----------
    position
        By the rules of A, with the actions that lead to it.
    moves
        Their names.
    a, b
        What it is worth.
    """

    position: Position
    moves: tuple[str, ...]
    a: Outcome
    b: Outcome


@dataclass(frozen=True)
class Diff:
    """Where two rule sets disagree.

    Attributes
    ----------
    a, b
        The games.
    start
        What the start of A is worth in A and in B; None where B does not have it.
    states
        How many positions A and B have; None where B's table does not tell.
    both
        How many of A's positions B has as well, itself or an image under its rules' symmetries.
    differ
        How many of these have another value; with chance, by more than 1e-9.
    longer
        How many have the same value and another remoteness.
    counts
        (value in A, value in B, positions), the most frequent first; with chance, signs stand for values.
    examples
        The positions nearest to the start that differ, by the rules of A.
    """

    a: Game
    b: Game
    start: tuple[Outcome, Outcome | None]
    states: tuple[int, int | None]
    both: int
    differ: int
    longer: int
    counts: tuple[tuple[float, float, int], ...]
    examples: tuple[Example, ...]


def diff(a: Table, b: Table, *, examples: int = 5, memory: int = 0, progress: Progress | None = None) -> Diff:
    """Compare two tables, position by position.

    Parameters
    ----------
    a, b
        Tables of games with the same State; ``solve(game).table`` is one.
    examples
        How many positions to show.
    memory
        At most as many bytes for the graph of A, about; 0: no limit.
    progress
        Called now and then.

    Raises
    ------
    NotSupported
        Where the games have different States.
    BudgetExceeded
        Where `memory` is not enough.

    Examples
    --------
    >>> from outfox.methods.solve import solve
    >>> from outfox.rules import load
    >>> found = diff(solve(load("nim:piles=[1,2]")).table, solve(load("nim:piles=[1,2],misere=false")).table)
    >>> found.both, found.differ, found.counts
    (8, 6, ((-1.0, 1.0, 4), (1.0, -1.0, 2)))
    >>> found.examples[0].moves
    ('1 from pile 2',)
    """
    refuse_unlike(a.game, b.game)
    graph = reach(a.game, _roots(a), symmetry=False, memory=int(memory * GRAPH_SHARE), progress=progress)
    codes = [_look_up(graph, table, progress) for table in (a, b)]
    common = np.flatnonzero((codes[0] >= 0) & (codes[1] >= 0))
    values, plies = zip(
        *(_outcomes(table, code[common]) for table, code in zip((a, b), codes, strict=True)), strict=True
    )
    chance = a.game.has("chance") or b.game.has("chance")
    other = np.abs(values[0] - values[1]) > (EVEN if chance else 0.0)
    shown = [_example(graph, a, b, int(number)) for number in common[other][:examples]]
    start = _roots(a)[0] if _roots(a) else a.game.start()
    return Diff(
        a=a.game,
        b=b.game,
        start=(a.outcome(start), b.find(start.state)),
        states=(graph.states, _positions(b)),
        both=len(common),
        differ=int(other.sum()),
        longer=int((~other & (plies[0] != plies[1])).sum()),
        counts=tuple(_counts(values[0][other], values[1][other], chance)),
        examples=tuple(shown),
    )


def refuse_unlike(a: Game, b: Game) -> None:
    """Refuse two games whose positions cannot be compared.

    Raises
    ------
    NotSupported
    """
    if a.state != b.state or a.key_fields != b.key_fields:
        reason = "their States differ" if a.state != b.state else "their KEYs differ"
        raise NotSupported(f"{a.spec} and {b.spec} cannot be compared position by position: {reason}")
    for game in (a, b):
        if game.has("rank"):
            raise NotSupported(f"{game.name} numbers its states by rank, which need not mean the same in other rules")


def _roots(table: Table) -> tuple[Position, ...]:
    """Return where a table begins, unless that is where its game does."""
    game, text = table.game, str(table.facts.get("start", ""))
    return () if not text or text == game.start().text or not game.has("parse") else (game.parse(text),)


def _positions(table: Table) -> int | None:
    count = table.facts.get("positions")
    return None if count is None or table.keys.swaps else int(count)  # classes of exchanged players count once


def _look_up(graph: Graph, table: Table, progress: Progress | None) -> Any:
    """Return for each state of a graph twice its row in a table, plus 1 for exchanged players; -1 where it has none."""
    linked = link(table.game, look_up)
    pool = linked.states(POOL)
    options = np.array([0, table.keys.images, table.keys.swaps, False], np.int64)  # games with rank are refused
    keys = np.ascontiguousarray(table.array("keys"), np.int64).reshape(-1)
    out = np.empty(graph.states, np.int64)
    for begin in range(0, graph.states, CHUNK):
        end = min(begin + CHUNK, graph.states)
        linked(pool, graph.packing, graph.keys.reshape(-1), table.keys.packing, keys, options, out, begin, end)
        if progress is not None:
            progress(end / graph.states, f"{end:,} of {graph.states:,} positions compared")
    return out


def look_up(
    pool: States,
    packing: Packing,
    states: Ints,
    other: Packing,
    keys: Ints,
    options: Ints,
    out: Ints,
    begin: int,
    end: int,
) -> int:
    """Find the states `begin` to `end` - 1 of a graph among the sorted keys of a table; return how many are there."""
    words, wide, found = packing.word[-1] + 1, other.word[-1] + 1, 0
    leaf, trial, key = np.empty(len(packing.low), np.int64), np.empty(wide, np.int64), np.empty(wide, np.int64)
    for i in range(begin, end):
        unpack(pool, packing, options, states, i, words, leaf)
        pool[CHILD] = pool[STATE]
        flip = canonical(pool, other, options, leaf, trial, key, 0)
        row = find(keys, key, wide, other.same[0]) if flip >= 0 else -1
        out[i] = -1 if row < 0 else 2 * row + (flip & 1)
        found += row >= 0
    return found


def _outcomes(table: Table, places: Any) -> tuple[Any, Any]:
    """Return values and distances (-1: none) for rows as `_look_up` gives them."""
    codes, signs = table.array("codes")[places >> 1], np.where(places & 1, -1.0, 1.0)
    if not table.outcomes:
        return signs * codes, np.full(len(codes), -1)
    values = np.array([outcome.value for outcome in table.outcomes])
    plies = np.array([-1 if outcome.remoteness is None else outcome.remoteness for outcome in table.outcomes])
    return signs * values[codes] + 0.0, plies[codes]


def _counts(a: Any, b: Any, chance: bool) -> Iterator[tuple[float, float, int]]:
    """Yield pairs of values with how often they occur, the most frequent first."""
    pairs = np.stack([a, b])
    if chance:
        pairs = np.where(np.abs(pairs) <= EVEN, 0.0, np.sign(pairs))
    found, counts = np.unique(pairs, axis=1, return_counts=True)
    for k in np.argsort(-counts, kind="stable"):
        yield float(found[0, k]), float(found[1, k]), int(counts[k])


def _example(graph: Graph, a: Table, b: Table, number: int) -> Example:
    position, moves = _way(graph, _roots(a), number)
    found = b.find(position.state)
    assert found is not None
    return Example(position, moves, a.outcome(position), found)


def _way(graph: Graph, roots: tuple[Position, ...], number: int) -> tuple[Position, tuple[str, ...]]:
    """Return a state as a position, and the actions that lead to it from the start."""
    begins, steps = {root for root, _ in graph.roots}, []
    while number not in begins:
        into = np.flatnonzero(graph.edges >> 1 == number)
        source = int(np.searchsorted(graph.first, into[0], side="right")) - 1 if len(into) else number
        if source >= number:  # one of very many starting states
            break
        steps.append(int(into[0] - graph.first[source]))
        number = source
    position, moves = _root(graph, roots, number), []
    for k in reversed(steps):
        action = choices(position)[k]
        moves.append(position.name(action))
        position = position.play(action)
    return position, tuple(moves)


def _root(graph: Graph, roots: tuple[Position, ...], number: int) -> Position:
    """Return the starting position that is this state."""
    game, key = graph.game, tuple(graph.keys[number].tolist())
    for position in roots or (game.start(index) for index in range(game.starts)):
        if graph.packing.key(leaf_values(position.state.record()[0], game.key_fields)) == key:
            return position
    raise AssertionError("a state to which nothing leads is a starting state")
