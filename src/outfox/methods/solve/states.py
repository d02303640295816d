"""`SolvedGraph`: every position that can be reached with what it is worth, to be counted and compared.

`solve` answers for one position; a `SolvedGraph` is for questions about all of them: who wins how many, how far the
end is, where two rule sets disagree. It counts positions, not classes: symmetry is used only where each class tells
how many positions it stands for.

Memory: that of `solve`, and 12 bytes a state.

Status: proven (published counts of states and of won and lost ones).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.kernel.graph import MOST_STATES, Graph, reach
from outfox.kernel.slots import Floats, Ints32
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.methods.solve.estimate import refuse_beyond
from outfox.methods.solve.retrograde import NO_DISTANCE
from outfox.methods.solve.solve import solve_graph
from outfox.methods.solve.table import Table, sorted_by_key
from outfox.rules.game import Game
from outfox.rules.position import Position

Progress = Callable[[float, str], None]

EVEN = 1e-9
"""With chance: an expected value no farther from 0 counts as even."""

GRAPH_SHARE = 0.5
"""How much of the memory the graph may take; working backwards needs about as much again."""


@dataclass(frozen=True)
class Shares:
    """How many positions a player wins, draws and loses with best play on both sides.

    In a game with chance: in how many the expected value is above, at and below 0 for the player.
    """

    won: int
    drawn: int
    lost: int

    @property
    def states(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    def to_dict(self) -> dict[str, Any]:
        """Return counts and shares with their stable keys."""
        total = max(self.states, 1)
        counts = {"won": self.won, "drawn": self.drawn, "lost": self.lost}
        return {"states": self.states, **counts, "shares": {name: count / total for name, count in counts.items()}}


@dataclass(frozen=True)
class SolvedGraph:
    """A graph and the outcome of each of its states.

    Attributes
    ----------
    graph, table
        Of the game.
    values : (states,) float64
        Player 0's payoff with best play.
    distances : (states,) int32
        Remoteness; -1 where it is null.
    """

    graph: Graph
    table: Table
    values: Floats
    distances: Ints32

    @property
    def game(self) -> Game:
        """The game."""
        return self.graph.game

    @property
    def positions(self) -> int:
        """How many positions can be reached."""
        return int(self.graph.weights.sum())

    def shares(self, player: int | None = None) -> Shares:
        """Count the positions in which a player is to move by who wins them.

        Parameters
        ----------
        player
            For whom; None: for the player to move, whoever that is.
        """
        moving = (self.graph.who != OVER) & (self.graph.who != BY_CHANCE)
        counts, who = self.graph.weights[moving], self.graph.who[moving]
        signs = self.signs[moving]
        signs = np.where(who == 0, signs, -signs) if player is None else signs if player == 0 else -signs
        won, drawn, lost = (int(counts[signs == sign].sum()) for sign in (1, 0, -1))
        return Shares(won, drawn, lost)

    @property
    def signs(self) -> Any:
        """Who wins each state: 1 player 0, -1 player 1, 0 nobody."""
        margin = EVEN if self.game.has("chance") else 0.0
        return np.where(np.abs(self.values) <= margin, 0, np.sign(self.values)).astype(np.int64)

    def histogram(self) -> dict[float, dict[int | None, int]]:
        """Count positions by value and remoteness, ends of play included; in games without chance.

        Examples
        --------
        >>> from outfox.rules import load
        >>> solve_states(load("nim:piles=[1,2]")).histogram()
        {-1.0: {0: 1, 1: 2, 2: 2}, 1.0: {0: 1, 1: 1, 2: 1}}
        """
        pairs = np.stack([self.values, self.distances.astype(np.float64)])
        found, place = np.unique(pairs, axis=1, return_inverse=True)
        counts = np.bincount(place.reshape(-1), weights=self.graph.weights, minlength=found.shape[1])
        listed: dict[float, dict[int | None, int]] = {}
        for value, distance, count in zip(*found.tolist(), counts.tolist(), strict=True):
            listed.setdefault(value + 0.0, {})[None if distance == NO_DISTANCE else int(distance)] = int(count)
        return listed


def solve_states(
    game: Game,
    roots: Sequence[Position] = (),
    *,
    symmetry: bool = True,
    states: int = MOST_STATES,
    memory: int = 0,
    progress: Progress | None = None,
) -> SolvedGraph:
    """Solve a game and keep what every state is worth.

    Parameters
    ----------
    game
        The game.
    roots
        Where to begin; default: every starting state.
    symmetry
        Whether a class of equal positions may stand as one state with its number of positions. Where a class does not
        tell that number, and where the rules declare `swap`, every position is a state of its own in any case.
    states
        At most as many states.
    memory
        At most as many bytes, about; 0: no limit.
    progress
        As for `solve`.

    Raises
    ------
    NotSupported, BudgetExceeded
        As for `solve`.

    Examples
    --------
    >>> from outfox.rules import load
    >>> solved = solve_states(load("tic-tac-toe"))
    >>> solved.positions, solved.table.outcome(solved.game.start()).value
    (5478, 0.0)
    """
    merged = symmetry and game.has("symmetry") and not game.has("swap")
    limits: dict[str, Any] = {"states": states, "memory": int(memory * GRAPH_SHARE), "progress": progress}
    limits["edges"] = "spare"
    if memory:
        limits["judge"] = refuse_beyond(memory, game.spec)
    graph = reach(game, roots, symmetry=merged, **limits)
    if graph.positions is None:
        merged, graph = False, reach(game, roots, symmetry=False, **limits)
    table, _ = solve_graph(graph, symmetry=merged, progress=progress)
    return SolvedGraph(graph, table, *_by_state(graph, table))


def _by_state(graph: Graph, table: Table) -> tuple[Floats, Ints32]:
    """Return the value and distance of each state, in the order of the graph."""
    keys, codes = table.array("keys"), table.array("codes")
    if keys is None:
        mine = codes[graph.keys[:, 0]].astype(np.int64) - 1
    else:
        mine = np.empty_like(codes)
        mine[sorted_by_key(graph)] = codes
    if not table.outcomes:
        return mine, np.full(graph.states, NO_DISTANCE, np.int32)
    values = np.array([outcome.value for outcome in table.outcomes])
    plies = [NO_DISTANCE if outcome.remoteness is None else outcome.remoteness for outcome in table.outcomes]
    return values[mine], np.array(plies, np.int32)[mine]
