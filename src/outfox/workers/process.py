"""What a worker process does: receive a function once, then tasks until it is stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any

from outfox.rules.errors import OutfoxError

READY = -1
"""The number of no task: a worker's first answer, so that no task waits for one that is still importing."""


def work_for(line: Connection, packed: bytes) -> None:
    """Say READY; then answer each (number, task) with (number, result, None), or with (number, None, error).

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
    line.send((READY, None, None))
    while True:
        try:
            number, task = line.recv()
            try:
                if function is None:
                    function = ForkingPickler.loads(packed)
                answer = ForkingPickler.dumps((number, function(task), None))
            except Exception as error:  # noqa: BLE001 (the parent raises it)
                answer = ForkingPickler.dumps((number, None, _portable(error)))
            line.send_bytes(answer)
        except (EOFError, OSError):  # the parent is gone: nobody waits for an answer
            return


def _portable(error: Exception) -> Exception:
    """Return an error that can be sent, with its traceback as a note."""
    error.add_note("in a worker:\n" + "".join(traceback.format_exception(error)))
    try:
        ForkingPickler.loads(ForkingPickler.dumps(error))
    except Exception:  # noqa: BLE001 (whatever its own methods raise)
        return OutfoxError(f"{type(error).__name__} in a worker: {error}")
    return error


def _end_with_parent() -> None:
    """End when the parent does, also where it had no time to say so."""
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)
