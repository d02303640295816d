"""Exact answers: who wins with best play, and how fast."""

from outfox.methods.solve.result import ActionOutcome, Solution
from outfox.methods.solve.solve import solve
from outfox.methods.solve.table import Outcome, Table, open_table

__all__ = ["ActionOutcome", "Outcome", "Solution", "Table", "open_table", "solve"]
