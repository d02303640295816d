"""Arrays that are dear to compute and cheap to keep: in the user's cache, made again where anything is wrong."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from outfox.formats.container import ArrayFile, write_arrays
from outfox.kernel.cache import cache_folder
from outfox.rules.errors import DamagedFile

KIND = "outfox poker 1"
"""Raised when anything that is kept would be computed to something else."""


FOLDER, ENDING = "poker", ".arrays"


def files(cache: Path) -> list[Path]:
    """Return what is kept in a cache."""
    return sorted((cache / FOLDER).glob(f"*{ENDING}"))


def kept(name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return arrays by name, from the cache or else as they are made, and then kept.

    Parameters
    ----------
    name
        Of the file.
    make
        Computes the arrays. If it is interrupted nothing is kept.

    Returns
    -------
    dict
        Arrays that came from the cache are tested, and mapped into memory.
    """
    path = cache_folder() / FOLDER / f"{name}{ENDING}"
    with suppress(OSError, DamagedFile, ValueError, KeyError):
        file = ArrayFile(path)
        if file.header["kind"] == KIND:
            return {array: file.array(array) for array in file.header["arrays"]}
    arrays = make()
    with suppress(OSError):  # a cache that cannot be written costs the next run its time, and nothing else
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_arrays(path, {"kind": KIND, "name": name}, arrays)
    return arrays
