"""What Q-learning learns of Nim from nothing, and how that fares against perfect play.

Learners that know nothing play themselves, a few of each kind; after more and more games each is graded by the exact
answer: of the actions with its largest value, the share that win, over all won positions. At the end each plays perfect
play from either seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.arena.play import play_game
from outfox.arena.statistics import Share
from outfox.players.q_player import QPlayer
from outfox.players.solved_player import SolvedPlayer
from outfox.rules import Game
from outfox.studies.estimates import Estimate, mean_share
from outfox.training.learn.q_grade import QGrade, QGrader
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings
from outfox.workers.seeds import task_seed

KINDS: dict[str, dict[str, Any]] = {
    "after the reply": {},
    "after one ply": {"convention": "negamax"},
    "after the reply, first of ties": {"ties": "first"},
}
"""Kinds of learners, by when an action is valued and how ties are broken: settings that differ."""


@dataclass(frozen=True)
class NimSettings:
    """How much is learned and played.

    Attributes
    ----------
    stops
        Games of self-play after which learners are graded.
    seeds
        Learners of each kind.
    games
        Of each learner against perfect play, in each seat, at the end.
    """

    stops: tuple[int, ...] = (100, 300, 1_000, 3_000, 10_000, 50_000)
    seeds: int = 20
    games: int = 20


@dataclass(frozen=True)
class Learned:
    """What learners of one kind came to.

    Attributes
    ----------
    name
        The kind.
    curve : tuple of (games, mean share with its interval)
        Winning actions among the best ones, over won positions.
    faultless
        How many of the learners never give a win away from the seat that wins, at the end, whatever the other does.
    seats
        Games that they won against perfect play as first and as second player.
    """

    name: str
    curve: tuple[tuple[int, Estimate], ...]
    faultless: Share
    seats: tuple[Share, Share]

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        return {
            "name": self.name,
            "curve": [{"games": games, **estimate.to_dict()} for games, estimate in self.curve],
            "faultless": self.faultless.to_dict(),
            "against_perfect_play": [seat.to_dict() for seat in self.seats],
        }


def train_kind(grader: QGrader, chosen: NimSettings, name: str, root: np.random.SeedSequence) -> tuple[Learned, QGrade]:
    """Train and grade learners of one kind.

    Parameters
    ----------
    grader
        Of the game.
    chosen
        How much is learned and played.
    name
        The kind, one of `KINDS`.
    root
        Seed of these learners and their games.

    Returns
    -------
    Learned
        What they came to.
    QGrade
        The last one's grade: the game's value and counts of positions are the same in all of them.
    """
    settings = QSettings(episodes=chosen.stops[-1], **KINDS[name])
    curves, faultless, wins, perfect = [], 0, [0, 0], SolvedPlayer()
    for number in range(chosen.seeds):
        learner = QLearner(grader.game, settings, int(task_seed(root, number).generate_state(1)[0]))
        curve = grades_on_the_way(grader, learner, chosen.stops)
        curves.append([grade.won.share for grade in curve])
        grade = curve[-1]
        faultless += grade.seats[0 if grade.value > 0 else 1].blunders == 0
        one = QPlayer(table=learner.table())
        for seat in (0, 1):
            wins[seat] += _wins(grader.game, one, perfect, seat, task_seed(root, number, seat), chosen.games)
    means = [mean_share(column) for column in zip(*curves, strict=True)]
    played = chosen.seeds * chosen.games
    seats = Share(wins[0], played), Share(wins[1], played)
    return Learned(name, tuple(zip(chosen.stops, means, strict=True)), Share(faultless, chosen.seeds), seats), grade


def grades_on_the_way(grader: QGrader, learner: QLearner, stops: tuple[int, ...]) -> list[QGrade]:
    """Let a learner play on, and return its grade after so many games, each time."""
    found = []
    for stop in stops:
        learner.run(stop)
        found.append(grader.grade(learner))
    return found


def _wins(
    game: Game, learner: QPlayer, perfect: SolvedPlayer, seat: int, root: np.random.SeedSequence, games: int
) -> int:
    """Return how many of some games a learner wins against perfect play."""
    players = (learner, perfect) if seat == 0 else (perfect, learner)
    return sum(play_game(game, players, task_seed(root, number)).winner == seat for number in range(games))
