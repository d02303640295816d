"""`MatchResult`: what a match found, with what can be concluded from it.

`games`, `wins`, `draws`, `lengths` and `endings` speak of all games that were played; `score`, `outcomes` and
`by_seat`, which have intervals, of those that count. That is all of them, unless both players always do the
same in the same position: then copies of a game are no evidence, and each distinct pair of games (with fixed
seats: each distinct game) counts once.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from outfox.arena.betting import ROLES, Betting, betting
from outfox.arena.copies import Path, path
from outfox.arena.elo import elo_interval, elo_of, superiority
from outfox.arena.evidence import points
from outfox.arena.many import ManyGames
from outfox.arena.planning import sign_test, units_to_decide
from outfox.arena.seat_result import SeatResult
from outfox.arena.sprt import Sprt
from outfox.arena.statistics import Share, mean_interval, score_interval, variance_ratio
from outfox.arena.units import Unit, unit_of
from outfox.formats.records import GameRecord
from outfox.rules.loading import load

if TYPE_CHECKING:
    from outfox.arena.control_variate import Corrected


@dataclass(frozen=True, kw_only=True)
class MatchResult(ManyGames):
    """The result of a match between A and B; prints in 80 columns.

    Attributes
    ----------
    game, a, b
        Specs.
    players
        The game's names for player 0 and player 1.
    seed, terms
        As asked for. With swapped seats A is player 0 in games 0, 2, 4 and so on, player 1 in the others.
    planned
        Games asked for; fewer in `records` where the match was interrupted, or ended by the test.
    records
        The games, in order.
    deterministic
        Whether copies count once, because both players repeat themselves.
    sprt, decision
        The test that could end the match, and the hypothesis that it accepted, ``H0`` or ``H1``; or None.
    interrupted
        Whether Ctrl-C ended the match.
    resumed
        How many games were read from a file of records.
    distinct_decks
        How many different decks were dealt, as far as they were; None where there are no hidden cards, or in a
        tournament.
    corrected
        A's payoffs with luck taken out; or None.
    seconds, cpu_seconds, compile_seconds
        Wall-clock, and CPU of all workers, both without compiling; CPU of compiling.
    """

    a: str
    b: str
    records: tuple[GameRecord, ...]
    deterministic: bool
    sprt: Sprt | None
    decision: str | None
    distinct_decks: int | None = None
    corrected: Corrected | None = None

    def __str__(self) -> str:
        from outfox.arena.text import result_text

        return result_text(self)

    @property
    def seats(self) -> str:
        """``swap`` or ``fixed``."""
        return self.terms.seats

    # -- all games -------------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.records)

    @cached_property
    def distinct_games(self) -> int:
        """How many of the games differ in their start or their actions."""
        return len({path(record) for record in self.records})

    @property
    def wins(self) -> list[int]:
        """Games that A won, and that B won."""
        scores = [points(record, seat) for record, seat in self._seated]
        return [scores.count(1.0), scores.count(0.0)]

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(record.winner is None for record in self.records)

    @property
    def lengths(self) -> dict[str, float]:
        """Plies of the shortest and the longest game, their mean and median; empty without games."""
        plies = [record.plies for record in self.records]
        if not plies:
            return {}
        middle = {"mean": statistics.fmean(plies), "median": float(statistics.median(plies))}
        return {"shortest": min(plies), **middle, "longest": max(plies)}

    @property
    def endings(self) -> dict[str, int]:
        """How many games ended how."""
        return dict(Counter(record.ending for record in self.records).most_common())

    # -- the games that count --------------------------------------------------------------------------------

    @property
    def counted(self) -> int:
        """How many games count in score, shares and intervals."""
        return sum(len(unit) for unit in self._units)

    @property
    def score(self) -> float | None:
        """A's share: a win counts 1, a draw a half. None without games."""
        scores = self._singles
        return statistics.fmean(scores) if scores else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `score`, from pairs of games with swapped seats where there are any."""
        return score_interval(self.unit_scores, self.pair_size)

    @property
    def elo(self) -> float | None:
        """A's score as a difference in logistic Elo; infinite at 0 and 1, None without games."""
        return None if self.score is None else elo_of(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of `elo`."""
        return elo_interval(self.unit_scores, self.pair_size)

    @property
    def superiority(self) -> float | None:
        """How likely it is that A is better; None where nothing speaks for either."""
        return superiority(self.unit_scores)

    @property
    def p_value(self) -> float:
        """How often equal players differ in at least so many units: the exact two-sided sign test."""
        scores = self.unit_scores
        return sign_test(sum(score > 0.5 for score in scores), sum(score < 0.5 for score in scores))[1]

    @property
    def seat_p_value(self) -> float:
        """How often fair seats differ in at least so many games, by the same test."""
        won, _, lost = self.outcomes
        return sign_test(won.count, lost.count)[1]

    @property
    def games_to_decide(self) -> int | None:
        """About how many more games would show who is better; 0: it is shown, None: nothing can be said.

        Under a test, about how many more games it will take if the results go on as they do.
        """
        units: int | None
        if self.sprt is not None:
            units = 0 if self.decision else self.sprt.units_left(self.unit_counts, self.pair_size)
        else:
            units = units_to_decide(self.unit_scores, self.pair_size)
        return None if units is None else units * self.pair_size

    @property
    def biased(self) -> bool:
        """Whether score, Elo and shares are biased, because a test ended the match."""
        return self.decision is not None

    @property
    def unit_scores(self) -> list[float]:
        """A's score in each pair that counts; in single games where seats are fixed or there is no pair."""
        return [statistics.fmean(pair) for pair in self.pairs] or self._singles

    @property
    def unit_counts(self) -> Counter[float]:
        """How many of `unit_scores` there are of each size."""
        return Counter(self.unit_scores)

    @property
    def payoffs(self) -> list[float]:
        """A's payoff in each game that counts."""
        return [record.payoff if seat == 0 else -record.payoff for unit in self._units for record, seat in unit]

    @property
    def payoff(self) -> float | None:
        """A's mean payoff a game; None without games."""
        return statistics.fmean(self.payoffs) if self.payoffs else None

    @property
    def payoff_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `payoff`, from pairs of games with swapped seats where there are any."""
        return mean_interval(self._by_unit(self.payoffs))

    def _by_unit(self, payoffs: Sequence[float]) -> list[float]:
        """Return the mean of payoffs in each complete pair that counts, or game where seats are fixed."""
        means, at = [], 0
        for unit in self._units:
            if len(unit) == self.pair_size:
                means.append(statistics.fmean(payoffs[at : at + len(unit)]))
            at += len(unit)
        return means

    @property
    def unit(self) -> Unit:
        """What payoffs are told in."""
        return unit_of(self.game)

    @property
    def corrected_payoff(self) -> float | None:
        """A's mean payoff a game with luck taken out; None where it was not."""
        return statistics.fmean(self.corrected.payoffs) if self.corrected is not None else None

    @property
    def corrected_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `corrected_payoff`, from the same pairs as that of `payoff`."""
        return None if self.corrected is None else mean_interval(self._by_unit(self.corrected.payoffs))

    @property
    def variance_ratio(self) -> float | None:
        """The variance of pairs' payoffs over that of what is left without luck: so many times fewer pairs do."""
        if self.corrected is None:
            return None
        return variance_ratio(self._by_unit(self.payoffs), self._by_unit(self.corrected.payoffs))

    @property
    def has_stakes(self) -> bool:
        """Whether games are won by more or less, and not just won."""
        return any(abs(record.payoff) not in (0.0, 1.0) for record in self.records)

    @cached_property
    def betting(self) -> tuple[Betting, Betting] | None:
        """How A and B bet, in games of the kind of poker; else None."""
        if not any(ROLES.keys() & set(record.names) for record in self.records):
            return None
        return betting(load(self.game), self._seated)

    @property
    def pairs(self) -> list[list[float]]:
        """A's points in the games of each complete pair that counts; with fixed seats, in each game."""
        size = 2 if self.seats == "swap" else 1
        return [[points(*game) for game in unit] for unit in self._units if len(unit) == size]

    @property
    def pair_size(self) -> int:
        """Games in each of `pairs`; 1 where there is no complete one."""
        return len(self.pairs[0]) if self.pairs else 1

    @property
    def outcomes(self) -> tuple[Share, Share, Share]:
        """Shares of games that player 0 won, that were drawn, that player 1 won, whoever sat there."""
        winners = [record.winner for unit in self._units for record, _ in unit]
        won, drawn, lost = (Share(winners.count(who), len(winners)) for who in (0, None, 1))
        return won, drawn, lost

    @property
    def by_seat(self) -> tuple[SeatResult, SeatResult]:
        """What A reached as player 0 and as player 1."""
        return self._at_seat(0), self._at_seat(1)

    def _at_seat(self, seat: int) -> SeatResult:
        scores = [points(*game) for unit in self._units for game in unit if game[1] == seat]
        won, drawn, lost = (Share(scores.count(value), len(scores)) for value in (1.0, 0.5, 0.0))
        return SeatResult(seat, self.players[seat], won, drawn, lost)

    @property
    def _seated(self) -> list[tuple[GameRecord, int]]:
        """Each game with the seat that A had in it."""
        return [(record, number % 2 if self.seats == "swap" else 0) for number, record in enumerate(self.records)]

    @property
    def _singles(self) -> list[float]:
        return [points(*game) for unit in self._units for game in unit]

    @cached_property
    def _units(self) -> list[list[tuple[GameRecord, int]]]:
        """The games that count, in pairs where seats are swapped."""
        size, seated = 2 if self.seats == "swap" else 1, self._seated
        units = [seated[k : k + size] for k in range(0, len(seated), size)]
        if not self.deterministic:
            return units
        seen: set[tuple[Path, int]] = set()
        kept = []
        for unit in units:
            games = {(path(record), seat) for record, seat in unit}
            if not games <= seen:
                kept.append(unit)
            seen |= games
        return kept

    def to_dict(self, *, records: bool = False) -> dict[str, Any]:
        """Return the result with the stable keys of ``outfox match --json``.

        Parameters
        ----------
        records
            Include the games.
        """
        won, drawn, lost = self.outcomes
        result = {
            "game": self.game,
            "a": self.a,
            "b": self.b,
            "players": list(self.players),
            "seats": self.seats,
            **self._asked(),
            "games": self.games,
            "distinct_games": self.distinct_games,
            "counted": self.counted,
            "deterministic": self.deterministic,
            "wins": self.wins,
            "draws": self.draws,
            "score": self.score,
            "interval": list(self.interval),
            "payoff": self.payoff,
            "payoff_interval": self.payoff_interval and list(self.payoff_interval),
            "unit": self.unit.to_dict(),
            "distinct_decks": self.distinct_decks,
            "variance_reduction": self._reduction(),
            "betting": self.betting and [one.to_dict() for one in self.betting],
            "biased": self.biased,
            "elo": finite(self.elo),
            "elo_interval": [finite(end) for end in self.elo_interval],
            "superiority": self.superiority,
            "p_value": self.p_value,
            "games_to_decide": self.games_to_decide,
            "sprt": self._test(),
            "outcomes": {"player_0": won.to_dict(), "draws": drawn.to_dict(), "player_1": lost.to_dict()},
            "by_seat": [seat.to_dict() for seat in self.by_seat],
            "seat_p_value": self.seat_p_value,
            "lengths": self.lengths,
            "endings": self.endings,
            **self._ended(),
        }
        if records:
            result["records"] = [record.to_dict() for record in self.records]
        return result

    def _reduction(self) -> dict[str, Any] | None:
        if self.corrected is None:
            return None
        return {
            "payoff": self.corrected_payoff,
            "payoff_interval": self.corrected_interval and list(self.corrected_interval),
            "variance_ratio": None if self.corrected.exact else self.variance_ratio,
            "exact": self.corrected.exact,
            "values": self.corrected.source,
            "corrects": ["chance", *self.corrected.chooses],
        }

    def _test(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        llr = self.sprt.llr(self.unit_counts, self.pair_size)
        return {**self.sprt.to_dict(), "llr": llr, "units": len(self.unit_scores), "decision": self.decision}


def finite(number: float | None) -> float | None:
    """Return a number that JSON has, or None."""
    return number if number is not None and math.isfinite(number) else None
