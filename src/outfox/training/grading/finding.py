"""What is wrong with a solution: one fault, named, with the place to look at."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """One fault.

    Attributes
    ----------
    fault
        Its name, such as ``maximum``; `FAULTS` has them all.
    where
        The file and the line, with the function: ``nim.py:57 best_future_reward``.
    seen
        What was tried and what came out.
    look
        What to look at.

    Examples
    --------
    >>> print(Finding("maximum", "nim.py:57 best", "known -0.8 and -0.5 gave 0", "start at the first value"))
    maximum: nim.py:57 best: known -0.8 and -0.5 gave 0; start at the first value
    """

    fault: str
    where: str
    seen: str
    look: str

    def __str__(self) -> str:
        return f"{self.fault}: {self.where}: {self.seen}; {self.look}"

    def to_dict(self) -> dict[str, Any]:
        """Return the parts and the whole line."""
        return {**asdict(self), "line": str(self)}


FAULTS = {
    "keys": "entries of the table that are never read: state or action in another form than where they are written",
    "unknown": "what is not in the table does not count as 0",
    "maximum": "the best of several negative values comes out as 0: the maximum started there",
    "known-only": "only actions that are in the table are compared, those that are not are forgotten",
    "best": "the action or value taken is not the largest",
    "no-actions": "the best future of a state without actions is not 0",
    "reward-sign": "the reward is subtracted, or given to the wrong side",
    "future-sign": "the best future is subtracted",
    "correction-sign": "the whole correction is subtracted",
    "old-estimate": "the old estimate is ignored or not taken off",
    "alpha": "the learning rate is not used, or on the wrong side",
    "reward": "the reward plays no part",
    "future": "the best future plays no part",
    "update": "the new estimate is something else",
    "epsilon": "explores with the wrong probability, or when it should not",
    "illegal": "an action that the rules do not allow",
    "changes-state": "the caller's list of piles is changed",
    "raises": "an exception",
    "endless": "does not come back",
    "training": "training cannot be run, or gives nothing to grade",
    "learns-less": "wins less after training than a correct learner does after as many games",
}
"""Name and meaning of each fault."""
