"""The exact stakes of the World Series bet, by backward induction.

A person wants to end with exactly +amount if the favoured team wins a best-of-n series and with exactly -amount if it
loses, but can only bet at even odds on one game at a time, for or against. How much on each?

What must be in hand at a score is the mean of what must be there after the two results of the next game, and the stake
is half their difference. No probability enters: the stakes meet the target on every course of the series, whoever is
stronger.

Time: n**2 / 4 steps.

Sources
    J. Cox, S. Ross and M. Rubinstein, "Option pricing: a simplified approach", *Journal of Financial Economics* 7
    (1979), replicate a payoff on a binomial tree in the same way. The stakes are binomial: with i and j wins missing,
    amount * C(i + j - 2, i - 1) / 2**(i + j - 2).

Status: proven (compared with the binomial formula and with every course of the series).
"""

from __future__ import annotations

from fractions import Fraction

Score = tuple[int, int]
"""Games that the favoured team has won and lost."""


def exact(best_of: int, amount: Fraction | int) -> tuple[dict[Score, Fraction], dict[Score, Fraction]]:
    """Return what to bet at each score, and what must be in hand there, by backward induction.

    Parameters
    ----------
    best_of
        An odd number of games.
    amount
        To be won or lost on the series.

    Returns
    -------
    stakes : dict
        What to bet on the favoured team, by score.
    money : dict
        What must be in hand before that bet; at the end of the series, the target.

    Examples
    --------
    >>> stakes, money = exact(7, 1000)
    >>> float(stakes[0, 0]), float(stakes[3, 3]), float(money[1, 0])
    (312.5, 1000.0, 312.5)
    """
    needed, target = (best_of + 1) // 2, Fraction(amount)
    money = {(needed, lost): target for lost in range(needed)}
    money |= {(won, needed): -target for won in range(needed)}
    stakes: dict[Score, Fraction] = {}
    for won in reversed(range(needed)):
        for lost in reversed(range(needed)):
            better, worse = money[won + 1, lost], money[won, lost + 1]
            money[won, lost], stakes[won, lost] = (better + worse) / 2, (better - worse) / 2
    return stakes, money
