"""The folder of linked rules in the user's cache: written whole, read only when it is whole and the user's own.

A cached folder is machine code that will be executed, so it is used only if the user owns it, nobody else can write
to it, and every file has the SHA-256 that the manifest, written last, says. Anything else is built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MANIFEST = "manifest.json"
LIMIT = 512 * 2**20
"""Bytes the cache may hold; what was not used for longest goes first."""

STALE_SECONDS = 3600
"""A temporary folder this old belongs to a build that was killed."""


def cache_folder() -> Path:
    """Return the cache's folder: ``OUTFOX_CACHE``, else the platform's place for caches."""
    chosen = os.environ.get("OUTFOX_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("outfox"))


def is_sound(folder: Path) -> bool:
    """Say whether a linked folder may be loaded: owner, mode, and every file as the manifest says."""
    try:
        if not _is_private(folder):
            return False
        files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        present = {str(p.relative_to(folder)) for p in _contents(folder)} - {MANIFEST}
        if present != set(files):
            return False
        return all(_digest(folder / name) == digest for name, digest in files.items())
    except (OSError, ValueError, AttributeError, TypeError):
        return False


def _is_private(path: Path) -> bool:
    """Say whether a folder is the user's and closed to all others, which closes what is in it, whatever their modes."""
    info = path.lstat()
    if stat.S_ISLNK(info.st_mode):
        return False
    if os.name != "posix":
        return True
    return info.st_uid == os.getuid() and not info.st_mode & (stat.S_IRWXG | stat.S_IRWXO)


def _contents(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@contextmanager
def building(target: Path) -> Iterator[Path]:
    """Give a temporary folder to build in; on success it becomes `target`, on failure it is gone.

    Two processes may build at once: the first rename wins and both have the right files.

    Raises
    ------
    OSError
        Where the cache cannot be written.
    """
    parent = target.parent
    parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = Path(tempfile.mkdtemp(prefix=".build-", dir=parent))
    try:
        yield temporary
        files = {str(path.relative_to(temporary)): _digest(path) for path in _contents(temporary)}
        part = temporary / (MANIFEST + ".part")
        with part.open("w", encoding="utf-8") as out:
            json.dump(files, out)
            out.flush()
            os.fsync(out.fileno())
        part.rename(temporary / MANIFEST)
        _move(temporary, target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    trim(parent)


def _move(temporary: Path, target: Path) -> None:
    for _ in range(3):
        try:
            temporary.rename(target)
            return
        except OSError:
            if is_sound(target):
                return
            discard(target)
    raise OSError(f"cannot replace {target}")


def discard(folder: Path) -> None:
    """Remove a linked folder, moving it aside first so that nobody loads half of it."""
    with suppress(OSError):
        aside = Path(tempfile.mkdtemp(prefix=".old-", dir=folder.parent))
        folder.rename(aside / "folder")
        shutil.rmtree(aside, ignore_errors=True)


def folders(root: Path) -> list[tuple[Path, int, float]]:
    """Return the linked folders with size in bytes and time of last use, oldest first."""
    found = []
    if root.is_dir():
        for folder in root.iterdir():
            with suppress(OSError):
                if folder.is_dir():
                    size = sum(path.stat().st_size for path in _contents(folder))
                    found.append((folder, size, folder.stat().st_mtime))
    return sorted(found, key=lambda entry: entry[2])


def trim(root: Path, limit: int | None = None) -> int:
    """Remove what was not used for longest until the cache fits `limit` bytes (default `LIMIT`); return bytes freed.

    Builds that were killed leave temporary folders behind, which go too when they are old.
    """
    limit = int(os.environ.get("OUTFOX_CACHE_LIMIT", LIMIT)) if limit is None else limit
    found = folders(root)
    for folder, _, used in found:
        if folder.name.startswith(".") and used < time.time() - STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
    entries = [entry for entry in found if not entry[0].name.startswith(".")]
    total, freed = sum(size for _, size, _ in entries), 0
    for folder, size, _ in entries:
        if total - freed <= limit:
            break
        discard(folder)
        freed += size
    return freed


def touch(folder: Path) -> None:
    """Note that a folder was used."""
    with suppress(OSError):
        os.utime(folder)
