"""How a study of a game with hidden information says things: players, shares, exact fractions."""

from __future__ import annotations

from fractions import Fraction

LARGEST_DENOMINATOR = 10_000
"""A fraction with a larger one tells a reader less than its decimals do."""


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
