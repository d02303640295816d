"""Plans: named, fixed, spread evenly, seeded by what is played."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from outfox.rules import UnknownName, load
from outfox.studies.plan import PLANS, plan_for, tasks
from tests.studies.helpers import plan


@pytest.mark.parametrize("name", PLANS)
def test_budgets_double(name):
    chosen = plan_for(load("starve-the-fox"), name)
    assert chosen.name == name
    assert all(b == 2 * a for a, b in itertools.pairwise(chosen.budgets))
    assert chosen.first_budget in chosen.budgets


def test_the_two_minute_plan_is_the_default_and_has_four_doublings_or_more():
    assert plan_for(load("nim")) == plan_for(load("nim"), "2m")
    assert len(plan_for(load("starve-the-fox")).budgets) >= 5


def test_unknown_plans_are_refused_with_those_that_exist():
    with pytest.raises(UnknownName, match="there is no plan '7m'; there are 30s, 2m, 5m, 10m, 2h"):
        plan_for(load("nim"), "7m")


def test_every_game_of_a_plan_has_its_place_and_its_seed():
    chosen = plan()
    todo = tasks(chosen, True)
    assert [task.number for task in todo] == list(range(len(todo)))
    counted = Counter((task.kind, task.budgets) for task in todo)
    assert counted["other first", (8, 8)] == 4
    assert {counted["matrix", (a, b)] for a in chosen.budgets for b in chosen.budgets if a != b} == {2}
    assert {counted["matrix", (b, b)] for b in chosen.budgets} == {4}
    seeds = {task.seed(1).generate_state(2).tobytes() for task in todo}
    assert len(seeds) == len(todo)


def test_a_seed_does_not_depend_on_the_rest_of_the_plan():
    small, large = tasks(plan(), True), tasks(plan(games=9, equal=20), False)
    task = small[7]
    [same] = [t for t in large if (t.kind, t.budgets, t.game) == (task.kind, task.budgets, task.game)]
    assert same.number != task.number
    assert same.seed(3).spawn_key == task.seed(3).spawn_key


def test_a_plan_cut_short_is_a_smaller_plan():
    todo = tasks(plan(games=10, equal=40), True)
    done = Counter((task.kind, task.budgets) for task in todo[: len(todo) // 2])
    for (_, (a, b)), count in done.items():
        assert count == pytest.approx(20 if a == b and count > 10 else 5, abs=3)


def test_fewer_workers_than_the_plan_is_made_for_get_more_time():
    assert plan().limit(1) == 2 * plan().limit(2) == 2 * plan().limit(16)
