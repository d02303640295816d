"""What players choose: by seed, seat and ply; and the search that goes on from its last move."""

from __future__ import annotations

from collections import Counter

import pytest

from outfox.methods.search.mcts import MctsSettings
from outfox.players.mcts_player import MctsPlayer
from outfox.players.random_player import RandomPlayer
from outfox.rules import NotSupported, load
from outfox.workers.seeds import root_seed, task_seed


def test_random_is_uniform_and_by_seed():
    game, anyone = load("tic-tac-toe"), RandomPlayer()
    position = game.start()
    counts: Counter[int] = Counter()
    for number in range(900):
        anyone.start(game, 0, task_seed(root_seed(1), number))
        action = anyone.choose(position)
        assert action == anyone.choose(position), "the ply decides, not how often it was asked"
        counts[action] += 1
    assert set(counts) == set(position.legal)
    # 100 expected each; chi-squared with 8 degrees of freedom passes 26.1 once in a thousand
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 26.1


@pytest.mark.nojit
def test_mcts_plays_a_forced_win_and_a_forced_reply():
    game, one = load("nim:piles=[3,1]"), MctsPlayer(MctsSettings(simulations=200))
    one.start(game, 0, root_seed(1))
    position = game.start()
    assert position.name(one.choose(position)) == "3 from pile 1", "leaves the last object to the other"
    assert one.result is not None
    assert one.result.value == 1.0
    forced = position.play("3 from pile 1")
    assert one.choose(forced) == forced.legal[0]
    assert one.result is None, "a single action needs no search"


@pytest.mark.nojit
def test_the_same_seed_gives_the_same_choices_whatever_was_played_before():
    game, one, other = load("tic-tac-toe"), MctsPlayer(MctsSettings(40)), MctsPlayer(MctsSettings(40))
    position = game.start().play(8)
    for number in (5, 6, 7):
        one.start(game, 1, task_seed(root_seed(number), 1))
        one.choose(position)
    other.start(game, 1, task_seed(root_seed(7), 1))
    other.choose(position)
    assert one.result is not None
    assert other.result is not None
    assert one.result.actions == other.result.actions


@pytest.mark.nojit
def test_the_tree_is_kept_over_the_reply():
    game = load("connect-four:rows=4,cols=4")
    kept, fresh = MctsPlayer(MctsSettings(150)), MctsPlayer(MctsSettings(150, reuse=False))
    visits = []
    for one in (kept, fresh):
        one.start(game, 0, root_seed(3))
        position = game.start().play(one.choose(game.start()))
        one.choose(position.play(position.legal[0]))
        assert one.result is not None
        visits.append(sum(action.visits for action in one.result.actions))
    assert visits[1] <= 150 < visits[0]


def test_what_the_game_lacks_is_said_at_the_start():
    with pytest.raises(NotSupported, match="evaluate"):
        MctsPlayer(MctsSettings(cut=4)).start(load("tic-tac-toe"), 0, root_seed(0))


def test_a_proven_position_is_still_played_right():
    # Reached with a kept tree, its value is known from other paths; the action must keep it.
    game = load("connect-four:rows=4,cols=4")
    one = MctsPlayer(MctsSettings(simulations=4000))
    for seed in range(4):
        one.start(game, 0, root_seed(seed))
        position, reply = game.start(), RandomPlayer()
        reply.start(game, 1, root_seed(seed))
        while not position.is_terminal:
            action = (one if position.mover == 0 else reply).choose(position)
            result = one.result if position.mover == 0 else None
            position = position.play(action)
            if result is not None and result.proven:
                chosen = next(entry for entry in result.actions if entry.action == action)
                assert chosen.proven
                assert chosen.value == result.value
