"""Functions that worker processes can import."""

from __future__ import annotations

import os
import time


class OddError(Exception):
    """An error that can be pickled, but not unpickled."""

    def __init__(self, one, two):
        super().__init__(one)


def square(x: int) -> int:
    return x * x


def later_first(x: int) -> int:
    time.sleep(0.05 if x == 0 else 0.0)
    return x


def process_of(_: int) -> int:
    time.sleep(0.02)
    return os.getpid()


def failing(x: int) -> int:
    if x == 2:
        raise ValueError("two is too much")
    return x


def oddly_failing(x: int) -> int:
    raise OddError(x, x)


def vanishing(x: int) -> int:
    os._exit(3)


def unpicklable(x: int):
    return lambda: x
