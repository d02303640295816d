"""Levels of play: named, per seat, and in a decided game by the shortest or the longest way."""

from __future__ import annotations

import itertools

import pytest

from outfox.arena import play_game
from outfox.players import player
from outfox.players.finish import Finisher
from outfox.players.levels import levels_of
from outfox.rules import Position, UnknownName, load
from outfox.workers.seeds import root_seed
from tests.naive.retrograde import solve


def test_levels_are_named_in_one_line():
    game = load("tic-tac-toe")
    assert [level.name for level in levels_of(game)] == ["child", "beginner", "casual", "club", "strong", "strongest"]
    with pytest.raises(UnknownName, match="tic-tac-toe has no level 'wizard'; it has child, beginner"):
        play_game(game, (player("level:wizard"), player("random")), 1)
    with pytest.raises(UnknownName, match="write for example level:club"):
        player("level:")


def test_calibrated_levels_get_stronger():
    """The figures are measured by benchmarks/levels.py; here they are only read."""
    game = load("starve-the-fox")
    levels = levels_of(game)
    assert [level.name for level in levels] == ["child", "beginner", "casual", "club", "strong", "strongest"]
    for seat in (0, 1):
        sums = [sum(level.shares[seat].values()) for level in levels]
        assert all(weaker <= stronger + 0.1 for weaker, stronger in itertools.pairwise(sums))
        assert sums[0] + 1 < sums[-1]
    for level in levels:
        one = player(f"level:{level.name}")
        one.start(game, 1, root_seed(1))  # its model is there and fits


def test_a_level_plays_the_same_for_a_seed():
    game = load("tic-tac-toe")
    first, second = (play_game(game, (player("level:casual"), player("level:child")), 7) for _ in range(2))
    assert first.actions == second.actions


def test_decided_games_are_won_soonest_and_lost_latest():
    """Every decided position of a small game, against the distances of the plain solver."""
    game = load("hexapawn")
    finisher = Finisher(game)
    solved = solve(game)
    graph, checked = solved.graph, 0
    for number, (who, state) in enumerate(zip(graph.who, graph.states, strict=True)):
        if who < 0 or solved.value[number] == 0:
            continue
        action = finisher.action(Position(game, state))
        after = dict(graph.next[number])[action]
        assert solved.value[after] == solved.value[number]
        assert solved.remoteness[after] == solved.remoteness[number] - 1
        checked += 1
    assert checked > 50
