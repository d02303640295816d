"""`best_response`: the most that one side can win against a fixed policy, exactly, on the reachable graph.

Idea. Where the opponent moves, its policy says how likely each action is: it is chance like any other. What is left is
a game for one player, solved by expectation (`outfox.methods.solve.expectation`); endless play is worth what the rules
say. Where the graph has cycles, the value after n sweeps is that of the game cut after n plies.

Time: one call of the policy for each of the opponent's states (none for the uniform one), then as `expect`. Memory:
the graph and 32 bytes a state.

Sources: Derman 1970 (a fixed opponent makes a Markov decision process).

Status: proven without cycles, measured with them (published best responses to random play and to hold-at-20).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outfox.kernel.clock import Clock
from outfox.kernel.graph import Graph, reach
from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Floats, Ints, Ints32
from outfox.kernel.store import BY_CHANCE, NOT_OVER, OVER
from outfox.methods.result import Timed, choices
from outfox.methods.solve.cycles import refuse_cycles
from outfox.methods.solve.expectation import TOLERANCE, expect
from outfox.methods.solve.keys import Keys
from outfox.methods.solve.table import sorted_by_key
from outfox.rules.errors import RulesError
from outfox.rules.game import Game
from outfox.rules.position import Position

Policy = Callable[[Position], Sequence[float]]
"""From a position to the probability of each legal action, in their order."""

Progress = Callable[[float, str], None]
CLOSE = 1e-9
LOOSE = 1e-10
"""The tolerance of shares of results, which are read as percentages."""

SUMS = 1e-6
"""The probabilities of a policy add up to 1 within this."""

YES_OR_NO = np.array([0.0, 1.0])
"""The payoffs of a game in which one result is all that counts."""


@dataclass(frozen=True, kw_only=True)
class Response(Timed):
    """A best response to a fixed policy; `policy` plays it.

    Attributes
    ----------
    game, seat
        The game; which player responds, 0 or 1.
    value
        Player 0's expected payoff.
    win, draw, loss : float or None
        How likely each result is, for the responder; None where cycles leave it open.
    actions : tuple of (str, float)
        What the responder's actions are worth (player 0's expected payoff) at the start, best first; empty where
        another moves first.
    states
        Of the graph.
    tolerance, sweeps
        With cycles: the largest change of a value in the last sweep; sweeps.
    seconds, cpu_seconds, compile_seconds
        Wall clock and CPU, without compiling.
    """

    game: Game
    seat: int
    value: float
    win: float | None
    draw: float | None
    loss: float | None
    actions: tuple[tuple[str, float], ...]
    states: int
    tolerance: float
    sweeps: int
    _best: Chooser

    @property
    def payoff(self) -> float:
        """The responder's expected payoff."""
        return self.value if self.seat == 0 else -self.value

    def choose(self, position: Position) -> int:
        """Return the responder's action in a position that can be reached."""
        return self._best.action(position)


class Chooser:
    """Which action a best response takes where."""

    def __init__(self, graph: Graph, chosen: Ints) -> None:
        self._keys = Keys(graph.game, graph.packing, 1, False)
        order = sorted_by_key(graph)
        self._sorted, self._chosen = graph.identity[order], (chosen - graph.first[:-1])[order]

    def action(self, position: Position) -> int:
        """Return the action."""
        found = self._keys.of(position.state)
        assert found is not None
        key = np.array(found[0])
        begin, end = (int(np.searchsorted(self._sorted[:, 0], key[0], side)) for side in ("left", "right"))
        row = begin + int(np.flatnonzero((self._sorted[begin:end] == key).all(axis=1))[0])
        return position.legal[int(self._chosen[row])]


def uniform(position: Position) -> Sequence[float]:
    """Return the policy of random play.

    Examples
    --------
    >>> from outfox.rules import load
    >>> uniform(load("pig").start())
    [0.5, 0.5]
    """
    return [1 / len(position.legal)] * len(position.legal)


def best_response(
    game: Game,
    seat: int,
    opponent: Policy = uniform,
    *,
    position: Position | None = None,
    memory: int = 0,
    tolerance: float = TOLERANCE,
    progress: Progress | None = None,
) -> Response:
    """Return the best response of a player to a fixed policy of the other.

    Parameters
    ----------
    game
        The game.
    seat
        Who responds: 0 or 1.
    opponent
        The other's policy.
    position
        Where to begin; default: the game's first starting state.
    memory, tolerance, progress
        As in `solve`.

    Raises
    ------
    NotSupported, BudgetExceeded
        As in `solve`.
    RulesError
        Where the policy gives no probabilities.

    Examples
    --------
    >>> from outfox.rules import load
    >>> response = best_response(load("tic-tac-toe"), 0)
    >>> round(response.win, 10), round(response.value, 10), response.actions[0][0]
    (0.9947916667, 0.9947916667, 'a3')
    """
    position = position or game.start()
    clock = Clock()
    graph = reach(game, (position,), symmetry=False, memory=memory, progress=progress)
    refuse_cycles(graph)
    against = _against(graph, 1 - seat, opponent, progress)
    say = (lambda text: progress(-1.0, text)) if progress is not None else None
    expected = expect(against, tolerance=tolerance, progress=say)
    chosen = _choices(against, seat, expected.values)
    win, draw, loss = _results(against, seat, chosen, expected.values[graph.roots[0][0]], tolerance)
    return Response(
        game=game,
        seat=seat,
        value=float(expected.values[graph.roots[0][0]]),
        win=win,
        draw=draw,
        loss=loss,
        actions=_root_actions(graph, seat, position, expected.values),
        states=graph.states,
        tolerance=expected.change,
        sweeps=expected.sweeps,
        seconds=clock.seconds,
        cpu_seconds=clock.cpu_seconds,
        compile_seconds=clock.compile_seconds,
        _best=Chooser(graph, chosen),
    )


def _against(graph: Graph, player: int, policy: Policy, progress: Progress | None) -> Graph:
    """Return the graph with a player's states turned into chance, by its policy."""
    degrees = np.diff(graph.first)
    odds = graph.odds.copy() if len(graph.odds) else np.zeros(graph.edge_count)
    mine = graph.who == player
    odds = np.where(np.repeat(mine, degrees), np.repeat(1.0 / np.maximum(degrees, 1), degrees), odds)
    if policy is not uniform:
        _ask(graph, mine, policy, odds, progress)
    return replace(graph, who=np.where(mine, BY_CHANCE, graph.who).astype(np.uint8), odds=odds)


def _ask(graph: Graph, mine: Any, policy: Policy, odds: Floats, progress: Progress | None) -> None:
    """Put a policy's probabilities into `odds`, where the policy lets play come to."""
    keys = Keys(graph.game, graph.packing, 1, False)
    seen = np.zeros(graph.states, bool)
    frontier, asked = np.array([graph.roots[0][0]]), 0
    seen[frontier] = True
    while len(frontier):
        for state in frontier[mine[frontier]].tolist():
            position = Position(graph.game, keys.state(tuple(graph.keys[state].tolist())))
            odds[graph.first[state] : graph.first[state + 1]] = _probabilities(policy, position)
            asked += 1
            if progress is not None and asked % 64 == 0:
                progress(-1.0, f"the opponent was asked about {asked:,} positions")
        edges = _edges_of(graph, frontier)
        played = (odds[edges] > 0) | ~np.repeat(mine[frontier], np.diff(graph.first)[frontier])
        after = np.unique(graph.edges[edges[played]] >> 1)
        frontier = after[~seen[after]]
        seen[frontier] = True


def _probabilities(policy: Policy, seen: Position) -> Sequence[float]:
    given = [float(p) for p in policy(seen)]
    wanted = len(seen.legal)
    if len(given) != wanted or min(given) < 0 or abs(sum(given) - 1) > SUMS:
        shown = ", ".join(f"{p:g}" for p in given[:8])
        raise RulesError(
            f"the opponent's policy gives {shown} where {wanted} actions are legal: a probability for each, which add"
            " up to 1, are wanted"
        )
    return given


FAR = 2**40


def count_steps(
    first: Ints, edges: Ints32, odds: Floats, who: Bytes, values: Floats, seat: int, close: float, steps: Ints
) -> int:
    """Shorten the fewest plies to an end from each state: by best actions of the responder, by luck of the other.

    Returns how many were shortened. `steps` begins with 0 where the game is over and FAR elsewhere.
    """
    n, shortened = len(first) - 1, 0
    for back in range(n):
        i = n - 1 - back
        if who[i] == OVER:
            continue
        for e in range(first[i], first[i + 1]):
            child = edges[e] >> 1
            allowed = abs(values[child] - values[i]) <= close if who[i] == seat else odds[e] > 0.0
            if allowed and steps[child] + 1 < steps[i]:
                steps[i] = steps[child] + 1
                shortened += 1
    return shortened


def choose_edges(
    first: Ints, edges: Ints32, who: Bytes, values: Floats, seat: int, close: float, steps: Ints, chosen: Ints
) -> int:
    """Write the edge of the best action of each of the responder's states; -1 elsewhere.

    Among equals it is the one with the fewest `steps`, so that nobody goes in circles, and then the first.
    """
    n = len(first) - 1
    for i in range(n):
        chosen[i] = -1
        if who[i] != seat:
            continue
        best = 0.0
        for e in range(first[i], first[i + 1]):
            value = values[edges[e] >> 1] if seat == 0 else -values[edges[e] >> 1]
            nearer = chosen[i] >= 0 and steps[edges[e] >> 1] < steps[edges[chosen[i]] >> 1]
            if chosen[i] < 0 or value > best + close or (nearer and value >= best - close):
                chosen[i], best = e, value
    return n


_choose_edges, _count_steps = compiled(choose_edges), compiled(count_steps)


def _choices(graph: Graph, seat: int, values: Floats) -> Ints:
    """Return the edge of the best action of each of the responder's states; -1 elsewhere."""
    chosen = np.empty(graph.states, np.int64)
    steps = np.where((graph.who == OVER) | graph.forward, 0, FAR)
    while _count_steps(graph.first, graph.edges, graph.odds, graph.who, values, seat, CLOSE, steps):
        pass
    _choose_edges(graph.first, graph.edges, graph.who, values, seat, CLOSE, steps, chosen)
    return chosen


def _results(
    against: Graph, seat: int, chosen: Ints, value: float, tolerance: float
) -> tuple[float | None, float | None, float | None]:
    """Return how likely the responder wins, draws and loses when it plays as chosen."""
    who, odds = against.who.copy(), against.odds.copy()
    odds[np.repeat(who == seat, np.diff(against.first))] = 0.0
    odds[chosen[chosen >= 0]] = 1.0
    who[who == seat] = BY_CHANCE
    root, sign = against.roots[0][0], 1.0 if seat == 0 else -1.0
    met = _met(replace(against, odds=odds), root)
    who[~met] = OVER  # nobody gets there: whatever it is worth
    over = who == OVER
    fixed = replace(against, who=who, odds=odds)
    loose = max(tolerance, LOOSE)
    kept = float(expect(fixed, tolerance=loose).values[root])
    if abs(kept - value) > SUMS:
        return None, None, None
    shares = []
    for wanted in (1.0, 0.0, -1.0):
        level = np.where(over, np.sign(against.payoff * sign) == wanted, NOT_OVER).astype(np.int16)
        endless = float(np.sign((against.game.endless or 0.0) * sign) == wanted)
        shares.append(
            float(expect(replace(fixed, level=level, payoffs=YES_OR_NO), endless=endless, tolerance=loose).values[root])
        )
    return shares[0], shares[1], shares[2]


def _met(graph: Graph, root: int) -> Any:
    """Say which states are met from a root along edges of some probability."""
    met = np.zeros(graph.states, bool)
    frontier = np.array([root])
    met[frontier] = True
    while len(frontier):
        edges = _edges_of(graph, frontier)
        after = np.unique(graph.edges[edges[graph.odds[edges] > 0]] >> 1)
        frontier = after[~met[after]]
        met[frontier] = True
    return met


def _edges_of(graph: Graph, states: Any) -> Any:
    """Return the numbers of all edges of some states, in their order."""
    counts = np.diff(graph.first)[states]
    begins = graph.first[states] - np.concatenate([[0], np.cumsum(counts)[:-1]])
    return np.repeat(begins, counts) + np.arange(counts.sum())


def _root_actions(graph: Graph, seat: int, position: Position, values: Floats) -> tuple[tuple[str, float], ...]:
    if position.mover != seat:
        return ()
    root = graph.roots[0][0]
    after = values[graph.edges[graph.first[root] : graph.first[root + 1]] >> 1].tolist()
    named = [(position.name(action), float(v)) for action, v in zip(choices(position), after, strict=True)]
    return tuple(sorted(named, key=lambda pair: -pair[1] if seat == 0 else pair[1]))
