"""A student's file: run as an import does, and searched for what can be graded."""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from outfox.rules.errors import OutfoxError

MODULE = "graded"
"""The name that the file has as a module."""

FUNCTIONS = "choose_action", "choose", "best_move", "move", "play", "policy", "ai"
"""Names of a function from piles to an action, the likeliest first."""


class Unusable(OutfoxError):
    """The file holds nothing that could be graded; the message says what is missing."""


def run_file(path: Path) -> ModuleType:
    """Run a file, as an import does, and return what it is then.

    Raises
    ------
    Unusable
        Where it is no Python, or raises.
    """
    spec = importlib.util.spec_from_file_location(MODULE, path)
    if spec is None or spec.loader is None:
        raise Unusable(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a student's code raises
        line, _ = place_in(path, error)
        place = f"{path.name}:{line}" if line else path.name
        if isinstance(error, EOFError):
            text = "asks for input when it is imported: put that under if __name__ == '__main__':"
        elif isinstance(error, SystemExit):
            text = "ends the program when it is imported: put that under if __name__ == '__main__':"
        else:
            text = said(error)
        raise Unusable(f"{place}: {text}") from None
    return module


def subject_of(module: ModuleType, file: str, name: str = "") -> tuple[str, Any]:
    """Return the name of what is graded, and the class, object or function itself.

    Parameters
    ----------
    module
        The file, which has been run.
    file
        Its name, for messages.
    name
        What somebody asked for; else the likeliest is taken.

    Raises
    ------
    Unusable
        Where there is nothing of the kind.
    """
    own = own_names(module)
    name = name or _likeliest(own)
    if not name:
        raise Unusable(
            f"{file} has nothing to grade: no class or object with choose_action(state), and no single function from"
            f" piles to (pile, count); it has {_listed(own)}; --name says which one it is"
        )
    subject = getattr(module, name, None)
    if subject is None:
        raise Unusable(f"{file} has no {name!r}; it has {_listed(own)}")
    return name, subject


def _likeliest(own: dict[str, Any]) -> str:
    """Return which of a file's things is the player: a class that learns, then other classes, objects, functions.

    Of several classes the last one is taken, which may improve on those before it.
    """
    players = [name for name, thing in own.items() if hasattr(thing, "choose_action")]
    classes = [name for name in players if inspect.isclass(own[name])]
    learners = [name for name in classes if hasattr(own[name], "get_q_value") or hasattr(own[name], "update_q_value")]
    functions = {name: thing for name, thing in own.items() if inspect.isfunction(thing)}
    named = [name for name in FUNCTIONS if name in functions]
    single = [name for name, thing in functions.items() if _takes_one(thing)]
    likely = [*learners[-1:], *classes[-1:], *players[-1:], *named, *(single if len(single) == 1 else [])]
    return likely[0] if likely else ""


def own_names(module: ModuleType) -> dict[str, Any]:
    """Return the public things that a file itself makes."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if not name.startswith("_") and not inspect.ismodule(thing) and getattr(thing, "__module__", MODULE) == MODULE
    }


def _takes_one(function: Callable[..., Any]) -> bool:
    """Say whether a function can be called with one argument."""
    needed = [
        p
        for p in inspect.signature(function).parameters.values()
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    return len(needed) == 1


def _listed(own: dict[str, Any]) -> str:
    return ", ".join(list(own)[:8]) or "nothing public"


def said(error: BaseException) -> str:
    """Return an exception in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:160].rstrip(": ")


def place_in(path: Path, error: BaseException) -> tuple[int | None, str]:
    """Return the innermost line of a file in the traceback of an exception, and its function."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno, ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return (frames[-1].lineno, frames[-1].name) if frames else (None, "")
