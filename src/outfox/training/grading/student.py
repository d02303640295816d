"""A student's file: loaded, searched for what can be graded, and called with care."""

from __future__ import annotations

import importlib.util
import inspect
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from outfox.rules.errors import OutfoxError
from outfox.training.grading.finding import Finding
from outfox.training.grading.nim import Action, State

MODULE = "graded"
FUNCTIONS = "choose_action", "choose", "best_move", "move", "play", "policy", "ai"
"""Names of a function from piles to an action, the likeliest first."""


class Unusable(OutfoxError):
    """The file holds nothing that could be graded; the message says what is missing."""


class Raised(Exception):
    """The student's code raised an exception.

    Attributes
    ----------
    finding
        Which one, and where.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


class Student:
    """What a file offers.

    Parameters
    ----------
    path
        The file.
    name
        The class, object or function to grade; default: the one that is found.

    Attributes
    ----------
    name, kind : str
        What is graded; kind is ``class``, ``object`` or ``function``.
    findings : list of Finding
        The faults found so far, each once.

    Raises
    ------
    Unusable
        Where the file cannot be run, or has nothing of the kind.
    """

    def __init__(self, path: str | Path, name: str = "") -> None:
        self.path = Path(path)
        self.findings: list[Finding] = []
        self.module = _run(self.path)
        self.name = name or self._found()
        subject = getattr(self.module, self.name, None)
        if subject is None:
            raise Unusable(f"{self.path.name} has no {self.name!r}; it has {_listed(self._own())}")
        self.subject = subject
        self.kind = "class" if inspect.isclass(subject) else "function" if inspect.isroutine(subject) else "object"
        if self.kind != "function" and not hasattr(subject, "choose_action"):
            raise Unusable(f"{self.path.name}: {self.name} has no choose_action(state)")
        self.trainer = self._trainer()

    def _own(self) -> dict[str, Any]:
        """Return the public things that the file itself makes."""
        return {
            name: thing
            for name, thing in vars(self.module).items()
            if not name.startswith("_")
            and not inspect.ismodule(thing)
            and getattr(thing, "__module__", MODULE) == MODULE
        }

    def _found(self) -> str:
        own = self._own()
        learners = [name for name, thing in own.items() if hasattr(thing, "choose_action")]
        classes = [name for name in learners if inspect.isclass(own[name])]
        full = [name for name in classes if hasattr(own[name], "get_q_value") or hasattr(own[name], "update_q_value")]
        functions = {name: thing for name, thing in own.items() if inspect.isfunction(thing)}
        named = [name for name in FUNCTIONS if name in functions]
        single = [name for name, thing in functions.items() if _takes_one(thing)]
        for candidates in (full[-1:], classes[-1:], learners[-1:], named, single if len(single) == 1 else []):
            if candidates:
                return candidates[0]
        raise Unusable(
            f"{self.path.name} has nothing to grade: no class or object with choose_action(state), and no single"
            f" function from piles to (pile, count); it has {_listed(own)}; --name says which one it is"
        )

    def _trainer(self) -> Callable[[int], Any] | None:
        """Return a function that trains a player with so many games: the file's `train`, or a method of that name."""
        function = getattr(self.module, "train", None)
        if self.kind != "function" and inspect.isfunction(function):
            return function
        if self.kind == "function" or not callable(getattr(self.subject, "train", None)):
            return None

        def by_method(games: int) -> Any:
            ai = self.make()
            found = ai.train(games)
            return found if hasattr(found, "choose_action") else ai

        return by_method

    def make(self) -> Any:
        """Return a player that knows nothing yet; of an object or a function, itself.

        Raises
        ------
        Raised
        """
        if self.kind == "class":
            return self.guard("__init__", self.subject)
        return self.subject

    def has(self, *methods: str) -> bool:
        """Say whether the player has these methods."""
        return self.kind != "function" and all(callable(getattr(self.subject, name, None)) for name in methods)

    def ask(self, ai: Any, method: str, state: State, *rest: Any, **named: Any) -> Any:
        """Call a method with the state as a list, and see that the list stays as it was.

        Raises
        ------
        Raised
            What the method raises.
        """
        given = list(state)
        function = ai if self.kind == "function" else getattr(ai, method)
        answer = self.guard(method, function, given, *rest, **named)
        if given != list(state):
            seen = f"the caller's piles {list(state)} are {given} afterwards"
            self.note("changes-state", method, seen, "work on a copy: piles = list(state)")
        return answer

    def guard(self, method: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """Call a function of the student's.

        Raises
        ------
        Raised
            What it raises.
        """
        try:
            return function(*arguments, **named)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a student's code raises
            raise Raised(self._raised(method, error)) from None

    def choose(self, ai: Any, state: State, explore: bool = False) -> Action | Any:
        """Return the action that a player chooses; as a pair where it is one, else what it is."""
        function = ai if self.kind == "function" else ai.choose_action
        answer = self.ask(ai, "choose_action", state, **_exploring(function, explore))
        if isinstance(answer, Sequence) and len(answer) == 2 and all(_whole(part) for part in answer):
            return int(answer[0]), int(answer[1])
        return answer

    def note(self, fault: str, method: str, seen: str, look: str) -> None:
        """Note a fault, unless the same one of the same method is known."""
        self.add(Finding(fault, self._where(method), seen, look))

    def add(self, finding: Finding) -> None:
        """Note a finding, unless there is one of the same fault in the same place."""
        if not any((one.fault, one.where) == (finding.fault, finding.where) for one in self.findings):
            self.findings.append(finding)

    def _where(self, method: str) -> str:
        function = self.subject if self.kind == "function" else getattr(self.subject, method, None)
        function = getattr(self.module, method, None) if function is None else function
        code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
        name = self.name if self.kind == "function" else method
        return f"{self.path.name}:{code.co_firstlineno} {name}" if code is not None else f"{self.path.name} {name}"

    def _raised(self, method: str, error: BaseException) -> Finding:
        line, function = place_in(self.path, error)
        where = f"{self.path.name}:{line} {function}" if line else self._where(method)
        told = f"raised {said(error)}"
        if isinstance(error, TypeError) and "unhashable" in str(error):
            return Finding("keys", where, told, "a list cannot be a key: write tuple(state)")
        if isinstance(error, KeyError) and method in ("get_q_value", "best_future_reward", "choose_action"):
            return Finding("unknown", where, told, "what is not in the table yet counts as 0")
        if isinstance(error, EOFError):
            return Finding("raises", where, "asks for input", "nobody is there to answer")
        return Finding("raises", where, told, "look at that line")


def said(error: BaseException) -> str:
    """Return an exception in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:160].rstrip(": ")


def place_in(path: Path, error: BaseException) -> tuple[int | None, str]:
    """Return the innermost line of a file in the traceback of an exception, and its function."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno, ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return (frames[-1].lineno, frames[-1].name) if frames else (None, "")


def _run(path: Path) -> ModuleType:
    """Run the file, as an import does."""
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


def _takes_one(function: Callable[..., Any]) -> bool:
    """Say whether a function can be called with one argument."""
    needed = [
        p
        for p in inspect.signature(function).parameters.values()
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    return len(needed) == 1


def _exploring(function: Any, explore: bool) -> dict[str, bool]:
    """Return the argument that says whether to explore, where the function takes one."""
    try:
        return {"epsilon": explore} if "epsilon" in inspect.signature(function).parameters else {}
    except (TypeError, ValueError):
        return {}


def _whole(part: Any) -> bool:
    return hasattr(part, "__index__") and not isinstance(part, bool)


def _listed(own: dict[str, Any]) -> str:
    return ", ".join(list(own)[:8]) or "nothing public"


def reseed(seed: int) -> None:
    """Seed the generators that a student is likely to use."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)
