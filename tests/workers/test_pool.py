"""Tasks shared out: the same results in the same order, and nothing left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from outfox.rules import NotSupported, OutfoxError
from outfox.workers.pool import kept, map_tasks
from outfox.workers.seeds import root_seed, task_seed
from tests.workers import tasks


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(workers):
    heard: list[tuple[float, str]] = []
    results = map_tasks(tasks.later_first, range(4), workers, lambda share, text: heard.append((share, text)))
    assert list(results) == [0, 1, 2, 3]
    assert heard == [(0.25, "1 of 4"), (0.5, "2 of 4"), (0.75, "3 of 4"), (1.0, "4 of 4")]
    assert not multiprocessing.active_children()


def test_the_work_is_shared():
    assert len(set(map_tasks(tasks.process_of, range(12), 2))) == 2
    assert set(map_tasks(tasks.process_of, range(3))) == {os.getpid()}
    assert list(map_tasks(partial(pow, 2), [3, 4], 2)) == [8, 16]
    assert list(map_tasks(tasks.square, [], 2)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_stops_the_work(workers):
    with pytest.raises(ValueError, match="two is too much") as caught:
        list(map_tasks(tasks.failing, range(50), workers))
    if workers == 2:
        assert "tasks.py" in caught.value.__notes__[0], "the note shows where in the worker"
    assert not multiprocessing.active_children()


def test_what_cannot_travel():
    with pytest.raises(NotSupported, match="use one worker"):
        list(map_tasks(lambda x: x, [1, 2], 2))
    with pytest.raises(OutfoxError, match="OddError in a worker"):
        list(map_tasks(tasks.oddly_failing, [1, 2], 2))
    with pytest.raises(Exception, match="pickle"):
        list(map_tasks(tasks.unpicklable, [1, 2], 2))


def test_a_worker_that_vanishes():
    with pytest.raises(OutfoxError, match="ended without an answer"):
        list(map_tasks(tasks.vanishing, [1, 2], 2))


def test_a_caller_that_stops_early_leaves_no_process():
    results = map_tasks(tasks.process_of, range(100), 2)
    next(results)
    assert len(multiprocessing.active_children()) == 2
    results.close()
    assert not multiprocessing.active_children()


def test_workers_that_are_kept_are_the_same_processes():
    with kept(2) as workers:
        first = set(map_tasks(tasks.process_of, range(12), workers))
        assert list(map_tasks(tasks.square, range(5), workers)) == [0, 1, 4, 9, 16]
        assert set(map_tasks(tasks.process_of, range(12), workers)) == first
        assert len(first) == 2
        with kept(workers) as same:
            assert same is workers
    assert not multiprocessing.active_children()


def test_what_was_left_behind_is_passed_over():
    with kept(2) as workers:
        results = map_tasks(tasks.later_first, range(4), workers)
        next(results)
        results.close()
        assert list(map_tasks(tasks.square, range(20), workers)) == [x * x for x in range(20)]
        with pytest.raises(ValueError, match="two is too much"):
            list(map_tasks(tasks.failing, range(50), workers))
        assert list(map_tasks(tasks.square, [3, 4], workers)) == [9, 16]


def test_a_worker_that_vanished_is_replaced():
    with kept(2) as workers:
        with pytest.raises(OutfoxError, match="ended without an answer"):
            list(map_tasks(tasks.vanishing, [1, 2], workers))
        assert list(map_tasks(tasks.square, [3, 4], workers)) == [9, 16]


SLEEPER = """
import sys, time
from outfox.workers.pool import map_tasks

if __name__ == "__main__":
    try:
        for _ in map_tasks(time.sleep, [0, 0, 100, 100], 2):
            print("result", flush=True)
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@pytest.mark.parametrize(("sign", "times"), [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGKILL, 1)])
def test_no_orphans(tmp_path, sign, times):
    script = tmp_path / "sleeper.py"
    script.write_text(SLEEPER, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "result\n"
    for _ in range(times):
        if sign == signal.SIGKILL:
            process.kill()  # the parent alone
        else:
            os.killpg(process.pid, sign)
    out, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    assert sign == signal.SIGKILL or out.endswith("stopped\n")
    for _ in range(100):
        rows = subprocess.run(
            ["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        if not any(row.split() and row.split()[0] == str(process.pid) and "Z" not in row for row in rows):
            break
        time.sleep(0.1)
    else:
        pytest.fail("a worker outlived its parent")


def test_seeds_depend_on_the_task_alone():
    words = task_seed(root_seed(5), 3, 1).generate_state(2)
    task_seed(root_seed(5), 3, 0)
    nested = task_seed(task_seed(root_seed(5), 3), 1)
    assert (nested.generate_state(2) == words).all()
    assert (task_seed(root_seed(5), 1, 3).generate_state(2) != words).any()
