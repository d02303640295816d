"""What a game pays in."""

from __future__ import annotations

from typing import NamedTuple

from outfox.rules.game import Game


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
    def unit(self) -> str:
        """What payoffs are counted in.

        Examples
        --------
        >>> Stake("chips", "hand").unit, Stake("", "game").unit
        ('chips a hand', 'payoff a game')
        """
        return self.per_game("") if self.amount else f"payoff a {self.game}"

    @property
    def won(self) -> str:
        """What a column of payoffs holds.

        Examples
        --------
        >>> Stake("chips", "hand").won, Stake("", "game").won
        ('won chips a hand', 'payoff a game')
        """
        return f"won {self.unit}" if self.amount else self.unit

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
