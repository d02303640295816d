"""`LineJournal`: results written to a file as they come, so that work that was stopped goes on where it stood.

The first line says what the work is; then one line a result, in the order of their numbers. A line counts only when
it is whole: what a kill left half written is dropped and made again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from outfox.formats.whole import put
from outfox.rules.errors import OutfoxError

Item = TypeVar("Item")


class OtherWork(OutfoxError):
    """A file holds the results of other work; the message says what differs."""


class LineJournal(Generic[Item]):
    """Results in memory and, where there is a path, on disk.

    Parameters
    ----------
    path
        The file; None keeps the results in memory.
    identity
        What the work is; with equal identities results can be taken over. Its ``format`` names the kind of file.
    kind
        Type of a result, for msgspec.
    number
        Attribute of a result that numbers it from 0.
    what
        What the work is called in messages: ``a study``, of ``games``.

    Attributes
    ----------
    items : list
        In order.

    Raises
    ------
    OtherWork
        Where the file holds results of other work.
    """

    def __init__(
        self, path: Path | None, identity: Mapping[str, Any], kind: type[Item], number: str, what: tuple[str, str]
    ) -> None:
        self.items: list[Item] = []
        self._path = path
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        wanted = json.loads(_line(dict(identity)))  # as it is read back: lists for tuples
        first, *rest = _whole_lines(path) or [_line(wanted)]
        _compare(first, wanted, path, what)
        self.items = _in_order(rest, kind, number)
        put(path, b"".join([first, *rest[: len(self.items)]]))

    def add(self, item: Item) -> None:
        """Append a result: one write, so that a line is there whole or is the last."""
        self.items.append(item)
        if self._path is not None:
            with self._path.open("ab", buffering=0) as file:
                file.write(_line(item))


def _line(content: Any) -> bytes:
    return msgspec.json.encode(content) + b"\n"


def _whole_lines(path: Path) -> list[bytes]:
    """Return the lines that end in a newline, with it."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [line for line in lines if line.endswith(b"\n")]


def _in_order(lines: list[bytes], kind: type[Item], number: str) -> list[Item]:
    """Return the results up to the first line that is damaged or out of order."""
    items: list[Item] = []
    for line in lines:
        try:
            item = msgspec.json.decode(line, type=kind)
        except msgspec.DecodeError:
            break
        if getattr(item, number) != len(items):
            break
        items.append(item)
    return items


def _compare(line: bytes, wanted: Mapping[str, Any], path: Path, what: tuple[str, str]) -> None:
    """Refuse results of other work."""
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    work, things = what
    if not isinstance(found, dict) or found.get("format") != wanted["format"]:
        raise OtherWork(f"{path} holds no {things} of {work}: choose another folder")
    for key, value in wanted.items():
        if found.get(key) != value:
            difference = _difference(key, found.get(key), value)
            raise OtherWork(f"{path.parent} holds {work} {difference}: choose another folder, or delete it")


def _difference(key: str, there: Any, here: Any) -> str:
    """Say in what the work that is there differs from the one wanted."""
    if key == "search":
        return "played by another version of the search"
    if key == "rules_key":
        return "of other rules under the same name"
    there, here = _shown(there), _shown(here)
    return f"with {key} {there}, not {here}" if there != here else f"with another {key} of the same name"


def _shown(value: Any) -> str:
    return str(value.get("name") if isinstance(value, dict) else value)
