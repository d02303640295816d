"""The kernel by which `benchmarks/learning.py` times an evaluation by itself."""

from __future__ import annotations

from outfox.kernel.slots import Floats, States, evaluate


def evaluations(pool: States, weights: Floats, count: int, out: Floats) -> int:
    """Evaluate the positions of a pool in turn; `out` gets the sum, so that nothing is left out."""
    total = 0.0
    for i in range(count):
        total += evaluate(pool[i % len(pool)], weights)
    out[0] = total
    return count
