"""`outfox study`: who is favoured, with a report."""

from __future__ import annotations

import json as jsons
import os
import textwrap
from pathlib import Path
from typing import Any, Literal

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.world_series import NAME, is_series, study_series

BUDGET = "2m"


def study(
    game: str,
    /,
    *,
    budget: str = BUDGET,
    seed: int = 0,
    workers: int = 0,
    out: str = "",
    reproduce: Literal["", "tables", "window"] = "",
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Answer who is favoured in a game and how that changes with thinking time; write a report.

    Plain tree search plays itself over doubling budgets, for each side separately. The answer is one sentence
    that says only what the intervals allow; report.html shows the rest. A game that is small enough is solved as
    well: the exact answer, distances, a line of proof and the best replies to random moves come first. Ctrl-C
    writes the report of the games that are finished; the same command goes on from there.

    A game with hidden information is solved instead: the value and an equilibrium by a linear program, how fast eight
    methods find one, what to do with each hand, who profits from the seat, what each style of play loses at most.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like; or world-series: how to bet on a series, one game at a time,
        exactly and by hill climbing.
    budget
        A plan, named by the time it takes on two cores: 30s, 2m, 5m, 10m, 2h. The clock may only cut it short. With
        hidden information it says how many iterations methods run; small games are done much sooner.
    seed
        The same seed gives the same numbers.
    workers
        Processes; 0: one for each core, and with hidden information one.
    out
        The report's folder; without it one in the current folder, named after the game.
    reproduce
        Of cat-and-mouse: make a published run again and print its figures beside ours. tables: two tables improved by
        hill climbing; window: one small policy for every board. What the run is made of are flags, such as
        --iterations 5000.
    parameters
        Parameters of the game.
    """
    chosen, given = options or GameOptions(), {"--budget": budget != BUDGET, "--workers": workers != 0}
    if reproduce:
        from outfox.interfaces.cli.reproduce import reproduce as again

        _refuse(given | {"--out": bool(out)}, "--reproduce", "makes one run, on one core, and prints it")
        return again(game, reproduce, seed, chosen, parameters)
    if workers < 0 or seed < 0:
        raise UsageError("--workers and --seed must be 0 or more")
    if is_series(game):
        _refuse(given, NAME, "climbs so many --tries in each of its --runs, on one core")
        return study_series(game, seed, out, chosen, parameters)
    loaded = load_game(game, chosen.param, parameters, "study")
    if loaded.has("View"):
        from outfox.interfaces.cli.study_hidden import study_hidden

        return study_hidden(loaded, budget, seed, workers, out, chosen.json)
    with ProgressLine("study") as line:
        line.listen()
        from outfox.studies.report import long_command
        from outfox.studies.study import study as run
        from outfox.studies.verdict import shortness

        def tell(share: float, text: str) -> None:
            line.share_or_not(share if share >= 0 else None, text.partition(",")[0] if text.endswith("left") else text)

        count = workers or os.cpu_count() or 1
        result = run(loaded, budget, seed=seed, workers=count, out=out or None, progress=tell)
    said = [str(result)] + ([" ".join(result.special.sentences)] if result.special else [])
    paragraphs = [textwrap.fill(part, width()) for part in said]
    if short := shortness(result.plan):
        paragraphs.append(f"{textwrap.fill(short, width())}\n  {long_command(result)}")
    show(_data(result), "\n\n".join(paragraphs), chosen.json)
    if not chosen.json:
        note(f"the report is in {result.files.get('report.html', '')}")
    return INTERRUPTED if result.stopped == "interrupted" else DONE


def _refuse(given: dict[str, bool], what: str, why: str) -> None:
    """Refuse flags that a study of another kind would not look at."""
    for flag, is_given in given.items():
        if is_given:
            raise UsageError(f"study: {flag} is not for {what}, which {why}")


def _data(result: Any) -> dict[str, Any]:
    """Return what ``report.json`` holds, and where the files are."""
    report = jsons.loads(Path(result.files["report.json"]).read_text(encoding="utf-8"))
    return {**report, "files": {name: str(path) for name, path in result.files.items()}}
