"""`main`: from the words on the command line to an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from outfox.interfaces.cli.codes import BROKEN_PIPE, DONE, INTERRUPTED
from outfox.interfaces.cli.interrupts import Interrupts


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    argv
        The words after ``outfox``; default: those of this process.

    Returns
    -------
    int
        0 done, 1 a negative finding, 2 usage, 3 not supported or over budget, 70 a fault of outfox itself,
        130 interrupted, 141 the reader of the output has gone.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _never_fail_on_characters()
    try:
        with Interrupts() as interrupts:
            code = _run(words, interrupts)
        sys.stdout.flush()
    except BrokenPipeError:
        return _reader_gone()
    if code == INTERRUPTED and argv is None:
        _end_now(code)
    return code


def _run(words: list[str], interrupts: Interrupts) -> int:
    as_json = "--json" in words
    try:
        from cyclopts import CycloptsError

        from outfox.interfaces.cli import application

        try:
            code = application.app_for(words)(words, exit_on_error=False, print_error=False)
        except CycloptsError as error:
            from outfox.interfaces.cli.errors import UsageError, fail

            return fail(UsageError(application.complaint(error, words)), as_json)
    except BrokenPipeError:
        raise
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - whatever it is, it ends in one line
        from outfox.interfaces.cli.errors import fail

        # What fails after Ctrl-C fails because of it: a compilation cut off, an import half done.
        return fail(KeyboardInterrupt() if interrupts.pressed else error, as_json)
    return code if isinstance(code, int) else DONE


def _never_fail_on_characters() -> None:
    """Have a terminal that lacks a character show a question mark instead."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _end_now(code: int) -> None:
    """Leave with this exit code.

    Python would end by SIGINT, not with a code, where the interrupt once met code that was run from C, as
    some of the compiler's is: it notes that down and never forgets it.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _reader_gone() -> int:
    """Leave without the message that Python prints when it cannot flush at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
