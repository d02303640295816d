"""`--workers` and `--ray`: who does the work of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outfox.workers.pool import Workers


def crew_of(workers: int, ray: str, alone: int) -> Workers:
    """Return the processes of this machine, or the cluster whose address is given.

    Parameters
    ----------
    workers
        How many; 0: `alone` of them here, one for each core of a cluster.
    ray
        Address of a Ray cluster; empty: this machine.
    alone
        Processes where nothing was asked for.

    Raises
    ------
    NotSupported
        Where Ray is asked for and not installed.

    Examples
    --------
    >>> crew_of(0, "", 1), crew_of(2, "", 1)
    (1, 2)
    """
    from outfox.workers.cluster import Cluster

    return Cluster(ray, workers) if ray else workers or alone
