"""`ladder`: levels of play of known strength, and where a player stands among them.

The levels are fixed: chance, then a search whose budget doubles from level to level. They play a round robin, from
random openings, and what is said of a level is how much it scores against the ladder: a number that means the same
to everybody who has this game and this version. A player who is to be placed plays against all levels.

Status: measured (each figure has its interval; strength doubles with a budget only while the game allows it).
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outfox.arena.rating import expected
from outfox.arena.result import finite
from outfox.arena.run import Progress
from outfox.arena.standings import TournamentResult
from outfox.arena.statistics import score_interval
from outfox.arena.tournament import tournament
from outfox.players import PlayerLike
from outfox.rules.errors import BadSetting
from outfox.rules.game import Game

FIRST = 8
"""Simulations of the first level above chance."""


@dataclass(frozen=True)
class Level:
    """One rung of a ladder, or the player who was placed on it.

    Attributes
    ----------
    number
        From 0, chance; -1 for the player who was placed.
    spec
        The player's.
    rating, interval
        In Elo above level 0.
    score, score_interval
        Share of points against the levels of the ladder (itself left out), each counting the same.
    """

    number: int
    spec: str
    rating: float
    interval: tuple[float, float]
    score: float | None
    score_interval: tuple[float, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them."""
        return {
            "level": self.number,
            "spec": self.spec,
            "rating": self.rating,
            "interval": [finite(end) for end in self.interval],
            "score": self.score,
            "score_interval": list(self.score_interval),
        }


@dataclass(frozen=True)
class LadderResult:
    """What a ladder found; prints in 80 columns.

    Attributes
    ----------
    result
        The tournament behind it.
    levels
        The rungs, in order.
    placed
        The player who was placed; or None.
    """

    result: TournamentResult
    levels: tuple[Level, ...]
    placed: Level | None

    def __str__(self) -> str:
        from outfox.arena.rungs import ladder_text

        return ladder_text(self)

    def promised(self, a: Level, b: Level) -> float:
        """Return the score of `a` against `b` that their ratings promise."""
        return expected(a.rating - b.rating)

    def level_for(self, rate: float) -> Level | None:
        """Return the level to choose for a wanted win rate, a draw counting a half.

        Without a player who was placed: the first level that scores so much against the ladder. With one: the
        strongest level against which that player is promised so much. None where there is no such level.
        """
        if self.placed is None:
            return next((level for level in self.levels if (level.score or 0.0) >= rate), None)
        enough = [level for level in self.levels if self.promised(self.placed, level) >= rate]
        return max(enough, key=lambda level: level.rating, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return the result with the stable keys of ``outfox ladder --json``."""
        kept = (
            "game", "games_each", "seed", "opening_plies", "planned", "games", "distinct_games", "scores", "cycles",
            "interrupted", "resumed", "seconds", "cpu_seconds", "compile_seconds",
        )  # fmt: skip
        everything = self.result.to_dict()
        placed = None
        if self.placed is not None:
            against = [{"level": one.number, "expected": self.promised(self.placed, one)} for one in self.levels]
            placed = {**self.placed.to_dict(), "against": against}
        return {
            "levels": [level.to_dict() for level in self.levels],
            "placed": placed,
            **{key: everything[key] for key in kept},
        }


def rungs(levels: int, first: int = FIRST, method: str = "mcts") -> list[str]:
    """Return the specs of a ladder: chance, then a search whose budget doubles.

    Parameters
    ----------
    levels
        How many, chance included.
    first
        Simulations of the first search.
    method
        A search that has the setting `simulations`, perhaps with other settings.

    Examples
    --------
    >>> rungs(4)
    ['random', 'mcts:simulations=8', 'mcts:simulations=16', 'mcts:simulations=32']
    """
    joint = "," if ":" in method else ":"
    return ["random", *(f"{method}{joint}simulations={first * 2**k}" for k in range(levels - 1))]


def ladder(
    game: Game | str,
    player: PlayerLike | None = None,
    *,
    levels: int = 7,
    first: int = FIRST,
    method: str = "mcts",
    games: int = 20,
    seed: int = 0,
    workers: int = 1,
    max_plies: int = 0,
    opening_plies: int = 2,
    records: str | Path = "",
    resume: bool = False,
    progress: Progress | None = None,
) -> LadderResult:
    """Rate levels of play, and place a player among them.

    Parameters
    ----------
    game
        The game, or its spec.
    player
        Who is to be placed; None: nobody.
    levels, first, method
        As `rungs` takes them.
    games
        Between each two; an even number.
    seed, workers, max_plies, opening_plies, records, resume, progress
        As in `outfox.arena.match`.

    Examples
    --------
    >>> found = ladder("tic-tac-toe", levels=3, games=10)
    >>> [level.spec for level in found.levels]
    ['random', 'mcts:simulations=8', 'mcts:simulations=16']
    >>> found.levels[2].score > found.levels[0].score
    True
    """
    if levels < 2 or first < 1:
        raise BadSetting("a ladder has two levels or more, and searches with one simulation or more")
    specs: list[PlayerLike] = [*rungs(levels, first, method)]
    result = tournament(
        game, specs if player is None else [*specs, player], games=games, seed=seed, workers=workers,
        max_plies=max_plies, opening_plies=opening_plies, records=records, resume=resume, progress=progress,
    )  # fmt: skip
    found = [_level(result, number, levels) for number in range(len(result.contestants))]
    return LadderResult(result, tuple(found[:levels]), found[levels] if player is not None else None)


def _level(result: TournamentResult, number: int, levels: int) -> Level:
    ratings = result.ratings
    units = _units(result, number, levels)
    scores = [statistics.fmean(one) for one in units]
    mean = statistics.fmean(scores) if scores else None
    # Around the mean of each opponent: how differently strong they are is no uncertainty.
    centred = [score - own + (mean or 0.0) for one, own in zip(units, scores, strict=True) for score in one]
    return Level(
        number=number if number < levels else -1,
        spec=result.contestants[number],
        rating=float(ratings.elo[number] - ratings.elo[0]),
        interval=(0.0, 0.0) if number == 0 else ratings.difference(number, 0),
        score=mean,
        score_interval=score_interval(centred, 2),
    )


def _units(result: TournamentResult, number: int, levels: int) -> list[Sequence[float]]:
    """Return what a contestant scored in each pair, level by level."""
    units: list[Sequence[float]] = []
    for other in range(levels):
        met = result.meeting(number, other) if other != number else None
        if met is not None:
            units.append([1.0 - score for score in met[0].unit_scores] if met[1] else met[0].unit_scores)
    return units
