"""The folder of linked rules in the user's cache: written whole, read only when it is whole and the user's own.

A cached folder is machine code that will be executed, so it is used only if it is the user's and closed to all others,
nobody else can write to the folder it is in or to its files, and every file has the SHA-256 that the manifest, written
last, says. Anything else is built again. What is executed are the bytes that were hashed: the files are read once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

MANIFEST = "manifest.json"
LIMIT = 512 * 2**20
"""Bytes the cache may hold; what was not used for longest goes first."""

LEFT_OVER = 3600.0
"""Seconds after which a folder that a build left behind belongs to nobody."""

_UNFINISHED = (".build-", ".old-")


def cache_folder() -> Path:
    """Return the cache's folder: ``OUTFOX_CACHE``, else the platform's place for caches."""
    chosen = os.environ.get("OUTFOX_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("outfox"))


def read(folder: Path) -> dict[str, bytes] | None:
    """Return the files of a linked folder by name if it may be used, else None."""
    try:
        if not is_private(folder.parent) or not is_private(folder, others=stat.S_IRWXG | stat.S_IRWXO, follow=False):
            return None
        manifest = _bytes(folder / MANIFEST)
        digests = json.loads(manifest)
        if {path.name for path in folder.iterdir()} != {*digests, MANIFEST}:
            return None
        files = {name: _bytes(folder / name) for name in digests}
    except (OSError, ValueError, TypeError):
        return None
    return files if all(_digest(content) == digests[name] for name, content in files.items()) else None


def is_sound(folder: Path) -> bool:
    """Say whether a linked folder may be used: owner, mode, and every file as the manifest says."""
    return read(folder) is not None


def is_private(path: Path, *, others: int = stat.S_IWGRP | stat.S_IWOTH, follow: bool = True) -> bool:
    """Say whether a file or folder is the user's own, with none of the rights in `others` (default: to write)."""
    info = path.stat() if follow else path.lstat()
    if stat.S_ISLNK(info.st_mode):
        return False
    if os.name != "posix":
        return True
    return info.st_uid == os.geteuid() and not info.st_mode & others


def _bytes(path: Path) -> bytes:
    if not is_private(path, follow=False):
        raise PermissionError(f"{path} is not private")
    return path.read_bytes()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write(target: Path, files: Mapping[str, bytes]) -> None:
    """Store the files of a linked folder: in a temporary folder, which is renamed when it is whole.

    Two processes may write at once: the first rename wins, and both have the right files.

    Raises
    ------
    OSError
        Where the cache cannot be written, or others could write to it.
    """
    parent = target.parent
    parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not is_private(parent):
        raise PermissionError(f"others can write to it: chmod go-w {parent}")
    temporary = Path(tempfile.mkdtemp(prefix=f".build-{os.getpid()}-", dir=parent))
    try:
        for name, content in files.items():
            _write(temporary / name, content)
        digests = {name: _digest(content) for name, content in files.items()}
        _write(temporary / MANIFEST, json.dumps(digests).encode())
        _move(temporary, target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    trim(parent)


def _write(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    # Nothing waits for the disk: what a power cut tears has another hash, and is built again.
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)


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
        aside = Path(tempfile.mkdtemp(prefix=f".old-{os.getpid()}-", dir=folder.parent))
        folder.rename(aside / "folder")
        shutil.rmtree(aside, ignore_errors=True)


def sweep(root: Path, age: float = LEFT_OVER) -> int:
    """Remove what ended processes left unfinished, once it is `age` seconds old; return how many folders."""
    removed = 0
    for folder in root.iterdir():
        with suppress(OSError):
            if folder.name.startswith(_UNFINISHED) and time.time() - folder.lstat().st_mtime > age:
                shutil.rmtree(folder, ignore_errors=True)
                removed += 1
    return removed


def folders(root: Path) -> list[tuple[Path, int, float]]:
    """Return the linked folders with size in bytes and time of last use, oldest first."""
    found = []
    if root.is_dir():
        # Not by pathlib: every build looks, and among hundreds of folders that took a tenth of its time.
        with os.scandir(root) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.is_dir():
                        used = entry.stat(follow_symlinks=False).st_mtime
                        found.append((Path(entry.path), _size(entry.path), used))
    return sorted(found, key=lambda entry: entry[2])


def _size(folder: str) -> int:
    """Return the bytes of all files in a folder."""
    size = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                size += _size(entry.path)
            else:
                size += entry.stat(follow_symlinks=False).st_size
    return size


def trim(root: Path, limit: int | None = None) -> int:
    """Remove what was not used for longest until the cache fits `limit` bytes (default `LIMIT`); return bytes freed.

    What killed builds left behind goes too when it is old.
    """
    limit = _limit() if limit is None else limit
    if root.is_dir():
        sweep(root)
    entries = [entry for entry in folders(root) if not entry[0].name.startswith(".")]
    total, freed = sum(size for _, size, _ in entries), 0
    for folder, size, _ in entries:
        if total - freed <= limit:
            break
        discard(folder)
        freed += size
    return freed


def _limit() -> int:
    """Return ``OUTFOX_CACHE_LIMIT``, in bytes; what is no number counts as not given."""
    try:
        return int(os.environ["OUTFOX_CACHE_LIMIT"])
    except (KeyError, ValueError):
        return LIMIT


def touch(folder: Path) -> None:
    """Note that a folder was used."""
    with suppress(OSError):
        os.utime(folder)
