"""Shares and scores with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Z95 = 1.959963984540054
"""Standard normal quantile of a two-sided 95 % interval."""


def wilson(count: int, of: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for a share of `count` in `of`.

    Examples
    --------
    >>> low, high = wilson(48, 100)
    >>> round(low, 3), round(high, 3)
    (0.385, 0.577)
    """
    raise NotImplementedError


def score_interval(scores: Sequence[float], games: int = 1, z: float = Z95) -> tuple[float, float]:
    """Return the interval of a mean score; each of `scores` is the mean of so many `games`."""
    raise NotImplementedError


@dataclass(frozen=True)
class Share:
    """How many of how many, with Wilson's 95 % interval.

    Attributes
    ----------
    count, of
    """

    count: int
    of: int

    @property
    def share(self) -> float:
        """The share; 0 of none."""
        raise NotImplementedError

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return ``count``, ``of``, ``share``, ``interval``."""
        raise NotImplementedError
