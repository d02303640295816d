"""What a worker process does: receive a function once, then tasks until it is stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection
from multiprocessing.pool import ExceptionWithTraceback
from multiprocessing.reduction import ForkingPickler
from typing import Any

from outfox.rules.errors import OutfoxError


def work_for(line: Connection, packed: bytes) -> None:
    """Answer each (number, task) with (number, result, None), or with (number, None, error).

    Parameters
    ----------
    line
        To the process that gives the tasks.
    packed
        The function, pickled. It is unpacked at the first task, so that a failure is an answer like others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with_parent, daemon=True).start()
    function = None
    while True:
        try:
            number, task = line.recv()
        except (EOFError, OSError):
            return
        try:
            if function is None:
                function = ForkingPickler.loads(packed)
            answer = (number, function(task), None)
        except Exception as error:  # noqa: BLE001 (the parent raises it)
            answer = (number, None, ExceptionWithTraceback(error, error.__traceback__))
        _send(line, answer)


def _send(line: Connection, answer: tuple[int, Any, Any]) -> None:
    try:
        line.send(answer)
    except OSError:
        return
    except Exception as error:  # noqa: BLE001 (whatever an object's own methods raise when pickled)
        number, result, raised = answer
        what = "result" if raised is None else f"error ({raised.exc!r})"
        line.send((number, None, OutfoxError(f"the {what} of a task cannot be sent: {error}")))


def _end_with_parent() -> None:
    """End when the parent does, also where it had no time to say so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
