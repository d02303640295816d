"""Arrays in one file, with a header to read and a checksum for each MiB.

The layout, in this order: a line that names the format; the length of the header, 8 bytes, little-endian; the header,
JSON; its SHA-256; the checksums, 16 bytes of BLAKE2b for each MiB of data; the data, each array on a 64-byte boundary
from the beginning of the data. The header tells the size of the file, so that a file that was cut off is seen at once,
and the SHA-256 of the checksums; a MiB is checked when it is first touched. Files are written beside their place and
renamed when whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from outfox import __version__
from outfox.rules.errors import DamagedFile

MAGIC = b"outfox arrays 1\n"
BLOCK = 1 << 20
DIGEST = 16
ALIGN = 64
PART = ".part"
"""How the name of a file ends that is being written."""


def write_arrays(path: str | Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> int:
    """Write arrays to a file; what stood there before is replaced once the new file is whole.

    Parameters
    ----------
    path
        Where.
    header
        Anything that JSON can hold; the names `made_by`, `arrays`, `size` and `checksums` are taken.
    arrays
        Arrays by name.

    Returns
    -------
    int
        Bytes written.

    Raises
    ------
    OSError
        Where there is no room or no permission; nothing is left behind.
    """
    path = Path(path)
    placed, end = [], 0
    for name, array in arrays.items():
        begin = -(-end // ALIGN) * ALIGN
        placed.append((name, np.ascontiguousarray(array), begin))
        end = begin + array.nbytes
    checksums = b"".join(_digest(block) for block in _blocks(placed))
    text = _header_text({"made_by": f"outfox {__version__}", **header}, placed, checksums, end)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PART, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + len(text).to_bytes(8, "little") + text + hashlib.sha256(text).digest() + checksums)
            for block in _blocks(placed):
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
            size = file.tell()
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return size


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _digest(block: Any) -> bytes:
    return hashlib.blake2b(block, digest_size=DIGEST).digest()


def _blocks(placed: list[tuple[str, Any, int]]) -> Iterator[Any]:
    """Yield the data as blocks of BLOCK bytes; those within a large array are not copied."""
    pending, end = bytearray(), 0
    for _, array, begin in placed:
        for raw in (memoryview(bytes(begin - end)), _bytes(array)):
            at = 0
            while at < len(raw):
                if not pending and len(raw) - at >= BLOCK:
                    yield raw[at : at + BLOCK]
                    at += BLOCK
                    continue
                taken = raw[at : at + BLOCK - len(pending)]
                pending += taken
                at += len(taken)
                if len(pending) == BLOCK:
                    yield bytes(pending)
                    pending.clear()
        end = begin + array.nbytes
    if pending:
        yield bytes(pending)


def _bytes(array: Any) -> memoryview:
    return memoryview(array.reshape(-1).view(np.uint8)) if array.size else memoryview(b"")


def _header_text(header: Mapping[str, Any], placed: list[tuple[str, Any, int]], checksums: bytes, end: int) -> bytes:
    listed = {
        name: {"dtype": array.dtype.str, "shape": list(array.shape), "begin": begin} for name, array, begin in placed
    }
    whole = {**header, "arrays": listed, "size": end, "checksums": hashlib.sha256(checksums).hexdigest()}
    return json.dumps(whole, indent=1, sort_keys=True).encode()


class ArrayFile:
    """A file of arrays, opened for reading and mapped into memory.

    Parameters
    ----------
    path
        The file.
    what
        What it should be, for error messages.
    kind
        What its header must say of itself under that name, where that is known.

    Attributes
    ----------
    header : dict

    Raises
    ------
    DamagedFile
        Where the file is not one of arrays or of another kind, or was cut off, or its header was changed.
    FileNotFoundError
    """

    def __init__(self, path: str | Path, what: str = "file of arrays", kind: str = "") -> None:
        self.path, self.what = Path(path), what
        size = self.path.stat().st_size
        with self.path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise DamagedFile(f"{self.path} is no {what}")
            length = int.from_bytes(file.read(8), "little")
            if not 0 < length < size:
                raise self._damaged("its header was changed or cut off")
            text, digest = file.read(length), file.read(32)
            if hashlib.sha256(text).digest() != digest:
                raise self._damaged("its header was changed or cut off")
            self.header: dict[str, Any] = json.loads(text)
            if kind and self.header.get("kind") != kind:
                other = self.header.get("kind", "of no kind")
                raise DamagedFile(f"{self.path} is no {what} that this outfox reads ({other})")
            blocks = -(-self.header["size"] // BLOCK)
            self._checksums = file.read(blocks * DIGEST)
            if hashlib.sha256(self._checksums).hexdigest() != self.header["checksums"]:
                raise self._damaged("its checksums were changed or cut off")
            self._begin = file.tell()
        if size != self._begin + self.header["size"]:
            raise self._damaged(f"it has {size:,} bytes instead of {self._begin + self.header['size']:,}")
        self._checked = np.zeros(blocks, bool)
        # Copy-on-write: kernels take arrays that may be written to; the file stays as it is.
        self._raw = np.memmap(self.path, np.uint8, "c")

    def _damaged(self, how: str) -> DamagedFile:
        return DamagedFile(f"{self.path} is damaged: {how}; make the {self.what} again")

    def _check(self, begin: int, end: int) -> None:
        """Test the blocks that hold the data's bytes `begin` to `end` - 1, each the first time."""
        for block in range(begin // BLOCK, -(-end // BLOCK)):
            if not self._checked[block]:
                low = self._begin + block * BLOCK
                high = min(low + BLOCK, self._begin + self.header["size"])
                if _digest(self._raw[low:high]) != self._checksums[block * DIGEST : (block + 1) * DIGEST]:
                    raise self._damaged(f"bytes {low:,} to {high - 1:,} were changed")
                self._checked[block] = True

    def has(self, name: str) -> bool:
        """Say whether there is an array of this name."""
        return name in self.header["arrays"]

    def _place(self, name: str) -> tuple[Any, tuple[int, ...], int]:
        entry = self.header["arrays"][name]
        return np.dtype(entry["dtype"]), tuple(entry["shape"]), entry["begin"]

    def array(self, name: str) -> Any:
        """Return a whole array, tested."""
        dtype, shape, begin = self._place(name)
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        self._check(begin, begin + size)
        return self._raw[self._begin + begin :][:size].view(dtype).reshape(shape)

    def row(self, name: str, index: int) -> Any:
        """Return one element along the first axis, tested."""
        dtype, shape, begin = self._place(name)
        size = int(np.prod(shape[1:], dtype=np.int64)) * dtype.itemsize
        at = begin + index * size
        self._check(at, at + size)
        found = self._raw[self._begin + at :][:size].view(dtype).reshape(shape[1:])
        return found if shape[1:] else found.item()
