"""What a game pays in, and the unit that payoffs of many games are told in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from outfox.rules import Game


class Stake(NamedTuple):
    """What is won in what: ``chips`` in a ``hand``; `amount` is empty where the rules' numbers have no name."""

    amount: str
    game: str

    def per_game(self, number: str) -> str:
        """Return an amount a game in words.

        Examples
        --------
        >>> Stake("chips", "hand").per_game("1/18"), Stake("", "game").per_game("0.5")
        ('1/18 chips a hand', '0.5 a game')
        >>> Stake("chips", "hand").per_game("1")
        '1 chip a hand'
        """
        amount = self.amount.removesuffix("s") if number == "1" else self.amount
        return " ".join(word for word in (number, amount, "a", self.game) if word)

    @property
    def won(self) -> str:
        """What a column of payoffs holds.

        Examples
        --------
        >>> Stake("chips", "hand").won, Stake("", "game").won
        ('won chips a hand', 'payoff a game')
        """
        return f"won {self.per_game('')}" if self.amount else f"payoff a {self.game}"

    def of(self, payoff: float) -> str:
        """Return what was won in one game in words.

        Examples
        --------
        >>> Stake("chips", "hand").of(1.0), Stake("big blinds", "hand").of(2.5), Stake("", "game").of(3.0)
        ('1 chip', '2.5 big blinds', '3')
        """
        one = abs(payoff) == 1 and self.amount.endswith("s")
        return f"{payoff:g} {self.amount[:-1] if one else self.amount}".strip()


STAKES = {
    "kuhn": Stake("chips", "hand"),
    "leduc": Stake("chips", "hand"),
    "limit-holdem": Stake("big blinds", "hand"),
}


def stake_of(game: Game) -> Stake:
    """Return what a game pays in.

    Examples
    --------
    >>> from outfox.rules import load
    >>> stake_of(load("leduc:ranks=4")), stake_of(load("liars-dice"))
    (Stake(amount='chips', game='hand'), Stake(amount='', game='game'))
    """
    return STAKES.get(game.name, Stake("", "game")) if game.trusted else Stake("", "game")


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
    return Unit(STAKES[name].per_game("")) if name in STAKES else Unit()
