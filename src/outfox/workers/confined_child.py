"""The inner side of `outfox.workers.confined`: runs the function, answers where it stands, ends with its caller."""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TextIO


def serve(request: dict[str, Any]) -> NoReturn:
    """Run the function that a request names, and end the process."""
    out = _own_pipe()
    lock = threading.Lock()

    def say(kind: str, **message: Any) -> None:
        try:
            with lock:
                out.write(json.dumps({"kind": kind, **message}) + "\n")
                out.flush()
        except (OSError, ValueError):  # the caller is gone
            os._exit(1)

    main = threading.get_ident()
    control = sys.__stdin__
    threading.Thread(target=_listen, args=(control, main, request["watch"], say), daemon=True).start()
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - open until the process ends
    module, _, name = request["entry"].partition(":")
    function = getattr(importlib.import_module(module), name)
    _limit(request["memory"])
    function(request["request"], say)
    say("done")
    os._exit(0)


def _own_pipe() -> TextIO:
    """Take standard output for messages; what the code prints goes nowhere."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    return out


def _listen(control: TextIO | None, main: int, watched: str, say: Any) -> None:
    """Answer where the code stands; end the process when the caller is gone."""
    for line in control or ():
        if line.strip() == "where":
            say("where", line=_line(main, watched))
    os._exit(1)


def _line(thread: int, watched: str) -> int | None:
    """Return the innermost line of the watched file that a thread is in."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename == watched:
            return frame.f_lineno
        frame = frame.f_back
    return None


def _limit(memory: int) -> None:
    """Set the system's limit of memory, where it has one."""
    with suppress(ImportError, ValueError, OSError, IndexError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        size = pages * os.sysconf("SC_PAGE_SIZE") + memory
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
