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

BEGUN = 0
"""The number of no run: a worker's first answer, so that no task waits for one that is still importing."""


def work_for(line: Connection) -> None:
    """Do tasks until the line ends.

    The first answer says that the worker is there. Then each (run, function, number, task) is answered by (run,
    number, result, error). The function comes pickled, with the first task of a run; None: the one of the task before.

    Parameters
    ----------
    line
        To the process that gives the tasks.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with_parent, daemon=True).start()
    function: Any = None
    line.send((BEGUN, 0, None, None))
    while True:
        try:
            run, packed, number, task = line.recv()
            try:
                if packed is not None:
                    function = ForkingPickler.loads(packed)
                answer = ForkingPickler.dumps((run, number, function(task), None))
            except Exception as error:  # noqa: BLE001 (the parent raises it)
                answer = ForkingPickler.dumps((run, number, None, _portable(error)))
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
