"""What Q-learning has learned, by exact values: published shares of nim, and small games on both seats."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.arena.play import play_game
from outfox.players.q_player import QPlayer
from outfox.players.solved_player import SolvedPlayer
from outfox.rules import load
from outfox.training.learn.q_grade import QGrader, greedy
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings
from outfox.training.learn.q_train import q_train
from tests.naive.q_grade import NaiveGrade, brute_force

SHARES = {
    "random": {100: 26, 1_000: 66, 10_000: 99.4, 50_000: 99.9},
    "first": {100: 21, 1_000: 60, 10_000: 99.1, 50_000: 100},
}
"""Percent of best actions in the 335 won positions of nim 1,3,5,7, after so many games: means of 200 runs of another
implementation."""


@pytest.fixture(scope="module")
def nim():
    return QGrader(load("nim"))


def learned(game, settings, seed):
    learner = QLearner(game, settings, seed)
    learner.run()
    return learner


@pytest.mark.parametrize("ties", SHARES)
def test_learns_nim_as_fast_as_is_known(nim, ties):
    for games, percent in SHARES[ties].items():
        settings = QSettings(episodes=games, ties=ties)
        grades = [nim.grade(learned(nim.game, settings, seed)) for seed in range(5)]
        assert {(grade.won.positions, grade.all.positions) for grade in grades} == {(335, 383)}
        assert 100 * np.mean([grade.won.share for grade in grades]) == pytest.approx(percent, abs=2)


def test_the_first_player_of_nim_cannot_win(nim):
    found = q_train(nim.game, QSettings(episodes=50_000), seed=0, grader=nim)
    assert found.grade.value == -1
    assert "lost start for first" in str(found)
    assert "first cannot win" in " ".join(str(found).split())
    learned, perfect = QPlayer(table=found.table), SolvedPlayer()
    assert [seat.blunders for seat in found.grade.seats] == [0, 0]
    for seed in range(5):
        assert play_game(nim.game, (perfect, learned), seed=seed).payoff == -1
        assert play_game(nim.game, (learned, perfect), seed=seed).payoff == -1


def test_what_was_learned_until_ctrl_c_is_kept_and_graded(nim):
    told = []

    def press(share, text):
        told.append(share)
        if share > 0.1 and len(told) == sum(one <= 0.1 for one in told) + 1:  # once
            raise KeyboardInterrupt

    found = q_train(nim.game, QSettings(episodes=1_000_000), seed=0, grader=nim, progress=press)
    played = found.played.episodes
    assert 100_000 < played < 1_000_000
    assert found.stopped == "interrupted"
    assert [games for games, _ in found.curve] == [100, 1000, 10_000, 100_000, played]
    assert found.grade.won.share > 0.99
    assert f"nim: interrupted after {played:,} of 1,000,000 games" in str(found)


@pytest.mark.parametrize("settings", [{}, {"afterstates": True}])
def test_grades_of_nim_are_those_of_the_twin(settings):
    compare("nim", 2000, settings)


@pytest.mark.nojit
@pytest.mark.parametrize("settings", [{}, {"afterstates": True}, {"exchange": False}, {"convention": "negamax"}])
def test_grades_are_those_of_the_twin(settings):
    compare("dots-and-boxes:rows=1,cols=2", 200, settings)


def compare(spec, games, settings):
    game, value = brute_force(spec)
    learner = learned(game, QSettings(episodes=games, **settings), seed=2)
    grade, naive = QGrader(game).grade(learner), NaiveGrade(game, value, learner.table())
    assert grade.value == value(game.start())
    for seat in grade.seats:
        won, share, met, blunders = naive.seat(seat.player)
        assert (seat.won.positions, seat.in_play.positions, seat.blunders) == (won, met, blunders)
        assert seat.won.share == pytest.approx(share, abs=1e-12)
        for one in seat.worst:
            position = game.parse(one.position)
            after = [value(position.play(name)) for name in (one.chosen, one.best)]
            assert abs(after[1] - after[0]) == one.loss
            assert after[1] == value(position)


@pytest.mark.parametrize("convention", ["reply", "negamax"])
@pytest.mark.parametrize("afterstates", [False, True])
def test_a_player_that_moves_twice_is_no_opponent_of_itself(convention, afterstates):
    """Whoever completes a box moves again: with the sign changed there, play would be wrong."""
    settings = QSettings(episodes=30_000, convention=convention, afterstates=afterstates)
    learner = learned(load("dots-and-boxes:rows=1,cols=2"), settings, seed=1)
    grade = QGrader(learner.game).grade(learner)
    assert [seat.blunders for seat in grade.seats] == [0, 0]
    assert grade.all.share > 0.97


SEATS = [
    ("tic-tac-toe", QSettings(episodes=200_000, convention="negamax"), 0.97),
    pytest.param("hexapawn", QSettings(episodes=20_000, convention="negamax"), 0.99, marks=pytest.mark.slow),
]
LARGER = {
    "connect-four:rows=4,cols=4": (QSettings(episodes=2_000_000, convention="negamax"), 0.9),
    "cat-and-mouse:rows=5,cols=5": (QSettings(episodes=200_000, convention="negamax"), 0.99),
}


def seats(spec, settings, least):
    found = q_train(spec, settings, seed=1)
    assert found.grade.all.share > least
    curve = [grade.all.share for _, grade in found.curve]
    assert curve[-1] > curve[0]
    return found


@pytest.mark.parametrize(("spec", "settings", "least"), SEATS)
def test_learns_small_games_on_both_seats(spec, settings, least):
    found = seats(spec, settings, least)
    assert [seat.blunders for seat in found.grade.seats] == [0, 0]
    for seed in range(3):  # perfect play cannot get more than the game is worth
        players = QPlayer(table=found.table), SolvedPlayer()
        assert play_game(found.game, players, seed=seed).payoff == found.grade.value
        assert play_game(found.game, players[::-1], seed=seed).payoff == found.grade.value


@pytest.mark.slow
@pytest.mark.parametrize("spec", LARGER)
def test_learns_larger_games_on_both_seats(spec):
    found = seats(spec, *LARGER[spec])
    assert all(seat.blunders < seat.in_play.positions / 20 for seat in found.grade.seats)
    assert "As " in str(found)


def test_greedy_takes_all_or_the_first_of_ties():
    values, begins = np.array([1.0, 1.0, 0.0, 2.0, -1.0, -1.0]), np.array([0, 3, 4, 6])
    assert greedy(values, begins, np.array([0, 2])).tolist() == [True, True, False, False, True, True]
    assert greedy(values, begins, np.array([0, 2]), first=True).tolist() == [True, False, False, False, True, False]
