"""Games whose states are not listed: the same games as on listed states, and as plain Python plays them."""

import numpy as np
import pytest

from outfox.formats.policy_file import Policy
from outfox.methods.policies.arena import board
from outfox.methods.policies.live_board import LiveBoard
from outfox.rules import load
from outfox.training.optimise.field import Field, maker, side_of
from outfox.training.optimise.live_field import LiveField
from outfox.training.optimise.opponents import opponent
from outfox.workers.seeds import root_seed
from tests.naive.mcts import Random
from tests.naive.optimise import anything, careful, play

SPEC = "cat-and-mouse:rows=3,cols=3,cats=2,mice=2"
PLIES = 60


def policies(made, count, random):
    """Return some random policies."""
    many = random.integers(0, made.domain, (count, len(made.domain))) if len(made.domain) else np.zeros((count, 0), int)
    heavy = np.stack([made.weights if made.fixed else random.standard_normal(len(made.weights)) for _ in range(count)])
    return many.astype(np.int64), heavy


@pytest.fixture(scope="module")
def boards():
    game = load(SPEC)
    return board(game), LiveBoard(game)


@pytest.mark.parametrize("kind", ["near", "far", "near-far"])
@pytest.mark.parametrize("name", ["random", "careful"])
@pytest.mark.parametrize("player", [0, 1])
def test_the_rules_play_the_games_that_listed_states_do(boards, kind, name, player):
    fields, random = [], np.random.default_rng(7)
    levels = boards[0].levels
    for found in boards:
        made = maker(found, kind, player, True)
        other, none = opponent(found, name, 1 - player, None)
        both = (made, other) if player == 0 else (other, made)
        fields.append((Field if found is boards[0] else LiveField)(found, both, root_seed(3), plays=20, plies=PLIES))
        assert made.levels.tolist() == levels.tolist()
    many, heavy = policies(fields[0].makers[player], 4, random)
    rivals = none[0][None, :], none[1][None, :]
    scores = [field.measure(player, many, heavy, *rivals, field.walk(player))[0] for field in fields]
    assert np.array_equal(scores[0], scores[1])
    assert len(np.unique(scores[0], axis=0)) > 1
    pairs = [((many[k], heavy[k]), none) if player == 0 else (none, (many[k], heavy[k])) for k in range(4)]
    for pair in pairs:
        told = [field.shown(pair, field.walk(player), PLIES) for field in fields]
        assert told[0][0] == told[1][0]
        assert told[0][1] == told[1][1]


@pytest.mark.nojit
@pytest.mark.parametrize("player", [0, 1])
def test_they_are_what_plain_python_plays(player):
    live, random = LiveBoard(load(SPEC)), np.random.default_rng(2)
    made = maker(live, "near-far", player, True)
    many, heavy = policies(made, 1, random)
    side = side_of(live, made, player, many[0], heavy[0])
    policy = Policy(live.game.spec, live.game.name, live.game.rules_key, (side, side))
    for name, other in (("random", anything), ("careful", careful)):
        theirs, none = opponent(live, name, 1 - player, None)
        field = LiveField(live, (made, theirs) if player == 0 else (theirs, made), root_seed(4), plays=3, plies=40)
        pair = (many[0], heavy[0]), none
        told, actions = field.shown(pair if player == 0 else pair[::-1], field.walk(player), 40)
        choosers = [lambda position, _: policy.action(position), other][:: 1 if player == 0 else -1]
        games = [
            play(live.game.start(), choosers, limit=40, draws=True, random=Random(int(seed))) for seed in field.seeds
        ]
        assert actions == games[0].actions
        assert told.plies == pytest.approx(np.mean([game.plies for game in games]))
        assert told.payoff == pytest.approx(np.mean([game.payoff for game in games]))


def test_they_do_so_where_nobody_draws(boards):
    """An endless game counts as the longest there may be: that alone differs."""
    random, ended = np.random.default_rng(5), 0
    fields = []
    for found in boards:
        both = maker(found, "near-far", 0, True), maker(found, "near-far", 1, True)
        fields.append((Field if found is boards[0] else LiveField)(found, both, root_seed(3)))
    for _ in range(60):
        pairs = [tuple(row[0] for row in policies(made, 1, random)) for made in fields[0].makers]
        listed, live = (field.shown(pairs, field.walk(0), PLIES) for field in fields)
        assert (listed[0].payoff, listed[0].won) == (live[0].payoff, live[0].won)
        if listed[0].ended:
            assert listed[0].plies == live[0].plies
            assert listed[1] == live[1]
            ended += 1
        else:
            assert live[0].plies == fields[1].limit
            assert live[1][: len(listed[1])] == listed[1]
            position = boards[1].game.start()
            for action in live[1]:
                position = position.play(action)  # refuses what is not legal
    assert 5 < ended < 55
