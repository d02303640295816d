"""The report of a study: `report.html` to read, and `report.json` with the same numbers.

The page stands alone: drawings, style and the small script that steps through games are inside, nothing is
fetched. All of it can be read without the script.
"""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import outfox
from outfox.formats.whole import put, put_json
from outfox.studies.estimates import tidy
from outfox.studies.journal import NAME as GAMES
from outfox.studies.machine import environment
from outfox.studies.page.answer import answer, question
from outfox.studies.page.budgets import alike, alone
from outfox.studies.page.course import course, first_move, size
from outfox.studies.page.exact import exact_answer
from outfox.studies.page.markup import asset, page
from outfox.studies.page.measured import glossary, measured
from outfox.studies.page.samples import samples
from outfox.studies.page.strong import deeper, generations, sides, strong_answer, strong_games
from outfox.studies.page.weights import valued
from outfox.studies.selfplay import RandomPlay
from outfox.studies.study import StudyResult
from outfox.studies.tally import share_dict
from outfox.studies.verdict import longest, shortness

HTML, JSON = "report.html", "report.json"


def write_report(result: StudyResult, folder: Path) -> tuple[Path, Path]:
    """Write the report.

    Parameters
    ----------
    result
        A study.
    folder
        Where to; it is made. Files are written aside and put into place whole.

    Returns
    -------
    html, json : Path
        The files, which ``result.files`` names as well.
    """
    paths = folder / HTML, folder / JSON
    put(paths[0], html(result))
    put_json(paths[1], to_dict(result))
    result.files.update({path.name: path for path in (*paths, folder / GAMES) if path.exists()})
    return paths


def to_dict(result: StudyResult) -> dict[str, Any]:
    """Return the numbers of a study with their stable keys.

    The same game, plan and seed give the same, except under ``timing`` and ``environment``.
    """
    game, found = result.game, result.findings
    return {
        "format": "outfox-study-1",
        "game": game.spec,
        "players": list(game.players),
        "rules_key": game.rules_key,
        "version": outfox.__version__,
        "seed": result.seed,
        "plan": result.plan.to_dict(),
        "command": command(result),
        "long_command": long_command(result) or None,
        "planned_games": len(result.tasks),
        "truncated": result.truncated,
        "stopped": result.stopped,
        "verdict": result.verdict,
        "favoured": found.deepest[1].favoured if found.deepest is not None else None,
        "exact": None if result.exact is None else result.exact.to_dict(),
        "not_solved": result.unsolved,
        **found.to_dict(),
        "strong": None if result.strong is None else result.strong.to_dict(),
        "special": None if result.special is None else result.special.to_dict(),
        "random_play": None if result.random is None else _random(result.random),
        "sizes": result.sizes,
        "timing": timing(result),
        "environment": environment(),
    }


def _random(played: RandomPlay) -> dict[str, Any]:
    names = "player_0", "draw", "player_1"
    return {
        "games": played.games,
        "wins": list(played.wins),
        "draws": played.draws,
        "shares": {name: share_dict(share) for name, share in zip(names, played.shares, strict=True)},
        "payoff": tidy(played.payoff),
        "plies": tidy(played.plies),
    }


def command(result: StudyResult) -> str:
    """Return the command that makes this study."""
    return _command(result, result.plan.name)


def long_command(result: StudyResult) -> str:
    """Return the command of the same study by the longest plan; empty where this was it."""
    return _command(result, longest().name) if shortness(result.plan) else ""


def _command(result: StudyResult, plan: str) -> str:
    return f"outfox study {shlex.quote(result.game.spec)} --budget {plan} --seed {result.seed}"


def timing(result: StudyResult) -> dict[str, Any]:
    """Return what the study took; nothing here is the same twice."""
    took = result.timing
    return {
        "seconds": round(took.seconds, 2),
        "cpu_seconds": round(took.cpu_seconds, 2),
        "compile_seconds": round(took.compile_seconds, 2),
        "exact": None if result.exact is None else {k: round(v, 2) for k, v in result.exact.took.times.items()},
        "special": None if result.special is None else {k: round(v, 2) for k, v in result.special.times.items()},
        "workers": took.workers,
        "resumed_games": took.resumed,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def html(result: StudyResult) -> str:
    """Return the page."""
    files = f"{JSON} holds every number of this page, {GAMES} every game"
    parts = [
        answer(result, long_command(result)),
        exact_answer(result),
        result.special.html() if result.special is not None else "",
        strong_answer(result),
        deeper(result),
        generations(result),
        sides(result),
        valued(result),
        strong_games(result),
        alike(result),
        alone(result),
        first_move(result),
        course(result),
        samples(result),
        size(result),
        measured(result, command(result), timing(result), environment(), files),
        glossary(),
    ]
    return page(question(result.game), "".join(parts), asset("replay.js"))
