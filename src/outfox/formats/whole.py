"""Files that are there whole or not at all: written aside, then put into place."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def put(path: str | Path, content: str | bytes) -> None:
    """Write a file so that nobody ever sees a part of it; its folder is made where it is not there.

    Raises
    ------
    OSError
        Where it cannot be written; nothing is left behind.
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        aside.write_bytes(content.encode() if isinstance(content, str) else content)
        aside.replace(target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def put_json(path: str | Path, content: Any) -> None:
    """Write JSON for readers, whole or not at all."""
    put(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
