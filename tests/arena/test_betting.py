"""What a match says of chips: mean payoffs with their intervals, and how both bet, counted by hand."""

from __future__ import annotations

import statistics

import pytest

from outfox.arena.betting import Betting, betting
from outfox.arena.match import match
from outfox.arena.play import play_game
from outfox.arena.statistics import mean_interval
from outfox.players.callable_player import CallablePlayer
from outfox.rules import load


def game_of(*names: str):
    """Return the record of a game of Leduc poker in which these actions are chosen."""
    position = load("leduc").start().play("first gets Ks").play("second gets Qs")
    left = iter(names)
    one, other = (CallablePlayer(lambda _: next(left), name) for name in ("one", "other"))
    record = play_game(load("leduc"), (one, other), seed=5, start=position)
    assert next(left, None) is None
    return record


def test_actions_are_counted_for_who_plays_them():
    first = game_of("check", "bet", "raise", "call", "check", "check")
    second = game_of("bet", "fold")
    a, b = betting(load("leduc"), [(first, 0), (second, 1)])
    # A checked, raised and checked as first; as second it folded. B bet, called and checked; as first it bet.
    assert a == Betting(hands=2, folds=1, checks=2, calls=0, raises=1)
    assert b == Betting(hands=2, folds=0, checks=1, calls=1, raises=2)
    assert (a.played, a.raised, a.aggression) == (0.5, 0.25, None)
    assert (b.played, b.raised, b.aggression) == (1.0, 0.5, 2.0)
    assert str(a) == "plays 50 % of its hands, raises in 25 % of its actions, never calls"


def test_games_without_bets_have_none():
    result = match("goofspiel:cards=2", "random", "random", games=4, seed=1)
    assert result.betting is None
    assert result.to_dict()["betting"] is None
    assert "plays" not in str(result)


def test_the_mean_payoff_is_by_pairs():
    """Who always raises against who always calls: both cards decide, and the pair is the unit.

    Student's quantile for 29 degrees of freedom is 2.0452 in every table.
    """
    result = match("leduc", "raise", "call", games=60, seed=3)
    won = [record.payoff * (1 if k % 2 == 0 else -1) for k, record in enumerate(result.records)]
    pairs = [(won[k] + won[k + 1]) / 2 for k in range(0, 60, 2)]
    assert result.payoff == pytest.approx(statistics.fmean(won))
    half = 2.045229642132703 * statistics.stdev(pairs) / len(pairs) ** 0.5
    assert result.payoff_interval == pytest.approx((result.payoff - half, result.payoff + half))
    assert f"A wins {result.payoff:+.3f} chips a hand" in str(result)
    assert [one.raised for one in result.betting] == [1.0, 0.0]


def test_a_single_value_has_no_interval():
    assert mean_interval([1.0]) is None
    assert mean_interval([2.0, 2.0]) == (2.0, 2.0)
