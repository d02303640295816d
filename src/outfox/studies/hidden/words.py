"""How a study of a game with hidden information says things: units, players, shares, exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from outfox.rules import Game

LARGEST_DENOMINATOR = 10_000
"""A fraction with a larger one tells a reader less than its decimals do."""


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


def the(player: str) -> str:
    """Return a player's name with what an ordinal needs.

    Examples
    --------
    >>> the("second"), the("dealer")
    ('the second player', 'the dealer')
    """
    return f"the {player} player" if player in ("first", "second") else f"the {player}"


def fraction_text(number: Fraction | None) -> str:
    """Return an exact number as a person would write it; empty where its decimals say more.

    Examples
    --------
    >>> fraction_text(Fraction(-1, 18)), fraction_text(Fraction(3)), fraction_text(Fraction(1, 123457))
    ('-1/18', '3', '')
    """
    return "" if number is None or number.denominator > LARGEST_DENOMINATOR else str(number)


def decimals(number: float, digits: int = 4) -> str:
    """Return a number with so many decimals, without a minus before nothing.

    Examples
    --------
    >>> decimals(-0.0856064), decimals(-1e-9), decimals(2.373611, 6)
    ('-0.0856', '0.0000', '2.373611')
    """
    text = f"{number:.{digits}f}"
    return text.lstrip("-") if not float(text) else text


def exactly(number: float, fraction: Fraction | None, digits: int = 4) -> str:
    """Return the exact fraction where there is a short one, else decimals.

    Examples
    --------
    >>> exactly(0.65, Fraction(13, 20)), exactly(0.123456789, None)
    ('13/20', '0.1235')
    """
    return fraction_text(fraction) or decimals(number, digits)


def percent(share: float) -> str:
    """Return a probability as a person would say it; what is nearly never or nearly always is said to be.

    Examples
    --------
    >>> percent(1 / 3), percent(0.0004), percent(0.9996), percent(0.004)
    ('33 %', '0 %', '100 %', '<1 %')
    """
    if 0.0005 <= share < 0.01:
        return "<1 %"
    if 0.99 < share < 0.9995:
        return ">99 %"
    return f"{100 * share:.0f} %"
