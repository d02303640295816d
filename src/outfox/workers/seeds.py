"""Seeds by task: one root `SeedSequence`, a key for each game, seat, ply or tree; never for a worker or a thread."""

from __future__ import annotations

import numpy as np


def root_seed(seed: int | np.random.SeedSequence) -> np.random.SeedSequence:
    """Return the root of all random numbers of a run.

    Examples
    --------
    >>> root_seed(7).entropy
    7
    """
    return seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)


def task_seed(root: np.random.SeedSequence, *task: int) -> np.random.SeedSequence:
    """Return the seed of a task: the same for the same numbers, however the work is shared out.

    `SeedSequence.spawn` counts its children, so that its result depends on the order of calls; this does not.

    Examples
    --------
    >>> task_seed(root_seed(1), 3, 0).spawn_key
    (3, 0)
    """
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, *task))
