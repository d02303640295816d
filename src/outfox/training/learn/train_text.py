"""A training run as text that fits 80 columns, and as the keys of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outfox.training.learn.duel import DuelResult
from outfox.training.learn.fit_result import Fit
from outfox.training.learn.generation import Generation, Trained
from outfox.training.learn.grade import Grade
from outfox.training.learn.tables import short


def to_dict(found: Trained) -> dict[str, Any]:
    """Return the result of a run with its stable keys; only ``timing`` is not the same twice."""
    return {
        "format": "outfox-train-1",
        "game": found.game.spec,
        "players": list(found.game.players),
        "rules_key": found.game.rules_key,
        "seed": found.seed,
        "settings": found.settings.to_dict(),
        "generations": [generation_dict(one) for one in found.generations],
        "best": None if found.best is None else found.best.number,
        "folder": str(found.folder),
        "timing": {"seconds": round(found.seconds, 2), "compile_seconds": round(found.compile_seconds, 2)},
    }


def generation_dict(one: Generation) -> dict[str, Any]:
    """Return a generation with its stable keys."""
    simulations, wins = one.played
    return {
        "generation": one.number,
        "self_play": {"simulations": list(simulations), "wins": list(wins)},
        "tuning": one.model.tuning._asdict(),
        "cs": {f"{c:g}": result.to_dict() for c, result in one.cs.items()},
        "cuts": {str(cut): result.to_dict() for cut, result in one.cuts.items()},
        "rates": {str(cut): rate for cut, rate in one.rates.items()},
        "steps": {f"{step:g}": result.to_dict() for step, result in one.steps.items()},
        "step": one.model.about.get("step"),
        "errors": one.fit.errors.to_dict(),
        "calibration": [part.to_dict() for part in one.fit.calibration],
        "weights": one.fit.weights(),
        "ridge": one.fit.ridge,
        "gate": one.gate.to_dict(),
        "promoted": one.promoted,
        "against_first": one.first.to_dict(),
        "against_previous": one.previous.to_dict(),
        "against_arithmetic": one.against_arithmetic.to_dict(),
        "grades": {name: grade.to_dict() for name, grade in one.grades.items()},
        "endings": {name: grade.to_dict() for name, grade in one.endings.items()},
        "arithmetic_features": one.arithmetic.about.get("features", []),
    }


def to_text(found: Trained) -> str:
    """Return the result of a run in words."""
    count = found.settings.generations
    lines = [f"{found.game.spec}: {count} generation{'s' if count != 1 else ''}, seed {found.seed}"]
    for one in found.generations:
        lines += ["", *_generation(found, one)]
    best = found.best
    lines += ["", _best(found) if best is not None else "No generation has beaten plain search: no model was promoted."]
    return "\n".join(lines)


def _generation(found: Trained, one: Generation) -> list[str]:
    players = found.game.players
    (first, second), (won, drawn, lost) = one.played
    error = one.fit.errors
    lines = [
        f"Generation {one.number}: {'promoted' if one.promoted else 'not promoted'}",
        f"  self-play     {won} {players[0]}, {drawn} draws, {lost} {players[1]}; {first} against {second} simulations",
        f"  error         {error.held_out:.4f} on games kept apart; {error.constant:.4f} without a model",
    ]
    lines += _calibration(one.fit)
    anchor, taken = found.settings.anchor, one.model.tuning
    if one.cs:
        scores = ", ".join(f"{c:g}: {_percent(result)}" for c, result in one.cs.items())
        lines.append(f"  c             {scores} against {anchor.c:g}; taken: {taken.c:g}")
    if one.cuts:
        scores = ", ".join(f"{cut}: {_percent(result)}" for cut, result in one.cuts.items())
        lines.append(
            f"  cuts          {scores} against {anchor.cut} at equal {found.settings.equal}; taken: {taken.cut}"
        )
    if one.rates:
        shown = ", ".join(f"{cut}: {rate / 1e6:.3g}" for cut, rate in one.rates.items())
        lines.append(f"  rates         {shown} million simulations a CPU s")
    if one.steps:
        scores = ", ".join(f"{step:g}: {_percent(result)}" for step, result in one.steps.items())
        lines.append(f"  steps         {scores}; taken: {one.model.about['step']:g}")
    gate = {"H1": "has beaten its predecessor", "H0": "no better than its predecessor", None: "undecided"}
    lines.append(f"  gate          {gate[one.gate.decision]} after {one.gate.games} games")
    for name, result in (
        ("first", one.first),
        ("predecessor", one.previous),
        ("arithmetic", one.against_arithmetic),
    ):
        lines.append(f"  {name:12}  {_score(result)}")
    for where, grades in (("positions", one.grades), ("endings", one.endings)):
        lines += _graded(where, grades)
    return lines


def _calibration(fit: Fit) -> list[str]:
    """Write what was predicted for the games kept apart beside how they ended, a column for each tenth of the range."""
    bins = [
        (short(part.predicted), short(part.outcome), f"{part.count:,}")
        for part in fit.calibration
        if part.predicted is not None and part.outcome is not None
    ]
    names = "predicted", "ended", "games"
    rows = zip(names, zip(*bins, strict=True), strict=True) if bins else []
    return [f"  {name:13}" + "".join(f"{figure:>6}" for figure in row) for name, row in rows]


def _graded(where: str, grades: Mapping[str, Grade]) -> list[str]:
    if not grades:
        return []
    learned, plain = grades["learned"], grades["plain"]
    return [
        f"  best actions  {100 * learned.share:.1f} % of {learned.positions} {where}; plain {100 * plain.share:.1f} %",
        *(f"  blunder       {blunder.chosen}, not {blunder.best}: {blunder.loss:g}" for blunder in learned.blunders),
    ]


def _score(result: DuelResult) -> str:
    low, high = result.interval
    seats = " and ".join(f"{100 * (wins.share + draws.share / 2):.0f} %" for wins, draws, _ in map(result.seat, (0, 1)))
    return f"{_percent(result)} [{100 * low:.1f}, {100 * high:.1f}] of {result.games} games; by seat {seats}"


def _percent(result: DuelResult) -> str:
    return f"{100 * result.score:.1f} %"


def _best(found: Trained) -> str:
    best = found.best
    assert best is not None
    path = found.folder / f"generation-{best.number}" / "model.json"
    spec = f"mcts:simulations={found.settings.budget},model={path}"
    return f"The best is generation {best.number}. Play it, or read what it values:\n  {spec}\n  outfox weights {path}"
