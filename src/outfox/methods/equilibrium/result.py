"""`Equilibrium`: what a method for equilibria found, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.policies import action_names, place, table_of
from outfox.methods.equilibrium.settings import EquilibriumSettings


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Two strategies, and how far from an equilibrium they are.

    Attributes
    ----------
    ground
        The game.
    settings
        How they were found.
    policy : (slots,) float64
        Probabilities over the slots of ``ground.tree``: player 0's information sets, then player 1's.
    value
        What player 0 wins when both play them.
    exploitability
        Half of what two best responses win together against them, measured in the whole tree.
    bounds
        Between these the game's value is: what player 0's strategy is sure of, and what player 1's concedes.
    iterations
        How many were run.
    stopped
        Why it ended: iterations, seconds, exploitability, exact, interrupted.
    history
        (iterations, exploitability) along the way.
    seconds, cpu_seconds, compile_seconds
        Without building the tree.
    tree_seconds
        Of building it.
    """

    ground: Ground
    settings: EquilibriumSettings
    policy: Floats
    value: float
    exploitability: float
    bounds: tuple[float, float]
    iterations: int
    stopped: str
    history: tuple[tuple[int, float], ...] = ()
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0
    tree_seconds: float = field(default=0.0)

    def probabilities(self, info: int) -> dict[str, float]:
        """Return the probability of each action of an information set by its name."""
        begin, end = self.ground.tree.first[info : info + 2]
        names = action_names(self.ground, info)
        return dict(zip(names, np.asarray(self.policy[begin:end]).tolist(), strict=True))

    def table(self) -> TabularPolicy:
        """Return the policy as what is saved and played."""
        about = {
            "method": self.settings.method,
            "iterations": self.iterations,
            "value": self.value,
            "exploitability": self.exploitability,
        }
        return table_of(self.ground, self.policy, about)

    def to_dict(self) -> dict[str, Any]:
        """Return what is printed for programs."""
        tree = self.ground.tree
        return {
            "game": self.ground.game.spec,
            "rules_key": self.ground.game.rules_key,
            "method": self.settings.method,
            "value": self.value,
            "exploitability": self.exploitability,
            "nash_conv": 2 * self.exploitability,
            "value_bounds": list(self.bounds),
            "iterations": self.iterations,
            "stopped": self.stopped,
            "history": [{"iterations": n, "exploitability": e} for n, e in self.history],
            "information_sets": tree.sets,
            "histories": tree.nodes,
            "merged_information_sets": self.ground.small.tree.sets,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
            "tree_seconds": self.tree_seconds,
        }

    def __str__(self) -> str:
        game = self.ground.game
        return (
            f"{game.spec} by {self.settings.method}: value {self.value:+.9g} for {game.players[0]} (player 0),"
            f" exploitability {self.exploitability:.3g} after {self.iterations:,} iterations"
        )

    def where(self, info: int) -> str:
        """Say in words how play can come to an information set."""
        return place(self.ground, info)
