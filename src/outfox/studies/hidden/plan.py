"""Plans of studies of games with hidden information: how far methods run; named by their time, as other plans are.

The clock never chooses how far: it may only cut a plan short, and the report then says so.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from outfox.rules import UnknownName

SLACK = 2.0
"""The clock cuts a plan off after this many times the time in its name."""

DEFAULT = "2m"

SMALL = 20_000
"""Histories of a small game: an iteration over Leduc poker's 9,457 takes some microseconds."""


@dataclass(frozen=True)
class HiddenPlan:
    """How much is computed.

    Attributes
    ----------
    name
        The time that it takes at most, about.
    seconds
        After this time methods are stopped where they are.
    iterations
        Of methods that look at the whole tree; of a small one ten times as many, see `SMALL`.
    games
        Iterations of methods that sample games: each costs a small part of one over the tree.
    nodes
        A game with more histories is refused.
    slots
        Up to so many actions of all information sets the linear programs are solved, which take long in large games.
    """

    name: str
    seconds: float
    iterations: int
    games: int
    nodes: int = 3_000_000
    slots: int = 10_000

    def to_dict(self) -> dict[str, Any]:
        """Return it for the report."""
        return asdict(self)


PLANS = {
    "30s": HiddenPlan("30s", 30 * SLACK, 1_000, 100_000, nodes=500_000),
    "2m": HiddenPlan("2m", 120 * SLACK, 10_000, 1_000_000),
    "5m": HiddenPlan("5m", 300 * SLACK, 30_000, 3_000_000),
    "10m": HiddenPlan("10m", 600 * SLACK, 100_000, 10_000_000),
    "2h": HiddenPlan("2h", 7_200 * SLACK, 1_000_000, 100_000_000, nodes=50_000_000),
}


def sized(plan: HiddenPlan, nodes: int) -> HiddenPlan:
    """Return a plan for a game with so many histories.

    Examples
    --------
    >>> sized(PLANS["2m"], 9_457).iterations, sized(PLANS["2m"], 300_000).iterations
    (100000, 10000)
    """
    return replace(plan, iterations=10 * plan.iterations) if nodes <= SMALL else plan


def hidden_plan(budget: str | None = None) -> HiddenPlan:
    """Return the plan of a name.

    Raises
    ------
    UnknownName
        Where there is none.

    Examples
    --------
    >>> hidden_plan("30s").iterations
    1000
    """
    name = DEFAULT if budget is None else budget.strip().lower()
    if name not in PLANS:
        raise UnknownName(f"there is no plan {budget!r}; there are {', '.join(PLANS)}")
    return PLANS[name]
