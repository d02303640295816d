"""The child's side of `outfox.kernel.guard`: runs the check, watches it, reports by lines of JSON."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TextIO

from outfox.kernel import link
from outfox.kernel.check import Checker, Finding, Report
from outfox.kernel.check.ground import Node
from outfox.kernel.check.report import ordered
from outfox.kernel.guard import PATIENCE
from outfox.rules import Game, OutfoxError, UnknownName, load

_COMPILING = 300.0
"""Processor seconds that compiling one kernel may take."""


def serve(request: dict[str, Any]) -> NoReturn:
    """Do what a request says and end the process."""
    # The rules may print and read: the two pipes are kept from them.
    control = os.fdopen(os.dup(0), encoding="utf-8")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    watch = Watch(request, out)
    threading.Thread(target=watch.listen, args=(control,), daemon=True).start()
    threading.Thread(target=watch.watch, daemon=True).start()
    _limit(request["limits"])
    try:
        watch.last_word(_checked(request, watch))
    except UnknownName as error:
        watch.say(kind="error", name=type(error).__name__, message=str(error))
    except MemoryError:
        watch.over(f"needs more than {request['limits']['memory'] / 2**30:.1f} GB of memory")
    out.flush()
    os._exit(0)


def _checked(request: dict[str, Any], watch: Watch) -> Report:
    try:
        game = load(request["spec"], **{k: _tuples(v) for k, v in request["parameters"].items()})
    except UnknownName:
        raise
    except OutfoxError as error:
        return Report(request["spec"], (Finding("loads", "error", str(error)),))
    link.announce = lambda text: watch.say(kind="announce", text=text)
    watch.checker = Checker(game, progress=watch.beat, **request["settings"])
    return watch.checker.run()


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


class Watch:
    """Tells the caller how far the check is, and ends the process where a limit is passed."""

    def __init__(self, request: dict[str, Any], out: TextIO) -> None:
        self.limits, self.spec, self.out = request["limits"], request["spec"], out
        self.checker: Checker | None = None
        self.main = threading.get_ident()
        self.lock = threading.Lock()
        self.stage, self.told, self.stopping = "loading", 0.0, False
        self.begun = self.step_cpu = time.process_time()
        self.step_clock = time.monotonic()
        self.compiled = 0.0
        self.memory = _resident() + self.limits["memory"]

    def say(self, **message: Any) -> None:
        """Send one message; a caller that is gone ends this process."""
        try:
            with self.lock:
                self.out.write(json.dumps(message) + "\n")
                self.out.flush()
        except (OSError, ValueError):
            os._exit(1)

    def last_word(self, report: Report) -> None:
        """Send the final report."""
        self.say(kind="report", report=report.to_dict(), last=True)

    def beat(self, stage: str, done: int, total: int) -> None:
        """Note that the check goes on: its `progress`."""
        if self.stopping:
            self.stopping = False
            raise KeyboardInterrupt
        cpu, clock = time.process_time(), time.monotonic()
        if self.stage == "compiling":
            self.compiled += cpu - self.step_cpu
        self.step_cpu, self.step_clock = cpu, clock
        if stage != self.stage and self.checker is not None:
            # What is known, in case the process dies in the next stage.
            self.say(kind="report", report=self.checker.report("").to_dict(), last=False)
        if stage != self.stage or clock - self.told > 0.1:
            self.told = clock
            self.say(kind="progress", stage=stage, done=done, total=total)
        self.stage = stage

    def listen(self, control: TextIO) -> None:
        """Wait for the caller's word to stop; where the caller is gone, end."""
        for line in control:
            self.stopping = self.stopping or line.strip() == "stop"
        os._exit(1)

    def watch(self) -> None:
        """Look at the limits ten times a second."""
        allowed, told = self.limits["step_seconds"], 0.0
        while True:
            time.sleep(0.1)
            cpu, clock = time.process_time(), time.monotonic()
            if clock - told > 5.0:
                told = clock
                self.say(kind="alive")
            step = _COMPILING if self.stage == "compiling" else allowed
            used, waited = cpu - self.step_cpu, clock - self.step_clock
            if used > step or waited > PATIENCE * step:
                self.over(f"did not come back within {step:.0f} s: does every loop and recursion there end?")
            if self.stage != "compiling" and cpu - self.begun - self.compiled > self.limits["cpu_seconds"]:
                self.over(f"was still running after {self.limits['cpu_seconds']:.0f} s of processor time in all")
            if _resident() > self.memory:
                self.over(f"needs more than {self.limits['memory'] / 2**30:.1f} GB of memory")

    def over(self, what: str) -> NoReturn:
        """End the process, with a finding that says which rule passed a limit, and in which state."""
        doing, node = ("loading", None) if self.checker is None else self.checker.ground.now
        where = self._line(None if self.checker is None else self.checker.game)
        report = Report(self.spec) if self.checker is None else self.checker.report("limits")
        finding = Finding("limits", "error", f"{where}{doing} {what}")
        self.say(kind="report", report=_with(report, finding).to_dict(), last=node is None)
        if node is not None and self.checker is not None:
            # Naming the state runs the user's text and action_name, which may be what does not end.
            threading.Timer(1.0, os._exit, args=(1,)).start()
            shown = self._shown(finding, node)
            self.say(kind="report", report=_with(report, shown).to_dict(), last=True)
        os._exit(0)

    def _line(self, game: Game | None) -> str:
        """Return the place in the user's file, or in one beside it, that the main thread is at."""
        rules = game.path if game is not None else Path(self.spec.partition(".py")[0] + ".py").resolve()
        frame = sys._current_frames().get(self.main)
        while frame is not None:
            file = Path(frame.f_code.co_filename)
            if file.parent == rules.parent:
                return f"{file.name}:{frame.f_lineno}: "
            frame = frame.f_back
        return f"{rules.name}: "

    def _shown(self, finding: Finding, node: Node) -> Finding:
        assert self.checker is not None
        ground, actions = self.checker.ground, tuple(after.action for after in node.way()[1:])
        names, state = ground.names(node), ground.text(node)
        return replace(finding, line=names, actions=actions, start=node.start, state=state)


def _with(report: Report, finding: Finding) -> Report:
    return replace(report, findings=ordered([*report.findings, finding]), stopped="limits")


def _limit(limits: dict[str, Any]) -> None:
    """Set the system's own limits, where it has them: for what keeps the watching thread from running."""
    try:
        import resource
    except ImportError:  # Windows: the watching thread and the caller remain
        return
    cpu = int(time.process_time() + limits["cpu_seconds"] + 2 * _COMPILING)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
    with suppress(ValueError, OSError):
        size = _virtual()
        if size:
            resource.setrlimit(resource.RLIMIT_AS, (size + limits["memory"] + 2**30,) * 2)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _virtual() -> int:
    """Return the bytes of address space in use, 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _resident() -> int:
    """Return the largest number of bytes in memory so far, 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak) * (1 if sys.platform == "darwin" else 1024)
