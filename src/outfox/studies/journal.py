"""`games.jsonl`: every game of a study as it ends, so that a study that was stopped goes on where it stood.

The first line says which study it is; then one line a game, in the order of the plan. A line counts only when it is
whole: what a kill left half written is dropped and played again.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

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
        lines = _whole_lines(self._path)
        if lines:
            _compare(_decoded(lines[0]), identity, self._path)
            self.games = _in_order(lines[1:])
        self._keep(identity, len(self.games))

    def _keep(self, identity: dict[str, Any], games: int) -> None:
        """Cut the file after the games that count; begin it where there is none."""
        assert self._path is not None
        if not self._path.exists() or self._path.stat().st_size == 0 or not _whole_lines(self._path):
            self._path.write_bytes(_line(identity))
            return
        lines = self._path.read_bytes().split(b"\n")[: games + 1]
        os.truncate(self._path, sum(len(line) + 1 for line in lines))

    def add(self, played: Played) -> None:
        """Append a game: one write, so that a line is there whole or is the last."""
        self.games.append(played)
        if self._path is not None:
            with self._path.open("ab", buffering=0) as file:
                file.write(_line(asdict(played)))


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def _whole_lines(path: Path) -> list[bytes]:
    """Return the lines that end in a newline."""
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


def _decoded(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _in_order(lines: list[bytes]) -> list[Played]:
    """Return the games up to the first line that is damaged or out of order."""
    games: list[Played] = []
    for line in lines:
        content = _decoded(line)
        try:
            played = Played(**{k: tuple(v) if isinstance(v, list) else v for k, v in content.items()})
        except (TypeError, AttributeError):
            break
        if played.task != len(games):
            break
        games.append(played)
    return games


def _compare(found: Any, wanted: dict[str, Any], path: Path) -> None:
    if not isinstance(found, dict) or found.get("format") != wanted["format"]:
        raise OtherStudy(f"{path} is no file of a study: choose another folder")
    differing = [key for key in wanted if found.get(key) != wanted[key]]
    if differing:
        key = differing[0]
        shown = {"plan": lambda value: value.get("name") if isinstance(value, dict) else value}
        show = shown.get(key, lambda value: value)
        here, there = show(wanted[key]), show(found.get(key))
        which = f"{key} {there!r}, not {here!r}" if here != there else f"another {key} of the same name"
        raise OtherStudy(
            f"{path.parent} holds a study with {which}: choose another folder, or delete this one to begin anew"
        )
