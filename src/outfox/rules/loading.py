"""Finding a game: by name, by path, by module, by entry point."""

from __future__ import annotations

import difflib
import importlib.util
import types
from pathlib import Path
from typing import Any

from outfox.games import game_files, packaged
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.parameters import split_spec


def load(game: str | Path | types.ModuleType, /, **parameters: Any) -> Game:
    """Load a game.

    Parameters
    ----------
    game
        A name (``"connect-four"``), a path (``"path/to/kalah.py"``), either with parameters
        (``"connect-four:rows=4,cols=5"``), a dotted module name, or a module.
    **parameters
        Values of the game's parameters; they win over those in the name.

    Returns
    -------
    Game

    Raises
    ------
    UnknownName
        Where there is no such game, parameter or value; the message lists what exists.
    RulesError
        Where the rules file holds something that cannot work.

    Examples
    --------
    >>> load("connect-four:rows=4", cols=5).spec
    'connect-four:rows=4,cols=5'
    """
    if isinstance(game, types.ModuleType):
        if not game.__file__:
            raise UnknownName(f"module {game.__name__!r} has no file: save the rules to a file and load its path")
        return Game(Path(game.__file__).resolve(), game.__name__.rpartition(".")[2].replace("_", "-"), parameters)
    name, values = split_spec(str(game))
    values = {key.replace("-", "_").lower(): value for key, value in values.items()}
    merged = {**values, **{key.lower(): _tupled(value) for key, value in parameters.items()}}
    path, shown, trusted = _find(name)
    return Game(path, shown, merged, trusted=trusted)


def _tupled(value: Any) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, (list, tuple)) else value


def _find(name: str) -> tuple[Path, str, bool]:
    if name.endswith(".py") or "/" in name or "\\" in name:
        path = Path(name).expanduser()
        if not path.is_file():
            raise UnknownName(f"there is no file {name!r}")
        return path.resolve(), name, False
    files = game_files()
    wanted = name.replace("_", "-").lower()
    if wanted in files:
        return files[wanted], wanted, wanted in packaged()
    if "." in name:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            spec = None
        if spec is not None and spec.origin:
            return Path(spec.origin), name, False
    close = difflib.get_close_matches(wanted, files, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise UnknownName(
        f"there is no game {name!r}; {hint}there are {', '.join(files)}; a file of your own is named with its .py"
    )
