"""The conformance suite: whether a game keeps the laws that every method relies on.

`check` runs it; `outfox.kernel.guard.guarded_check` runs it in a process of its own, for files that may do
anything. One file a group of laws: `actions` (a single state), `words` (text), `equality` (KEY), `cycles`
(along play), `images` (symmetry, swap, rank), `sights` (board, features), `hidden` (views), `agreement`,
`aspects` and `probe` (compiled against plain).
"""

from outfox.kernel.check.report import LAWS, Counts, Finding, Report
from outfox.kernel.check.suite import Checker, check

__all__ = ["LAWS", "Checker", "Counts", "Finding", "Report", "check"]
