"""`outfox study cat-and-mouse --reproduce`: published runs made again, their figures beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal

from outfox.interfaces.cli.codes import DONE, NEGATIVE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.rules import Game

Procedure = Literal["tables", "window"]

GAME = "cat-and-mouse"
PLAIN = {"walls": (), "stay": False, "cats": 1, "cat_steps": 1, "mouse_steps": 1}
"""What the published runs know nothing of: these parameters must be as they are."""


def reproduce(spec: str, procedure: Procedure, seed: int, options: GameOptions, flags: Mapping[str, str]) -> int:
    """Make a published run again; the exit code is 1 where what was published does not come out.

    Parameters
    ----------
    spec
        cat-and-mouse, perhaps with rows, cols and first.
    procedure
        Which run.
    seed
        0 is the published one.
    options
        Of the command.
    flags
        Settings of the run, and parameters of the game.
    """
    from outfox.studies.cat_and_mouse.tables import TablesSettings, climb_tables
    from outfox.studies.cat_and_mouse.window import WindowSettings
    from outfox.studies.cat_and_mouse.window_report import reproduce_window

    kind: type[Any] = TablesSettings if procedure == "tables" else WindowSettings
    ours = {field.name for field in fields(kind)} - {"rows", "cols", "first"}
    game = load_game(spec, options.param, {k: v for k, v in flags.items() if k not in ours}, "study")
    chosen = {name: _value(kind, name, text) for name, text in flags.items() if name in ours}
    settings = kind(**_of_game(game, kind, spec, options, flags), **chosen)
    with ProgressLine(f"reproduce {procedure}") as line:
        line.listen()
        run: Any = climb_tables if procedure == "tables" else reproduce_window
        result = run(settings, seed=seed, progress=line.share)
    show(result.to_dict(), str(result), options.json)
    return DONE if result.agrees else NEGATIVE


def _of_game(game: Game, kind: type[Any], spec: str, options: GameOptions, flags: Mapping[str, str]) -> dict[str, Any]:
    """Return what the game says of the run: its size and who begins, where somebody chose them."""
    if game.name != GAME:
        raise UsageError(f"--reproduce is of {GAME} alone, not of {game.name}")
    values = {name: parameter.value for name, parameter in game.parameters.items()}
    odd = [name for name, plain in PLAIN.items() if values[name] != plain]
    if odd:
        raise UsageError(
            f"--reproduce knows nothing of {odd[0]}: the published runs have one cat on a grid without walls"
        )
    words = f"{spec} {' '.join(options.param)} {' '.join(flags)}"
    names = [field.name for field in fields(kind) if field.name in ("rows", "cols", "first")]
    if "first" not in names and values["first"] != "cat":
        raise UsageError("--reproduce window: the mouse begins there, as published")
    return {name: values[name] for name in names if name in words}


def _value(kind: type[Any], name: str, text: str) -> Any:
    """Read a setting of the run."""
    default = next(field.default for field in fields(kind) if field.name == name)
    if not isinstance(default, int):
        return text
    try:
        return int(text.replace(",", "").replace("_", ""))
    except ValueError:
        raise UsageError(f"--{name} is a whole number, not {text!r}") from None
