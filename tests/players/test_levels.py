"""Levels of play: named, per seat, and in a decided game by the shortest or the longest way."""

from __future__ import annotations

import itertools

import pytest

from outfox.arena import play_game
from outfox.players import player
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
        sums = [sum(won.share for won in level.shares[seat].values()) for level in levels]
        assert all(weaker <= stronger + 0.1 for weaker, stronger in itertools.pairwise(sums))
        assert sums[0] + 1 < sums[-1]
    assert all(won.low <= won.share <= won.high for level in levels for won in level.shares[0].values())
    assert levels[0].over_weaker is None
    for level in levels[1:]:
        assert level.over_weaker.low > 0.5, f"{level.name} is not shown to be stronger than the level below it"
    for level in levels:
        one = player(level.specs[1].removeprefix("finish:"))
        one.start(game, 1, root_seed(1))  # its model is there and fits


def test_a_level_plays_the_same_for_a_seed():
    game = load("tic-tac-toe")
    first, second = (play_game(game, (player("level:casual"), player("level:child")), 7) for _ in range(2))
    assert first.actions == second.actions


def test_decided_games_are_won_soonest_and_lost_latest():
    """Once a level's search has proven who wins; those that look for it first are in test_finishing_player.py."""
    game = load("hexapawn")
    solved, one = solve(game), player("level:club")
    one.start(game, 0, root_seed(1))
    graph, checked = solved.graph, 0
    for number, (who, state) in enumerate(zip(graph.who, graph.states, strict=True)):
        if who < 0 or len(graph.next[number]) == 1:
            continue
        after = dict(graph.next[number])[one.choose(Position(game, state))]
        assert one.result.proven
        assert solved.value[after] == solved.value[number]
        assert solved.remoteness[after] == solved.remoteness[number] - 1
        checked += 1
    assert checked > 30


def test_the_upper_levels_look_for_the_end_first():
    game = load("hexapawn")
    one = player("level:strong")
    one.start(game, 0, root_seed(1))
    one.choose(game.start())
    assert one.value == -1  # hexapawn is won by the second player
    assert one.result is None  # nothing was left to search for


def test_levels_are_listed_with_intervals(command):
    data = command("levels", "starve-the-fox", "--json").data
    shares, ends = (data["levels"][0][key][0] for key in ("shares", "intervals"))
    assert all(ends[rung][0] <= share <= ends[rung][1] for rung, share in shares.items())
    lines = command("levels", "starve-the-fox").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[1:3] for line in lines if line.startswith("strongest")] == [["against", "strong"]]
    won, (low, high) = shares["random"], ends["random"]
    assert next(line for line in lines if line.startswith("random")).split()[1:3] == [
        f"{100 * won:.0f}",
        f"{100 * low:.0f}-{100 * high:.0f}",
    ]
    assert "They were not calibrated" in command("levels", "tic-tac-toe").out
