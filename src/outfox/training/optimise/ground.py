"""`Ground`: a game listed and solved, or, where it is too large, known by its relations alone."""

from __future__ import annotations

from collections.abc import Callable

from outfox.kernel.graph import Probe, reach
from outfox.methods.equilibrium.ground import Ground as Tree
from outfox.methods.policies.arena import Board, board
from outfox.methods.policies.hidden_board import HiddenBoard
from outfox.methods.policies.live_board import LiveBoard
from outfox.methods.solve.estimate import DOUBT, estimate
from outfox.methods.solve.optimal import Optimal, optimal
from outfox.methods.solve.states import SolvedGraph, solve_states
from outfox.rules.errors import BudgetExceeded, NotSupported
from outfox.rules.game import Game
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.memory import allowed_memory

GRAPH_SHARE = 0.3
"""How much of the memory the graph may take; policies and relations need about as much again."""


class Ground:
    """What does not change between runs on a game: the board and its exact solution.

    Parameters
    ----------
    game
        The game.
    graded
        Most states of a game that is solved.
    listed
        Most states, by a guess, that are listed; with more the rules play the games. 0: all are listed; below 0: none.

    Attributes
    ----------
    board
        The graph, with actions and relations; or what knows relations alone, where the states are not listed; or the
        tree, where players see a part of the state.
    optimal
        What actions give away; None where the game was not solved.
    """

    def __init__(self, game: Game, graded: int = 2_000_000, listed: int = 0) -> None:
        self.optimal: Optimal | None = None
        self.solved: SolvedGraph | None = None
        self.board: Board | LiveBoard | HiddenBoard
        memory = int(GRAPH_SHARE * allowed_memory())
        if game.view is not None:
            self.board = HiddenBoard(_tree_of(game, memory), exact=graded > 0)
            return
        guess = 0 if listed < 0 else guessed_states(game)
        if listed < 0 or (listed and guess > listed):
            self.board = LiveBoard(game)
            return
        if graded and guess <= DOUBT * graded:
            try:
                self.solved = solve_states(game, symmetry=False, states=graded, memory=memory)
                self.optimal = optimal(self.solved)
            except (BudgetExceeded, NotSupported):
                self.solved = None  # a game that is not solved is not graded
        what = self.solved if self.solved is not None else game
        self.board = board(what, memory=memory, judge=_refuse_many(game, memory))

    @property
    def open_board(self) -> Board | LiveBoard:
        """The board of a game whose players see the whole state.

        Raises
        ------
        NotSupported
        """
        if isinstance(self.board, HiddenBoard):
            raise NotSupported(f"{self.board.game.name} has hidden information (View)")
        return self.board

    @property
    def known(self) -> bool:
        """Whether it is known what policies give away."""
        return self.board.value is not None if isinstance(self.board, HiddenBoard) else self.optimal is not None

    @classmethod
    def of(cls, game: Game, settings: OptimiseSettings) -> Ground:
        """Return what these settings ask for: tables need all states listed, other policies relations."""
        if settings.policy != "table" and game.view is None:
            game.require("relations", "a policy over relations")
        return cls(game, settings.graded, 0 if settings.policy == "table" else settings.listed or -1)


def _tree_of(game: Game, memory: int) -> Tree:
    """Return a game's tree.

    Raises
    ------
    BudgetExceeded
        Where it is too large; the message has an estimate.
    """
    try:
        return Tree(game, memory=memory)
    except BudgetExceeded as error:
        raise BudgetExceeded(
            f"a table needs all information sets listed, and {str(error).split('; ')[0]}: take a smaller game, or"
            f" outfox equilibrium {game.spec} --method external-sampling"
        ) from None


class _Guessed(Exception):
    """The guess, as soon as there is one."""


def guessed_states(game: Game) -> int:
    """Return how many states a game has: exactly where they are few, else by a guess from the first of them."""

    def told(probe: Probe) -> int:
        raise _Guessed(estimate(probe).states)

    try:
        return reach(game, symmetry=False, edges="drop", judge=told).states
    except _Guessed as guess:
        return int(guess.args[0])


def _refuse_many(game: Game, memory: int) -> Callable[[Probe], int]:
    """Return a judge that refuses a game with too many states to be listed."""
    smaller = ", or a policy over relations (policy far)" if game.has("relations") else ""

    def decide(probe: Probe) -> int:
        guess = estimate(probe)
        if guess.least_bytes > memory:
            raise BudgetExceeded(
                f"{game.spec} has {guess}: this needs all states listed, and they may take {memory / 2**30:.1f} GB;"
                f" take a smaller board{smaller}"
            )
        return guess.states

    return decide
