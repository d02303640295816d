"""What a study of Nim asks beside the usual: a theorem, what Q-learning learns, how that fares against perfect play.

The exact answer is compared with Bouton's theorem in every position. Learners that know nothing play themselves, a few
of each kind; after more and more games each is graded by the exact answer: of the actions with its largest value, the
share that win, over all won positions. At the end each plays perfect play from either seat.

Status: measured (means over seeds with 95 % intervals).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from itertools import product
from operator import xor
from typing import Any

import numpy as np

from outfox.arena.statistics import Share
from outfox.kernel.clock import Clock
from outfox.methods.result import Timed
from outfox.methods.solve.table import Table
from outfox.players.base import Player
from outfox.players.q_player import QPlayer
from outfox.players.solved_player import SolvedPlayer
from outfox.rules import Game
from outfox.studies.estimates import Estimate
from outfox.training.learn.q_grade import QGrade, QGrader
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]

MOST_VECTORS = 20_000
"""Pile vectors of a game that is learned and looked at one by one."""

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
class Theorem:
    """Bouton's theorem beside the exact answer.

    Attributes
    ----------
    positions, exceptions
        Compared, and where the two differ.
    """

    positions: int
    exceptions: int


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


@dataclass(frozen=True)
class NimStudy(Timed):
    """All that was found.

    Attributes
    ----------
    settings
        How much was learned and played.
    players
        Their names.
    winner
        The player who wins with best play.
    won, lost
        Positions that are won and lost for whoever moves, players not told apart.
    theorem
        None where a limit on the objects that may be taken makes it another game.
    learned
        By kind.
    """

    settings: NimSettings
    players: tuple[str, str]
    winner: int
    won: int
    lost: int
    theorem: Theorem | None
    learned: tuple[Learned, ...]

    @property
    def futile(self) -> str:
        """Say that one seat cannot win."""
        loser = self.players[1 - self.winner]
        return (
            f"The {loser} player cannot win against perfect play: the starting position is lost for it. That a learner"
            " wins no such game is no fault."
        )

    @property
    def sentences(self) -> list[str]:
        """The findings in a few sentences."""
        told = []
        if self.theorem is not None:
            differ = self.theorem.exceptions or "none"
            told.append(f"Bouton's theorem was compared in {self.theorem.positions:,} positions: {differ} differ.")
        reached = ", ".join(f"{_percent(share)} after {games:,}" for games, share in self.learned[0].curve)
        told.append(f"Q-learning plays a winning action in won positions in {reached} games of self-play.")
        seat = self.learned[0].seats[self.winner]
        told.append(f"As {self.players[self.winner]} player it then won {seat} of its games against perfect play.")
        return [*told, self.futile]

    def to_dict(self) -> dict[str, Any]:
        """Return the findings with their stable keys, without times."""
        theorem = None if self.theorem is None else vars(self.theorem)
        return {
            "winner": self.winner,
            "won": self.won,
            "lost": self.lost,
            "theorem": theorem,
            "settings": asdict(self.settings),
            "learned": [one.to_dict() for one in self.learned],
        }

    def html(self) -> str:
        """Return the sections of the report."""
        from outfox.studies.page.nim import sections

        return sections(self)


def _percent(share: Estimate) -> str:
    return f"{100 * share.value:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def gather(
    game: Game, *, seed: int = 0, progress: Progress | None = None, settings: NimSettings | None = None
) -> NimStudy | None:
    """Find out all there is; None where there are too many pile vectors to look at.

    Parameters
    ----------
    game
        Nim, with any parameters.
    seed
        Of the learners and of the games.
    progress
        Called with a share below 0 and a short text.
    settings
        Default: ``NimSettings()``.
    """
    if math.prod(size + 1 for size in game.parameters["piles"].value) > MOST_VECTORS:
        return None
    clock, chosen = Clock(), settings or NimSettings()
    grader, learned = QGrader(game), []
    grade: QGrade | None = None
    for number, name in enumerate(KINDS):
        if progress is not None:
            progress(-1.0, f"Q-learning, {name}")
        found, grade = _learned(grader, chosen, name, task_seed(root_seed(seed), number))
        learned.append(found)
    assert grade is not None
    return NimStudy(
        settings=chosen,
        players=game.players,
        winner=0 if grade.value > 0 else 1,
        won=grade.won.positions,
        lost=grade.all.positions - grade.won.positions,
        theorem=None if game.parameters["most"].value else theorem(game, grader.solved.table),
        learned=tuple(learned),
        seconds=clock.seconds,
        cpu_seconds=clock.cpu_seconds,
        compile_seconds=clock.compile_seconds,
    )


def _learned(grader: QGrader, chosen: NimSettings, name: str, root: np.random.SeedSequence) -> tuple[Learned, QGrade]:
    """Train and grade learners of one kind; return one grade as well."""
    settings = QSettings(episodes=chosen.stops[-1], **KINDS[name])
    curves, faultless, wins, perfect = [], 0, [0, 0], SolvedPlayer()
    for number in range(chosen.seeds):
        learner, curve = QLearner(grader.game, settings, int(task_seed(root, number).generate_state(1)[0])), []
        for stop in chosen.stops:
            learner.run(stop)
            grade = grader.grade(learner)
            curve.append(grade.won.share)
        curves.append(curve)
        faultless += grade.seats[0 if grade.value > 0 else 1].blunders == 0
        one = QPlayer(table=learner.table())
        for seat in (0, 1):
            wins[seat] += _wins(grader.game, one, perfect, seat, task_seed(root, number, seat), chosen.games)
    means = [mean(column) for column in zip(*curves, strict=True)]
    played = chosen.seeds * chosen.games
    seats = Share(wins[0], played), Share(wins[1], played)
    return Learned(name, tuple(zip(chosen.stops, means, strict=True)), Share(faultless, chosen.seeds), seats), grade


def _wins(
    game: Game, learner: QPlayer, perfect: SolvedPlayer, seat: int, root: np.random.SeedSequence, games: int
) -> int:
    """Return how many of some games a learner wins against perfect play."""
    players: list[Player] = [learner, perfect] if seat == 0 else [perfect, learner]
    won = 0
    for number in range(games):
        for player, one in enumerate(players):
            one.start(game, player, task_seed(root, number, player))
        position = game.start()
        while not position.is_terminal:
            position = position.play(players[position.mover].choose(position))
        won += position.payoff > 0 if seat == 0 else position.payoff < 0
    return won


def mean(values: Sequence[float]) -> Estimate:
    """Return a mean of shares and its 95 % interval by the t distribution, within what a share can be.

    Examples
    --------
    >>> found = mean([0.2, 0.3, 0.4])
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.3, 0.052, 0.548)
    """
    from scipy.stats import t

    middle = float(np.mean(values))
    half = float(t.ppf(0.975, len(values) - 1)) * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return Estimate(middle, max(0.0, middle - half), min(1.0, middle + half))


def theorem(game: Game, table: Table) -> Theorem:
    """Compare the exact answer with Bouton's theorem, in every position that can come up.

    Parameters
    ----------
    game
        Nim without a limit on the objects that may be taken.
    table
        Its exact answers.
    """
    compared = exceptions = 0
    for piles, player, value in _values(game, table):
        compared += 1
        wins = (value > 0) == (player == 0)
        exceptions += wins == lost_by_theorem(piles, misere=game.parameters["misere"].value)
    return Theorem(compared, exceptions)


def lost_by_theorem(piles: Sequence[int], *, misere: bool) -> bool:
    """Say whether the player to move loses, by the exclusive or of the piles.

    Examples
    --------
    >>> lost_by_theorem([1, 3, 5, 7], misere=True), lost_by_theorem([1, 1, 1], misere=True)
    (True, True)
    """
    if misere and max(piles) <= 1:
        return sum(piles) % 2 == 1
    return reduce(xor, piles) == 0


def _values(game: Game, table: Table) -> Iterator[tuple[tuple[int, ...], int, float]]:
    """Yield piles, who moves and player 0's payoff for every position of a table in which somebody moves."""
    for piles in product(*(range(size + 1) for size in game.parameters["piles"].value)):
        for player, name in enumerate(game.players) if any(piles) else ():
            outcome = table.find(game.parse(" ".join(map(str, piles)) + f"\n{name} to move").state)
            if outcome is not None:
                yield piles, player, outcome.value
