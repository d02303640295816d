"""Rules into machine code, and what compiled methods share. The only place that imports Numba."""
