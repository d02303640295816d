"""The report of a study: `report.html` to read, and `report.json` with the same numbers.

The page stands alone: drawings, style and the small script that steps through games are inside, nothing is fetched.
All of it can be read without the script.
"""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import outfox
from outfox.studies import sections
from outfox.studies.estimates import tidy
from outfox.studies.journal import NAME as GAMES
from outfox.studies.markup import definitions, section, tag, text
from outfox.studies.selfplay import RandomPlay, plain
from outfox.studies.study import StudyResult
from outfox.studies.tally import share_dict

HTML, JSON = "report.html", "report.json"

GLOSSARY = {
    "simulation": "One look ahead of the player: down the tree of moves it has tried so far, then random moves to the "
    "end of the game. The more simulations a ply, the longer it thinks.",
    "plain MCTS": "Monte Carlo tree search without knowledge of the game: UCT with c = 1.4, playouts to the end, the "
    "most visited action is played, nothing is kept from move to move, nothing is proven.",
    "ply": "One action of one side.",
    "score": "A side's share of the games: a win counts 1, a draw a half.",
    "interval": "Numbers in brackets. They come from a finite number of games; if the same were measured again and "
    "again, 95 % of such intervals would hold the true number. Shares have Wilson's interval; scores and their "
    "changes that of Price and Bonett (2004).",
    "favoured": "Said only where the interval of the decided games lies wholly above one half for that side.",
    "point": "One hundredth of the score: 50 % to 53 % is 3 points.",
    "doubling": "Twice the simulations a ply. Trends are slopes over doublings, fitted to the scores of the cells by "
    "least squares with weights that were fixed before the first game.",
}


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
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / HTML, folder / JSON
    _put(paths[0], html(result))
    _put(paths[1], json.dumps(to_dict(result), indent=1, ensure_ascii=False) + "\n")
    result.files.update({path.name: path for path in (*paths, folder / GAMES) if path.exists()})
    return paths


def _put(path: Path, content: str) -> None:
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    aside.write_text(content, encoding="utf-8")
    aside.replace(path)


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
        "planned_games": len(result.tasks),
        "truncated": result.truncated,
        "stopped": result.stopped,
        "verdict": result.verdict,
        "favoured": found.deepest[1].favoured if found.deepest is not None else None,
        **found.to_dict(),
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
    return f"outfox study {result.game.spec} --budget {result.plan.name} --seed {result.seed}"


def timing(result: StudyResult) -> dict[str, Any]:
    """Return what the study took; nothing here is the same twice."""
    took = result.timing
    return {
        "seconds": round(took.seconds, 2),
        "cpu_seconds": round(took.cpu_seconds, 2),
        "compile_seconds": round(took.compile_seconds, 2),
        "workers": took.workers,
        "resumed_games": took.resumed,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def environment() -> dict[str, str]:
    """Return the versions and the kind of machine."""
    versions = {"outfox": outfox.__version__, "python": platform.python_version()}
    for package in ("numpy", "numba", "matplotlib"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:  # where a package was put in place by hand
            versions[package] = "unknown"
    return versions | {"system": platform.system(), "machine": platform.machine()}


def html(result: StudyResult) -> str:
    """Return the page."""
    title = f"Who is favoured in {sections.title_of(result.game)}?"
    head = "".join(
        [
            '<meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            '<meta name="color-scheme" content="light dark"/>',
            tag("title", text(title)),
            tag("style", _asset("report.css")),
        ]
    )
    body = "".join(
        [
            sections.answer(result),
            sections.thinking(result),
            sections.matrix(result),
            sections.first_move(result),
            sections.course(result),
            sections.samples(result),
            sections.size(result),
            _measured(result),
            _glossary(),
        ]
    )
    script = tag("script", _asset("replay.js"))
    page = tag("html", tag("head", head) + tag("body", tag("main", body) + script), lang="en")
    return f"<!doctype html>\n{page}\n"


def _asset(name: str) -> str:
    return resources.files("outfox.studies").joinpath(name).read_text(encoding="utf-8")


def _measured(result: StudyResult) -> str:
    """Return the section for those who want to check: command, plan, versions, times."""
    plan, took, settings = result.plan, timing(result), plain(plan_budget(result))
    budgets = ", ".join(f"{b:,}" for b in plan.budgets)
    where = environment()
    workers = f"{took['workers']} worker process{'es' if took['workers'] > 1 else ''}"
    pairs = [
        ("command", tag("code", text(command(result)))),
        ("seed", f"{result.seed}; every game has its own, spawned from it, so any number of workers gives these numbers"),
        ("plan", text(f"{plan.name}: simulations a ply {budgets}; {plan.games} games where they differ, {plan.equal} where "
                      f"they are equal; {len(result.tasks):,} games in all, {len(result.games):,} played")),
        ("player", text(f"mcts: c={settings.c}, solver={str(settings.solver).lower()}, playouts to the end, nothing kept "
                        "from move to move, the most visited action")),
        ("rules", text(f"{result.game.spec}, rules key {result.game.rules_key}")),
        ("games cut", text(f"at {plan.max_plies:,} plies, or at the third occurrence of a position where play can be "
                           "endless; such games count with the payoff of endless play")),
        ("time", text(f"{took['seconds']:,.0f} s by the clock with {workers}; {took['cpu_seconds']:,.0f} CPU s of play, "
                      f"{took['compile_seconds']:.1f} CPU s of compiling" + _resumed(result))),
        ("versions", text(", ".join(f"{name} {value}" for name, value in where.items()))),
        ("finished", text(took["finished"])),
        ("numbers", text(f"{JSON} holds every number of this page, {GAMES} every game")),
    ]  # fmt: skip
    return section("measured", "How this was measured", definitions(pairs, "facts"))


def plan_budget(result: StudyResult) -> int:
    """Return the largest budget of the plan."""
    return result.plan.budgets[-1]


def _resumed(result: StudyResult) -> str:
    resumed = result.timing.resumed
    return f"; {resumed:,} games were taken over from an earlier run" if resumed else ""


def _glossary() -> str:
    return section("words", "Words", definitions((text(k), text(v)) for k, v in GLOSSARY.items()))
