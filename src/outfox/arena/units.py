"""The unit that payoffs of many games are told in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.formats.stakes import STAKES


@dataclass(frozen=True)
class Unit:
    """A unit of payoffs.

    Attributes
    ----------
    name
        As it follows a number; empty for what the rules pay.
    of_payoff
        How many of it a payoff of 1 is.
    digits
        Behind the point, where it is printed.
    says
        What it is, in words.
    """

    name: str = ""
    of_payoff: float = 1.0
    digits: int = 3
    says: str = ""

    def write(self, payoff: float) -> str:
        """Return a payoff as text.

        Examples
        --------
        >>> MBB.write(0.0123), Unit().write(0.0123), Unit().write(-1e-9)
        ('+12.3', '+0.012', '+0.000')
        """
        rounded = round(payoff * self.of_payoff, self.digits) + 0.0  # no -0
        return f"{rounded:+,.{self.digits}f}"

    @property
    def a_game(self) -> str:
        """What follows the number."""
        return self.name or "a game"

    def to_dict(self) -> dict[str, Any]:
        """Return name and factor as plain data."""
        return {"name": self.name or "payoff", "of_payoff": self.of_payoff}


MBB = Unit("mbb/g", 1000.0, 1, "thousandths of a big blind a game")


def unit_of(game: str) -> Unit:
    """Return the unit of a game by its spec.

    Examples
    --------
    >>> unit_of("limit-holdem").name, unit_of("leduc:ranks=4").name, unit_of("liars-dice").name
    ('mbb/g', 'chips a hand', '')
    """
    name = game.partition(":")[0]
    if name == "limit-holdem":
        return MBB
    return Unit(STAKES[name].unit) if name in STAKES else Unit()
