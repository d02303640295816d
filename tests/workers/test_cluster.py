"""Tasks on a Ray cluster of two processes on this machine: the same results, the same errors."""

from __future__ import annotations

import importlib.util

import pytest
import ray

from outfox.rules import NotSupported, OutfoxError, load
from outfox.training.learn.duel import duel
from outfox.training.learn.selfplay import Recipe
from outfox.workers.cluster import Cluster
from outfox.workers.pool import kept, map_tasks

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


def square(x: int) -> int:
    if x == 13:
        raise OutfoxError("thirteen is not squared")
    return x * x


class TestOneCluster:
    @pytest.fixture(scope="class")
    def cluster(self):
        """Return a cluster that all tests join: to start one takes seconds."""
        with kept(Cluster("local", 2)) as workers:
            yield workers

    def test_results_come_in_the_order_of_the_tasks(self, cluster):
        told = []
        found = list(map_tasks(square, range(12), cluster, lambda share, text: told.append((share, text))))
        assert found == [x * x for x in range(12)]
        assert told[-1] == (1.0, "12 of 12")

    def test_what_a_task_raises_is_raised_here(self, cluster):
        with pytest.raises(OutfoxError, match="thirteen is not squared"):
            list(map_tasks(square, [2, 13, 4], cluster))

    def test_games_are_the_same_as_in_this_process(self, cluster):
        game, settings = load("tic-tac-toe"), {"games": 8, "seed": 4, "opening": 2}
        here = duel(game, Recipe(20), Recipe(5), **settings)
        there = duel(game, Recipe(20), Recipe(5), workers=cluster, **settings)
        assert here.pairs == there.pairs


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotSupported, match=r"pip install 'outfox\[ray\]'"):
        Cluster("auto")


def test_no_cluster_is_one_line():
    assert not ray.is_initialized(), "a cluster for the occasion ends with it"
    with pytest.raises(OutfoxError, match="no Ray cluster at auto"):
        list(map_tasks(square, [1, 2], Cluster("auto")))
