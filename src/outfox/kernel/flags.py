"""Lets Numba compare compiler flags quickly: a sixth of the time that a kernel takes to compile went into that.

Numba keeps what it has compiled under a key that has flags in it. Flags have a hash that is the same for all of them,
that of their names, so that they are compared with each other at every look; each time it makes a dictionary of all
flags, set or not, for either side. Here only those that are set on one side are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba.core.targetconfig import TargetConfig


@contextmanager
def quick_flags() -> Iterator[None]:
    """Compare flags quickly meanwhile, with the same results and the same hash."""
    before = TargetConfig.__eq__, TargetConfig.__hash__
    TargetConfig.__eq__, TargetConfig.__hash__ = _equal, _hash  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        TargetConfig.__eq__, TargetConfig.__hash__ = before  # type: ignore[method-assign]


def _equal(one: Any, other: Any) -> Any:
    if one is other:
        return True
    if type(one) is not type(other):
        return NotImplemented
    a, b, options = one._values, other._values, one.options
    return all(a.get(name, options[name].default) == b.get(name, options[name].default) for name in {*a, *b})


def _hash(one: Any) -> int:
    return _hash_of_names(tuple(one.options))


@cache
def _hash_of_names(names: tuple[str, ...]) -> int:
    return hash(tuple(sorted(names)))
