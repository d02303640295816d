"""`Cluster`: the tasks of `map_tasks` on a Ray cluster, in the place of processes of this machine.

Nothing else changes: random numbers belong to tasks, results come in the order of the tasks, and a task that fails
raises here what it raised there. Ray is an optional dependency (``pip install 'outfox[ray]'``).
"""

from __future__ import annotations

import importlib
import importlib.util
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from outfox.rules.errors import NotSupported, OutfoxError

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
"""Instead of an address: a cluster of this machine alone, which ends with the work."""


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster.

    Attributes
    ----------
    address
        Of its head, ``HOST:PORT``; ``auto`` for the one that this machine belongs to; ``local`` for one made for the
        occasion.
    size
        Workers on it; 0: one for each core it has.
    """

    address: str
    size: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot work.

        Raises
        ------
        NotSupported
            Where Ray is not installed.
        """
        if importlib.util.find_spec("ray") is None:
            raise NotSupported("a Ray cluster needs Ray: pip install 'outfox[ray]'")

    def map(self, function: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result, None, None]:
        """Yield ``function(task)`` for each task, in the order of the tasks.

        Raises
        ------
        OutfoxError
            Where the cluster cannot be reached, or loses a worker.
        """
        ray = _ray()
        with self.joined() as count, _crew(function, min(count, len(tasks))) as idle:
            waiting, held, busy = deque(enumerate(tasks)), {}, {}
            given = 0
            while given < len(tasks):
                while idle and waiting:
                    number, task = waiting.popleft()
                    worker = idle.pop()
                    busy[worker.do.remote(task)] = number, worker
                done, _ = ray.wait(list(busy))
                for answer in done:
                    number, worker = busy.pop(answer)
                    held[number] = _value(answer)
                    idle.append(worker)
                while given in held:
                    yield held.pop(given)
                    given += 1

    @contextmanager
    def joined(self) -> Iterator[int]:
        """Join the cluster while work is done, or stay in it; yield how many workers to start.

        Raises
        ------
        OutfoxError
            Where the cluster cannot be reached.
        """
        ray = _ray()
        mine = not ray.is_initialized()
        if mine:
            self._join(ray)
        try:
            yield self.size or int(ray.cluster_resources().get("CPU", 1))
        finally:
            if mine:
                ray.shutdown()

    def _join(self, ray: Any) -> None:
        quiet = {"logging_level": "ERROR", "log_to_driver": False}
        try:
            if self.address == LOCAL:
                # On loopback: a cluster for the occasion is nobody else's.
                options = {"num_cpus": self.size or None, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
                ray.init(address=LOCAL, **options, **quiet)
            else:
                ray.init(address=self.address, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise OutfoxError(f"no Ray cluster at {self.address}: {_first_line(error)}") from None


def _ray() -> Any:
    """Import Ray, which is large and optional."""
    return importlib.import_module("ray")


class _Worker:
    """Does tasks, one after the other; it gets the function once."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def do(self, task: Any) -> Any:
        """Do a task."""
        return self.function(task)


@contextmanager
def _crew(function: Callable[[Any], Any], size: int) -> Any:
    """Start workers; yield a list of them; leave none behind."""
    ray = _ray()
    shared = ray.put(function)
    crew = [ray.remote(_Worker).remote(shared) for _ in range(size)]
    try:
        yield list(crew)
    finally:
        for worker in crew:
            ray.kill(worker)


def _value(answer: Any) -> Any:
    """Return a task's result; raise what it raised."""
    ray = _ray()
    try:
        return ray.get(answer)
    except ray.exceptions.RayTaskError as error:
        raise getattr(error, "cause", None) or OutfoxError(f"a worker failed: {_first_line(error)}") from None
    except ray.exceptions.RayError as error:
        raise OutfoxError(f"the cluster lost a worker: {_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
