"""Tasks on a Ray cluster of two processes on this machine: the same results, the same errors."""

from __future__ import annotations

import importlib.util

import pytest
import ray

from outfox.formats.container import ArrayFile
from outfox.rules import NotSupported, OutfoxError, load
from outfox.training.learn.duel import duel
from outfox.training.learn.selfplay import Recipe
from outfox.workers.cluster import Cluster
from outfox.workers.pool import kept, map_tasks

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

TINY = (
    "--generations 1 --games 20 --budget 8 --cuts 4 --cs 1.4 --gate-games 2 --rating-games 2 --graded 0 --bootstrap 5"
    " --alike"
).split()


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

    @pytest.fixture
    def asked(self, cluster, monkeypatch):
        """Return a list that fills with what is asked of a cluster, and how many tasks it is."""
        told, through = [], Cluster.map

        def spied(self, function, tasks):
            told.append((self, len(tasks)))
            return through(self, function, tasks)

        monkeypatch.setattr(Cluster, "map", spied)
        return told

    @pytest.mark.slow  # ten seconds; that games are the same is tested above
    def test_a_training_run_leaves_the_files_of_one_process(self, asked, command, tmp_path):
        words = "train", "evaluation", "tic-tac-toe", *TINY, "--seed", "3", "--json"
        command(*words, "--workers", "1", "--out", "one")
        assert not asked
        command(*words, "--workers", "2", "--ray", "local", "--out", "two")
        assert {cluster for cluster, _ in asked} == {Cluster("local", 2)}
        assert 20 in [tasks for _, tasks in asked]  # the games
        one, two = (contents(tmp_path / name) for name in ("one", "two"))
        assert any(name.endswith("model.json") for name in one)
        assert one == two

    def test_endgame_tables_are_those_of_one_process(self, asked, command, tmp_path):
        """The folder is named from here; the cluster's processes stand in another."""
        words = "endgame", "starve-the-fox", "--rows", "0001323", "--verify"
        one = command(*words, "--workers", "1", "--out", "one", "--json").data
        assert not asked
        two = command(*words, "--workers", "2", "--ray", "local", "--out", "two", "--json").data
        partitions = 4  # itself; with a sheep of row 4 a row up, one of row 5, both
        assert asked == [(Cluster("local", 2), partitions)] * 2  # made, and verified
        name = "one-fox-9.table"
        assert [path.name for path in (tmp_path / "two").iterdir()] == [name]
        assert table(tmp_path / "one" / name) == table(tmp_path / "two" / name)
        assert two["verified"] == one["verified"]


def contents(folder) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def table(path) -> tuple[dict, bytes]:
    """Return what a table says of itself apart from the time that it took, and its bytes for either side to move."""
    file = ArrayFile(path)
    header = {name: value for name, value in file.header.items() if name not in ("seconds", "cpu_seconds")}
    return header, b"".join(file.array(mover).tobytes() for mover in ("foxes", "sheep"))


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotSupported, match=r"pip install 'outfox\[ray\]'"):
        Cluster("auto")


def test_no_cluster_is_one_line(monkeypatch):
    assert not ray.is_initialized(), "a cluster for the occasion ends with it"
    with pytest.raises(OutfoxError, match=r"no Ray cluster at nowhere: .*nowhere"):
        list(map_tasks(square, [1, 2], Cluster("nowhere")))

    def none_runs(**_):
        raise ConnectionError("Could not find any running Ray instance.\nMore words.")

    monkeypatch.setattr(ray, "init", none_runs)  # other tests may run one beside this
    with pytest.raises(OutfoxError, match=r"no Ray cluster at auto: Could not find any running Ray instance\.$"):
        list(map_tasks(square, [1, 2], Cluster("auto")))
