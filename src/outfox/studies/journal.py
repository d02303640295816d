"""`games.jsonl`: every game of a study as it ends, so that a study that was stopped goes on where it stood.

The first line says which study it is; then one line a game, in the order of the plan. A line counts only when
it is whole: what a kill left half written is dropped and played again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgspec

from outfox.rules import OutfoxError
from outfox.studies.selfplay import Played

NAME = "games.jsonl"


class OtherStudy(OutfoxError):
    """The folder holds the games of another study; the message says what differs."""


class Journal:
    """The games of a study, in memory and, where there is a folder, on disk.

    Parameters
    ----------
    folder
        Where ``games.jsonl`` is, or will be; None keeps the games in memory.
    identity
        What the study is: see `outfox.studies.plan.identity`.

    Attributes
    ----------
    games : list of Played
        In the order of the plan.

    Raises
    ------
    OtherStudy
        Where the folder holds games of another plan, seed, version or other rules.
    """

    def __init__(self, folder: Path | None, identity: dict[str, Any]) -> None:
        self.games: list[Played] = []
        self._path = None if folder is None else folder / NAME
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        first, *rest = _whole_lines(self._path) or [_line(identity)]
        _compare(first, identity, self._path)
        self.games = _in_order(rest)
        _replace(self._path, [first, *rest[: len(self.games)]])

    def add(self, played: Played) -> None:
        """Append a game: one write, so that a line is there whole or is the last."""
        self.games.append(played)
        if self._path is not None:
            with self._path.open("ab", buffering=0) as file:
                file.write(_line(played))


def _line(content: Any) -> bytes:
    return msgspec.json.encode(content) + b"\n"


def _whole_lines(path: Path) -> list[bytes]:
    """Return the lines that end in a newline, with it."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [line for line in lines if line.endswith(b"\n")]


def _replace(path: Path, lines: list[bytes]) -> None:
    """Write the lines that count: aside, then into place."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    aside.write_bytes(b"".join(lines))
    aside.replace(path)


def _in_order(lines: list[bytes]) -> list[Played]:
    """Return the games up to the first line that is damaged or out of order."""
    games: list[Played] = []
    for line in lines:
        try:
            played = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError:
            break
        if played.task != len(games):
            break
        games.append(played)
    return games


def _compare(line: bytes, wanted: dict[str, Any], path: Path) -> None:
    """Refuse games of another study."""
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != wanted["format"]:
        raise OtherStudy(f"{path} holds no games of a study: choose another folder")
    for key, value in wanted.items():
        if found.get(key) != value:
            raise OtherStudy(
                f"{path.parent} holds a study {_difference(key, found.get(key), value)}: "
                "choose another folder, or delete it"
            )


def _difference(key: str, there: Any, here: Any) -> str:
    """Say in what a study that is there differs from the one wanted."""
    if key == "search":
        return "played by another version of the search"
    if key == "rules_key":
        return "of other rules under the same name"
    there, here = _shown(there), _shown(here)
    return f"with {key} {there}, not {here}" if there != here else f"with another {key} of the same name"


def _shown(value: Any) -> str:
    return str(value.get("name") if isinstance(value, dict) else value)
