"""Players of your own: a function from what a player sees to an action, found by the place where it is written."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
import traceback
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.players.base import Sight
from outfox.rules.errors import IllegalAction, OutfoxError, UnknownName
from outfox.rules.game import Game
from outfox.rules.parameters import split_spec
from outfox.workers.seeds import root_seed, task_seed

# A path may have a colon of its own (a drive letter); the factory is the first identifier after a colon.
_PLACE = re.compile(r"\s*(?P<home>.+?):(?P<factory>[A-Za-z_][\w.]*)(?P<settings>:.*=.*)?\s*", re.DOTALL)
_OUTFOX = str(Path(__file__).resolve().parent.parent)


class CallablePlayer:
    """A function that plays.

    Parameters
    ----------
    function
        Takes a `Position`, in a game with hidden information a `Seen`. It returns a legal action by code or name; or
        probabilities, in the order of the legal actions or by action, from which one is drawn. It may have an
        attribute ``deterministic``; without it, a match judges by the games whether it repeats itself.
    name
        Default: the function's own.

    Examples
    --------
    >>> from outfox.rules import load
    >>> CallablePlayer(lambda position: position.legal[-1], "last").choose(load("tic-tac-toe").start())
    8
    >>> half = CallablePlayer(lambda seen: [1 / len(seen.legal)] * len(seen.legal), "half")
    >>> half.start(load("tic-tac-toe"), 0, root_seed(1))
    >>> half.choose(load("tic-tac-toe").start()) in range(9)
    True
    """

    def __init__(self, function: Callable[[Any], Any], name: str = "") -> None:
        self.function = function
        self.name = name or str(getattr(function, "__name__", type(function).__name__))
        self.deterministic: bool | None = getattr(function, "deterministic", None)
        self._seed = root_seed(0)

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game."""
        self._seed = seed

    def choose(self, seen: Sight) -> Any:
        """Return what the function returns; where that is probabilities, an action drawn by them.

        Raises
        ------
        IllegalAction
            Where they are none.
        """
        answer = self.function(seen)
        if not isinstance(answer, (Mapping, list, tuple, np.ndarray)):
            return answer
        odds = probabilities(answer, seen.legal)
        random = np.random.default_rng(task_seed(self._seed, len(seen.history)))
        return seen.legal[int(random.choice(len(odds), p=odds))]


CLOSE = 1e-6
"""So near to 1 probabilities add up to."""


def probabilities(answer: Any, legal: Sequence[int]) -> NDArray[np.float64]:
    """Return the probabilities that a function gave, in the order of the legal actions.

    Raises
    ------
    IllegalAction
        Where there are not as many as legal actions, one is negative, or they do not add up to 1.

    Examples
    --------
    >>> probabilities({4: 0.25, 2: 0.75}, [2, 3, 4])
    array([0.75, 0.  , 0.25])
    """
    if isinstance(answer, Mapping):
        wrong = next((action for action in answer if action not in legal), None)
        if wrong is not None:
            raise IllegalAction(f"the probabilities name {wrong!r}; legal: {', '.join(map(str, legal))}")
        answer = [answer.get(action, 0.0) for action in legal]
    try:
        odds = np.asarray(answer, np.float64)
    except (TypeError, ValueError):
        odds = np.zeros(0)
    if odds.shape != (len(legal),) or not (odds >= 0.0).all() or not abs(odds.sum() - 1.0) <= CLOSE:
        raise IllegalAction(
            f"{answer!r:.80} is no action and gives no probabilities: wanted is one for each of {len(legal)} legal"
            " actions, which add up to 1"
        )
    return np.asarray(odds / odds.sum(), np.float64)


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
