"""`outfox study` of games with hidden information, which are solved instead of played."""

from __future__ import annotations

import json as jsons
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.rules import Game


def study_hidden(game: Game, budget: str, seed: int, workers: int, out: str, as_json: bool) -> int:
    """Solve a game, run every method on it, and write the report.

    Parameters
    ----------
    game
        A game with a View.
    budget
        Name of a plan.
    seed
        Of the methods that sample games.
    workers
        Processes that run methods beside each other; 0: this one alone, since most games take seconds.
    out
        The report's folder; empty: one in the current folder.
    as_json
        Whether to print what ``report.json`` holds.
    """
    with ProgressLine("study") as line:
        line.listen()
        from outfox.interfaces.cli.solve import budget as memory_of
        from outfox.studies.hidden.study import hidden_study
        from outfox.studies.hidden.text import as_text

        found = hidden_study(
            game, budget, seed=seed, workers=workers or 1, out=out or None, memory=memory_of(0.0), progress=line.share
        )
    show(_data(found), as_text(found, width()), as_json)
    if not as_json:
        note(f"the report is in {found.files['report.html']}")
    return INTERRUPTED if found.stopped == "interrupted" else DONE


def _data(found: Any) -> dict[str, Any]:
    """Return what ``report.json`` holds, and where the files are."""
    report = jsons.loads(Path(found.files["report.json"]).read_text(encoding="utf-8"))
    return {**report, "files": {name: str(path) for name, path in found.files.items()}}
