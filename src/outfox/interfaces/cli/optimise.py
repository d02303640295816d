"""`outfox optimise`: whole policies, found by trying."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outfox.formats.stakes import stake_of
from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import place
from outfox.interfaces.cli.optimise_hidden import hidden_grades
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show, table
from outfox.interfaces.cli.pictures import plot_history
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.settings import help_for, settings_of, split_flags
from outfox.training.optimise.settings import LEAST, OptimiseSettings

if TYPE_CHECKING:
    from outfox.rules import Game
    from outfox.training.optimise.result import OptimiseResult


SPEED = 12.0
"""Plies a second of a game that is shown."""


def optimise(
    game: str,
    /,
    *,
    seed: int = 0,
    out: str = "",
    watch: int = 0,
    plot: str = "",
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Find whole policies by trying: hill climbing, annealing, genetic algorithm, particle swarm, CMA-ES.

    A policy says what to do in every state, or with hidden information whatever its player sees. Changed at random it
    plays, and what plays better stays; two players who learn from each other drive each other. Afterwards both are
    graded by the exact solution, where there is one; with hidden information by exact best responses. Ctrl-C ends the
    work and keeps what was found.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    seed
        The same seed gives the same policies.
    out
        Write policies, history and settings to this file; policy:FILE plays them.
    watch
        Show a game between the policies every so many iterations.
    plot
        Draw winners, lengths, distances and regret by iteration, as an SVG, to this file.
    parameters
        Settings (below), and parameters of the game.
    """
    chosen = options or GameOptions()
    if seed < 0 or watch < 0:
        raise UsageError("--seed and --watch must be 0 or more")
    if out:
        place("--out", out)
    plotted = place("--plot", plot) if plot else None
    given, rest = split_flags(parameters, {setting.name for setting in settings_of(OptimiseSettings)})
    settings = _settings(given)
    loaded = load_game(game, chosen.param, rest, "optimise")
    with ProgressLine("optimise") as line:
        line.listen()
        from outfox.training.optimise.graded import grades
        from outfox.training.optimise.ground import Ground
        from outfox.training.optimise.measured import measured
        from outfox.training.optimise.run import optimise as run

        try:
            ground = Ground.of(loaded, settings)
            found = run(
                loaded, settings, seed=seed, ground=ground, progress=line.share, watch=_shown(loaded, watch, line),
                every=watch,
            )  # fmt: skip
        except ValueError as error:
            raise UsageError(f"optimise: {error}") from None
        graded = grades(ground, found.policy)
        games = [] if graded else [one.to_dict() for one in measured(ground, found.policy, seed=seed)]
    if out:
        _save(found, out)
    if plotted is not None:
        plot_history("--plot", plotted, found.history, loaded, f"{loaded.spec}, seed {seed}")
    data = {**found.to_dict(), "grades": graded, "measured": games, "file": out or None}
    show(data, "\n".join(_text(loaded, found, data)), chosen.json)
    return INTERRUPTED if found.stopped == "interrupted" else DONE


def more_flags() -> list[str]:
    """Return the flags that are settings."""
    return [f"--{setting.name}" for setting in settings_of(OptimiseSettings)]


def more_help() -> str:
    """List the settings, each of which is a flag."""
    return help_for(OptimiseSettings, "Settings, as flags:")


def _settings(given: dict[str, str]) -> OptimiseSettings:
    """Make settings from flags.

    Raises
    ------
    UsageError
        Where one cannot be.
    """
    from outfox.players.settings import settings_from
    from outfox.rules.errors import UnknownName
    from outfox.rules.parameters import parse_value

    words = {setting.name for setting in settings_of(OptimiseSettings) if setting.kind == "str"}
    values = {
        name: text if name.replace("-", "_") in words else parse_value(text) for name, text in given.items()
    }  # fmt: skip
    try:
        settings = settings_from("optimise", OptimiseSettings, values, LEAST)
        settings.check()
    except (UnknownName, ValueError) as error:
        raise UsageError(str(error)) from None
    return settings


def _save(found: OptimiseResult, path: str) -> None:
    try:
        found.save(Path(path).expanduser())
    except OSError as error:
        raise UsageError(f"--out {path}: {error.strerror or error}; nothing was written") from None


def _shown(game: Game, every: int, line: ProgressLine) -> Any:
    """Return what shows a game between the policies of an iteration."""
    if not every:
        return None
    from outfox.interfaces.terminal.watch import show_game

    def show_iteration(number: int, actions: Sequence[int]) -> None:
        positions = [game.start()]
        for action in actions:
            positions.append(positions[-1].play(action))
        line.hide()
        show_game(positions, speed=SPEED, title=f"iteration {number:,}")

    return show_iteration


def _text(game: Game, found: OptimiseResult, data: dict[str, Any]) -> list[str]:
    out = data["file"]
    won = ", ".join(f"{name} {count:,}" for name, count in zip(game.players, data["wins"], strict=True))
    ended = {"iterations": "", "games": "; stopped by games", "patience": "; nothing had improved for some time"}
    lines = [
        f"{data['iterations']:,} iterations, {data['games']:,} games{ended.get(found.stopped, '; interrupted')}",
        f"won iterations: {won}",
        _end(game, data),
    ]
    if data["grades"]:
        lines += ["", *(_grades if game.view is None else hidden_grades)(game, data["grades"])]
    if data["measured"]:
        lines += ["", *_measured(game, data["measured"])]
    lines.append("")
    if out:
        lines += [f"The policies are in {out}. Play them:", f"  {_match(game, found, out)}"]
    speed = data["games"] / found.cpu_seconds if found.cpu_seconds else 0.0
    lines.append(f"{found.seconds:.2f} s ({found.cpu_seconds:.2f} CPU s), {speed:,.0f} games a CPU second")
    return lines


def _end(game: Game, data: dict[str, Any]) -> str:
    """Say how the last policies play against each other."""
    plies = f"{data['moves']:.4g} plies"
    who = data["winner_player"]
    if game.view is not None:
        won = stake_of(game).per_game(f"{data['payoff']:+.4f}")
        return f"at the end {game.players[0]} wins {won} in {plies} on average"
    return f"at the end {'nobody' if who is None else game.players[who]} wins after {plies}"


def _match(game: Game, found: OptimiseResult, out: str) -> str:
    """Return a command that plays what was found, in the seats that it is for."""
    players = [f"policy:{out}" if side is not None else "random" for side in found.policy.sides]
    if None in found.policy.sides:
        return f"outfox match {game.spec} {' '.join(players)} --seats fixed"
    return f"outfox match {game.spec} policy:{out} random"


def _grades(game: Game, graded: list[dict[str, Any]]) -> list[str]:
    """Return a table of how far the policies are from perfect."""
    rows = [("", "optimal", "late", "where it plays", "late", "secures", "regret")]
    rows += [
        (
            game.players[one["player"]],
            *_shares(one["everywhere"]),
            *_shares(one["played"]),
            _worth(one["secured"], one["secured_remoteness"]),
            _regret(one["regret"], one["regret_plies"]),
        )
        for one in graded
    ]
    perfect = _worth(graded[0]["value"], graded[0]["remoteness"])
    head = f"graded by the exact solution, which is {perfect} (values for {game.players[0]}):"
    return [head, *table(rows, right=(1, 2, 3, 4))]


def _shares(share: dict[str, Any]) -> tuple[str, str]:
    return f"{share['optimal']:.1%}", f"{share['late']:.2f}"


def _regret(payoff: float, plies: int | None) -> str:
    """Return what a policy does not secure: payoff, else plies."""
    if payoff > 0:
        return f"{payoff:g}"
    return "0" if not plies else f"{plies} {'ply' if plies == 1 else 'plies'}"


def _measured(game: Game, found: list[dict[str, Any]]) -> list[str]:
    """Return a table of the games that policies won."""
    from outfox.arena.statistics import Share

    def won(one: dict[str, Any]) -> str:
        return str(Share(one["won"]["count"], one["won"]["of"]))

    rows = [("", "against", "learned won [95 %]", "plies", "the direct way won", "plies")]
    for one, direct in zip(found[::2], found[1::2], strict=True):
        pair = won(one), f"{one['plies']:.4g}", won(direct), f"{direct['plies']:.4g}"
        rows.append((game.players[one["player"]], one["opponent"], *pair))
    return ["measured by games, as the game was not solved:", *table(rows, right=(3, 5))]


def _worth(value: float, plies: int | None) -> str:
    return f"{value:+g}" if plies is None else f"{value:+g} in {plies} plies"
