"""`TrainSettings`: what a run of generations plays."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from outfox.rules.errors import BadSetting
from outfox.training.learn.fit_settings import FitSettings

if TYPE_CHECKING:
    from outfox.arena.sprt import Sprt
    from outfox.formats.model import Tuning

SEARCH_WORK = 8
"""What a simulation takes apart from its playout, the evaluation included, in plies of a playout; by
benchmarks/learning.py on Starve the Fox, where playouts cut at 0, 4, 8 and 16 ran 2.15, 1.33, 1.04 and 0.68 million
simulations a second."""


@dataclass(frozen=True)
class TrainSettings:
    """Settings of `train`.

    Attributes
    ----------
    generations
        How many are made.
    games
        Games of self-play that the first is fitted to.
    more
        How many times as many games each later generation plays: a search with a model is many times as fast, and its
        games, most of them drawn, tell less.
    budget
        Simulations a ply wherever generations are compared.
    balance
        Whether the favoured side thinks less in the games that models are fitted to, so that both sides win some.
    cs
        Exploration constants of a search with a model; the first generation compares them. One alone is taken as it is.
    cuts
        Plies of a playout before the model scores it; the first generation compares these after the constants.
    equal
        At what cuts are compared: work, where a simulation counts as eight plies and those of its playout; or time, as
        both take it on this machine, measured when they are compared: then the models depend on the machine, and
        another run with the same seed may find others.
    steps
        How far the weights of a later generation go from the champion's towards those that were fitted to its games,
        1: all the way. Each of these is compared with the champion, and the best is tried at the gate.
    gate_games
        Most games of the test that decides whether a generation replaces its predecessor.
    elo0, elo1
        The hypotheses of that test, in Elo.
    rating_games
        Games of each measurement.
    graded
        Positions in which a search is graded, where the game is small enough to be solved; 0: none.
    opening
        Most random plies that a pair of games starts with where generations are compared.
    spread
        Most random plies that a game of self-play starts with; -1: a sixth of the length of the pilot games of the same
        generation. Players that know what they want come to the same positions again and again, and a model that has
        seen no others is wrong about them.
    window
        How many generations' games a model is fitted to: the last so many.
    c
        Exploration constant of plain search.
    fit
        How models are fitted.
    """

    generations: int = 2
    games: int = 2000
    more: int = 4
    budget: int = 50
    balance: bool = True
    cs: tuple[float, ...] = (1.4, 0.4, 0.12, 0.04)
    cuts: tuple[int, ...] = (0, 4, 8, 16)
    equal: Literal["work", "time"] = "work"
    steps: tuple[float, ...] = (0.25, 0.5, 1.0)
    gate_games: int = 400
    elo0: float = 0.0
    elo1: float = 20.0
    rating_games: int = 200
    graded: int = 500
    opening: int = 4
    spread: int = -1
    window: int = 1
    c: float = 1.4
    fit: FitSettings = field(default_factory=FitSettings)

    def __post_init__(self) -> None:
        """Refuse settings that mean nothing.

        Raises
        ------
        BadSetting
        """
        for name, least in LEAST.items():
            if getattr(self, name) < least:
                raise BadSetting(f"{name} must be at least {least}, not {getattr(self, name)}")
        if not self.cs or not all(0 <= c < math.inf for c in self.cs):
            raise BadSetting("cs are exploration constants, 0 or more, one at least: write for example 1.4,0.12")
        if not self.cuts or min(self.cuts) < 0:
            raise BadSetting("cuts are plies, 0 or more, one at least: write for example 0,4,8,16")
        if self.equal not in EQUAL:
            raise BadSetting(f"cuts are compared at equal {' or '.join(EQUAL)}, not at equal {self.equal!r}")
        if not self.steps or not all(0 < step <= 1 for step in self.steps):
            raise BadSetting("steps are parts of the way, above 0 up to 1, one at least: write for example 0.25,0.5,1")

    @property
    def sprt(self) -> Sprt:
        """The test of the gate."""
        from outfox.arena.sprt import Sprt  # with what makes flags of these settings, nothing heavy is to be loaded

        return Sprt(self.elo0, self.elo1)

    @property
    def anchor(self) -> Tuning:
        """What the others are compared with: cut 8 where it is one of the cuts, else the first; the first constant."""
        from outfox.formats.model import Tuning

        return Tuning(8 if 8 in self.cuts else self.cuts[0], self.cs[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the settings with their stable keys."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


EQUAL = "work", "time"

LEAST = {
    "generations": 1, "games": 20, "budget": 2, "gate_games": 2, "rating_games": 2, "opening": 0, "graded": 0,
    "spread": -1, "window": 1, "more": 1,
}  # fmt: skip
"""Least values of settings."""


def work(cut: int) -> int:
    """Return about what a simulation takes whose playout is cut, in plies of a playout."""
    return SEARCH_WORK + cut
