"""Grading a learner: every position of a solved game, and what it would do there.

Where several actions have its largest value, each counts its part: of three best ones of which two are right, two
thirds. A learner that takes the first of ties is graded by that. Positions that the learner takes for one (with the
players exchanged) count once in all, and for each seat that they can come up in.

A share says how much of the game was learned; what it costs is said by the positions that a seat can come to when it
plays by its values against anything: without a blunder in these it never gives away what it has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from outfox.methods.solve.optimal import Optimal, edges_of, optimal
from outfox.methods.solve.states import SolvedGraph, solve_states
from outfox.rules.position import Position
from outfox.training.learn.grade import STATES, Blunder
from outfox.training.learn.q_grades import QGrade, QSeat, QShare
from outfox.training.learn.q_read import read_values

if TYPE_CHECKING:
    from outfox.rules.game import Game
    from outfox.training.learn.q_learning import QLearner

Bools = NDArray[np.bool_]
Progress = Callable[[float, str], None]

SHOWN = 5
"""Blunders that are named."""


class QGrader:
    """Grades learners of a game, which is solved once.

    Parameters
    ----------
    game
        A game that can be solved.
    progress
        Told how far solving is; the share that it is told stays 0.

    Raises
    ------
    NotSupported, BudgetExceeded
        Where it cannot be, or is too large.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.training.learn.q_learning import QLearner
    >>> from outfox.training.learn.q_settings import QSettings
    >>> learner = QLearner(load("nim:piles=[1,2]"), QSettings(episodes=200), seed=1)
    >>> learner.run()
    >>> QGrader(learner.game).grade(learner).won
    QShare(positions=3, share=1.0, fastest=1.0)
    """

    def __init__(self, game: Game, progress: Progress | None = None) -> None:
        self.game = game
        tell = progress and (lambda _, text: progress(0.0, f"solving, {text}"))
        self.solved: SolvedGraph = solve_states(game, symmetry=False, states=STATES, progress=tell)
        self.best: Optimal = optimal(self.solved)
        self.first, edges = edges_of(self.solved.graph)
        self.child = edges >> 1

    def grade(self, learner: QLearner) -> QGrade:
        """Grade what a learner knows now; it stays as it is."""
        values, numbers = read_values(learner, self.solved.graph, self.first)
        return self.grade_values(values, numbers, first=learner.settings.ties == "first")

    def grade_values(self, values: Any, numbers: Any, *, first: bool = False) -> QGrade:
        """Grade values of actions.

        Parameters
        ----------
        values : (edges,) float64
            The mover's.
        numbers : (states,) int64
            Positions of the same number count once; -1 where nobody chooses.
        first
            Whether the first of several best actions is taken, instead of any.
        """
        graph, moving = self.solved.graph, np.flatnonzero(numbers >= 0)
        top = greedy(values, self.first, moving, first=first)
        shares = [_shares(top & keeps, top, self.first, moving) for keeps in (self.best.keeps, self.best.best)]
        signs = np.where(graph.who == 0, self.solved.signs, -self.solved.signs)
        once = moving[np.unique(numbers[moving], return_index=True)[1]]
        table = np.full((2, graph.states), np.nan)
        table[:, moving] = shares
        faults = int((table[0, once] < 1).sum())
        seats = [self._seat(player, top, table, signs) for player in (0, 1)]
        won, drawn = (_share(table, once[signs[once] == sign]) for sign in (1, 0))
        value = float(self.solved.values[self.solved.graph.roots[0][0]])
        return QGrade(value, won, drawn, _share(table, once), (seats[0], seats[1]), faults)

    def _seat(self, player: int, top: Bools, table: Any, signs: Any) -> QSeat:
        mine = np.flatnonzero(self.solved.graph.who == player)
        met = self._met(player, top)
        mine_met = np.flatnonzero(met & (self.solved.graph.who == player))
        faults = mine_met[table[0, mine_met] < 1]
        won, drawn = (_share(table, mine[signs[mine] == sign]) for sign in (1, 0))
        worst = tuple(self._blunder(int(i), top) for i in self._worst(faults, top))
        return QSeat(player, won, drawn, _share(table, mine), _share(table, mine_met), len(faults), worst)

    def _met(self, player: int, top: Bools) -> Bools:
        """Return which positions come up where a player takes only the edges in `top`, and others any."""
        graph = self.solved.graph
        met: Bools = np.zeros(graph.states, bool)
        now = np.unique([number for number, _ in graph.roots])
        while len(now):
            met[now] = True
            places, of = _edges(self.first, now)
            taken = places[top[places] | (graph.who[of] != player)]
            now = np.unique(self.child[taken])
            now = now[~met[now]]
        return met

    def _worst(self, states: Any, top: Bools) -> Any:
        """Return the states in which most is given away, of those the first found."""
        lost = [float(np.where(top[a:b], self.best.loss[a:b], 0.0).max()) for a, b in self._ranges(states)]
        return states[np.argsort(-np.array(lost), kind="stable")[:SHOWN]]

    def _ranges(self, states: Any) -> list[tuple[int, int]]:
        return [(int(self.first[i]), int(self.first[i + 1])) for i in states]

    def _blunder(self, i: int, top: Bools) -> Blunder:
        position = self._position(i)
        begin, end = int(self.first[i]), int(self.first[i + 1])
        loss, keeps = self.best.loss[begin:end], self.best.best[begin:end]
        chosen = int(np.where(top[begin:end], loss, -1.0).argmax())
        names = [position.name(position.legal[k]) for k in (chosen, int(keeps.argmax()))]
        return Blunder(position.text, names[0], names[1], float(loss[chosen]))

    def _position(self, i: int) -> Position:
        words = tuple(int(word) for word in self.solved.graph.keys[i])
        return Position(self.game, self.solved.table.keys.state(words))


def greedy(values: Any, begins: Any, states: Any, *, first: bool = False) -> Bools:
    """Return which edges of some states have the largest value of their state, or are the first that have it."""
    top: Bools = np.zeros(len(values), bool)
    if len(states):
        places, of = _edges(begins, states)
        counts = np.diff(begins)[states]
        most = np.maximum.reduceat(values[places], np.cumsum(counts) - counts)
        best = values[places] == np.repeat(most, counts)
        places, of = places[best], of[best]
        top[places[np.append(True, of[1:] != of[:-1])] if first else places] = True
    return top


def _edges(first: Any, states: Any) -> tuple[Any, Any]:
    """Return the numbers of the edges of some states, and of which state each is."""
    counts = np.diff(first)[states]
    starts = np.repeat(first[states] - (np.cumsum(counts) - counts), counts)
    return starts + np.arange(int(counts.sum())), np.repeat(states, counts)


def _shares(right: Bools, top: Bools, first: Any, states: Any) -> Any:
    """Return for each state the share of its edges in `top` that are right."""
    sums = [np.concatenate([[0], np.cumsum(flags)]) for flags in (right, top)]
    good, all_ = (total[first[states + 1]] - total[first[states]] for total in sums)
    return good / np.maximum(all_, 1)


def _share(table: Any, states: Any) -> QShare:
    if not len(states):
        return QShare(0, 1.0, 1.0)
    return QShare(len(states), *(float(row[states].mean()) for row in table))


__all__ = ["QGrade", "QGrader", "QSeat", "QShare", "greedy"]
