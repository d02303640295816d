"""Variants that do not fit the solver of all graphs: by the general one if they fit that, and else optimised.

Optimised are the policies of both sides: weights over relations, which see the nearest mice and cats, by particle
swarms, from nothing, against each other. Against the direct way alone, cats would learn to catch mice that flee, and
little else. What they learn on a small board holds on large ones, where games take many plies and show less; so boards
without walls are cut down to learn on. What both are worth is measured in other games, on the board itself.

Status: measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from outfox.methods.solve.retrograde import NO_DISTANCE
from outfox.methods.solve.states import solve_states
from outfox.rules import Game, Position, load
from outfox.studies.cat_and_mouse.chase_kernel import NEVER
from outfox.studies.cat_and_mouse.match import GAMES, meetings
from outfox.studies.cat_and_mouse.variants import Variant
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.run import optimise
from outfox.training.optimise.settings import OptimiseSettings

Progress = Callable[[float, str], None]

BY_SWARM = OptimiseSettings(
    policy="far", optimiser="swarm", regime="strengthen", candidates=24, iterations=300, plays=1, positions=39,
    graded=0, listed=0,
)  # fmt: skip

ROWS, COLS = 8, 7
"""Of the largest board to learn on, where there are no walls."""

LEAST = 10
"""Fewest iterations on boards with walls that are larger."""


@dataclass(frozen=True)
class Beyond:
    """How far it goes.

    Attributes
    ----------
    solved
        Most positions that the general solver takes on.
    settings
        How far policies of both sides are optimised; on large boards with walls with fewer iterations.
    games
        That measure them, of each kind of cats against each kind of mice.
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
    small = taught_on(variant.parameters)
    settings = fitted(beyond.settings, small["rows"] + small["cols"])
    ground = Ground.of(game, settings)
    taught = ground if small == variant.parameters else Ground.of(load("cat-and-mouse", **small), settings)
    found = optimise(taught.board.game, settings, seed=seed, ground=taught, progress=progress)
    return replace(variant, measured=meetings(ground, found.policy, taught=taught, games=beyond.games, seed=seed))


def taught_on(parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the parameters of the board that policies for a board learn on."""
    if parameters["walls"]:
        return parameters
    return {**parameters, "rows": min(parameters["rows"], ROWS), "cols": min(parameters["cols"], COLS)}


def fitted(settings: OptimiseSettings, size: int) -> OptimiseSettings:
    """Return settings that take about as long on a board with `size` rows and columns as on smaller ones.

    Examples
    --------
    >>> fitted(BY_SWARM, 15).iterations, fitted(BY_SWARM, 30).iterations
    (300, 75)
    """
    share = min(1.0, ((ROWS + COLS) / size) ** 2)
    return replace(settings, iterations=max(min(LEAST, settings.iterations), int(settings.iterations * share)))


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
