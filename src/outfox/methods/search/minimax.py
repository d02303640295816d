"""Minimax, and the rules for looking ahead that lead to it.

Idea. Look one ply ahead: take a win. Two: do not leave the opponent a win. Three: find a move after which every reply
leaves a win (win in two); and so on. Minimax is the limit: look until every game is over. `minimax` is the textbook's,
with its node counts; `look_ahead` values every action at every depth up to a horizon, and `best` says which actions
the rules leave: those of the best value at the last depth; among them, those of the best value one depth before, and so
on back to the first, so that a win at once comes before a win later, and a late loss before an early one. Leaves at
the horizon count 0.

Time: all states within the horizon, b^d for b actions and depth d; `look_ahead` prunes and remembers. Memory: one
state a ply, and the table.

Sources: C. E. Shannon, *Programming a Computer for Playing Chess*, Philosophical Magazine 41 (1950).

Status: proven (node counts and values of tic-tac-toe and others are compared with published ones in the tests).
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from outfox.methods.search import alphabeta_kernel as kernel
from outfox.methods.search.alphabeta import depths, refuse
from outfox.methods.search.alphabeta_found import Found
from outfox.methods.search.alphabeta_run import Deepening
from outfox.methods.search.settings import AlphaBetaSettings, Progress
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL

__all__ = ["LookAhead", "MinimaxResult", "best", "minimax"]


@dataclass(frozen=True)
class MinimaxResult:
    """What minimax found.

    Attributes
    ----------
    value
        Player 0's payoff with best play.
    nodes
        States visited, the root among them.
    ends
        Finished games among them.
    seconds
        Wall-clock time.
    """

    value: float
    nodes: int
    ends: int
    seconds: float

    def __str__(self) -> str:
        return f"value {self.value:+g} for player 0: {self.nodes:,} nodes, {self.ends:,} finished games"


def minimax(position: Position, *, prune: bool = False, progress: Progress | None = None) -> MinimaxResult:
    """Value a position by the whole tree below it.

    Parameters
    ----------
    position
        Where to begin.
    prune
        Whether to cut off by alpha-beta: values stay, nodes go. Actions are tried in the order of the rules.
    progress
        Called with 0 and a short text, about twenty times a second: nobody knows how much there is to do.

    Examples
    --------
    >>> from outfox.rules import load
    >>> start = load("tic-tac-toe").start()
    >>> minimax(start).nodes, minimax(start, prune=True).nodes
    (549946, 18297)
    """
    if position.mover == TERMINAL:
        return MinimaxResult(position.payoff, 1, 1, 0.0)
    settings = AlphaBetaSettings(depth=0, memory=0, ordering=False, deepen=False, prune=prune, evaluate=False)
    refuse(position.game, settings)
    before = time.perf_counter()
    run = Deepening(position.game, settings, scale=math.inf)
    run.begin(position)

    def look(nodes: int) -> None:
        if progress is not None:
            progress(0.0, f"{nodes:,} nodes")

    (done,) = run.iterations(depths(settings), look)
    return MinimaxResult(done.value, run.nodes, int(run.counters[kernel.ENDS]), time.perf_counter() - before)


class LookAhead:
    """Values every action at every depth up to a horizon.

    Parameters
    ----------
    game
        What is played.
    depth
        Plies to look ahead; 0: until all is known.
    """

    def __init__(self, game: Game, depth: int = 0) -> None:
        self.settings = AlphaBetaSettings(depth=depth, exact=True, evaluate=False)
        refuse(game, self.settings)
        self._run = Deepening(game, self.settings)

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._run.linked.compile_seconds

    def values(self, position: Position) -> dict[int, tuple[float, ...]]:
        """Return player 0's payoff after each action, to depth 1, 2, ... until all is known or at the horizon."""
        self._run.begin(position)
        found = Found(position, self.settings)
        values: dict[int, tuple[float, ...]] = dict.fromkeys(position.legal, ())
        for done in self._run.iterations(depths(self.settings), lambda nodes: None):  # noqa: ARG005
            for action, value in zip(done.order.tolist(), done.found.tolist(), strict=True):
                values[action] += (value,)
            found.take(done)
            if found.settled:
                break
        return values


def best(values: dict[int, tuple[float, ...]], mover: int) -> list[int]:
    """Return the actions that the rules for looking ahead leave, in the order of `values`.

    Parameters
    ----------
    values
        What `LookAhead.values` returns.
    mover
        Who chooses, 0 or 1.

    Examples
    --------
    >>> best({0: (0.0, 0.0, 1.0), 1: (1.0, 1.0, 1.0), 2: (0.0, -1.0, -1.0)}, mover=0)
    [1]
    """
    sign = 1 if mover == 0 else -1
    worth = {action: tuple(sign * value for value in reversed(found)) for action, found in values.items()}
    most = max(worth.values())
    return [action for action in values if worth[action] == most]
