"""Bouton's theorem beside the exact answer, in every position that can come up.

In normal play the player to move loses where the exclusive or of the piles is 0; in misère play too, unless no pile is
larger than one: then where their number is odd.

Sources
    C. Bouton, "Nim, a game with a complete mathematical theory", *Annals of Mathematics* 3 (1901/02).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import xor

from outfox.methods.solve.table import Table
from outfox.rules import Game


@dataclass(frozen=True)
class Theorem:
    """Bouton's theorem beside the exact answer.

    Attributes
    ----------
    positions, exceptions
        Compared, and where the two differ.
    """

    positions: int
    exceptions: int


def theorem(game: Game, table: Table) -> Theorem:
    """Compare the exact answer with Bouton's theorem, in every position that can come up.

    Parameters
    ----------
    game
        Nim without a limit on the objects that may be taken.
    table
        Its exact answers.
    """
    compared = exceptions = 0
    for piles, player, value in _values(game, table):
        compared += 1
        wins = (value > 0) == (player == 0)
        exceptions += wins == lost_by_theorem(piles, misere=game.parameters["misere"].value)
    return Theorem(compared, exceptions)


def lost_by_theorem(piles: Sequence[int], *, misere: bool) -> bool:
    """Say whether the player to move loses, by the exclusive or of the piles.

    Examples
    --------
    >>> lost_by_theorem([1, 3, 5, 7], misere=True), lost_by_theorem([1, 1, 1], misere=True)
    (True, True)
    """
    if misere and max(piles) <= 1:
        return sum(piles) % 2 == 1
    return reduce(xor, piles) == 0


def _values(game: Game, table: Table) -> Iterator[tuple[tuple[int, ...], int, float]]:
    """Yield piles, who moves and player 0's payoff for every position of a table in which somebody moves."""
    for piles in product(*(range(size + 1) for size in game.parameters["piles"].value)):
        for player, name in enumerate(game.players) if any(piles) else ():
            outcome = table.find(game.parse(" ".join(map(str, piles)) + f"\n{name} to move").state)
            if outcome is not None:
                yield piles, player, outcome.value
