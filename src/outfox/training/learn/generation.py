"""One generation of a run, and the run: what was played, fitted and measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from outfox.formats.model import Model
from outfox.rules.game import Game
from outfox.training.learn.duel import DuelResult
from outfox.training.learn.fit_result import Fit
from outfox.training.learn.grade import Grade
from outfox.training.learn.train_settings import TrainSettings


@dataclass(frozen=True)
class Generation:
    """One generation.

    Attributes
    ----------
    number
        From 1.
    played
        Simulations a ply of either side in the games that it was fitted to, and who won them: player 0, nobody,
        player 1.
    model, fit, arithmetic
        The model that plays, all about the fit, and the arithmetic model of the same games.
    cs, cuts
        Duels of the other exploration constants against the first of them, and then of the other cuts against their
        anchor at equal work or time; empty where what was chosen before was kept. The model says what was chosen.
    rates
        Simulations a CPU second by cut, where cuts were compared at equal time.
    steps
        Duels of the models at each step of the way from the champion's to the fitted one, against the champion; empty
        where its search has no model. The model says in `about` which step was taken.
    gate
        Against its predecessor, until the test had decided.
    promoted
        Whether it took its place.
    first, previous, against_arithmetic
        Measured with a fixed number of games: against generation 0, against its predecessor, and against the same
        search with the arithmetic model.
    grades, endings
        How often its search, and plain search, choose a best action: where the game is small enough to be solved, and
        in endings whose tables were given.
    """

    number: int
    played: tuple[tuple[int, int], tuple[int, int, int]]
    model: Model
    fit: Fit
    arithmetic: Model
    cs: dict[float, DuelResult]
    cuts: dict[int, DuelResult]
    steps: dict[float, DuelResult]
    gate: DuelResult
    promoted: bool
    first: DuelResult
    previous: DuelResult
    against_arithmetic: DuelResult
    grades: dict[str, Grade] = field(default_factory=dict)
    endings: dict[str, Grade] = field(default_factory=dict)
    rates: dict[int, float] = field(default_factory=dict)

    @property
    def fitted(self) -> Model:
        """The fitted model: what plays may lie between it and the champion's."""
        return self.model.with_vector(self.fit.expand(self.fit.parameters))


@dataclass(frozen=True)
class Trained:
    """The result of a run.

    Attributes
    ----------
    game, settings, seed
        What was asked for.
    generations
        All of them, promoted or not.
    seconds, compile_seconds
        Wall clock of this call, without compiling; CPU seconds of compiling in this process.
    folder
        The run's folder.
    """

    game: Game
    settings: TrainSettings
    seed: int
    generations: tuple[Generation, ...]
    seconds: float
    compile_seconds: float
    folder: Path

    @property
    def best(self) -> Generation | None:
        """The last generation that was promoted; None where none was."""
        return next((one for one in reversed(self.generations) if one.promoted), None)
