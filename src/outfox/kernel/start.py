"""Starting Numba without scipy.linalg, which it imports (in 0.2 s, half of its start) only to see that it is there.

Numba's compiled matrix products find scipy by themselves when they first run, so nothing is lost.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("scipy.linalg", "scipy.linalg.cython_blas")


@contextmanager
def _stand_ins() -> Iterator[None]:
    if any(name in sys.modules for name in _NAMES) or importlib.util.find_spec("scipy") is None:
        yield
        return
    import scipy

    for name in _NAMES:
        sys.modules[name] = types.ModuleType(name)
    try:
        yield
    finally:
        for name in _NAMES:
            del sys.modules[name]
        scipy.__dict__.pop("linalg", None)


with _stand_ins():
    import numba.np.arraymath  # noqa: F401 - for its effect
    from numba import config

JIT: bool = not config.DISABLE_JIT
"""Whether anything is compiled."""
