"""Files of game records: text for people, or JSON lines for programs, one game a line.

Both forms are read back without loss. The keys of a line are the attributes of `GameRecord`.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from outfox.formats.game_record import GameRecord, replay
from outfox.formats.record_text import read_text, whole_text, write_text
from outfox.formats.whole import put
from outfox.rules.errors import DamagedFile

__all__ = [
    "GameRecord",
    "load_records",
    "load_whole_records",
    "read_jsonl",
    "read_text",
    "replay",
    "save_records",
    "write_jsonl",
    "write_text",
]


def write_jsonl(records: Iterable[GameRecord]) -> str:
    """Return records as JSON, one a line; `read_jsonl` reads them back."""
    return "".join(msgspec.json.encode(record).decode() + "\n" for record in records)


def read_jsonl(text: str) -> list[GameRecord]:
    """Read records that `write_jsonl` wrote.

    Raises
    ------
    DamagedFile
        Where a line is no record; the message names the line.
    """
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                record = msgspec.json.decode(line, type=GameRecord)
            except msgspec.DecodeError as error:
                raise DamagedFile(f"line {number} is no game record: {error}") from None
            if len(record.names) != len(record.actions):
                raise DamagedFile(f"line {number}: {len(record.actions)} actions, but {len(record.names)} names")
            records.append(record)
    return records


def save_records(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a file of records, whole: JSON lines where its name ends in ``.jsonl``, else text."""
    put(path, (write_jsonl if Path(path).suffix == ".jsonl" else write_text)(records))


def load_records(path: str | Path) -> list[GameRecord]:
    """Read a file of records: JSON lines where its name ends in ``.jsonl``, else text.

    Raises
    ------
    DamagedFile
        Where it is not one; the message names file and line.
    """
    return _load(path, Path(path).read_bytes())


def load_whole_records(path: str | Path) -> tuple[list[GameRecord], int]:
    """Read a file of records whose writing may have been cut short: the last game, if it is not whole, is left out.

    Returns
    -------
    tuple
        The games, and how many bytes of the file they are.

    Raises
    ------
    DamagedFile
        Where anything but the end is damaged.
    """
    content = Path(path).read_bytes()
    content = content[: content.rfind(b"\n") + 1]  # half a line may end in half a character
    if Path(path).suffix != ".jsonl":
        with suppress(UnicodeDecodeError):  # which `_load` puts in words
            content = whole_text(content.decode("utf-8")).encode()
    return _load(path, content), len(content)


def _load(path: str | Path, content: bytes) -> list[GameRecord]:
    read = read_jsonl if Path(path).suffix == ".jsonl" else read_text
    try:
        return read(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DamagedFile(f"{path}: not a text file: {error.reason} at byte {error.start}") from None
    except DamagedFile as error:
        raise DamagedFile(f"{path}: {error}") from None
