"""`Crew`: worker processes of this machine that stay between one `map_tasks` and the next.

Workers are started anew (spawn), never forked: forking a process with threads is unsound, and does not exist
everywhere. That costs a second each, and as much again for what a worker imports and links; a run that shares out
work many times keeps its workers. `concurrent.futures` does the same, but it cannot be stopped in the middle of a
task, and it waits for its workers at exit.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeVar, cast

from outfox.rules.errors import NotSupported, OutfoxError
from outfox.workers.process import BEGUN, work_for

Task = TypeVar("Task")
Result = TypeVar("Result")

LISTEN_SECONDS = 0.5
"""Some systems hear Ctrl-C only between two waits."""


class Crew:
    """Some worker processes, started when there is work for them and stopped on leaving the ``with`` block.

    Parameters
    ----------
    size
        Processes at most; no more are started than there are tasks.

    Examples
    --------
    >>> with Crew(2) as crew:
    ...     list(crew.map(abs, [-1, 2])), list(crew.map(str, [3, 4]))
    ([1, 2], ['3', '4'])
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._processes: list[Any] = []
        self._lines: list[Connection] = []
        self._busy: list[Connection] = []
        self._idle: list[Connection] = []
        self._run = BEGUN

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def map(
        self, function: Callable[[Task], Result], tasks: Sequence[Task], tell: Callable[[int], None] | None = None
    ) -> Generator[Result, None, None]:
        """Yield ``function(task)`` for each task, in the order of the tasks; see `outfox.workers.pool.map_tasks`.

        Every idle worker gets the next task; results wait until those before them are there. Whoever stops early leaves
        tasks behind that are being done: their answers are passed over when they come.

        Parameters
        ----------
        function, tasks
            As for `map_tasks`.
        tell
            Called with the number of tasks done, after each.
        """
        packed, waiting = _packed(function), deque(enumerate(tasks))
        held: dict[int, Result] = {}
        told: set[Connection] = set()
        done = given = 0
        self._run += 1
        try:
            self._start(min(self.size, len(tasks)))
            while given < len(tasks):
                while waiting and self._idle:
                    line = self._idle.pop()
                    line.send((self._run, None if line in told else packed, *waiting.popleft()))
                    self._busy.append(line)
                    told.add(line)
                for number, result in self._answers():
                    held[number] = result
                    done += 1
                    if tell is not None:
                        tell(done)
                while given in held:
                    yield held.pop(given)
                    given += 1
        except KeyboardInterrupt:
            self.stop()  # an answer may have been read in part
            raise

    def stop(self) -> None:
        """End all workers, whatever they are doing."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()
        for line in self._lines:
            line.close()
        self._processes, self._lines, self._busy, self._idle = [], [], [], []

    def _answers(self) -> Iterator[tuple[int, Any]]:
        """Wait a little; yield a number and a result for each task of this run that was done; raise what one raised."""
        for line in cast("list[Connection]", wait(self._busy, LISTEN_SECONDS)):
            try:
                run, number, result, error = line.recv()
            except (EOFError, ConnectionError):
                self.stop()
                raise OutfoxError(
                    "a worker process ended without an answer: killed, or out of memory; one worker shows the reason"
                    ' (a script that starts workers needs its `if __name__ == "__main__":` line)'
                ) from None
            self._busy.remove(line)
            self._idle.append(line)
            if run == self._run:
                if error is not None:
                    raise error
                yield number, result

    def _start(self, size: int) -> None:
        """Start the workers that are missing, busy getting ready."""
        context = multiprocessing.get_context("spawn")
        while len(self._processes) < size:
            ours, theirs = context.Pipe()
            # A daemon is also stopped where a second Ctrl-C cuts `stop` short.
            process = context.Process(target=work_for, args=(theirs,), daemon=True)
            self._lines.append(ours)
            with _shielded():
                process.start()
            self._processes.append(process)
            self._busy.append(ours)
            theirs.close()


def _packed(function: Callable[..., Any]) -> bytes:
    """Pickle the function here, where a failure can still be explained."""
    try:
        return bytes(ForkingPickler.dumps(function))
    except Exception as error:  # noqa: BLE001 (whatever an object's own methods raise)
        raise NotSupported(f"other processes cannot be given this ({error}); use one worker") from None


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
