"""What each style of play loses at most, to somebody who knows it, and what an equilibrium wins from it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.best_response import best_response, expected_value
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.sequence_form import equilibrium_range
from outfox.players import player
from outfox.players.hidden import policy_array
from outfox.players.style_player import STYLES
from outfox.rules.errors import NotSupported
from outfox.studies.hidden.rational import Rational, fractions_of

SPECS = {
    "random": ("random", "every legal action with the same probability"),
    "call": ("call", STYLES["call"].says),
    "raise": ("raise", STYLES["raise"].says),
    "fold to any bet": ("style:stay=2", "never puts a chip in: checks, and folds to any bet"),
    "TA": ("TA", STYLES["ta"].says),
    "TP": ("TP", STYLES["tp"].says),
    "LA": ("LA", STYLES["la"].says),
    "rock": ("rock", STYLES["rock"].says),
    "bluff": ("bluff", STYLES["bluff"].says),
}
"""Styles by their names in the report: how `outfox` plays them, and what they do. LP is call by another name."""


@dataclass(frozen=True)
class Payoff:
    """What somebody wins a game: from player 0's seat, from player 1's, and on average.

    Attributes
    ----------
    seats
        As numbers.
    fractions
        The same without rounding, where that is known.
    """

    seats: tuple[float, float]
    fractions: tuple[Fraction | None, Fraction | None] = (None, None)

    @property
    def average(self) -> float:
        """Over both seats."""
        return sum(self.seats) / 2

    @property
    def exact_average(self) -> Fraction | None:
        """Over both seats, without rounding."""
        first, second = self.fractions
        return None if first is None or second is None else (first + second) / 2

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        exact = [None if x is None else str(x) for x in (*self.fractions, self.exact_average)]
        return {
            "seat0": self.seats[0],
            "seat1": self.seats[1],
            "average": self.average,
            "exact": dict(zip(("seat0", "seat1", "average"), exact, strict=True)),
        }


@dataclass(frozen=True)
class Beaten:
    """A style and those who play against it.

    Attributes
    ----------
    name, spec, says
        The style: in the report, as a player, in words.
    best
        What a best response wins from it, from the responder's seat.
    least, most
        What equilibrium strategies win from it, from their seat; None where that was not computed.
    itself
        What player 0 wins when both play the style.
    """

    name: str
    spec: str
    says: str
    best: Payoff
    least: Payoff | None
    most: Payoff | None
    itself: Payoff

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        ends = None if self.least is None or self.most is None else (self.least, self.most)
        return {
            "name": self.name,
            "spec": self.spec,
            "best_response": self.best.to_dict(),
            "equilibrium": None
            if ends is None
            else {
                key: [getattr(end, key) if key == "average" else end.seats[int(key[-1])] for end in ends]
                for key in ("seat0", "seat1", "average")
            },
            "both_play_it": {"value": self.itself.seats[0], "exact": _text(self.itself.fractions[0])},
        }


def _text(fraction: Fraction | None) -> str | None:
    return None if fraction is None else str(fraction)


def policy_of_style(ground: Ground, spec: str, seed: int = 0) -> Floats | None:
    """Return what a style does in both seats, over the slots of the whole tree; None where there is no such style."""
    try:
        parts = [ground.form.split(policy_array(player(spec), ground, seat, seed))[seat] for seat in (0, 1)]
    except NotSupported:
        return None
    found: Floats = ground.form.joined(*parts)
    return found


def beaten(ground: Ground, name: str, value: float | None) -> Beaten | None:
    """Return what can be won from a style; None where the game has no such style.

    Parameters
    ----------
    ground
        The game.
    name
        One of `SPECS`.
    value
        Of the game for player 0; None: what equilibria win is left out.

    Examples
    --------
    >>> from outfox.rules import load
    >>> ground = Ground(load("kuhn"))
    >>> beaten(ground, "random", -1 / 18).best.fractions
    (Fraction(1, 2), Fraction(5, 12))
    """
    spec, says = SPECS[name]
    policy = policy_of_style(ground, spec)
    if policy is None:
        return None
    rational = Rational(ground.tree)
    exact = fractions_of(policy) if rational.known else None
    best = tuple(best_response(ground, seat, policy).payoff for seat in (0, 1))
    proven = (None, None) if exact is None else (rational.response(0, exact), rational.response(1, exact))
    own = expected_value(ground, policy)
    itself = Payoff((own, -own), _both_signs(None if exact is None else rational.value(exact)))
    least = most = None
    if value is not None:
        ends = [equilibrium_range(ground, seat, policy, value) for seat in (0, 1)]
        least, most = (Payoff((ends[0][k], ends[1][k])) for k in (0, 1))
    return Beaten(name, spec, says, Payoff((best[0], best[1]), proven), least, most, itself)


def _both_signs(fraction: Fraction | None) -> tuple[Fraction | None, Fraction | None]:
    return (None, None) if fraction is None else (fraction, -fraction)
