"""`Abstraction`: which hands are taken for the same while limit hold'em is sampled and played, as kernels take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.kernel.hands_buckets import bucket_key
from outfox.kernel.link import link
from outfox.methods.equilibrium.sums_kernel import keys_of_views
from outfox.methods.poker.buckets import Buckets, BucketSettings, buckets
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game

Progress = Callable[[float, str], None]

GAME = "limit-holdem"
"""The game whose hands can be put into buckets."""

_MADE: dict[BucketSettings, Buckets] = {}
"""The last ones: two players with the same buckets share them."""


@dataclass(frozen=True, eq=False)
class Abstraction:
    """Buckets as a sampler takes them.

    Attributes
    ----------
    game
        The game.
    settings
        How hands are grouped.
    tables
        As `outfox.kernel.hands_buckets` reads them.
    name
        A hash of the tables.
    """

    game: Game
    settings: BucketSettings
    tables: NDArray[np.int16]
    name: str

    @property
    def arguments(self) -> dict[str, Any]:
        """What `outfox.methods.equilibrium.sampler.Sampler` takes."""
        return {"key": bucket_key, "tables": self.tables, "inner": self.settings.buckets}

    @property
    def about(self) -> dict[str, Any]:
        """What is said of it in the file of a policy."""
        return {"buckets": self.settings.buckets, "by": self.settings.by, "tables": self.name}

    def keys(self, views: list[Any], players: list[int]) -> NDArray[np.int64]:
        """Return the keys of information sets by what their players have seen, as `observe` fills it."""
        kernel, out = link(self.game, keys_of_views, key=bucket_key), np.zeros(len(views), np.int64)
        pool = kernel.views(len(views))
        for number, view in enumerate(views):
            kernel.put(pool, number, view)
        kernel(pool, np.array(players, np.int64), self.tables, self.settings.buckets, out)
        return out


def abstraction(game: Game, settings: BucketSettings, progress: Progress | None = None) -> Abstraction:
    """Return the buckets of a game.

    Raises
    ------
    NotSupported
        Where its hands cannot be put into buckets.
    NoBuckets
        As for `outfox.methods.poker.buckets.buckets`.
    """
    if game.name != GAME or not game.trusted:
        raise NotSupported(f"buckets are of the hands of {GAME}, and {game.name} has none; leave --buckets out")
    if settings not in _MADE:
        _MADE.clear()
        _MADE[settings] = buckets(settings, progress)
    made = _MADE[settings]
    return Abstraction(game, settings, made.tables, made.key)


def abstraction_of(game: Game, about: Mapping[str, Any]) -> Abstraction | None:
    """Return the buckets that a policy was made with, by what its file says of it; None where there are none.

    Raises
    ------
    NotSupported
        Where they can no longer be made as they were.
    """
    if not about.get("buckets"):
        return None
    settings, name = _said(about)
    found = abstraction(game, settings)
    if found.name != name:
        raise NotSupported(
            f"this policy was made with other buckets of hands ({name}) than this outfox makes"
            f" ({found.name}); make it again"
        )
    return found


def _said(about: Mapping[str, Any]) -> tuple[BucketSettings, str]:
    """Return which buckets a file asks for, and the hash of their tables."""
    try:
        return BucketSettings(int(about["buckets"]), about["by"]), str(about["tables"])
    except (KeyError, TypeError, ValueError):
        raise NotSupported("this policy does not say by which buckets of hands it goes; make it again") from None
