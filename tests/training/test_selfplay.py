"""Whole games in compiled code are the games of players; a position is drawn from each with equal chances."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from outfox.arena import play_game
from outfox.formats.model import feature_names, no_model
from outfox.players.mcts_player import MctsPlayer
from outfox.rules import BadSetting, NotSupported, load
from outfox.training.learn.design import columns_of, design
from outfox.training.learn.duel import Pair, duel
from outfox.training.learn.selfplay import Recipe, SelfPlay
from outfox.training.learn.ties import alike
from outfox.workers.seeds import root_seed, task_seed


def some_model(game):
    zero = no_model(game)
    random = np.random.default_rng(3)
    return replace(
        zero,
        features={name: float(random.normal(0, 0.05)) for name in zero.features},
        squares={p: {x: float(random.normal(0, 0.1)) for x in points} for p, points in zero.squares.items()},
    )


# An ordinary game, one in which states return, one that alternates little: the model moves second.
@pytest.mark.parametrize("name", ["starve-the-fox", "mu-torere", "tic-tac-toe"])
@pytest.mark.parametrize("solver", [False, True])
def test_games_are_those_of_players(name, solver):
    game = load(name)
    recipes = Recipe(30, solver=solver), Recipe(30, cut=2, model=some_model(game), solver=solver)
    table = SelfPlay(game, recipes, 5)
    players = tuple(MctsPlayer(recipe.settings, weights=recipe.model) for recipe in recipes)
    for number in range(3):
        played = table(number)
        record = play_game(game, players, task_seed(root_seed(5), number))
        assert played.actions == record.actions
        assert played.payoff == record.payoff


def test_a_position_is_drawn_evenly():
    """Over many games of tic-tac-toe each ply with a choice is drawn as often as it occurs, within chance."""
    table = SelfPlay(load("tic-tac-toe"), (Recipe(2), Recipe(2)), 1)
    games = [table(number) for number in range(3000)]
    drawn = Counter(played.ply for played in games)
    expected = Counter()
    for played in games:
        choices = [ply for ply, value in enumerate(played.values) if value is not None]
        expected.update({ply: 1 / len(choices) for ply in choices})
    for ply, share in expected.items():
        assert abs(drawn[ply] - share) < 4.5 * np.sqrt(share)


def test_the_drawn_position_is_one_of_the_game():
    game = load("starve-the-fox")
    table = SelfPlay(game, (Recipe(4), Recipe(4)), 2)
    for number in range(5):
        played = table(number)
        position = game.start()
        for action in played.actions[: played.ply]:
            position = position.play(action)
        features = np.zeros(len(feature_names(game)))
        game.call("features", position.state, features)
        assert played.mover == position.mover
        assert played.features == tuple(features)
        assert list(played.squares) == game.squares(position.state)


def test_points_are_tied_by_the_symmetries():
    assert sorted(map(len, alike(load("tic-tac-toe")))) == [1, 4, 4]
    fox = load("starve-the-fox")
    names = fox.constant("BOARD").names
    groups = {frozenset(names[k] for k in group) for group in alike(fox)}
    assert {frozenset({"c1", "e1"}), frozenset({"d1"}), frozenset({"a4", "g4"}), frozenset({"d7"})} <= groups
    assert len(groups) == 20  # 13 pairs and the seven points of the middle column
    assert len(columns_of(fox)) == 2 + 6 + 2 * 20


def test_a_design_says_what_the_model_says():
    game = load("starve-the-fox")
    table = SelfPlay(game, (Recipe(4), Recipe(4)), 2)
    games = [table(number) for number in range(4)]
    rows, outcomes = design(game, games)
    model = some_model(game)
    mirrored = {
        piece: {x: (v + points["abcdefg"[6 - "abcdefg".index(x[0])] + x[1]]) / 2 for x, v in points.items()}
        for piece, points in model.squares.items()
    }
    model = replace(model, squares=mirrored)
    parameters = [model.vector[column.members[0]] for column in rows.columns]
    assert np.allclose(rows.expand(parameters), model.vector)
    for row, played in zip(rows.rows, games, strict=True):
        assert np.tanh(row @ parameters) == pytest.approx(model.value(played.mover, played.features, played.squares))
    assert outcomes.tolist() == [played.payoff for played in games]


def test_duels_change_seats_and_share_openings():
    game = load("tic-tac-toe")
    strong, weak = Recipe(60), Recipe(2)
    result = duel(game, strong, weak, games=60, seed=1, opening=2)
    assert result.games == 60
    assert result.interval[0] > 0.6
    assert duel(game, weak, strong, games=60, seed=1, opening=2).interval[1] < 0.4


def test_scores_of_pairs():
    assert [Pair(0, payoffs, (5, 5)).score for payoffs in ((1.0, -1.0), (1.0, 1.0), (0.0, 0.0), (-1.0, 0.0))] == [
        1.0,
        0.5,
        0.5,
        0.25,
    ]


def test_what_cannot_be_fitted_is_refused():
    with pytest.raises(NotSupported, match="neither features nor squares"):
        SelfPlay(load("nim"), (Recipe(10), Recipe(10)), 1)
    with pytest.raises(BadSetting, match="2 simulations or more"):
        SelfPlay(load("tic-tac-toe"), (Recipe(10), Recipe(1)), 1)
