"""Grades of whole policies in games with hidden information: what each side is sure of, and how sound its actions are.

There a state has no best action, and an action is good or bad by what the other side does elsewhere. Two questions have
exact answers. What is a side sure of: the payoff against an opponent who knows its policy, by a best response. And
which of its actions lose against an opponent who does not even adapt: one who plays an equilibrium, and does as much as
it can of what equilibria do (`outfox.methods.equilibrium.sequence_form.wide_equilibrium`), so that few mistakes go
unpunished. An action that does not lose there may still be found out when it is always taken.

Time: some passes over the sequence form, and once some linear programs. Status: proven (compared with brute force over
all pure responses).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.best_response import respond
from outfox.methods.equilibrium.cfr_kernel import run_reach
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.sequence_form import LARGEST, game_value, wide_equilibrium

CLOSE = 1e-7
"""What an action loses against an equilibrium counts as nothing up to here: the linear program's tolerance."""


@dataclass(frozen=True)
class Soundness:
    """How many actions of a policy lose nothing against an equilibrium.

    Attributes
    ----------
    sets
        Information sets in which some action loses something against it.
    sound
        The share of these in which the policy's action loses nothing; of a policy that draws, how often.
    """

    sets: int
    sound: float


@dataclass(frozen=True)
class HiddenGrade:
    """What a policy of one player is worth in a game with hidden information.

    Attributes
    ----------
    player
        Whose it is.
    everywhere, played
        Over all its information sets; over those that its own actions let it come to. None where the game is too large
        for a linear program.
    value
        Of the game at its start, player 0's payoff; None likewise.
    secured
        The same against an opponent who knows the policy.
    """

    player: int
    everywhere: Soundness | None
    played: Soundness | None
    value: float | None
    secured: float

    @property
    def regret(self) -> float | None:
        """The payoff that it fails to secure, 0 or more; None where the game's value is not known."""
        if self.value is None:
            return None
        sign = 1.0 if self.player == 0 else -1.0
        return max(0.0, sign * (self.value - self.secured))

    @property
    def perfect(self) -> bool | None:
        """Whether no policy secures more, up to the linear program's tolerance; None where that is not known."""
        return None if self.regret is None else self.regret <= CLOSE

    def to_dict(self) -> dict[str, Any]:
        """Return the grade with its stable keys."""
        return {**asdict(self), "regret": self.regret, "perfect": self.perfect}


class HiddenJudge:
    """Grades policies of a game with hidden information.

    Parameters
    ----------
    ground
        The game.
    exact
        Whether the game is solved; else policies are graded without what its value and an equilibrium tell.

    Attributes
    ----------
    value
        Player 0's payoff with best play; None where the game is not solved, or too large for a linear program.
    equilibrium : (slots,) float64
        The one that actions are judged by, over the slots of ``ground.small.tree``; None likewise.

    Examples
    --------
    Uniform play of Kuhn poker is sure of -5/12 in the first seat and of -1/2 in the second:

    >>> from outfox.rules import load
    >>> ground = Ground(load("kuhn"))
    >>> first, second = HiddenJudge(ground).grades(ground.uniform)
    >>> round(first.secured * 12, 9), round(second.secured * 2, 9), first.played.sets
    (-5.0, 1.0, 3)
    """

    def __init__(self, ground: Ground, *, exact: bool = True) -> None:
        self.ground = ground
        self.value: float | None = None
        self.equilibrium: Floats | None = None
        self._worths: list[Floats] = []
        if exact and ground.small.tree.slots <= LARGEST:
            self.value = game_value(ground.small)
            wide = [wide_equilibrium(ground.small, seat, self.value) for seat in (0, 1)]
            self.equilibrium = ground.small.joined(*wide)
            parts = ground.form.split(ground.lifted(self.equilibrium))
            self._worths = [respond(ground.form, seat, parts[1 - seat])[2] for seat in (0, 1)]

    def secured(self, seat: int, mine: Floats) -> float:
        """Return the payoff that one half of a policy, over its sequences, is sure of: its own."""
        return -respond(self.ground.form, 1 - seat, mine)[0]

    def grades(self, policy: Floats) -> tuple[HiddenGrade, HiddenGrade]:
        """Grade both halves of a policy over the slots of ``ground.tree``."""
        parts = self.ground.form.split(policy)
        return self._grade(0, parts), self._grade(1, parts)

    def _grade(self, seat: int, parts: tuple[Floats, Floats]) -> HiddenGrade:
        secured = self.secured(seat, parts[seat])
        everywhere = played = None
        if self.equilibrium is not None:
            everywhere, played = self._sound(seat, parts[seat])
        return HiddenGrade(seat, everywhere, played, self.value, secured if seat == 0 else -secured)

    def _sound(self, seat: int, mine: Floats) -> tuple[Soundness, Soundness]:
        side, worth = self.ground.form.sides[seat], self._worths[seat]
        begins, counts = side.first[:-1], np.diff(side.first)
        best = np.maximum.reduceat(worth[1:], begins - 1)
        loses = worth[1:] < np.repeat(best, counts) - CLOSE
        good = np.add.reduceat(np.where(loses, 0.0, mine[1:]), begins - 1)
        matter = np.logical_or.reduceat(loses, begins - 1)
        reach = np.zeros(len(mine))
        run_reach(side, mine, reach)
        met = matter & (reach[side.before] > 0.0)
        return _soundness(good[matter]), _soundness(good[met])


def _soundness(good: Any) -> Soundness:
    return Soundness(len(good), float(good.mean()) if len(good) else 1.0)
