"""`SolvedPlayer`: perfect play, from a table of exact answers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.methods.solve import Table, open_table, solve
from outfox.methods.solve.result import ActionOutcome, action_outcomes, hastens, ranked
from outfox.players.base import refuse_hidden
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed


class SolvedPlayer:
    """Plays perfectly: the winning side wins fastest, the losing side resists longest.

    Among actions that are as good and as long, one that leaves the opponent the fewest actions that keep its result;
    among those, one is drawn.

    Parameters
    ----------
    path
        A table that `outfox solve --save` wrote; without one the game is solved when the first game starts.

    Examples
    --------
    >>> from outfox.rules import load
    >>> game = load("nim:piles=[3,4,5],misere=false")
    >>> perfect = SolvedPlayer()
    >>> perfect.start(game, 0, root_seed(1))
    >>> game.start().name(perfect.choose(game.start()))
    '2 from pile 1'
    """

    deterministic = False

    def __init__(self, path: str = "") -> None:
        self.path = path
        self.name = f"solved:{path}" if path else "solved"
        self.compile_seconds = 0.0
        self._table: Table | None = None
        self._known: dict[Any, list[int]] = {}
        self._seed = root_seed(0)

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game; the first one opens the table, or solves.

        Raises
        ------
        DamagedFile
            Where the file is no table of this game.
        UnknownName
            Where there is no such file.
        NotSupported
            Where the game cannot be solved.
        """
        refuse_hidden(game, self.name)
        if self._table is None or self._table.game is not game:
            self._table, self._known = self._answers(game), {}
        self._seed = seed

    def _answers(self, game: Game) -> Table:
        if self.path:
            try:
                return open_table(self.path, game)
            except FileNotFoundError:
                raise UnknownName(
                    f"solved:{self.path}: there is no such file; outfox solve {game.spec} --save {self.path} makes it"
                ) from None
        solution = solve(game)
        self.compile_seconds = solution.compile_seconds
        return solution.table

    @property
    def table(self) -> Table:
        """The table it plays by, once a game has started."""
        assert self._table is not None, "start comes first"
        return self._table

    def choose(self, seen: Position) -> int:
        """Return one of the best actions, the same for the same seed and ply."""
        actions = self.actions(seen)
        return actions[int(np.random.default_rng(task_seed(self._seed, len(seen.history))).integers(len(actions)))]

    def policy(self, seen: Position) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``."""
        best = set(self.actions(seen))
        return np.array([1.0 / len(best) if action in best else 0.0 for action in seen.legal])

    def actions(self, seen: Position) -> list[int]:
        """Return the best actions of a position.

        Raises
        ------
        NotSupported
            Where the table does not have the position.
        """
        key = seen.key
        if key not in self._known:
            assert self._table is not None, "start comes first"
            self._known[key] = best_actions(self._table, seen)
        return self._known[key]


def best_actions(table: Table, position: Position) -> list[int]:
    """Return the actions that are best by value, then by distance, then by what they leave the opponent."""
    found = action_outcomes(table, position)
    top = found[0]
    equal = [action for action in found if (action.value, action.remoteness) == (top.value, top.remoteness)]
    if len(equal) == 1 or position.game.has("chance") or hastens(position.game, top.value) == position.mover:
        return [action.action for action in equal]
    replies = {action.action: _good_replies(table, position.play(action.action), action) for action in equal}
    fewest = min(replies.values())
    return [action for action, count in replies.items() if count == fewest]


def _good_replies(table: Table, position: Position, led: ActionOutcome) -> int:
    """Return how many answers keep the result for who moves in a position; all of them where it is the same player."""
    if position.is_terminal:
        return 0
    answers = ranked(position.game, position.mover, action_outcomes(table, position))
    return sum(answer.value == led.value for answer in answers)
