"""Q-learning against its slow twin, against numbers worked out by hand, and against exact values."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from outfox.rules import load
from outfox.rules.errors import BadSetting, BudgetExceeded, RulesError
from outfox.training.learn import q_kernel as kernel
from outfox.training.learn import q_states as states
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings
from tests.naive.q_learning import QTwin

TWINS = [
    "nim",
    "dots-and-boxes:rows=1,cols=2",  # a player moves twice; payoffs other than 1
    "cat-and-mouse:rows=3,cols=3",  # cycles
    "pig:target=8",  # chance
]


def learned(game, settings, seed=1):
    learner = QLearner(load(game) if isinstance(game, str) else game, settings, seed)
    learner.run()
    return learner


def values(learner):
    """Return every value that is not 0, under the names that the twin gives them."""
    memory, game, known, found = learner.memory, learner.game, learner.memory.known, {}
    for n in range(memory.states):
        key = learner._learn.get(memory.pool, states.SCRATCH + n).key(game.key_fields)
        if learner.settings.afterstates:
            found[key] = known.values[n]
        else:
            found |= {(key, int(known.actions[k])): known.values[k] for k in range(*known.first[n : n + 2])}
    return {name: value for name, value in found.items() if value != 0}


def twin_of(learner):
    twin = QTwin(learner.game, learner.settings, learner.seed)
    twin.run()
    return {name: value for name, value in twin.values.items() if value != 0}


@pytest.mark.nojit
@pytest.mark.parametrize("game", TWINS)
def test_is_bit_equal_to_the_twin(game):
    settings = QSettings(episodes=60, plies=40, epsilon=0.3, discount=0.9)
    learner = learned(game, settings)
    assert values(learner) == twin_of(learner) != {}


ALGORITHMS, CONVENTIONS, TIES = ("q", "sarsa", "monte-carlo"), ("reply", "negamax"), ("random", "first")
SCHEDULES = ("constant", "linear", "geometric")


def ways():
    """Yield settings with every combination of what decides the course of an episode."""
    choices = itertools.product(ALGORITHMS, CONVENTIONS, (False, True), TIES, (False, True))
    for number, (algorithm, convention, afterstates, ties, exchange) in enumerate(choices):
        schedule = SCHEDULES[number % 3]
        yield QSettings(
            episodes=25, plies=30, alpha=0.4, epsilon=0.4, discount=0.95, alpha_schedule=schedule,
            epsilon_schedule=schedule, algorithm=algorithm, convention=convention, afterstates=afterstates, ties=ties,
            exchange=exchange,
        )  # fmt: skip


@pytest.mark.parametrize("part", range(4))
def test_every_way_to_learn_is_bit_equal_to_the_twin(part):
    for number, settings in enumerate(ways()):
        if number % 4 == part:
            learner = learned(TWINS[(number // 4 + part) % 4], settings, seed=3)
            assert values(learner) == twin_of(learner) != {}, (learner.game, settings)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*TWINS, "hexapawn", "tic-tac-toe", "mu-torere", "pursuit"])
def test_every_way_to_learn_every_game(game):
    for settings in ways():
        learner = learned(game, replace(settings, episodes=40), seed=3)
        assert values(learner) == twin_of(learner) != {}, settings


def some_known(values, first=(0, 1, 3)):
    """Return what a kernel knows of a few states: their actions' values."""
    empty = np.zeros(0, np.int64)
    known = states.Known(*[empty] * len(states.Known._fields))
    return known._replace(first=np.array(first, np.int64), values=np.array(values, np.float64))


def rates(alpha):
    found = np.zeros(kernel.RATES)
    found[kernel.ALPHA], found[kernel.DISCOUNT] = alpha, 1.0
    return found


def test_an_old_value_moves_half_way_to_the_best_future():
    known, last = some_known([0.6, 0.8, 0.1]), np.array([0, states.UNKNOWN])
    options = np.zeros(states.OPTIONS, np.int64)
    best, ties = kernel.best_of(known, options, 0, 1, 3)
    kernel.learn_from(known, options, rates(0.5), last, 0, best)
    assert (best, ties) == (0.8, 1)
    assert known.values[0] == pytest.approx(0.7)


@pytest.mark.parametrize(("alpha", "old", "reward", "new"), [(0.5, 0.6, 0.2, 0.4), (0.75, 0.0, 0.4, 0.3)])
def test_an_end_is_worth_its_reward(alpha, old, reward, new):
    known = some_known([old])
    kernel.move_value(known, rates(alpha), 0, reward)
    assert known.values[0] == pytest.approx(new)


def test_an_action_that_was_never_tried_counts_0():
    known, options = some_known([0.0, -0.5, -0.25, 0.0, -0.1], [0, 1, 5]), np.zeros(states.OPTIONS, np.int64)
    assert kernel.best_of(known, options, 0, 1, 5) == (0.0, 1)


def test_the_last_actions_of_both_are_worth_minus_1_and_1():
    """Misère nim: whoever takes the last object loses. One game, nothing known: two values change, by half."""
    learner = learned("nim", QSettings(episodes=1))
    assert sorted(values(learner).values()) == [-0.5, 0.5]


def test_positions_and_actions_of_nim_are_as_many_as_known():
    learner = learned("nim", QSettings(episodes=50_000))
    assert (learner.played.states, learner.played.actions) == (384, 3072)
    apart = learned("nim", QSettings(episodes=50_000, exchange=False))
    assert apart.played.states > 700


def test_growing_changes_nothing(monkeypatch):
    settings = QSettings(episodes=3000, afterstates=True)
    whole = values(learned("tic-tac-toe", settings))
    monkeypatch.setattr("outfox.training.learn.q_memory.FIRST_STATES", 1)
    learner = QLearner(load("tic-tac-toe"), settings, seed=1)
    for stop in (1, 10, 999, 3000):  # and so does asking in between
        learner.run(stop)
        learner.table()
    assert values(learner) == whole
    assert len(learner.memory.known.who) > 1000


def test_no_further_than_it_is_told_to():
    learner = QLearner(load("nim"), QSettings(episodes=20))
    for until, played in ((0, 0), (3, 3), (2, 3), (None, 20), (100, 20)):
        learner.run(until)
        assert learner.played.episodes == played


def test_schedules_end_at_their_floor():
    for name in ("alpha", "epsilon"):
        for schedule in ("linear", "geometric"):
            settings = QSettings(episodes=101, **{name: 0.5, f"{name}_schedule": schedule, f"{name}_floor": 0.1})
            learner = QLearner(load("nim"), settings)
            learner.run(100)
            place = kernel.ALPHA if name == "alpha" else kernel.EPSILON
            assert learner._rates[place] == pytest.approx(0.1)  # of the last game, which is to come
            learner = QLearner(load("nim"), settings)
            learner.run(50)
            middle = 0.3 if schedule == "linear" else (0.5 * 0.1) ** 0.5
            assert learner._rates[place] == pytest.approx(middle)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"epsilon": 2}, "epsilon must be from 0 to 1, not 2"),
        ({"epsilon": float("nan")}, "epsilon must be"),
        ({"episodes": 0}, "episodes must be at least 1, not 0"),
        ({"alpha": 0}, "alpha must be above 0"),
        ({"discount": 0}, "discount must be above 0"),
        ({"algorithm": "td"}, "algorithm is one of q, sarsa, monte-carlo"),
        ({"epsilon_schedule": "geometric", "epsilon_floor": 0}, "epsilon_floor must be above 0"),
        ({"alpha_schedule": "linear", "alpha_floor": 0.9}, "alpha_floor must be above 0, up to 0.5"),
    ],
)
def test_settings_that_mean_nothing_are_refused(settings, words):
    with pytest.raises(BadSetting, match=words):
        QSettings(**settings)


def test_a_game_that_never_ends_is_shown():
    with pytest.raises(RulesError, match="a game went on for 5 plies"):
        learned("nim", QSettings(episodes=5, plies=5))


def test_endless_play_is_cut_and_counted():
    learner = learned("cat-and-mouse:rows=3,cols=3", QSettings(episodes=500, plies=20, epsilon=0.05))
    assert learner.played.cut == learner.played.wins[1] > 0  # play without end is the mouse's
    assert learner.played.plies < 500 * 20


def test_a_table_that_memory_cannot_hold_is_refused():
    learner = QLearner(load("tic-tac-toe"), QSettings(episodes=100_000))
    learner.memory.limit = 200_000
    with pytest.raises(BudgetExceeded, match=r"tic-tac-toe: a table of [\d,]+ positions has no room to grow"):
        learner.run()
