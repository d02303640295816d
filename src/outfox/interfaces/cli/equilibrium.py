"""`outfox equilibrium`: strategies that cannot be beaten, in games with chance and hidden information."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cyclopts import Parameter

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.dataclass_flags import settings_from_flags
from outfox.interfaces.cli.equilibrium_plot import plot, refuse_plot
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import place, save_policy
from outfox.interfaces.cli.hands_won import opponents_of, won_from, won_text
from outfox.interfaces.cli.match import refuse_counts
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import note, show, table
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.settings import help_for, settings_of, split_flags
from outfox.methods.equilibrium.settings import SAMPLED, EquilibriumSettings
from outfox.rules.errors import BudgetExceeded, NotSupported, OutfoxError

if TYPE_CHECKING:
    from outfox.methods.equilibrium.result import Equilibrium
    from outfox.methods.equilibrium.unmeasured import Strategies
    from outfox.rules import Game

_SHOWN = 40
"""At most so many information sets are written out."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class KeepOptions:
    """What becomes of the work.

    Parameters
    ----------
    out
        Write the strategies to this file; policy:FILE plays them.
    checkpoint
        Keep the work in this file, every five minutes, when it is interrupted and at the end; the same command goes on
        from there, with other limits if you like.
    plot
        Draw the exploitability over the iterations, as an SVG, to this file; for leduc beside published figures.
    memory
        GB to take at most; default: seven tenths of what is free.
    workers
        Threads of the sampling methods where no tree fits; 0: as many as there are processors. The strategies are the
        same for any number.
    against
        Of limit-holdem: play hands at the end against these styles and policies, such as random,call,LA or policy:FILE;
        styles: all styles.
    decks
        How many decks against each of them, each played from both seats.
    """

    out: str = ""
    checkpoint: str = ""
    plot: str = ""
    memory: float = 0.0
    workers: int = 0
    against: str = ""
    decks: int = 100_000


def equilibrium(
    game: str,
    /,
    *,
    seed: int = 0,
    keep: KeepOptions | None = None,
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Find an equilibrium: two strategies of which neither can be beaten, and the value of the game.

    The value is what player 0 wins a game. The exploitability is half of what two best responses win together against
    the strategies, measured exactly: in an equilibrium it is 0. Both are in the game's own units. Ctrl-C ends the work
    and prints what was found.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like. It must say what players see (View).
    seed
        Of the methods that sample games: the same seed gives the same strategies.
    parameters
        Settings (below), and parameters of the game.
    """
    kept, chosen = keep or KeepOptions(), options or GameOptions()
    for flag, path in (("--out", kept.out), ("--checkpoint", kept.checkpoint), ("--plot", kept.plot)):
        if path:
            place(flag, path)
    given, rest = split_flags(parameters, {setting.name for setting in settings_of(EquilibriumSettings)})
    settings = settings_from_flags(EquilibriumSettings, given, "equilibrium")
    try:
        settings.check()
    except ValueError as error:
        raise UsageError(f"equilibrium: {error}") from None
    refuse_plot(kept.plot, settings.method, settings.buckets)
    refuse_counts({}, seed=seed, workers=kept.workers)
    loaded = load_game(game, chosen.param, rest, "equilibrium")
    opponents = opponents_of(kept.against, loaded, kept.decks) if kept.against else []
    with ProgressLine("equilibrium") as line:
        line.listen()
        found = _found(loaded, settings, kept, seed, line)
    data = {**found.to_dict(), "file": kept.out or None, "plot": kept.plot or None}
    lines, said = (_text(found) if hasattr(found, "ground") else _unmeasured(found)), list[str]()
    writers: dict[str, Callable[[], list[str]]] = {
        "file": lambda: save_policy(loaded, found.table(), kept.out) if kept.out else [],
        "plot": partial(plot, loaded, found, kept.plot),
    }
    failures: list[OutfoxError] = []
    for key, write in writers.items():
        try:
            said += write()
        except UsageError as error:
            data[key] = None
            failures.append(error)
    if opponents and found.stopped != "interrupted":
        try:
            won = won_from(found, opponents, kept.decks, seed)
        except NotSupported as error:
            failures.append(error)
        else:
            data["against"] = {name: one.to_dict() for name, one in won.items()}
            lines += ["", *won_text(won)]
    show(data, "\n".join([*lines, *said]), chosen.json)
    if failures:  # what was found has been said by now
        raise failures[0]
    return INTERRUPTED if found.stopped == "interrupted" else DONE


def more_flags() -> list[str]:
    """Return the flags that are settings."""
    return [f"--{setting.name}" for setting in settings_of(EquilibriumSettings)]


def more_help() -> str:
    """List the settings, each of which is a flag."""
    return help_for(EquilibriumSettings, "Settings, as flags:")


def _found(game: Game, settings: EquilibriumSettings, kept: KeepOptions, seed: int, line: ProgressLine) -> Any:
    """Return what was found; with a sampling method also where the tree does not fit."""
    from outfox.interfaces.cli.solve import budget
    from outfox.methods.equilibrium.checkpoint import Checkpoint
    from outfox.methods.equilibrium.solve import equilibrium as run

    memory = budget(kept.memory)
    checkpoint = None
    if kept.checkpoint:
        if settings.method == "lp":
            raise UsageError("--checkpoint: the linear program is solved in one piece; there is nothing to go on with")
        checkpoint = Checkpoint(Path(kept.checkpoint).expanduser(), game, settings, seed=seed, say=note)

    def progress(share: float, text: str) -> None:
        line.share_or_not(share if share >= 0 else None, text)

    if settings.buckets:
        from outfox.methods.equilibrium.unmeasured import sampled

        return sampled(
            game, settings, seed=seed, workers=kept.workers, memory=memory, progress=progress, checkpoint=checkpoint
        )  # fmt: skip
    try:
        return run(game, settings, seed=seed, memory=memory, progress=progress, checkpoint=checkpoint)
    except BudgetExceeded as error:
        if settings.method not in SAMPLED:
            raise
        from outfox.methods.equilibrium.unmeasured import sampled

        note(f"outfox: {str(error).partition(';')[0]}: going on without it, and without the exploitability")
        return sampled(
            game, settings, seed=seed, workers=kept.workers, memory=memory, progress=progress, checkpoint=checkpoint
        )  # fmt: skip


def _unmeasured(found: Strategies) -> list[str]:
    run = f"{_iterations(found.sampler.iterations)} of {found.settings.method} ({found.stopped})"
    lines = [run, f"{found.sampler.sets:,} information sets met"]
    if found.hands is not None:
        from outfox.methods.poker.buckets import information_sets

        about, sets = found.hands.about, information_sets(found.hands.settings)
        lines[1] += f" of {sets:,}"
        lines.append(f"{about['buckets']:,} buckets a round by {about['by']}, tables {about['tables']}")
    if found.stopped == "memory":
        lines.append("it ended where the information sets would have taken more than --memory")
    return [
        *lines,
        "how good the strategies are is not known: the tree is too large to look at",
        f"{found.seconds:.2f} s ({found.cpu_seconds:.2f} CPU s)",
    ]


def _text(found: Equilibrium) -> list[str]:
    from outfox.formats.stakes import stake_of

    game, ground = found.ground.game, found.ground
    first, (low, high) = game.players[0], (bound + 0.0 for bound in found.bounds)
    stake = stake_of(game)
    unit = f" {stake.per_game('')}" if stake.amount else ""
    lines = [
        f"value {found.value + 0.0:+.9g} for {first} (player 0); exploitability {found.exploitability:.3g}",
        f"the value of the game is between {low:+.9g} and {high:+.9g}{unit}",
        "",
    ]
    if ground.tree.sets <= _SHOWN:
        lines += [*_strategies(found), ""]
    merged = ground.small.tree
    size = f"{ground.tree.nodes:,} histories, {ground.tree.sets:,} information sets"
    if merged is not ground.tree:
        size += f"; merged {merged.nodes:,} and {merged.sets:,}"
    lines.append(size)
    how = "" if found.settings.method == "lp" else f", {_iterations(found.iterations)} ({found.stopped})"
    lines.append(f"{found.settings.method}{how}, {found.seconds:.2f} s ({found.cpu_seconds:.2f} CPU s)")
    return lines


def _iterations(count: int) -> str:
    return f"{count:,} iteration{'' if count == 1 else 's'}"


def _strategies(found: Equilibrium) -> list[str]:
    """Return what to do in each information set, after what its player has seen."""
    rows = [("player", "after", "what to do")]
    for info in range(found.ground.tree.sets):
        odds = found.probabilities(info)
        said = ", ".join(f"{name} {share:.1%}" for name, share in odds.items() if share >= 5e-4)
        rows.append(
            (
                found.ground.game.players[int(found.ground.tree.player[info])],
                found.where(info).removeprefix("after "),
                said,
            )
        )
    return table(rows)
