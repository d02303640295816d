"""The slow twin of exact solving: plain Python rules, every state, the definition applied until nothing changes.

`Graph` is what is solved: for each state who moves, what it is worth when it is over, where its actions lead. `values`
and `remoteness` follow the definition word by word, and take as long as that takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from outfox.rules import CHANCE, TERMINAL, Game


@dataclass
class Graph:
    """A game's states by number.

    Attributes
    ----------
    who
        The mover of each state: 0, 1 or TERMINAL.
    payoff
        Player 0's payoff at terminal states, else None.
    next
        For each state, (action, number of the state it leads to).
    endless
        Player 0's payoff when play never ends; None where the game has no cycles.
    index
        The number of a state by its key.
    states
        The states themselves.
    """

    who: list[int] = field(default_factory=list)
    payoff: list[float | None] = field(default_factory=list)
    next: list[list[tuple[int, int]]] = field(default_factory=list)
    endless: float | None = None
    index: dict[Any, int] = field(default_factory=dict)
    states: list[Any] = field(default_factory=list)


def explore(game: Game, roots: list[Any] | None = None) -> Graph:
    """Return every state that can be reached; the roots come first."""
    graph = Graph(endless=game.endless)
    states = graph.states

    def number(s: Any) -> int:
        key = s.key(game.key_fields)
        if key not in graph.index:
            graph.index[key] = len(states)
            states.append(s)
        return graph.index[key]

    for s in roots if roots is not None else [game.initial(i) for i in range(game.starts)]:
        number(s)
    done = 0
    while done < len(states):
        s = states[done]
        who = game.mover(s)
        assert who != CHANCE, "chance has no distances: see outfox.methods.solve.expectation"
        graph.who.append(who)
        graph.payoff.append(game.payoff(s) if who == TERMINAL else None)
        graph.next.append([])
        for action in game.legal(s) if who >= 0 else []:
            child = s.copy()
            game.apply(child, action)
            graph.next[done].append((action, number(child)))
        done += 1
    return graph


def values(graph: Graph) -> list[float]:
    """Return player 0's payoff with best play from each state.

    From the best payoff down to ENDLESS: where player 0 can force at least that much; from the worst payoff up to
    ENDLESS: where player 1 can force at most that much; the rest never ends.
    """
    endless = 0.0 if graph.endless is None else graph.endless
    payoffs = sorted({p for p in graph.payoff if p is not None})
    value: list[float | None] = [None] * len(graph.who)
    for level in sorted((p for p in payoffs if p > endless), reverse=True):
        for n in _forced(graph, 0, [p is not None and p >= level for p in graph.payoff]):
            value[n] = level if value[n] is None else value[n]
    for level in sorted(p for p in payoffs if p < endless):
        for n in _forced(graph, 1, [p is not None and p <= level for p in graph.payoff]):
            value[n] = level if value[n] is None else value[n]
    return [endless if v is None else v for v in value]


def _forced(graph: Graph, player: int, reached: list[bool]) -> list[int]:
    """Return the states from which a player can force one of those that are marked."""
    reached = list(reached)
    changed = True
    while changed:
        changed = False
        for n, who in enumerate(graph.who):
            if reached[n] or who == TERMINAL:
                continue
            nexts = [reached[child] for _, child in graph.next[n]]
            if any(nexts) if who == player else all(nexts):
                reached[n] = changed = True
    return [n for n, yes in enumerate(reached) if yes]


def remoteness(graph: Graph, value: list[float]) -> list[int | None]:
    """Return the plies to the end when both sides keep the value; None where play need not end.

    The side that is better off than ENDLESS hastens, the other delays. Where the value is ENDLESS, the favoured side
    hastens to a terminal of that value, if it can force one.
    """
    endless = 0.0 if graph.endless is None else graph.endless
    result: list[int | None] = [0 if who == TERMINAL else None for who in graph.who]
    for plies in range(1, len(graph.who) + 1):
        found = []
        for n, who in enumerate(graph.who):
            if result[n] is not None or (value[n] == endless and endless == 0):
                continue
            hastens = 0 if (value[n] if value[n] == endless else value[n] - endless) > 0 else 1
            kept = [result[child] for _, child in graph.next[n] if value[child] == value[n]]
            if who == hastens:
                if any(k is not None and k < plies for k in kept):
                    found.append(n)
            elif all(k is not None and k < plies for k in kept):
                found.append(n)
        for n in found:
            result[n] = plies
        if not found:
            break
    return result


@dataclass
class Solved:
    """A graph with what its states are worth."""

    graph: Graph
    value: list[float]
    remoteness: list[int | None]

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.value)


def solve(game: Game, roots: list[Any] | None = None) -> Solved:
    """Solve a game from its starting states, or from others."""
    graph = explore(game, roots)
    value = values(graph)
    return Solved(graph, value, remoteness(graph, value))
