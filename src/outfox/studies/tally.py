"""Games counted: shares of wins and draws with intervals, payoffs, lengths, branching."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from outfox.arena import Share
from outfox.studies.estimates import Count, Estimate, mean_interval, score, tidy
from outfox.studies.selfplay import Played


@dataclass(frozen=True)
class Tally:
    """A set of games of one kind, counted.

    Attributes
    ----------
    games
        The games.
    """

    games: tuple[Played, ...]

    @property
    def count(self) -> Count:
        """Wins of player 0, draws, wins of player 1."""
        wins = sum(game.payoff > 0 for game in self.games)
        losses = sum(game.payoff < 0 for game in self.games)
        return Count(wins, len(self.games) - wins - losses, losses)

    @property
    def shares(self) -> tuple[Share, Share, Share]:
        """Shares of wins of player 0, draws, wins of player 1, with Wilson's intervals."""
        wins, draws, losses = self.count
        of = len(self.games)
        return Share(wins, of), Share(draws, of), Share(losses, of)

    @property
    def score(self) -> Estimate:
        """Player 0's score."""
        return score(self.count)

    @property
    def payoff(self) -> Estimate | None:
        """Player 0's mean payoff."""
        return mean_interval([game.payoff for game in self.games])

    @property
    def distinct(self) -> int:
        """How many of the games differ."""
        return len({game.actions for game in self.games})

    @property
    def favoured(self) -> int | None:
        """The player who won more of the decided games, if interval and sign test allow no other."""
        wins, _, losses = self.count
        more, decided = max(wins, losses), wins + losses
        if not decided or Share(more, decided).interval[0] <= 0.5 or sign_test(more, decided) > 0.05:
            return None
        return int(losses > wins)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts with their stable keys."""
        wins, draws, losses = self.count
        return {
            "games": len(self.games),
            "distinct_games": self.distinct,
            "wins": [wins, losses],
            "draws": draws,
            "shares": {
                name: share_dict(share)
                for name, share in zip(("player_0", "draw", "player_1"), self.shares, strict=True)
            },
            "score": self.score.value if not self.games else tidy(self.score.value),
            "interval": [tidy(self.score.low), tidy(self.score.high)],
            "payoff": None if self.payoff is None else self.payoff.to_dict(),
            "endings": endings(self.games),
            "plies": lengths(self.games),
        }


def sign_test(more: int, of: int) -> float:
    """Return how probable it is that one of two equal sides wins so many games or more: exact, two-sided.

    Wilson's interval is too narrow for a handful of games: four of four would name a favourite.

    Examples
    --------
    >>> sign_test(4, 4), sign_test(6, 6)
    (0.125, 0.03125)
    """
    ways = sum(math.comb(of, k) for k in range(more, of + 1))
    return min(1.0, float(Fraction(2 * ways, 2**of)))


def share_dict(share: Share) -> dict[str, Any]:
    """Return a share, its interval and its counts."""
    low, high = share.interval
    return {
        "share": tidy(share.share),
        "interval": [tidy(low), tidy(high)],
        "count": share.count,
        "of": share.of,
    }


def endings(games: Sequence[Played]) -> dict[str, int]:
    """Count how games ended."""
    found: dict[str, int] = {}
    for game in games:
        found[game.ending] = found.get(game.ending, 0) + 1
    return dict(sorted(found.items()))


def lengths(games: Sequence[Played]) -> dict[str, Any] | None:
    """Return mean, quartiles and extremes of the games' plies; None without games."""
    plies = sorted(game.plies for game in games)
    if not plies:
        return None
    quarters = statistics.quantiles(plies, n=4, method="inclusive") if len(plies) > 1 else plies * 3
    mean = mean_interval(plies)
    return {
        "mean": tidy(statistics.fmean(plies)),
        "interval": None if mean is None else [tidy(mean.low), tidy(mean.high)],
        "shortest": plies[0],
        "quartiles": [tidy(q) for q in quarters],
        "longest": plies[-1],
    }


def branching(games: Sequence[Played]) -> dict[str, Any]:
    """Return the mean number of legal actions: of all decisions, and of each player's."""
    sums = [sum(game.choices[seat] for game in games) for seat in (0, 1)]
    counts = [sum(game.decisions[seat] for game in games) for seat in (0, 1)]
    means = [tidy(total / count) if count else None for total, count in zip(sums, counts, strict=True)]
    return {"mean": tidy(sum(sums) / sum(counts)) if sum(counts) else None, "by_player": means}
