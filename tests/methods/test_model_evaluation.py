"""A model's compiled evaluation is what the plain formula says, in both searches."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.formats.model import BELOW, Model, feature_names, pieces_of, point_names
from outfox.methods.search.alphabeta import alphabeta
from outfox.methods.search.mcts import search
from outfox.rules import NotSupported, load
from tests.naive import alphabeta as twin

GAMES = "starve-the-fox", "tic-tac-toe"


def any_model(game, seed: int = 0) -> Model:
    random = np.random.default_rng(seed)
    features = {name: round(float(random.normal(0, 0.05)), 3) for name in feature_names(game)}
    squares = {
        piece: {name: round(float(random.normal(0, 0.1)), 3) for name in point_names(game)} for piece in pieces_of(game)
    }
    return Model(game.spec, (0.125, -0.25), features, squares)


def plain(game, model: Model, s) -> float:
    features = np.zeros(len(feature_names(game)))
    if len(features):
        game.call("features", s, features)
    return game.scale * BELOW * model.value(game.mover(s), features, game.squares(s))


@pytest.mark.parametrize("name", GAMES)
def test_tree_search_with_it_is_tree_search_with_an_evaluator(name):
    """An evaluator sees each leaf as a record, outside the compiled code: the slow twin of the compiled model."""
    game = load(name)
    model = any_model(game)

    def evaluator(game, states):
        out = []
        for record in states:
            s = game.new_state()
            s.load(record)
            out.append(plain(game, model, s))
        return np.array(out)

    compiled = search(game.start(), simulations=300, cut=0, seed=1, weights=model)
    slow = search(game.start(), simulations=300, cut=0, seed=1, evaluator=evaluator)
    assert compiled.value == pytest.approx(slow.value, abs=1e-12)
    assert [(a.action, a.visits) for a in compiled.actions] == [(a.action, a.visits) for a in slow.actions]


def test_alphabeta_takes_it_at_the_horizon():
    game = load("starve-the-fox")
    model = any_model(game)
    start = game.start()
    values = [plain(game, model, start.play(action).state) for action in start.legal]
    found = alphabeta(start, depth=1, weights=model)
    assert found.value == pytest.approx(max(values), abs=1e-12)
    assert found.kind == "estimate"


@pytest.mark.parametrize(("plies", "depth"), [(0, 2), (1, 3), (12, 3), (13, 3)])
def test_alphabeta_searches_with_it_as_minimax_does(monkeypatch, plies, depth):
    """Minimax by recursion, with the plain formula at the horizon; foxes to move, or sheep."""
    game = load("starve-the-fox")
    model, position, random = any_model(game), game.start(), np.random.default_rng(plies)
    for _ in range(plies):
        position = position.play(int(random.choice(position.legal)))
    monkeypatch.setattr(twin, "estimate", lambda leaf, weights: plain(game, weights, leaf.state))
    values = twin.after(position, depth, model)
    best = (max if position.mover == 0 else min)(values.values())
    for changes in ({}, {"memory": 0, "ordering": False}):
        found = alphabeta(position, depth=depth, weights=model, exact=True, **changes)
        assert {a.action: a.value for a in found.actions} == pytest.approx(values, abs=1e-12)
        assert found.value == pytest.approx(best, abs=1e-12)
    assert alphabeta(position, depth=depth, weights=model).value == pytest.approx(best, abs=1e-12)


def test_weights_are_arguments():
    """A second model compiles nothing, and searches otherwise."""
    game = load("tic-tac-toe")
    first = search(game.start(), simulations=50, cut=0, seed=1, weights=any_model(game))
    second = search(game.start(), simulations=50, cut=0, seed=1, weights=any_model(game, 1))
    assert second.compile_seconds == 0.0
    assert first.value != second.value


def test_threads_do_not_share_its_scratch():
    game = load("starve-the-fox")
    one, two = (
        search(game.start(), simulations=4000, cut=2, seed=3, weights=any_model(game), trees=4, threads=threads)
        for threads in (1, 4)
    )
    assert one.value == two.value


def test_cut_without_evaluation_is_refused():
    with pytest.raises(NotSupported, match="evaluate"):
        search(load("tic-tac-toe").start(), simulations=50, cut=0)
