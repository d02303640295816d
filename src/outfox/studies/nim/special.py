"""What a study of Nim asks beside the usual: a theorem, what Q-learning learns, how that fares against perfect play.

Status: measured (means over seeds with 95 % intervals).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from outfox.kernel.clock import Clock
from outfox.methods.result import Timed
from outfox.rules import Game
from outfox.studies.nim.learners import KINDS, Learned, NimSettings, train_kind
from outfox.studies.nim.theorem import Theorem, theorem
from outfox.studies.verdict import percent
from outfox.training.learn.q_grade import QGrade, QGrader
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]

MOST_VECTORS = 20_000
"""Pile vectors of a game that is learned and looked at one by one."""


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
        reached = ", ".join(
            f"{percent(share.value, share.low, share.high, 1)} after {games:,}"
            for games, share in self.learned[0].curve
        )
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
        from outfox.studies.nim.page import sections

        return sections(self)


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
        found, grade = train_kind(grader, chosen, name, task_seed(root_seed(seed), number))
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
