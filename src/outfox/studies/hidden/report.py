"""The report of a study of a game with hidden information: `report.html` to read, `report.json` with its numbers."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import outfox
from outfox.formats.stakes import stake_of
from outfox.formats.whole import put, put_json
from outfox.studies.hidden.curves import AVERAGES, NAMES
from outfox.studies.hidden.study import CURVES, FORMAT, NEAR, HiddenStudy
from outfox.studies.hidden.words import fraction_text
from outfox.studies.machine import environment

HTML, JSON = "report.html", "report.json"


def write_report(found: HiddenStudy, folder: Path) -> None:
    """Write ``report.html`` and ``report.json`` whole; `found.files` names them and the courses."""
    from outfox.studies.hidden.page import html

    paths = folder / HTML, folder / JSON
    put(paths[0], html(found))
    put_json(paths[1], to_dict(found))
    found.files.update({path.name: path for path in (*paths, folder / CURVES) if path.exists()})


def to_dict(found: HiddenStudy) -> dict[str, Any]:
    """Return the numbers of a study with their stable keys.

    The same game, plan and seed give the same, except under ``timing`` and ``environment``.
    """
    game, unit = found.game, stake_of(found.game)
    bounds = found.bounds
    return {
        "format": FORMAT,
        "game": game.spec,
        "players": list(game.players),
        "rules_key": game.rules_key,
        "version": outfox.__version__,
        "seed": found.seed,
        "plan": found.plan.to_dict(),
        "command": command(found),
        "truncated": found.stopped != "plan",
        "stopped": found.stopped,
        "verdict": str(found),
        "unit": unit.amount or None,
        "value": None if found.solved is None else found.solved.value,
        "value_exact": None if found.solved is None else fraction_text(found.solved.fraction) or None,
        "value_bounds": None if bounds is None else list(bounds),
        "favoured": favoured(found),
        "exact": None if found.solved is None else {"exploitability": found.solved.measured.exploitability},
        "sizes": sizes(found),
        "convergence": [_curve(found, number) for number in range(len(found.curves))],
        "published": published(found),
        "strategies": _strategies(found),
        "styles": [style.to_dict() for style in found.styles],
        "timing": timing(found),
        "environment": environment(),
    }


def favoured(found: HiddenStudy) -> int | None:
    """Return the player who wins with best play; None where neither does or it is not known."""
    if found.bounds is None:
        return None
    low, high = found.bounds
    return 0 if low > 1e-9 else 1 if high < -1e-9 else None


def sizes(found: HiddenStudy) -> dict[str, int]:
    """Return how large the game is."""
    whole, small = found.ground.tree, found.ground.small
    return {
        "histories": whole.nodes,
        "information_sets": whole.sets,
        "merged_histories": small.tree.nodes,
        "merged_information_sets": small.tree.sets,
        "sequences": small.tree.slots + 2,
        "entries": small.entries,
    }


def _curve(found: HiddenStudy, number: int) -> dict[str, Any]:
    curve = found.curves[number]
    return {
        "method": curve.method,
        "name": NAMES[curve.method],
        "average": AVERAGES[curve.method],
        "iterations": curve.iterations,
        "exploitability": curve.exploitability if curve.history else None,
        "stopped": curve.stopped,
        "history": [{"iterations": n, "exploitability": e} for n, e in curve.history],
    }


def published(found: HiddenStudy) -> dict[str, Any] | None:
    """Return published figures beside ours; None where there are none."""
    known = found.published
    if known is None:
        return None
    return {
        "about": known.about,
        "tolerance": known.tolerance,
        "tolerance_from": known.tolerance_from,
        "points": [one.to_dict() for one in found.compared],
    }


def _strategies(found: HiddenStudy) -> dict[str, Any] | None:
    """Return what to do in each information set; None where these are too many."""
    if not found.cells or found.near is None:
        return None
    near = found.near
    return {
        "method": NEAR,
        "iterations": near.iterations,
        "exploitability": near.exploitability,
        "information_sets": [cell.to_dict() for cell in found.cells],
    }


def command(found: HiddenStudy) -> str:
    """Return the command that makes this study."""
    return f"outfox study {shlex.quote(found.game.spec)} --budget {found.plan.name} --seed {found.seed}"


def timing(found: HiddenStudy) -> dict[str, Any]:
    """Return what the study took; nothing here is the same twice."""
    solved = found.solved
    return {
        "seconds": round(found.seconds, 2),
        "cpu_seconds": round(found.cpu_seconds, 2),
        "compile_seconds": round(found.compile_seconds, 2),
        "linear_program": None if solved is None else {
            "seconds": round(solved.seconds, 3), "cpu_seconds": round(solved.cpu_seconds, 3),
        },
        "methods": {
            curve.method: {"seconds": round(curve.seconds, 3), "cpu_seconds": round(curve.cpu_seconds, 3)}
            for curve in found.curves
        },
        "workers": found.workers,
        "resumed_courses": found.resumed,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }  # fmt: skip
