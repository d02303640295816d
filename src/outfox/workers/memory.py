"""How much memory a command may take: what is free now, less a margin for everything else."""

from __future__ import annotations

import os
from pathlib import Path

ALLOWED = 0.7
"""The share of what is free that a command takes unless told otherwise."""

_UNTOLD = 4 * 2**30


def free_memory() -> int:
    """Return how many bytes of memory are free, the system's caches counted as free; 4 GiB where it does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, IndexError, StopIteration):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return _UNTOLD


def allowed_memory() -> int:
    """Return how many bytes a command takes at most unless told otherwise."""
    return int(ALLOWED * free_memory())
