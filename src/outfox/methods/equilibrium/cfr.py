"""Counterfactual regret minimisation: CFR, CFR+, linear CFR, discounted CFR, predictive CFR+.

Both players play the game against each other again and again. At each information set a player regrets what it did not
choose: how much more each action would have won, weighed by how likely chance and the other let play come there. It
then chooses in proportion to its positive regrets. The average of all its strategies comes as near to an equilibrium as
one likes, at worst with the square root of the iterations, and the discounted variants in practice much faster.

The game is in sequence form (`outfox.kernel.sequences`), where this is one sparse product and two short passes for each
player. The work can be stopped at any time, kept in a file and gone on with: `Checkpoint`.

Time: one multiplication an entry and some additions a slot, for each player and iteration; Leduc poker, merged: 7
microseconds an iteration. Memory: 80 bytes a slot. Sources: Zinkevich, Johanson, Bowling and Piccione 2007 (CFR);
Tammelin 2014 (CFR+); Brown and Sandholm 2019 (linear, discounted); Farina, Kroer and Sandholm 2021 (predictive).
Status: proven.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.anytime import Work
from outfox.methods.equilibrium.cfr_kernel import (
    Learner,
    new_learner,
    run_averaged,
    run_iterate,
    run_net_gain,
    run_reach,
)
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.settings import EquilibriumSettings


class Regrets(Work):
    """The work of regret minimisation on one game: both players' sums, and how far they are.

    Parameters
    ----------
    ground
        The game.
    settings
        The variant, and when to stop.

    Examples
    --------
    >>> from outfox.rules import load
    >>> work = Regrets(Ground(load("kuhn")), EquilibriumSettings("cfr+", iterations=1000))
    >>> work.run()
    'iterations'
    >>> work.measured() < 0.001
    True
    """

    def __init__(self, ground: Ground, settings: EquilibriumSettings) -> None:
        super().__init__(ground.game, settings)
        self.ground = ground
        self.sides = ground.small.sides
        self.learners = tuple(new_learner(len(side.start) - 1) for side in self.sides)
        for side, learner in zip(self.sides, self.learners, strict=True):
            run_averaged(side, learner.average, learner.policy)
            run_reach(side, learner.policy, learner.reach)
        self._options = np.array([settings.alternating, settings.predicts], np.int64)
        self._constants = np.array(settings.constants, np.float64)
        self._scratch = [np.zeros(len(learner.value)) for _ in range(3) for learner in self.learners]

    def measured(self) -> float:
        """Return the exploitability of the average strategies; not a number where regrets are none."""
        if not all(np.isfinite(learner.regret).all() for learner in self.learners):
            return float("nan")
        mine, theirs, *scratch = self._scratch
        for side, learner, policy in zip(self.sides, self.learners, (mine, theirs), strict=True):
            run_averaged(side, learner.average, policy)
        return float(run_net_gain(*self.sides, mine, theirs, *scratch)) / 2

    def policy(self) -> Floats:
        """Return the average strategies over the slots of ``ground.tree``."""
        parts = [np.zeros(len(learner.policy)) for learner in self.learners]
        for side, learner, part in zip(self.sides, self.learners, parts, strict=True):
            run_averaged(side, learner.average, part)
        return self.ground.lifted(self.ground.small.joined(*parts))

    def advance(self, iterations: int) -> None:
        """Run so many iterations more."""
        until = self.iterations + iterations
        run_iterate(*self.sides, *self.learners, self._options, self._constants, self.done, until)

    # -- to be gone on with later -------------------------------------------------------------------------

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all that is needed to go on: facts and arrays."""
        arrays = {
            f"{name}.{player}": getattr(learner, name)
            for player, learner in enumerate(self.learners)
            for name in Learner._fields if name != "value"
        }  # fmt: skip
        return self.facts(), arrays

    def restore(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from what `parts` returned."""
        for player, learner in enumerate(self.learners):
            for name in Learner._fields:
                if name != "value":
                    getattr(learner, name)[:] = arrays[f"{name}.{player}"]
        self.take(facts)
