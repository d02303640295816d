"""`map_tasks`: the same work in this process or in others, with the same results in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Progress = Callable[[float, str], None]


def map_tasks(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int = 1,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Yield ``function(task)`` for each task, in the order of the tasks."""
    raise NotImplementedError
