"""Playing on where the result is certain: the winner by the shortest way, the loser by the longest.

Tree search proves who wins, not how fast, and where play can go in circles it may not even prove that. So what is
left is searched out by exact methods, within budgets in states, which are the same on every machine.

1. Alpha-beta, by depths, for a `GLANCE`. The first depth that shows a win is the length of the shortest, and of losing
   actions the one that was best a depth before lasts longest. Where no end of play is in sight, that is all.
2. Where play can go in circles, alpha-beta knows little of a position on another path, and distant ends are out of its
   reach. There everything that can be reached is solved backwards, if that is at most `STATES` states.
3. Else alpha-beta once more, for longer.
"""

from __future__ import annotations

from typing import NamedTuple

from outfox.kernel.clock import Clock
from outfox.kernel.expand import expand
from outfox.kernel.hash_table import fill_table
from outfox.kernel.link import link
from outfox.methods.search import alphabeta_table
from outfox.methods.search.alphabeta import AlphaBeta
from outfox.methods.search.alphabeta_result import AlphaBetaResult
from outfox.methods.search.settings import AlphaBetaSettings
from outfox.methods.solve import spreading
from outfox.methods.solve.result import action_outcomes, hastens
from outfox.methods.solve.states import solve_states
from outfox.methods.solve.table import Table
from outfox.rules.errors import BudgetExceeded, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position

GLANCE, NODES, STATES = 20_000, 300_000, 50_000
"""States that alpha-beta visits at a glance, and at most; states that are solved at most. All together take some tenths
of a second."""

SOLVING = fill_table, spreading.backwards, spreading.scan, spreading.turn_round, spreading.spread
"""The kernels of solving that know no rules: they compile when they are first called, unless somebody asks before."""


class Ending(NamedTuple):
    """What a position is worth, and how to go on.

    Attributes
    ----------
    value
        Player 0's payoff with best play.
    action
        The best: what wins soonest or resists longest; where nobody hastens, one that keeps the value.
    hastened
        Whether somebody does; else any action that keeps the value is as good.
    """

    value: float
    action: int
    hastened: bool


class Finisher:
    """Searches out what is left of a game.

    Parameters
    ----------
    game
        One without chance and hidden information.
    solves
        Whether to solve what alpha-beta cannot decide.

    Attributes
    ----------
    compile_seconds : float
        CPU seconds spent on compiling, all of it here: nothing compiles in the middle of a game.

    Examples
    --------
    >>> from outfox.rules import load
    >>> position = load("nim:piles=[3,4,5],misere=false").start()
    >>> ending = Finisher(position.game).look(position)
    >>> ending.value, position.name(ending.action)
    (1.0, '2 from pile 1')
    """

    def __init__(self, game: Game, *, solves: bool = True) -> None:
        clock = Clock()
        self.game = game
        self._glance, self._search = (AlphaBeta(game, _settings(nodes)) for nodes in (GLANCE, NODES))
        self._solves = solves and game.endless is not None
        self._table: Table | None = None
        link(None, alphabeta_table.regrow)
        if self._solves:
            link(game, expand)
            for kernel in SOLVING:
                link(None, kernel)
        self.compile_seconds = clock.compile_seconds

    def look(self, position: Position) -> Ending | None:
        """Return how the game ends from here with best play; None where that cannot be searched out in time.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C.
        """
        found = _searched(self._glance, position)
        if found.remoteness is None and found.ends:
            if self._solves and self._reaches(position):
                return self._looked_up(position)
            if found.kind != "proven":
                found = _searched(self._search, position)
        return _kept(found) if found.remoteness is None else Ending(found.value, found.action, hastened=True)

    def value(self, position: Position) -> float | None:
        """Return player 0's payoff with best play, or None where it cannot be told in time."""
        if position.is_terminal:
            return position.payoff
        ending = self.look(position)
        return None if ending is None else ending.value

    def _reaches(self, position: Position) -> bool:
        """Say whether all that can be reached from a position is solved, or was before."""
        if self._table is None or self._table.find(position.state) is None:
            try:
                self._table = solve_states(self.game, [position], symmetry=False, states=STATES).table
            except (BudgetExceeded, NotSupported):
                self._table = None
        return self._table is not None

    def _looked_up(self, position: Position) -> Ending:
        assert self._table is not None
        best = action_outcomes(self._table, position)[0]
        return Ending(best.value, best.action, hastens(self.game, best.value) is not None)


def _settings(nodes: int) -> AlphaBetaSettings:
    return AlphaBetaSettings(depth=0, nodes=nodes, memory=32, evaluate=False)


def _searched(search: AlphaBeta, position: Position) -> AlphaBetaResult:
    found = search.search(position, line=False)
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    return found


def _kept(found: AlphaBetaResult) -> Ending | None:
    """Return what alpha-beta has proven of a game that nobody wins outright: an action that is sure to keep it."""
    if found.kind != "proven":
        return None
    value = found.bounds[0]
    sure = (action.action for action in found.actions if action.proven and action.value == value)
    action = next(sure, None)
    return None if action is None else Ending(value, action, hastened=False)
