"""Generations: a search plays itself, an evaluation is fitted to its games, and a better search plays the next.

Generation 0 is plain MCTS with playouts to the end. Each later one searches with playouts that are cut after some
plies and scored by a model, fitted to positions from games of its predecessor against itself. It takes its
predecessor's place only when it has beaten it at the same number of simulations, in a test on pairs of games.

Where one side wins nearly every game, nothing can be learned from them. So the games that a model is fitted to are
handicapped: some pilot games show how far the favoured side must halve its simulations for both to win. Who beats whom
is measured without that, with equal simulations and swapped seats.

Everything lies in a folder and is written as it comes. A run that was killed goes on with the game that it was at.

Sources: O. Mattsson and A. Janshagen, *Exploring Game Balance in the Scandinavian Fox Game with Monte-Carlo Tree
Search*, Foundations of Digital Games 2022 (the procedure); Silver et al. 2017 (gating).

Status: measured (each run measures its generations against the first and against each other).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from outfox.arena.sprt import Sprt
from outfox.formats.model import Model, Tuning
from outfox.kernel.clock import Clock
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.training.learn.arithmetic import arithmetic
from outfox.training.learn.design import design, model_of
from outfox.training.learn.duel import DuelResult, duel
from outfox.training.learn.fit import fit
from outfox.training.learn.generation import Generation, Trained
from outfox.training.learn.grade import Grade, Judge, compared, grade_of, judge_of
from outfox.training.learn.grade_endings import Endings
from outfox.training.learn.rates import as_many, rates_of
from outfox.training.learn.run_folder import RunFolder
from outfox.training.learn.selfplay import Recipe, SelfPlay, SelfPlayed
from outfox.training.learn.train_settings import TrainSettings
from outfox.training.learn.worths import READING, reading_of
from outfox.workers.pool import Workers, kept, map_tasks
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]
Value = TypeVar("Value", int, float)

LEAST_SIMULATIONS = 4
PILOT_GAMES = 64
SPREAD = 6
"""Games of self-play start with random plies, up to this part of their length, unless the settings say how many."""

LOPSIDED = 0.25
"""How far from a half player 0's score in a pilot may be."""

PLAY, PILOT, CUT, GATE, FIRST, PREVIOUS, ARITHMETIC, GRADE, C, ENDINGS, STEP, RATES = range(12)
"""Keys of the seeds of a generation's parts."""


def train(
    game: Game | str,
    settings: TrainSettings | None = None,
    *,
    folder: str | Path,
    seed: int = 0,
    workers: Workers = 1,
    endings: str | Path | None = None,
    progress: Progress | None = None,
) -> Trained:
    """Train an evaluation by generations of self-play.

    Parameters
    ----------
    game
        A game with `features`, `squares` or both; or its name.
    settings
        Default: ``TrainSettings()``.
    folder
        Where everything is kept. A run of the same game, settings and seed goes on there.
    seed
        The same seed gives the same models for any number of workers, stopped and resumed or not. (Where cuts are
        compared at equal time this holds for one folder: it keeps what was measured.)
    workers
        Processes that play, or a Ray cluster.
    endings
        A folder with endgame tables of the game, to grade the search by them; they change no model.
    progress
        Called with the share done and a short text.

    Returns
    -------
    Trained

    Raises
    ------
    NotSupported
        Where the game has neither `features` nor `squares`, or hidden information; where it has no endgame tables.
    OtherWork
        Where the folder holds another run.

    Examples
    --------
    >>> import tempfile
    >>> few = {"generations": 1, "games": 60, "budget": 8, "gate_games": 8, "rating_games": 8, "graded": 50}
    >>> settings = TrainSettings(**few, cs=(0.4,), cuts=(4,))
    >>> found = train("tic-tac-toe", settings, folder=tempfile.mkdtemp(), seed=1)
    >>> model = found.generations[0].model
    >>> model.tuning, len(model.squares)
    (Tuning(cut=4, c=0.4), 2)
    """
    loaded = load(game) if isinstance(game, str) else game
    chosen = settings or TrainSettings()
    clock = Clock()
    known = Endings(loaded, endings) if endings is not None else None
    with kept(workers) as crew:
        run = _Run(loaded, chosen, RunFolder(Path(folder), loaded, chosen, seed), seed, crew, known, progress)
        generations = run.generations()
    return Trained(loaded, chosen, seed, generations, clock.seconds, clock.compile_seconds, Path(folder))


class _Run:
    """A run while it goes on."""

    def __init__(
        self, game: Game, settings: TrainSettings, folder: RunFolder, seed: int, workers: Workers,
        endings: Endings | None, progress: Progress | None,
    ) -> None:  # fmt: skip
        self.game, self.settings, self.folder, self.workers = game, settings, folder, workers
        self.endings = endings
        self.root, self.progress = root_seed(seed), progress
        self._planned, self._finished = _planned(settings), 0
        self._part: tuple[str, int] | None = None
        self._judge: Judge | None = None
        self._judged = False
        self._spread = settings.spread
        self._drawn: list[list[SelfPlayed]] = []  # the games of each generation
        self.plain = Recipe(settings.budget, c=settings.c)
        SelfPlay(game, (self.plain, self.plain), 0)  # here first: workers find what was compiled

    def generations(self) -> tuple[Generation, ...]:
        """Make all generations."""
        champion, tuning = self.plain, None
        done: list[Generation] = []
        for number in range(1, self.settings.generations + 1):
            one = self._generation(number, champion, tuning)
            tuning = one.model.tuning
            if one.promoted:
                champion = self._recipe(one.model)
            done.append(one)
        return tuple(done)

    def _recipe(self, model: Model) -> Recipe:
        return Recipe.with_model(model, self.settings.budget)

    def _generation(self, number: int, champion: Recipe, tuning: Tuning | None) -> Generation:
        handicap = self._pilot(number, champion)
        count = self.settings.games * (1 if number == 1 else self.settings.more)
        games = self._games(number, PLAY, champion, handicap, count, "games")
        self._drawn.append(games)
        recent = [played for one in self._drawn[-self.settings.window :] for played in one]
        rows, outcomes = design(self.game, recent)
        found = fit(rows, outcomes, self.settings.fit, int(self._seed(number, PLAY).generate_state(1)[0]))
        model = model_of(self.game, rows.expand(found.parameters), {"generation": number, "games": len(outcomes)})
        plain = arithmetic(self.game, rows, outcomes)
        cs: dict[float, DuelResult] = {}
        cuts: dict[int, DuelResult] = {}
        measured: dict[int, float] = {}
        if tuning is None:
            tuning, cs, cuts, measured = self._tune(number, model)
        model, steps = self._step(number, champion, model)
        model = self.folder.keep_model(number, model, tuning._asdict())
        self.folder.keep(number, "fit.json", found.to_dict())
        self.folder.keep(number, READING, {"generation": number, **reading_of(model, self.game, found)})
        plain = self.folder.keep_model(number, plain, tuning._asdict(), "arithmetic.json")
        challenger = self._recipe(model)
        gate = self._duel(number, GATE, "gate", challenger, champion, self.settings.gate_games, self.settings.sprt)
        rating = partial(self._duel, number, games=self.settings.rating_games)
        return Generation(
            number=number,
            played=(handicap, _wins(games)),
            model=model,
            fit=found,
            arithmetic=plain,
            cs=cs,
            cuts=cuts,
            steps=steps,
            gate=gate,
            promoted=gate.decision == "H1",
            first=rating(FIRST, "first", challenger, self.plain),
            previous=rating(PREVIOUS, "previous", challenger, champion),
            against_arithmetic=rating(ARITHMETIC, "arithmetic", challenger, self._recipe(plain)),
            grades=self._grades(number, challenger),
            endings=self._in_endings(number, challenger),
            rates=measured,
        )

    def _seed(self, *task: int) -> np.random.SeedSequence:
        return task_seed(self.root, *task)

    # -- parts of a generation ----------------------------------------------------------------------------------

    def _pilot(self, number: int, champion: Recipe) -> tuple[int, int]:
        """Return the simulations of both sides: halving those of the one that wins, until the other has its share."""
        budget = self.settings.budget
        tried: list[tuple[float, tuple[int, int]]] = []
        both = budget, budget
        while min(both) >= LEAST_SIMULATIONS or not tried:
            games = self._games(number, PILOT, champion, both, PILOT_GAMES, "pilot")
            if self.settings.spread < 0 and not tried:
                self._spread = sum(len(played.actions) for played in games) // len(games) // SPREAD
            first, drawn, _ = _wins(games)
            score = (first + drawn / 2) / PILOT_GAMES
            tried.append((abs(score - 0.5), both))
            favoured = int(score < 0.5)
            if not self.settings.balance or tried[-1][0] <= LOPSIDED or both[1 - favoured] < budget:
                break  # decided enough, or the other side is favoured by now
            both = (both[0] // 2, budget) if favoured == 0 else (budget, both[1] // 2)
        return min(tried)[1]

    def _games(
        self, number: int, key: int, champion: Recipe, simulations: tuple[int, int], count: int, name: str
    ) -> list[SelfPlayed]:
        """Play games of a recipe against itself, those that are in the folder excepted."""
        written = "-".join(map(str, simulations))
        journal = self.folder.games(number, f"{name}-{written}", {"simulations": list(simulations)})
        one, other = (replace(champion, simulations=budget) for budget in simulations)
        table = SelfPlay(self.game, (one, other), self._seed(number, key, *simulations), max(0, self._spread))
        self._begin(number, name, count, len(journal.items))
        with closing(map_tasks(table, range(len(journal.items), count), self.workers)) as results:
            for played in results:
                journal.add(played)
                self._tell(len(journal.items))
        return journal.items[:count]

    def _tune(
        self, number: int, model: Model
    ) -> tuple[Tuning, dict[float, DuelResult], dict[int, DuelResult], dict[int, float]]:
        """Compare exploration constants, then with the best of them cuts, at equal work or time."""
        budget, games, tuning = self.settings.budget, self.settings.rating_games, self.settings.anchor
        anchor = Recipe(budget, tuning.cut, model, tuning.c)
        cs = {
            c: self._duel(number, C, f"c-{c:g}", replace(anchor, c=c), anchor, games, task=k)
            for k, c in enumerate(self.settings.cs)
            if c != anchor.c
        }
        anchor = replace(anchor, c=_best(cs, anchor.c))
        cuts, others = {}, [cut for cut in self.settings.cuts if cut != anchor.cut]
        measured = self._rates(number, anchor, others)
        for cut in others:
            other = replace(anchor, cut=cut, simulations=as_many(budget, anchor.cut, cut, measured))
            cuts[cut] = self._duel(number, CUT, f"cut-{cut}", other, anchor, games, task=cut)
        return Tuning(_best(cuts, anchor.cut), anchor.c), cs, cuts, measured

    def _rates(self, number: int, anchor: Recipe, others: Sequence[int]) -> dict[int, float]:
        """Return simulations a second by cut, as they were measured once in this run; none at equal work."""
        if self.settings.equal == "work" or not others:
            return {}
        kept = self.folder.read(number, "rates.json")
        if kept is None:
            measured = rates_of(self.game, anchor, others, self._drawn[-1], self._seed(number, RATES))
            simulations = {cut: as_many(anchor.simulations, anchor.cut, cut, measured) for cut in measured}
            kept = {"generation": number, "c": anchor.c, "rates": measured, "simulations": simulations}
            self.folder.keep(number, "rates.json", kept)
        self.folder.log(number, "rates", {name: kept[name] for name in ("c", "rates", "simulations")})
        return {int(cut): rate for cut, rate in kept["rates"].items()}

    def _step(self, number: int, champion: Recipe, fitted: Model) -> tuple[Model, dict[float, DuelResult]]:
        """Return the best of the models on the way from the champion's to the fitted one, and their duels.

        A fit to a champion's games is best against that champion, and may be worse at all else. A part of the way is
        an average with all champions before, as in fictitious play.
        """
        if champion.model is None:
            return fitted, {}
        models = {step: champion.model.towards(fitted, step) for step in self.settings.steps}
        steps = {
            step: self._duel(
                number, STEP, f"step-{step:g}", replace(champion, model=model), champion, self.settings.rating_games,
                task=k,
            )
            for k, (step, model) in enumerate(models.items())
        }  # fmt: skip
        taken = max(steps, key=lambda step: (steps[step].score, step))
        return replace(models[taken], about={**fitted.about, "step": taken}), steps

    def _duel(
        self,
        number: int,
        key: int,
        name: str,
        a: Recipe,
        b: Recipe,
        games: int,
        sprt: Sprt | None = None,
        task: int = 0,
    ) -> DuelResult:
        self._begin(number, name, games, 0)
        result = duel(
            self.game, a, b, games=games, seed=self._seed(number, key, task), opening=self.settings.opening, sprt=sprt,
            workers=self.workers, journal=self.folder.path(number, f"{name}.jsonl"), identity=self.folder.identity,
            progress=lambda share, _: self._tell(round(share * games)),
        )  # fmt: skip
        self.folder.log(number, name, result.to_dict())
        return result

    def _grades(self, number: int, challenger: Recipe) -> dict[str, Grade]:
        def graded() -> dict[str, Grade]:
            if not self._judged:
                self._judged, self._judge = True, judge_of(self.game)
            if self._judge is None:
                return {}
            return compared(self.game, challenger, self.plain, self._judge, self._seed(number, GRADE), positions)

        positions = self.settings.graded
        return self._kept_grades(number, "grades", graded) if positions else {}

    def _in_endings(self, number: int, challenger: Recipe) -> dict[str, Grade]:
        known, positions = self.endings, self.settings.graded

        def graded() -> dict[str, Grade]:
            assert known is not None
            seed = self._seed(number, ENDINGS)
            return compared(self.game, challenger, self.plain, known.judge, seed, positions, known.positions)

        return self._kept_grades(number, "endings", graded) if known is not None and positions else {}

    def _kept_grades(self, number: int, name: str, graded: Callable[[], dict[str, Grade]]) -> dict[str, Grade]:
        """Return the grades that are in the folder, or make them."""
        kept = self.folder.read(number, f"{name}.json")
        if kept is None:
            kept = {which: one.to_dict() for which, one in graded().items()}
            self.folder.keep(number, f"{name}.json", kept)
            self.folder.log(number, name, kept)
        return {which: grade_of(one) for which, one in kept.items()}

    # -- progress -----------------------------------------------------------------------------------------------

    def _begin(self, number: int, name: str, games: int, done: int) -> None:
        """Begin a part of so many games: what was planned for the parts before counts as done."""
        self._finished += self._part[1] if self._part is not None else 0
        self._part = f"generation {number}, {name}", games
        self._tell(done)

    def _tell(self, done: int) -> None:
        """Report that so many games of a part are done."""
        if self.progress is not None and self._part is not None:
            name, games = self._part
            self.progress(min(1.0, (self._finished + done) / self._planned), f"{name}: {done:,} of {games:,} games")


def _planned(settings: TrainSettings) -> int:
    """Return about how many games a run plays."""
    games = settings.games * (1 + (settings.generations - 1) * settings.more)
    each = settings.gate_games + (3 + len(settings.steps)) * settings.rating_games + 2 * PILOT_GAMES
    return games + settings.generations * each + (len(settings.cs) + len(settings.cuts) - 2) * settings.rating_games


def _best(duels: Mapping[Value, DuelResult], anchor: Value) -> Value:
    """Return the value with the best score against the anchor, or the anchor where none scores above a half."""
    best = max(duels, key=lambda value: (duels[value].score, -value), default=anchor)
    return best if best in duels and duels[best].score > 0.5 else anchor


def _wins(games: Sequence[SelfPlayed]) -> tuple[int, int, int]:
    """Count games won by player 0, drawn, won by player 1."""
    payoffs = [played.payoff for played in games]
    return sum(p > 0 for p in payoffs), payoffs.count(0), sum(p < 0 for p in payoffs)
