"""Levels of play: named, per seat, and in a decided game by the shortest or the longest way."""

from __future__ import annotations

import pytest

from outfox.arena import play_game
from outfox.players import player
from outfox.players.finish import Finisher
from outfox.players.levels import levels_of
from outfox.rules import Position, UnknownName, load
from tests.naive.retrograde import solve


def test_levels_are_named_in_one_line():
    game = load("tic-tac-toe")
    assert [level.name for level in levels_of(game)] == ["child", "beginner", "casual", "club", "strong", "strongest"]
    with pytest.raises(UnknownName, match="tic-tac-toe has no level 'wizard'; it has child, beginner"):
        play_game(game, (player("level:wizard"), player("random")), 1)
    with pytest.raises(UnknownName, match="write for example level:club"):
        player("level:")


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
