"""Values and best responses without rounding: the arithmetic of fractions, over a whole tree, in plain Python.

For small games. Where chance and a policy are fractions with small denominators, what a best response wins is one too,
and is proven by this; where they are not, there is no exact answer, and None is returned.

Time: about a microsecond a history. Status: proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from outfox.kernel.slots import Floats
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.kernel.tree import Tree

Fractions: TypeAlias = "Sequence[Fraction]"

LARGEST = 1000
"""Denominator of a probability that is taken for a fraction."""

MOST_NODES = 20_000
"""A larger tree takes seconds."""


def fractions_of(numbers: Floats, near: float = 0.0) -> list[Fraction] | None:
    """Return numbers as fractions with small denominators; None where one of them is none.

    Parameters
    ----------
    near
        How far a number may be from its fraction: 0 where it must be the very float.

    Examples
    --------
    >>> fractions_of(np.array([1 / 3, 0.25]))
    [Fraction(1, 3), Fraction(1, 4)]
    >>> fractions_of(np.array([0.3333333])) is None
    True
    """
    found = []
    for number in np.asarray(numbers, np.float64).tolist():
        fraction = Fraction(number).limit_denominator(LARGEST)
        if abs(float(fraction) - number) > near:
            return None
        found.append(fraction)
    return found


class Rational:
    """A tree whose chances are fractions.

    Parameters
    ----------
    tree
        Of a game.

    Attributes
    ----------
    known
        Whether its chances are fractions with small denominators, and it is small enough.

    Examples
    --------
    >>> from outfox.kernel.tree import game_tree
    >>> from outfox.rules import load
    >>> kuhn = Rational(game_tree(load("kuhn")))
    >>> half = [Fraction(1, 2)] * 24
    >>> kuhn.value(half), kuhn.response(0, half), kuhn.response(1, half)
    (Fraction(1, 8), Fraction(1, 2), Fraction(5, 12))
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        chances = np.unique(tree.odds)
        found = fractions_of(chances) if tree.nodes <= MOST_NODES else None
        self.known = found is not None
        self._odds = dict(zip(chances.tolist(), found, strict=True)) if found is not None else {}

    def value(self, policy: Fractions) -> Fraction:
        """Return what player 0 wins when both play a policy, a fraction for each slot."""
        total = Fraction(0)
        for node, reach, _ in self._ends(policy, -1):
            total += reach * Fraction(float(self.tree.payoff[node]))
        return total

    def response(self, seat: int, policy: Fractions) -> Fraction:
        """Return what the best response of a seat wins against a policy."""
        tree = self.tree
        gains = [Fraction(0)] * (tree.slots + 1)  # the last one is that of choosing nothing
        for node, reach, last in self._ends(policy, seat):
            payoff = Fraction(float(tree.payoff[node]))
            gains[last] += reach * (payoff if seat == 0 else -payoff)
        for info in np.flatnonzero(tree.player == seat)[::-1].tolist():  # a set comes after the one before it
            best = max(gains[tree.first[info] : tree.first[info + 1]])
            gains[int(tree.before[info])] += best  # -1 where nothing was chosen before
        return gains[-1]

    def _ends(self, policy: Fractions, seat: int) -> list[tuple[int, Fraction, int]]:
        """Return the ends that chance and a policy let play come to: node, how likely, the seat's last slot or -1.

        Of a seat 0 or 1 all actions are taken, as if each were certain.
        """
        tree, one = self.tree, Fraction(1)
        parent, place, mover, info = (a.tolist() for a in (tree.parent, tree.slot, tree.mover, tree.info))
        odds, first = tree.odds.tolist(), tree.first.tolist()
        reach, last, found = [one] * tree.nodes, [-1] * tree.nodes, []
        for n in range(tree.nodes):
            if n > 0:
                p = parent[n]
                share, last[n] = reach[p], last[p]
                if share and mover[p] == BY_CHANCE:
                    share *= self._odds[odds[n]]
                elif share and mover[p] != seat:
                    share *= policy[first[info[p]] + place[n]]
                elif share:
                    last[n] = first[info[p]] + place[n]
                reach[n] = share
            if mover[n] == OVER and reach[n]:
                found.append((n, reach[n], last[n]))
        return found


def exact_value(tree: Tree, policy: Floats) -> Fraction | None:
    """Return the value of a game where a policy, as fractions, is an equilibrium without any rounding; else None.

    Parameters
    ----------
    policy : (slots,) float64
        What a linear program found: a fraction is taken for a number that is next to it, and then proven or not.

    Examples
    --------
    >>> from outfox.methods.equilibrium.ground import Ground
    >>> from outfox.methods.equilibrium.sequence_form import lp_equilibrium
    >>> from outfox.rules import load
    >>> ground = Ground(load("kuhn"))
    >>> exact_value(ground.tree, lp_equilibrium(ground.form)[1])
    Fraction(-1, 18)
    """
    rational = Rational(tree)
    found = fractions_of(policy, near=1e-9) if rational.known else None
    if found is None:
        return None
    sums = [sum(found[a:b]) for a, b in zip(tree.first[:-1].tolist(), tree.first[1:].tolist(), strict=True)]
    if any(total != 1 for total in sums):
        return None
    value = rational.response(0, found)
    return value if value == -rational.response(1, found) else None
