"""Players of your own: a function from a position to an action, found by the place where it is written."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from outfox.rules.errors import OutfoxError, UnknownName
from outfox.rules.game import Game
from outfox.rules.parameters import split_spec
from outfox.rules.position import Position

# A path may have a colon of its own (a drive letter); the factory is the first identifier after a colon.
_PLACE = re.compile(r"\s*(?P<home>.+?):(?P<factory>[A-Za-z_][\w.]*)(?P<settings>:.*=.*)?\s*", re.DOTALL)
_OUTFOX = str(Path(__file__).resolve().parent.parent)


class CallablePlayer:
    """A function that plays.

    Parameters
    ----------
    function
        Takes a `Position`, returns a legal action by code or name. It may have an attribute
        ``deterministic``; without it, a match judges by the games whether it repeats itself.
    name
        Default: the function's own.

    Examples
    --------
    >>> from outfox.rules import load
    >>> CallablePlayer(lambda position: position.legal[-1], "last").choose(load("tic-tac-toe").start())
    8
    """

    def __init__(self, function: Callable[[Position], Any], name: str = "") -> None:
        self.function = function
        self.name = name or str(getattr(function, "__name__", type(function).__name__))
        self.deterministic: bool | None = getattr(function, "deterministic", None)

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a game: nothing to do."""

    def choose(self, seen: Position) -> Any:
        """Return what the function returns."""
        return self.function(seen)


def is_place(spec: str) -> bool:
    """Say whether a spec names a place: ``package.module:name`` or ``path/to/file.py:name``.

    Examples
    --------
    >>> is_place("bots.py:careful"), is_place("random"), is_place("mcts:cut=8")
    (True, False, False)
    """
    return _PLACE.fullmatch(spec) is not None


def load_from(spec: str) -> Any:
    """Return the player or the function of a position that a spec leads to.

    A factory is called, with the settings that follow it. What takes a position itself is returned as it is.

    Raises
    ------
    UnknownName
        Where there is no such file, module or name.
    OutfoxError
        Where running the file or calling the factory fails.
    """
    parts = _PLACE.fullmatch(spec)
    assert parts is not None, f"{spec!r} is no place"
    found: Any = _module(parts["home"].strip())
    for name in parts["factory"].split("."):
        if not hasattr(found, name):
            raise UnknownName(f"{parts['home']} has no {parts['factory']!r}; it has {_listing(found)}")
        found = getattr(found, name)
    settings = split_spec(f"{parts['factory']}{parts['settings'] or ''}")[1]
    if hasattr(found, "choose") and not isinstance(found, type):
        return found
    if not callable(found):
        raise UnknownName(f"{parts['factory']!r} in {parts['home']} is {found!r}, not a function")
    return found if not settings and _takes_a_position(found) else _called(found, settings, spec)


def _takes_a_position(function: Any) -> bool:
    """Say whether a function needs one argument, and so is no factory."""
    if isinstance(function, type):
        return False
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.kind in kinds for p in parameters if p.default is p.empty and p.kind not in (2, 4)] == [True]


def _called(factory: Callable[..., Any], settings: dict[str, Any], spec: str) -> Any:
    try:
        return factory(**settings)
    except OutfoxError:
        raise
    except Exception as error:
        raise OutfoxError(f"player {spec!r} cannot be made: {describe(error)}") from error


def _module(home: str) -> types.ModuleType:
    try:
        if home.endswith(".py") or "/" in home or "\\" in home:
            return _module_at(Path(home).expanduser())
        return _module_named(home)
    except OutfoxError:
        raise
    except Exception as error:
        raise OutfoxError(f"{home} cannot be loaded: {describe(error)}") from error


def _module_at(path: Path) -> types.ModuleType:
    if not path.is_file():
        raise UnknownName(f"there is no file {str(path)!r}")
    name = f"outfox_player_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None:
        raise UnknownName(f"{str(path)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and the like look their own module up
    spec.loader.exec_module(module)
    return module


def _module_named(name: str) -> types.ModuleType:
    """Import a module; one in the current folder counts too, as it does for ``python -m``."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not (name == error.name or name.startswith(f"{error.name}.")):
            raise  # something that the module itself imports
        raise UnknownName(f"there is no module {name!r}; a file is named with its .py") from None


def _listing(module: Any) -> str:
    names = [name for name, value in vars(module).items() if callable(value) and not name.startswith("_")]
    return ", ".join(names) or "nothing that can be called"


def describe(error: Exception) -> str:
    """Say in one line what went wrong in somebody's code, and in which line of it.

    Examples
    --------
    >>> describe(ValueError("no move"))
    'ValueError: no move'
    """
    text = " ".join(f"{type(error).__name__}: {error}".split())
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith((_OUTFOX, "<frozen"))]
    return f"{text} ({frames[-1].filename}:{frames[-1].lineno})" if frames else text
