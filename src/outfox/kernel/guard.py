"""Running a user's file in a process of its own, with limits, so that no rules can take the caller down.

A rules file may loop for ever, fill the memory or crash the interpreter. `guarded_check` runs the conformance
suite on it in a fresh process (started, not forked: the same on every system) and turns each of these ends
into one finding. Three things watch: a thread of the child, which knows what rule is running; the system's
limits of processor time and memory, where there are any; the caller, which ends a child that has gone silent.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from outfox.kernel.check import Finding, Report
from outfox.kernel.check.ground import Progress
from outfox.kernel.check.report import ordered
from outfox.rules import errors
from outfox.workers.child import Child

_BOOT = """
import json, sys
request = json.loads(sys.argv[1])
sys.path[:] = request["path"]
from outfox.kernel.guarded import serve
serve(request)
"""
PATIENCE = 6.0
"""A step may take this many times its processor time by the clock: for rules that wait."""

_GRACE = 3.0
"""Seconds between asking the child to stop and stopping it."""

_SILENCE = 15.0
"""Seconds, beside several times those of a step, without a sign of life after which the child is ended."""


@dataclass(frozen=True)
class Limits:
    """What the rules of a user's file may use.

    Attributes
    ----------
    cpu_seconds
        Processor time of the whole check, compilation apart.
    step_seconds
        Processor time of one step, such as a call of a rule: one that takes longer does not end.
    memory
        Bytes, beyond what outfox itself needs.
    """

    cpu_seconds: float = 300.0
    step_seconds: float = 10.0
    memory: int = 2 * 2**30


def guarded_check(
    spec: str | Path,
    *,
    parameters: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Report:
    """Load and check a game in a process of its own, within limits.

    Parameters
    ----------
    spec
        The game as `outfox.load` takes it, usually a path.
    parameters
        Values of its parameters, beside those in the spec.
    limits
        What the rules may use.
    progress
        Called with stage, done, total.
    **settings
        As for `outfox.kernel.check.check`: games, states, plies, playouts, seconds, seed.

    Returns
    -------
    Report
        A file that cannot be loaded breaks the law `loads`; one that runs into a limit or ends the process
        breaks the law `limits`. After Ctrl-C: what is known by then.

    Raises
    ------
    UnknownName
        Where there is no such game, parameter or value.
    """
    request = {
        "path": sys.path,
        "spec": str(spec),
        "parameters": dict(parameters or {}),
        "limits": asdict(limits or Limits()),
        "settings": settings,
    }
    return _Guarded(request, progress).report()


class _Guarded:
    """The process, its messages, and what is known from them."""

    def __init__(self, request: dict[str, Any], progress: Progress | None) -> None:
        self.progress = progress
        self.last = Report(request["spec"])
        self.finished = False
        self.silent = False
        self.doing = "starting"
        self.patience = _SILENCE + PATIENCE * request["limits"]["step_seconds"]
        self.child = Child(_BOOT, json.dumps(request))

    def report(self) -> Report:
        """Follow the child to its end and return the report."""
        try:
            try:
                self._follow(self.patience)
            except KeyboardInterrupt:
                self._stop()
            return self.last if self.finished or self.last.stopped else self._died()
        finally:
            self.child.close()

    def _follow(self, patience: float) -> None:
        """Take messages until the child ends, or is silent for longer than `patience` seconds."""
        heard = time.monotonic()
        while time.monotonic() - heard < patience:
            try:
                line = self.child.hear(0.2)
            except TimeoutError:
                continue
            if line is None:
                return
            heard = time.monotonic()
            self._take(json.loads(line))
            if self.finished:
                return
        self.silent = True

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "progress":
            self.doing = message["stage"]
            if self.progress is not None:
                self.progress(message["stage"], message["done"], message["total"])
        elif kind == "report":
            self.last, self.finished = Report.from_dict(message["report"]), message["last"]
        elif kind == "announce":
            from outfox.kernel import link

            if link.announce:
                link.announce(message["text"])
        elif kind == "error":
            raise getattr(errors, message["name"])(message["message"])

    def _stop(self) -> None:
        """Ask the child to stop, and give it a moment to say what it knows."""
        with suppress(KeyboardInterrupt):
            self.child.tell("stop")
            end = time.monotonic() + _GRACE
            while not self.finished and time.monotonic() < end and self.child.runs:
                self._follow(0.5)
        if not self.finished:
            self.last, self.finished = replace(self.last, stopped="interrupted"), True

    def _died(self) -> Report:
        """Say how a child ended that has not said so itself."""
        if self.silent:
            how = f"gave no sign of life for {self.patience:.0f} s: a rule does not end"
        else:
            how = _ending(self.child.code())
        message = f"{self.last.game}: the process that ran the rules {how} (while: {self.doing})"
        findings = ordered([*self.last.findings, Finding("limits", "error", message)])
        return replace(self.last, findings=findings, stopped="limits")


def _ending(code: int) -> str:
    """Say in words what an exit code of a process that died means."""
    if code < 0:
        with suppress(ValueError):
            name = signal.Signals(-code).name
            why = {
                "SIGSEGV": "crashed (segmentation fault): an index out of range, or recursion without end",
                "SIGBUS": "crashed (bus error): an index out of range, or recursion without end",
                "SIGFPE": "crashed (arithmetic error): a division by zero",
                "SIGILL": "crashed (illegal instruction)",
                "SIGABRT": "was aborted: out of memory, or an inner error of the compiler",
                "SIGKILL": "was killed: out of memory, or over its processor time",
                "SIGXCPU": "ran out of processor time: a rule does not end",
            }
            return why.get(name, f"was ended by {name}")
    if code & 0xFFFFFFFF in (0xC0000005, 0xC00000FD):  # what Windows says of the same two
        return "crashed (access violation): an index out of range, or recursion without end"
    return f"ended with code {code}"
