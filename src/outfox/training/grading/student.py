"""What a student's file offers, called with care: whatever it raises or changes becomes a finding."""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from outfox.training.grading.finding import Finding
from outfox.training.grading.nim import Action, State
from outfox.training.grading.student_file import Unusable, place_in, run_file, said, subject_of


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
        self.module = run_file(self.path)
        self.name, self.subject = subject_of(self.module, self.path.name, name)
        is_function, is_class = inspect.isroutine(self.subject), inspect.isclass(self.subject)
        self.kind = "class" if is_class else "function" if is_function else "object"
        if self.kind != "function" and not hasattr(self.subject, "choose_action"):
            raise Unusable(f"{self.path.name}: {self.name} has no choose_action(state)")
        self.trainer = self._trainer()

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
        except Raised:  # within a function of ours that calls the student's, such as `by_method`
            raise
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


def _exploring(function: Any, explore: bool) -> dict[str, bool]:
    """Return the argument that says whether to explore, where the function takes one."""
    try:
        return {"epsilon": explore} if "epsilon" in inspect.signature(function).parameters else {}
    except (TypeError, ValueError):
        return {}


def _whole(part: Any) -> bool:
    return hasattr(part, "__index__") and not isinstance(part, bool)


def reseed(seed: int) -> None:
    """Seed the generators that a student is likely to use."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)
