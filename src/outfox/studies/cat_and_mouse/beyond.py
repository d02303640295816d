"""Variants that do not fit the solver of all graphs: by the general one if they fit that, and else optimised.

Optimised is the policy of the cats: weights over relations, which see the nearest mice and cats, by a particle swarm,
from nothing, against mice that flee along the longer gap. What it is worth is measured in other games.

Status: measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from outfox.methods.solve.retrograde import NO_DISTANCE
from outfox.methods.solve.states import solve_states
from outfox.rules import Game, Position, load
from outfox.studies.cat_and_mouse.chase_kernel import NEVER
from outfox.studies.cat_and_mouse.variants import Variant
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.measured import GAMES, measured
from outfox.training.optimise.run import optimise
from outfox.training.optimise.settings import OptimiseSettings

Progress = Callable[[float, str], None]

BY_SWARM = OptimiseSettings(
    policy="far", optimiser="swarm", regime="fixed", opponent="direct", candidates=16, iterations=150, plays=1,
    positions=19, graded=0, listed=0,
)  # fmt: skip


@dataclass(frozen=True)
class Beyond:
    """How far it goes.

    Attributes
    ----------
    solved
        Most positions that the general solver takes on.
    settings
        How a policy of the cats is optimised.
    games
        That measure it, against each kind of mouse.
    """

    solved: int = 1_000_000
    settings: OptimiseSettings = field(default_factory=lambda: BY_SWARM)
    games: int = GAMES


def answered(variant: Variant, beyond: Beyond, *, seed: int = 0, progress: Progress | None = None) -> Variant:
    """Return a variant with an exact answer, or with what policies came to.

    Parameters
    ----------
    variant
        One that has an exact answer stays as it is.
    beyond
        How far to go.
    seed
        Of the optimisation and of the games.
    progress
        Called with the share done and a short text.
    """
    if not variant.why:
        return variant
    game = load("cat-and-mouse", **variant.parameters)
    if variant.positions <= beyond.solved:
        return by_rules(variant, game)
    ground = Ground.of(game, beyond.settings)
    found = optimise(game, beyond.settings, seed=seed, ground=ground, progress=progress)
    return replace(variant, measured=tuple(measured(ground, found.policy, games=beyond.games, seed=seed)))


def by_rules(variant: Variant, game: Game) -> Variant:
    """Solve a variant by the rules of the game, with either side to begin."""
    start = game.start().state
    roots = []
    for turn in (0, 1):
        state = start.copy()
        state.turn = turn
        roots.append(Position(game, state))
    solved = solve_states(game, roots, symmetry=False)
    both = []
    for number, _ in solved.graph.roots:
        plies = int(solved.distances[number])
        both.append(plies if solved.values[number] > 0 and plies != NO_DISTANCE else NEVER)
    return replace(variant, cat_first=both[0], mouse_first=both[1], everywhere=None, why="")
