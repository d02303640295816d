"""One small policy for a cat on any board, found by hill climbing on a small one, as a published write-up has it.

The policy has a step for each placing of the two pieces in a window of three cells by three and each pair of edge
flags, 729 in all; where no window holds both, the cat goes along the larger gap. Only the cat learns, first from a
mouse that steps at random, then from one that is careful. Candidates differ from the policy before them in up to a
hundred places, the fewer the longer nothing has changed.

The write-up does not say where the window lies when both pieces leave room, nor how the distance is measured. Here it
lies around the middle of the two, and the distance is that in a straight line, which is the size of the published
figures; so their shape is made again, and their digits are not.

Time: some two million short games. Memory: a thousand streams of random words.

Status: measured (the published shape; every game against a naive twin).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from outfox.kernel.clock import Clock
from outfox.kernel.slots import Ints
from outfox.methods.result import Timed
from outfox.rules.errors import BadSetting
from outfox.studies.cat_and_mouse.window_games import PLACES, Games, Score
from outfox.studies.cat_and_mouse.window_kernel import CAREFUL, NEAR_HIGH, NEAR_LOW, RANDOM

Progress = Callable[[float, str], None]


@dataclass(frozen=True)
class WindowSettings:
    """Settings of the run.

    Attributes
    ----------
    rows, cols
        The board that is trained on.
    games
        Games of a candidate; the seed of a game is its number.
    candidates
        Of a round.
    changes
        Most places in which a candidate differs; one fewer for each round without a change.
    most
        Rounds of the first phase at most; it ends when all games are won.
    rounds
        Rounds of the second phase.
    """

    rows: int = 5
    cols: int = 5
    games: int = 1000
    candidates: int = 10
    changes: int = 100
    most: int = 300
    rounds: int = 200

    def __post_init__(self) -> None:
        if min(self.rows, self.cols) < 4 or self.rows * self.cols > 1000:
            raise BadSetting("the window needs at least four rows and columns, and at most 1000 cells")
        small = [name for name, value in asdict(self).items() if value < 1]
        if small:
            raise BadSetting(f"{small[0]} must be at least 1")


@dataclass(frozen=True)
class Round:
    """The best policy after a round: phase 0 or 1, the round from 1 on (0: before the first), and its score."""

    phase: int
    number: int
    score: Score


@dataclass(frozen=True)
class WindowResult(Timed):
    """A trained policy.

    Attributes
    ----------
    settings, seed
        What was run.
    policy : (729,) int64
        A step for each place: cat x and y, mouse x and y in the window, edge flags of x and y, the last fastest.
    known : (729,) int64
        How often each place was asked in the last games of either phase.
    rounds
        All of them.
    """

    settings: WindowSettings
    seed: int
    policy: Ints = field(repr=False)
    known: Ints = field(repr=False)
    rounds: tuple[Round, ...] = field(repr=False)

    def phase(self, number: int) -> list[Round]:
        """Return the rounds of a phase, with what it began with."""
        return [one for one in self.rounds if one.phase == number]

    def rounds_to_all(self, number: int) -> int | None:
        """Return the round of a phase after which all games were won; None if they never were."""
        games = self.settings.games
        return next((one.number for one in self.phase(number) if one.score.won == games), None)

    def to_dict(self) -> dict[str, Any]:
        """Return the result with its stable keys."""
        return {
            "settings": asdict(self.settings),
            "seed": self.seed,
            "policy": self.policy.tolist(),
            "rounds": [{"phase": r.phase + 1, "round": r.number, **r.score.to_dict()} for r in self.rounds],
            **self.times,
        }


def train_window(
    settings: WindowSettings | None = None, *, seed: int = 0, progress: Progress | None = None
) -> WindowResult:
    """Train a window policy.

    Parameters
    ----------
    settings
        Default: those of the published run.
    seed
        0: the seed of a round is its number, as published; with others it is counted on from ``10,000 * seed``.
    progress
        Called with the share done and a short text.

    Examples
    --------
    >>> small = WindowSettings(games=50, most=5, rounds=5)
    >>> result = train_window(small)
    >>> result.rounds[0].score.won <= result.rounds[-1].score.games
    True
    """
    settings = settings or WindowSettings()
    if not 0 <= seed <= 400_000:
        raise BadSetting("the seed of a window is 0 to 400000")
    clock, training = Clock(), _Training(settings, seed, progress)
    training.phase(0, RANDOM, settings.most)
    training.phase(1, CAREFUL, settings.rounds)
    took = {"seconds": clock.seconds, "cpu_seconds": clock.cpu_seconds, "compile_seconds": clock.compile_seconds}
    return WindowResult(
        settings=settings,
        seed=seed,
        policy=training.policy,
        known=training.known,
        rounds=tuple(training.rounds),
        **took,
    )


def leaves(place: tuple[int, ...], step: int) -> bool:
    """Say whether the cat would leave the grid by a step at a place: cat x, y, mouse x, y, flags of x and y."""
    x, y, _, _, across, upright = place
    at, edge, last = (x, across, NEAR_HIGH if step == 0 else NEAR_LOW) if step < 2 else (y, upright, 0)
    if step >= 2:
        last = NEAR_HIGH if step == 2 else NEAR_LOW
    return edge == last and at == last


def weak_window() -> Ints:
    """Return the policy that goes up, and down at the upper edge."""
    shape = (3,) * 6
    return np.array([3 if leaves(place, 2) else 2 for place in np.ndindex(*shape)], np.int64)


class _Training:
    """A policy while it is trained."""

    def __init__(self, settings: WindowSettings, seed: int, progress: Progress | None) -> None:
        self.settings, self.progress = settings, progress
        self.policy, self.rounds = weak_window(), list[Round]()
        self.known = np.zeros(PLACES, np.int64)
        self.seed, self.idle = 10_000 * seed, 0

    def phase(self, number: int, mouse: int, most: int) -> None:
        """Do the rounds of a phase; the first ends when all games are won."""
        games = Games(self.settings.rows, self.settings.cols, mouse, games=self.settings.games)
        score = games.play(self.policy)
        self.rounds.append(Round(number, 0, score))
        for k in range(1, most + 1):
            if number == 0 and score.won == self.settings.games:
                break
            score = self._round(games, score)
            self.rounds.append(Round(number, k, score))
            if self.progress is not None:
                share = (k / most + number) / 2
                self.progress(share, f"phase {number + 1}, round {k}: {score.won:,} of {score.games:,} won")
        self.known += games.asked(self.policy)

    def _round(self, games: Games, score: Score) -> Score:
        """Try candidates of the policy, keep the best; return its score."""
        random, best = np.random.RandomState(self.seed), None
        self.seed += 1
        for _ in range(self.settings.candidates):
            candidate = self._candidate(random)
            found = games.play(candidate)
            if found.better_than(score):
                best, score = candidate, found
        self.idle = self.idle + 1 if best is None else 0
        self.policy = self.policy if best is None else best
        return score

    def _candidate(self, random: np.random.RandomState) -> Ints:
        candidate = self.policy.copy()
        for _ in range(random.randint(1, max(1, self.settings.changes - self.idle) + 1)):
            place = tuple(int(random.randint(0, 3)) for _ in range(6))
            step = int(random.randint(0, 4))
            if not leaves(place, step):
                candidate[np.ravel_multi_index(place, (3,) * 6)] = step
        return candidate
