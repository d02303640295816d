"""Grades are what exact values say."""

from __future__ import annotations

from itertools import islice

from outfox.methods.endgame.endgames import Endgames
from outfox.methods.endgame.solve import solve_endgames
from outfox.rules import load
from outfox.training.learn.grade import compared, grade, judge_of, random_positions
from outfox.training.learn.grade_endings import Endings
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


def test_in_endings_the_judge_is_a_table(tmp_path):
    """Placements are drawn from every table that is there, and asked where some action gives something away."""
    game = load("starve-the-fox:quiet_limit=0")
    solve_endgames(game, 9, tmp_path, below=(0, 0, 0, 1, 2, 3, 3))
    endings, tables = Endings(game, tmp_path), Endgames(game, tmp_path)
    asked = list(islice(endings.positions(1), 30))
    assert len({position.text for position in asked}) == 30
    assert {position.mover for position in asked} == {0, 1}
    for position in asked:
        assert endings.judge(position) == tables.value(position.state) is not None
    assert [p.text for p in islice(endings.positions(1), 5)] == [p.text for p in asked[:5]]
    found = compared(game, Recipe(4), Recipe(2), endings.judge, 1, 8, endings.positions)
    assert found["learned"].positions == found["plain"].positions == 8
    assert found["plain"].share < 1
