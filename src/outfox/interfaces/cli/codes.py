"""Exit codes of the commands."""

from __future__ import annotations

DONE = 0
NEGATIVE = 1
"""The answer is no: a check found a fault."""

USAGE = 2
UNSUPPORTED = 3
"""Not supported for this game, or over budget."""

INTERNAL = 70
"""A fault of outfox itself (EX_SOFTWARE of sysexits.h)."""

INTERRUPTED = 130
BROKEN_PIPE = 141
"""Whoever read the output has gone: 128 + SIGPIPE, as other commands end then."""
