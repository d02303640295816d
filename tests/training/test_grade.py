"""Grades are what exact values say."""

from __future__ import annotations

from outfox.rules import load
from outfox.training.learn.grade import grade, judge_of, random_positions
from outfox.training.learn.selfplay import Recipe
from outfox.workers.seeds import root_seed
from tests.naive.retrograde import solve


def test_the_judge_is_the_plain_solver():
    game = load("hexapawn")
    judge, solved = judge_of(game), solve(game)
    for position in random_positions(game, root_seed(1), 60):
        assert judge(position) == solved.value[solved.graph.index[position.state.key(game.key_fields)]]


def test_more_thinking_is_graded_higher_and_the_loss_is_counted():
    game = load("tic-tac-toe")
    judge = judge_of(game)
    little, much = (grade(game, Recipe(n), judge, seed=2, positions=120) for n in (2, 800))
    assert little.share < 0.8
    assert much.share >= 0.97
    assert little.positions == much.positions == 120
    assert little.blunders[0].loss == 2.0  # a win thrown away, or a loss walked into
    assert 0 < little.loss < 2
    assert [one.loss for one in little.blunders] == sorted((one.loss for one in little.blunders), reverse=True)


def test_only_positions_in_which_it_matters_are_asked():
    game = load("tic-tac-toe")
    judge = judge_of(game)
    asked = grade(game, Recipe(2), judge, seed=1, among=[game.start()])
    assert asked.positions == 0  # every first move draws
    assert asked.share == 1.0


def test_what_is_too_large_has_no_judge(monkeypatch):
    monkeypatch.setattr("outfox.training.learn.grade.STATES", 100)
    assert judge_of(load("tic-tac-toe")) is None
