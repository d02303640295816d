"""Duels: games in pairs between two recipes, played in compiled code, with a test that may end them.

The two games of a pair share their opening and change seats; see `outfox.arena.match`, which plays any two players and
takes ten times as long over searches as short as these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from outfox.arena.elo import elo_interval, elo_of
from outfox.arena.sprt import Sprt
from outfox.arena.statistics import Share, score_interval
from outfox.formats.line_journal import LineJournal
from outfox.rules.game import Game
from outfox.training.learn.selfplay import Recipe, SelfPlay
from outfox.workers.pool import Workers, map_tasks
from outfox.workers.seeds import root_seed, task_seed

Progress = Callable[[float, str], None]


class Pair(msgspec.Struct, frozen=True):
    """Two games from one opening.

    Attributes
    ----------
    pair
        Its number.
    payoffs
        Player 0's, where A is player 0 and where B is.
    plies
        Lengths of the two games.
    distinct
        Whether the games differ from each other.
    """

    pair: int
    payoffs: tuple[float, float]
    plies: tuple[int, int]
    distinct: bool = True

    @property
    def score(self) -> float:
        """A's share of the two points."""
        first, second = self.payoffs
        return ((first > 0) + (first == 0) / 2 + (second < 0) + (second == 0) / 2) / 2


@dataclass(frozen=True)
class DuelResult:
    """What a duel showed.

    Attributes
    ----------
    pairs
        In order.
    decision
        The hypothesis that the test accepted, ``H0`` or ``H1``; None where it decided nothing or there was none. After
        a test the score flatters one side.
    """

    pairs: tuple[Pair, ...]
    decision: str | None = None

    @property
    def games(self) -> int:
        """Two a pair."""
        return 2 * len(self.pairs)

    @cached_property
    def scores(self) -> list[float]:
        """A's share of each pair."""
        return [pair.score for pair in self.pairs]

    @property
    def score(self) -> float:
        """A's share of the points."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return score_interval(self.scores, 2) if self.scores else (0.0, 1.0)

    def seat(self, player: int) -> tuple[Share, Share, Share]:
        """Return A's wins, draws and losses as player 0 or player 1."""
        sign = 1 if player == 0 else -1
        payoffs = [sign * pair.payoffs[player] for pair in self.pairs]
        n = len(payoffs)
        return Share(sum(p > 0 for p in payoffs), n), Share(payoffs.count(0), n), Share(sum(p < 0 for p in payoffs), n)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures with their stable keys."""
        low, high = self.interval
        elo = elo_interval(self.scores, 2) if self.scores else (-np.inf, np.inf)
        names = "wins", "draws", "losses"
        return {
            "games": self.games,
            "score": round(self.score, 6),
            "interval": [round(low, 6), round(high, 6)],
            "elo": _finite(elo_of(self.score)),
            "elo_interval": [_finite(x) for x in elo],
            "seats": [
                {name: share.count for name, share in zip(names, self.seat(k), strict=True)} for k in (0, 1)
            ],
            "decision": self.decision,
        }  # fmt: skip


def _finite(x: float) -> float | None:
    return round(float(x), 2) if np.isfinite(x) else None


class Duel:
    """Plays pairs of games between two recipes; pair k depends on the seed and its number alone.

    Parameters
    ----------
    game, a, b
        The rules, and who plays.
    seed
        Root of the pairs' seeds.
    opening
        Most random plies that a pair starts with.
    """

    def __init__(self, game: Game, a: Recipe, b: Recipe, seed: np.random.SeedSequence, opening: int) -> None:
        self.game, self.a, self.b, self.seed, self.opening = game, a, b, seed, opening
        self._tables = SelfPlay(game, (a, b), seed, opening), SelfPlay(game, (b, a), seed, opening)

    def __reduce__(self) -> tuple[Any, ...]:
        return Duel, (self.game, self.a, self.b, self.seed, self.opening)

    def __call__(self, number: int) -> Pair:
        """Play a pair."""
        root = task_seed(self.seed, number)
        games = [
            table.play(number, task_seed(root, seat), opening=root) for seat, table in enumerate(self._tables)
        ]  # fmt: skip
        return Pair(
            number,
            (games[0].payoff, games[1].payoff),
            (len(games[0].actions), len(games[1].actions)),
            games[0].actions != games[1].actions,
        )


def duel(
    game: Game,
    a: Recipe,
    b: Recipe,
    *,
    games: int,
    seed: int | np.random.SeedSequence,
    opening: int = 0,
    sprt: Sprt | None = None,
    workers: Workers = 1,
    journal: Path | None = None,
    identity: dict[str, Any] | None = None,
    progress: Progress | None = None,
) -> DuelResult:
    """Play a duel.

    Parameters
    ----------
    game, a, b
        The rules, and who plays.
    games
        How many, with `sprt` at most; an even number.
    seed, opening
        As for `Duel`.
    sprt
        A test that ends the duel as soon as it has decided.
    workers
        Processes, or a Ray cluster; they change nothing but the time.
    journal, identity
        File of the pairs, from which a duel of the same identity goes on.
    progress
        Called with the share of games done and a short text.
    """
    lines: LineJournal[Pair] = LineJournal(
        journal, {"format": "outfox-duel-1", **(identity or {})}, Pair, "pair", ("a duel", "pairs")
    )
    wanted = games // 2
    counts: Counter[float] = Counter()
    decision, done = None, 0

    def take(pair: Pair) -> bool:
        nonlocal decision, done
        counts[pair.score] += 1
        done += 1
        if progress is not None:
            progress(done / wanted, f"{2 * done:,} of {games:,} games")
        decision = sprt.decision(sprt.llr(counts, 2)) if sprt is not None else None
        return decision is not None or done >= wanted

    over = any(take(pair) for pair in lines.items)
    if not over:
        tasks = list(range(len(lines.items), wanted))
        with closing(map_tasks(Duel(game, a, b, root_seed(seed), opening), tasks, workers)) as results:
            for pair in results:
                lines.add(pair)
                if take(pair):
                    break
    return DuelResult(tuple(lines.items[:done]), decision)
