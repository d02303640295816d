"""Where a result goes: looked at before the work that it takes, written whole or not at all after it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from outfox.interfaces.cli.errors import UsageError

if TYPE_CHECKING:
    from outfox.formats.tabular import TabularPolicy
    from outfox.rules import Game


def place(flag: str, name: str) -> Path:
    """Return the path of a file that can be written.

    Parameters
    ----------
    flag
        What named it, such as ``--gif``.
    name
        The file's name.

    Raises
    ------
    UsageError
        Where there is no place for it.
    """
    path = Path(name).expanduser()
    folder = path.absolute().parent
    if path.is_dir() or not folder.is_dir():
        raise UsageError(f"{flag}: there is no folder for {name!r}, or it is one itself")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{flag}: the folder of {name!r} cannot be written to")
    return path


def write(flag: str, path: Path, content: str | bytes) -> None:
    """Write a file whole.

    Raises
    ------
    UsageError
        Where that cannot be done.
    """
    from outfox.formats import whole

    try:
        whole.put(path, content)
    except OSError as error:
        raise UsageError(f"{flag}: cannot write {str(path)!r}: {error.strerror}") from None


def save_policy(game: Game, policy: TabularPolicy, name: str) -> list[str]:
    """Write a policy to the file that ``--out`` names; return what is said about it.

    Raises
    ------
    UsageError
        Where that cannot be done.
    """
    try:
        size = policy.save(Path(name).expanduser(), game)
    except OSError as error:
        raise UsageError(f"--out {name}: {error.strerror or error}; nothing was written") from None
    return ["", f"written to {name} ({size:,} bytes)", f"to play it: outfox match {game.spec} policy:{name} random"]
