"""Seeds by task: one root `SeedSequence`, a key for each game, seat, ply or tree; never for a worker or a thread."""

from __future__ import annotations

import hashlib

import numpy as np

from outfox.rules.errors import BadSetting


def root_seed(seed: int | np.random.SeedSequence) -> np.random.SeedSequence:
    """Return the root of all random numbers of a run.

    Raises
    ------
    BadSetting
        Where the number is negative.

    Examples
    --------
    >>> root_seed(7).entropy
    7
    """
    if isinstance(seed, (int, np.integer)) and seed < 0:
        raise BadSetting(f"seed must be at least 0, not {seed}")
    return seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)


def concealed(seed: np.random.SeedSequence) -> np.random.SeedSequence:
    """Return a seed that follows from another and does not show it, nor the seeds of its neighbours.

    For players of games with hidden information: who holds a seed of `task_seed` holds the root, and so the cards.

    Examples
    --------
    >>> hidden = concealed(task_seed(root_seed(1), 3, 0))
    >>> hidden.spawn_key, hidden.entropy == concealed(task_seed(root_seed(1), 3, 1)).entropy
    ((), False)
    """
    told = repr((seed.entropy, seed.spawn_key)).encode()
    return np.random.SeedSequence(int.from_bytes(hashlib.sha256(told).digest()[:16], "little"))


def task_seed(root: np.random.SeedSequence, *task: int) -> np.random.SeedSequence:
    """Return the seed of a task: the same for the same numbers, however the work is shared out.

    `SeedSequence.spawn` counts its children, so that its result depends on the order of calls; this does not.

    Examples
    --------
    >>> task_seed(root_seed(1), 3, 0).spawn_key
    (3, 0)
    """
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, *task))
