"""Grading a learner of a game with hidden information: what it is sure of against an opponent who knows it, exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.best_response import value_in
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.policies.hidden_grade import HiddenGrade, HiddenJudge
from outfox.workers.memory import allowed_memory

if TYPE_CHECKING:
    from outfox.formats.q_file import QTable
    from outfox.rules.game import Game
    from outfox.training.learn.q_learning import QLearner

TREE_SHARE = 0.3
"""How much of the memory the tree may take."""


@dataclass(frozen=True)
class QHiddenGrade:
    """How well a learner plays a game with hidden information.

    Attributes
    ----------
    value
        Of the game, player 0's payoff; None where it is too large for a linear program.
    won
        Player 0's payoff when both seats play by the learned values.
    known
        How many of the game's information sets it has met.
    sets
        How many there are.
    seats
        Of player 0 and player 1.
    """

    value: float | None
    won: float
    known: int
    sets: int
    seats: tuple[HiddenGrade, HiddenGrade]

    @property
    def exploitability(self) -> float:
        """Half of what two opponents who know it win against both seats together; 0 in an equilibrium."""
        first, second = (seat.secured for seat in self.seats)
        return max(0.0, (second - first) / 2)

    def to_dict(self) -> dict[str, Any]:
        """Return the grade with its stable keys."""
        return {
            "value": self.value,
            "won": self.won,
            "exploitability": self.exploitability,
            "known": self.known,
            "sets": self.sets,
            "seats": [seat.to_dict() for seat in self.seats],
        }


class QHiddenGrader:
    """Grades learners of a game with hidden information, whose tree is made once.

    Parameters
    ----------
    game
        A game whose tree fits into memory.
    progress
        Told how far the tree is; the share that it is told stays 0.

    Raises
    ------
    NotSupported, BudgetExceeded
        Where it has none, or it is too large.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.training.learn.q_learning import QLearner
    >>> from outfox.training.learn.q_settings import QSettings
    >>> learner = QLearner(load("kuhn"), QSettings(episodes=200), seed=1)
    >>> learner.run()
    >>> found = QHiddenGrader(learner.game).grade(learner)
    >>> found.sets, round(found.value * 18, 6)
    (12, -1.0)
    """

    def __init__(self, game: Game, progress: Callable[[float, str], None] | None = None) -> None:
        tell = progress and (lambda _, text: progress(0.0, text))
        self.ground = Ground(game, memory=int(TREE_SHARE * allowed_memory()), progress=tell)
        self.judge = HiddenJudge(self.ground)

    def grade(self, learner: QLearner) -> QHiddenGrade:
        """Grade what a learner knows now; it stays as it is."""
        policy, known = self.policy(learner.table(), first=learner.settings.ties == "first")
        ground = self.ground
        return QHiddenGrade(
            self.judge.value, value_in(ground.form, policy), known, ground.tree.sets, self.judge.grades(policy)
        )  # fmt: skip

    def policy(self, table: QTable, *, first: bool) -> tuple[Floats, int]:
        """Return what somebody does who takes actions of the largest value, and how many information sets are known.

        Returns
        -------
        (slots,) float64
            Over the slots of the tree; several best actions with the same probability, or the first of them.
        int
        """
        tree = self.ground.tree
        rows = {row.tobytes(): k for k, row in enumerate(np.ascontiguousarray(table.leaves, np.int64))}
        values, known = np.zeros(tree.slots), 0
        for info, key in enumerate(np.ascontiguousarray(tree.keys)):
            row = rows.get(key.tobytes())
            if row is not None:
                known += 1
                values[tree.first[info] : tree.first[info + 1]] = table.values[table.first[row] : table.first[row + 1]]
        begins, counts = tree.first[:-1], np.diff(tree.first)
        top = values == np.repeat(np.maximum.reduceat(values, begins), counts)
        if first:
            before = np.cumsum(top) - top
            top &= before == np.repeat(before[begins], counts)
        return top / np.repeat(np.add.reduceat(top.astype(np.float64), begins), counts), known
