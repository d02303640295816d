"""`equilibrium`: two strategies that are hard to beat, by whichever method is asked for."""

from __future__ import annotations

from dataclasses import replace

from outfox.kernel.clock import Clock
from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.anytime import Progress
from outfox.methods.equilibrium.best_response import exploitability
from outfox.methods.equilibrium.cfr import Regrets
from outfox.methods.equilibrium.checkpoint import Checkpoint
from outfox.methods.equilibrium.fictitious import Fictitious
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.mccfr import Sampled
from outfox.methods.equilibrium.result import Equilibrium
from outfox.methods.equilibrium.sequence_form import lp_equilibrium
from outfox.methods.equilibrium.settings import SAMPLED, EquilibriumSettings
from outfox.rules.game import Game


def equilibrium(
    game: Game | Ground,
    settings: EquilibriumSettings | None = None,
    *,
    seed: int = 0,
    memory: int = 0,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
    **changes: object,
) -> Equilibrium:
    """Find an equilibrium of a game with chance or hidden information, as nearly as the settings say.

    Parameters
    ----------
    game
        A game with a View, or its `Ground`.
    settings
        The method and when to stop; fields may be given by name instead.
    seed
        Of the methods that sample games.
    memory
        At most as many bytes for the tree; 0: no limit.
    progress
        Called with the share done and a line that has the exploitability.
    checkpoint
        Keeps the work, and has what to go on from.

    Raises
    ------
    NotSupported, BudgetExceeded, RulesError
        As for `Ground`. Where the tree is too large, `outfox.methods.equilibrium.unmeasured.sampled` goes without.
    ValueError
        Where settings do not go together.

    Examples
    --------
    >>> from outfox.rules import load
    >>> found = equilibrium(load("kuhn"), method="lp")
    >>> round(found.value * 18, 9), found.exploitability < 1e-9
    (-1.0, True)
    """
    chosen = replace(settings or EquilibriumSettings(), **changes)  # type: ignore[arg-type]
    chosen.check()
    building = Clock()
    if isinstance(game, Ground):
        ground = game
    else:
        ground = Ground(game, merge=chosen.merge, memory=memory, progress=progress)
    tree_seconds, clock = building.seconds, Clock()
    if chosen.method == "lp":
        return _measured(ground, chosen, lp_equilibrium_of(ground), 0, "exact", (), clock, tree_seconds)
    work = _work(ground, chosen, seed)
    if checkpoint is not None and checkpoint.taken is not None:
        work.restore(*checkpoint.taken)
    stopped = work.run(progress, checkpoint)
    if checkpoint is not None:
        checkpoint.keep(work.parts())
    return _measured(
        ground, chosen, work.policy(), work.iterations, stopped, tuple(work.history), clock, tree_seconds
    )  # fmt: skip


def lp_equilibrium_of(ground: Ground) -> Floats:
    """Return an exact equilibrium over the slots of ``ground.tree``."""
    return ground.lifted(lp_equilibrium(ground.small)[1])


def _work(ground: Ground, settings: EquilibriumSettings, seed: int) -> Regrets | Fictitious | Sampled:
    if settings.method == "xfp":
        return Fictitious(ground, settings)
    if settings.method in SAMPLED:
        return Sampled(ground, settings, seed)
    return Regrets(ground, settings)


def _measured(
    ground: Ground,
    settings: EquilibriumSettings,
    policy: Floats,
    iterations: int,
    stopped: str,
    history: tuple[tuple[int, float], ...],
    clock: Clock,
    tree_seconds: float,
) -> Equilibrium:
    found = exploitability(ground, policy)
    return Equilibrium(
        ground=ground,
        settings=settings,
        policy=policy,
        value=found.value,
        exploitability=max(found.exploitability, 0.0),
        bounds=(-found.responses[1], found.responses[0]),
        iterations=iterations,
        stopped=stopped,
        history=history,
        seconds=clock.seconds,
        cpu_seconds=clock.cpu_seconds,
        compile_seconds=clock.compile_seconds,
        tree_seconds=tree_seconds,
    )
