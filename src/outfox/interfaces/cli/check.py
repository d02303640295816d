"""`outfox check`: whether a game keeps the laws of rules."""

from __future__ import annotations

import sys
from typing import Any

from outfox.interfaces.cli.codes import DONE, INTERRUPTED, NEGATIVE
from outfox.interfaces.cli.options import GameOptions, parameter_values
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine


def check(
    game: str,
    /,
    *,
    games: int = 20,
    states: int = 1000,
    plies: int = 1000,
    playouts: int = 2000,
    seconds: float | None = None,
    seed: int = 0,
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Check that a game keeps the laws of rules: compiled, checked and plain Python agree, and more.

    Each finding names the law, the state that shows it and the likely cause. The exit code is 1 where a law
    is broken. A file of your own runs in a process with limits of time and memory.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    games
        Random games in plain Python.
    states
        States met breadth first.
    plies
        Where a random game is cut.
    playouts
        Random games of the checked build.
    seconds
        Stop after this long, and say so.
    seed
        The same seed gives the same report.
    parameters
        Parameters of the game.
    """
    chosen = options or GameOptions()
    settings: dict[str, Any] = {"games": games, "states": states, "plies": plies, "playouts": playouts}
    settings |= {"seconds": seconds, "seed": seed}
    _refuse_negative(settings)
    with ProgressLine("check") as line:
        report = _report(game, chosen, parameters, settings, line)
    show(report.to_dict(), str(report), chosen.json)
    sys.stdout.flush()
    if report.stopped == "interrupted":
        return INTERRUPTED
    return DONE if report.ok else NEGATIVE


def _report(
    spec: str, options: GameOptions, flags: dict[str, str], settings: dict[str, Any], line: ProgressLine
) -> Any:
    """Check outfox's own games in this process, any other in one of its own."""
    from outfox.interfaces.cli import catalogue
    from outfox.interfaces.cli.options import game_name, load_game

    name = game_name(spec).replace("_", "-").lower()
    if name in catalogue.packaged():
        game = load_game(spec, options.param, flags, "check")
        from outfox.kernel.check import check

        line.listen()
        return check(game, progress=_teller(line), **settings)
    from outfox.kernel.guard import guarded_check

    line.listen()
    values = parameter_values(options.param, flags)
    return guarded_check(spec, parameters=values, progress=_teller(line), **settings)


def _teller(line: ProgressLine) -> Any:
    def tell(stage: str, done: int, total: int) -> None:
        line.count(done, total, stage)

    return tell


def _refuse_negative(settings: dict[str, Any]) -> None:
    from outfox.interfaces.cli.errors import UsageError

    for name, value in settings.items():
        if value is not None and value < 0:
            raise UsageError(f"--{name} must be 0 or more, not {value}")
