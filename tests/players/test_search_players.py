"""Players that search: the staged rules of the minimax lesson, minimax, alpha-beta."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from outfox.arena import match
from outfox.players import player
from outfox.rules import BadSetting, NotSupported, UnknownName, load
from outfox.workers.seeds import root_seed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "naive"))

import alphabeta as twin  # the slow twin, a plain file


@cache
def started(spec, game):
    """Return a player that sits down at a game."""
    one = player(spec)
    one.start(load(game), 0, root_seed(1))
    return one


def after(game, *names):
    position = started("random", game) and load(game).start()
    for name in names:
        position = position.play(name)
    return position


def names(spec, position):
    """Return the names of the actions that a player may choose."""
    one = player(spec)
    one.start(position.game, position.mover, root_seed(1))
    odds = one.policy(position)
    assert odds.sum() == pytest.approx(1.0)
    chosen = {position.name(action) for action, p in zip(position.legal, odds, strict=True) if p > 0}
    assert len(set(odds[odds > 0])) == 1  # equal moves, equal chances
    assert position.name(one.choose(position)) in chosen
    return chosen


def test_the_stages():
    """Each rule of the lesson first shows in the position where it is the last that helps."""
    win = after("tic-tac-toe", "a1", "a3", "b1", "b3")  # x completes the bottom row at c1
    assert names("lookahead:depth=1", win) == {"c1"}
    assert names("lookahead:depth=4", win) == {"c1"}
    deny = after("tic-tac-toe", "a1", "b2", "b1")  # o must stop c1; o wins nothing itself
    assert len(names("lookahead:depth=1", deny)) == len(deny.legal)
    assert names("lookahead:depth=2", deny) == {"c1"}
    fork = after("tic-tac-toe", "a1", "b2", "c3", "a3")  # o threatens c1, and there x threatens two lines at once
    assert "c1" in names("lookahead:depth=2", fork)
    assert names("lookahead:depth=3", fork) == names("minimax", fork) == {"c1"}
    two = after("tic-tac-toe", "a1", "a2")  # x wins in two: some actions make a fork that o can only half stop
    assert len(names("lookahead:depth=2", two)) == len(two.legal)
    assert names("lookahead:depth=5", two) == names("minimax", two)
    assert len(names("minimax", two)) < len(two.legal)


def test_a_lost_game_is_lost_as_late_as_possible():
    lost = after("tic-tac-toe", "a1", "a2", "b2")  # x wins whatever o does, at once unless o stops c3
    assert names("minimax", lost) == {"c3"}
    assert len(names("lookahead:depth=1", lost)) == len(lost.legal)


@pytest.mark.parametrize(
    ("game", "depth"), [("tic-tac-toe", 3), ("tic-tac-toe", 4), ("nim:piles=[1,2,3]", 3), ("pong-hau-ki", 5)]
)
def test_policy_equals_the_slow_twin(game, depth):
    """By plain minimax: of the best at this depth those that are best one depth before, and so on."""
    rules = load(game)
    for seed in range(15):
        random, position = np.random.default_rng(seed), rules.start()
        for _ in range(int(random.integers(2, 6))):
            following = position.play(int(random.choice(position.legal)))
            position = position if following.is_terminal else following
        left = position.legal
        for d in range(depth, 0, -1):
            values = twin.after(position, d)
            best = (max if position.mover == 0 else min)(values[action] for action in left)
            left = [action for action in left if values[action] == best]
        one = started(f"lookahead:depth={depth}", game)
        assert one.actions(position) == left


def test_choices_follow_the_seed():
    position = load("tic-tac-toe").start()
    one = player("lookahead:depth=1")
    chosen = set()
    for seed in range(40):
        one.start(position.game, 0, root_seed(seed))
        chosen.add(one.choose(position))
        again = player("lookahead:depth=1")
        again.start(position.game, 0, root_seed(seed))
        assert again.choose(position) == one.choose(position)
    assert chosen == set(range(9))


def test_minimax_never_loses():
    result = match(load("tic-tac-toe"), "minimax", "random", games=40, seed=3)
    assert result.wins[1] == 0
    drawn = match(load("tic-tac-toe"), "minimax", "alphabeta:depth=9", games=10, seed=3)
    assert drawn.draws == 10


def test_alphabeta_plays():
    one = started("alphabeta:depth=4", "connect-four")
    position = after("connect-four", "d", "a", "d", "a", "d")  # o must stop d
    assert position.name(one.choose(position)) == "d"
    assert one.result.stopped == "depth"
    assert one.value == one.result.value == 0.0
    assert one.policy(position)[position.legal.index(3)] == 1.0
    assert one.deterministic
    assert not player("alphabeta:seconds=1").deterministic


def test_alphabeta_needs_no_search_for_one_action():
    position = after("nim:piles=[1]")
    one = player("alphabeta")
    one.start(position.game, 0, root_seed(0))
    assert one.choose(position) == position.legal[0]
    assert one.result is None


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("alphabeta", "alphabeta"),
        ("alphabeta:depth=8", "alphabeta"),
        ("alphabeta:nodes=1e6", "alphabeta:nodes=1000000"),
        ("alphabeta:seconds=1", "alphabeta:seconds=1.0"),
        ("alphabeta:seconds=1,depth=4", "alphabeta:depth=4,seconds=1.0"),
        ("lookahead", "lookahead"),
        ("lookahead:depth=3", "lookahead:depth=3"),
        ("minimax", "minimax"),
    ],
)
def test_names_are_the_shortest_spec(spec, name):
    assert player(spec).name == name
    assert player(name).name == name


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("alphabeta:dept=3", "did you mean 'depth'"),
        ("alphabeta:depth=-1", "at least 0"),
        ("alphabeta:depth=deep", "depth is int"),
        ("lookahead:depth=0", "at least 1"),
        ("minimax:depth=3", "lookahead has a depth"),
        ("lookahead:speed=3", "it has depth=2"),
    ],
)
def test_mistakes(spec, message):
    with pytest.raises((UnknownName, BadSetting), match=message):
        player(spec)


@pytest.mark.parametrize("spec", ["alphabeta", "lookahead", "minimax"])
def test_hidden_information_is_refused(spec):
    kuhn = load(str(Path(__file__).resolve().parent.parent / "data" / "check" / "kuhn.py"))
    with pytest.raises(NotSupported, match="hidden"):
        player(spec).start(kuhn, 0, root_seed(0))
