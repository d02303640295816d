"""`games.jsonl`: every game of a study as it ends, so that a study that was stopped goes on where it stood."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from outfox.formats.line_journal import LineJournal, OtherWork
from outfox.studies.selfplay import Played

NAME = "games.jsonl"

OtherStudy = OtherWork
"""The folder holds the games of another study; the message says what differs."""


class Journal(LineJournal[Played]):
    """The games of a study, in memory and, where there is a folder, on disk.

    Parameters
    ----------
    folder
        Where ``games.jsonl`` is, or will be; None keeps the games in memory.
    identity
        What the study is: see `outfox.studies.plan.identity`.

    Raises
    ------
    OtherStudy
        Where the folder holds games of another plan, seed, version or other rules.
    """

    def __init__(self, folder: Path | None, identity: dict[str, Any]) -> None:
        path = None if folder is None else folder / NAME
        super().__init__(path, identity, Played, "task", ("a study", "games"))

    @property
    def games(self) -> list[Played]:
        """In the order of the plan."""
        return self.items
