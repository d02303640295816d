"""Errors of a command: one line, or JSON, and the exit code."""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path

from outfox.interfaces.cli.codes import INTERNAL, INTERRUPTED, UNSUPPORTED, USAGE
from outfox.rules.errors import BudgetExceeded, NotSupported, OutfoxError

DEBUG = "OUTFOX_DEBUG"


class UsageError(OutfoxError):
    """A command was called with something that it cannot work with; the message says what it takes."""


def fail(error: BaseException, as_json: bool) -> int:
    """Say in one line on standard error what went wrong and return the exit code.

    Parameters
    ----------
    error
        What was raised.
    as_json
        Write the line as a JSON object: `error`, `message`, `exit_code`.
    """
    name, message, code = _told(error)
    if os.environ.get(DEBUG):
        traceback.print_exception(error, file=sys.stderr)
    if as_json:
        line = json.dumps({"error": name, "message": message, "exit_code": code})
    else:
        line = f"outfox: {message}"
    print(line, file=sys.stderr, flush=True)
    return code


def _told(error: BaseException) -> tuple[str, str, int]:
    """Return an error's name, its line and its exit code."""
    text = " ".join(line.strip() for line in str(error).splitlines() if line.strip())
    if isinstance(error, KeyboardInterrupt):
        return "Interrupted", "interrupted", INTERRUPTED
    if isinstance(error, (NotSupported, BudgetExceeded)):
        return type(error).__name__, text, UNSUPPORTED
    if isinstance(error, OutfoxError):
        return type(error).__name__, text, USAGE
    if isinstance(error, MemoryError):
        return "MemoryError", "out of memory: give it less to do, or a machine with more", UNSUPPORTED
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        if isinstance(error, FileExistsError) and Path(error.filename or "").is_file():  # by mkdir
            return type(error).__name__, f"{where}this is a file, and a folder is wanted; name another", USAGE
        return type(error).__name__, f"{where}{error.strerror}", USAGE
    hint = "" if os.environ.get(DEBUG) else f"; {DEBUG}=1 shows where"
    return "InternalError", f"internal error: {type(error).__name__}: {text}{hint}", INTERNAL
