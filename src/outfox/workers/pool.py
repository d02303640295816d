"""`map_tasks`: the same work in this process or in several, with the same results in the same order.

What differs between tasks is the task; what they share is bound to the function, which every worker receives
once. Random numbers belong to tasks (`outfox.workers.seeds`), so the results do not depend on the number of
workers. This is the one seam behind which processes (`outfox.workers.crew`) and other machines
(`outfox.workers.cluster`) stand.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

from outfox.workers.cluster import Cluster
from outfox.workers.crew import Crew

Task = TypeVar("Task")
Result = TypeVar("Result")
Progress: TypeAlias = Callable[[float, str], None]
Workers: TypeAlias = int | Cluster | Crew
"""Processes of this machine; a cluster; processes that are there already (see `kept`)."""


def map_tasks(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: Workers = 1,
    progress: Progress | None = None,
) -> Generator[Result, None, None]:
    """Yield ``function(task)`` for each task, in the order of the tasks.

    Parameters
    ----------
    function
        With several workers it must be importable from where they are: a function of a module, a
        `functools.partial` of one, or an object of such a class. Each worker gets one copy and keeps it.
    tasks
        Anything that can be sent to a worker.
    workers
        Processes; 1: this one. Or a `Cluster`, or a `Crew`.
    progress
        Called with the share of tasks done (0 to 1) and a short text after each.

    Yields
    ------
    Result
        As soon as all results before it are there.

    Raises
    ------
    NotSupported
        Where the function cannot be sent to other processes.
    OutfoxError
        Where a worker was killed.
    KeyboardInterrupt
        On Ctrl-C, with all workers stopped. What was yielded before is a sound beginning of the whole.

    Examples
    --------
    >>> list(map_tasks(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if isinstance(workers, Cluster):
        return _told(workers.map(function, tasks), len(tasks), progress)
    if len(tasks) > 1:
        if isinstance(workers, Crew):
            return workers.map(function, tasks, _teller(len(tasks), progress))
        if workers > 1:
            return _in_processes(function, tasks, workers, progress)
    return _told(map(function, tasks), len(tasks), progress)


@contextmanager
def kept(workers: Workers) -> Iterator[Workers]:
    """Keep workers from one `map_tasks` to the next, whatever they are; end them on leaving the ``with`` block.

    Parameters
    ----------
    workers
        As for `map_tasks`.

    Yields
    ------
    Workers
        What to give to `map_tasks`.

    Examples
    --------
    >>> with kept(2) as workers:
    ...     sum(sum(map_tasks(abs, [-1, 2, -3], workers)) for _ in range(2))
    12
    """
    if isinstance(workers, Cluster):
        with workers.joined():
            yield workers
    elif isinstance(workers, Crew) or workers <= 1:
        yield workers
    else:
        with Crew(workers) as crew:
            yield crew


def processes(workers: Workers) -> int:
    """Return how many processes there are; 0 for as many as a cluster has."""
    return workers if isinstance(workers, int) else workers.size


def _in_processes(
    function: Callable[[Task], Result], tasks: Sequence[Task], workers: int, progress: Progress | None
) -> Generator[Result, None, None]:
    with Crew(workers) as crew:
        yield from crew.map(function, tasks, _teller(len(tasks), progress))


def _told(results: Iterable[Result], total: int, progress: Progress | None) -> Generator[Result, None, None]:
    """Yield results, telling how many there are."""
    tell = _teller(total, progress)
    for done, result in enumerate(results, 1):
        if tell is not None:
            tell(done)
        yield result


def _teller(total: int, progress: Progress | None) -> Callable[[int], None] | None:
    return None if progress is None else lambda done: progress(done / total, f"{done} of {total}")
