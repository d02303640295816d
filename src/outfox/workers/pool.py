"""`map_tasks`: the same work in this process or in several, with the same results in the same order.

What differs between tasks is the task; what they share is bound to the function, which every worker receives
once. Random numbers belong to tasks (`outfox.workers.seeds`), so the results do not depend on the number of
workers. This is the one seam behind which other machines stand: see `outfox.workers.cluster`.

Workers are started anew (spawn), never forked: forking a process with threads is unsound, and does not exist
everywhere. `concurrent.futures` does the same, but it cannot be stopped in the middle of a task, and it waits
for its workers at exit.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeAlias, TypeVar, cast

from outfox.rules.errors import NotSupported, OutfoxError
from outfox.workers.cluster import Cluster, Workers
from outfox.workers.process import READY, work_for

Task = TypeVar("Task")
Result = TypeVar("Result")
Progress: TypeAlias = Callable[[float, str], None]

LISTEN_SECONDS = 0.5
"""Some systems hear Ctrl-C only between two waits."""


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
        Processes; 1: this one. Or a `Cluster`.
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
        return _on_cluster(function, tasks, workers, progress)
    if workers > 1 and len(tasks) > 1:
        return _in_processes(function, tasks, min(workers, len(tasks)), progress)
    return _in_this_process(function, tasks, progress)


def _in_this_process(
    function: Callable[[Task], Result], tasks: Sequence[Task], progress: Progress | None
) -> Generator[Result, None, None]:
    for done, task in enumerate(tasks, 1):
        result = function(task)
        _tell(progress, done, len(tasks))
        yield result


def _on_cluster(
    function: Callable[[Task], Result], tasks: Sequence[Task], cluster: Cluster, progress: Progress | None
) -> Generator[Result, None, None]:
    if not tasks:
        return
    for done, result in enumerate(cluster.map(function, tasks), 1):
        _tell(progress, done, len(tasks))
        yield result


def _in_processes(
    function: Callable[[Task], Result], tasks: Sequence[Task], workers: int, progress: Progress | None
) -> Generator[Result, None, None]:
    """Give every idle worker the next task; hold results back until those before them are there."""
    waiting = deque(enumerate(tasks))
    held: dict[int, Result] = {}
    done = given = 0
    with _crew(_packed(function), workers) as busy:
        while given < len(tasks):
            for line in cast("list[Connection]", wait(busy, LISTEN_SECONDS)):
                number, result = _answer(line)
                busy.remove(line)
                if number != READY:
                    held[number] = result
                    done += 1
                    _tell(progress, done, len(tasks))
                if waiting:
                    line.send(waiting.popleft())
                    busy.append(line)
            while given in held:
                yield held.pop(given)
                given += 1


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done / total, f"{done} of {total}")


def _packed(function: Callable[..., Any]) -> bytes:
    """Pickle the function here, where a failure can still be explained."""
    try:
        return bytes(ForkingPickler.dumps(function))
    except Exception as error:  # noqa: BLE001 (whatever an object's own methods raise)
        raise NotSupported(f"other processes cannot be given this ({error}); use one worker") from None


def _answer(line: Connection) -> tuple[int, Any]:
    """Receive a task's number and result; raise what the task raised."""
    try:
        number, result, error = line.recv()
    except (EOFError, ConnectionError):
        raise OutfoxError(
            "a worker process ended without an answer: killed, or out of memory; one worker shows the reason"
            ' (a script that starts workers needs its `if __name__ == "__main__":` line)'
        ) from None
    if error is not None:
        raise error
    return number, result


@contextmanager
def _crew(packed: bytes, size: int) -> Iterator[list[Connection]]:
    """Start workers; yield the lines to them, busy getting ready; leave none behind, whatever it does."""
    context = multiprocessing.get_context("spawn")
    processes, lines = [], []
    try:
        for _ in range(size):
            ours, theirs = context.Pipe()
            # A daemon is also stopped where a second Ctrl-C cuts the cleaning up below short.
            process = context.Process(target=work_for, args=(theirs, packed), daemon=True)
            lines.append(ours)
            with _shielded():
                process.start()
            processes.append(process)
            theirs.close()
        yield list(lines)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        for line in lines:
            line.close()


@contextmanager
def _shielded() -> Iterator[None]:
    """Hold Ctrl-C back while a process starts.

    It inherits the blocked signal, and so never shows a traceback in the second that its imports take.
    """
    import signal
    from multiprocessing import resource_tracker

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # would start on the way, and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
