"""How a study was measured, for those who want to check it, and the words it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.studies.page.markup import definitions, section, tag, text
from outfox.studies.selfplay import plain

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult

GLOSSARY = {
    "simulation": (
        "One look ahead: down the tree of actions tried so far, then random moves to the end of the game. "
        "The more simulations a ply, the longer a player thinks."
    ),
    "plain MCTS": (
        "Monte Carlo tree search that knows nothing of the game but its rules: UCT with c = 1.4, playouts "
        "to the end. The most visited action is played; nothing is kept from ply to ply."
    ),
    "ply": ("One action of one side."),
    "score": (
        "A side's share of the games: a win counts 1, a draw a half. One point is a hundredth of it: from "
        "50 % to 53 % is 3 points."
    ),
    "interval": (
        "The numbers in brackets. If the same were measured again and again, 95 % of such intervals would "
        "hold the true number. Shares have Wilson's interval; scores and their changes that of Price and "
        "Bonett (2004)."
    ),
    "favoured": (
        "Said only where the interval of a side's share of the decided games lies wholly above one half, "
        "and the exact sign test at 5 % agrees."
    ),
    "doubling": (
        "Twice the simulations a ply. What a doubling changes is a slope over all doublings, fitted to "
        "the scores of the cells by least squares."
    ),
}
"""What the report's words mean."""


def measured(result: StudyResult, command: str, took: dict[str, Any], where: dict[str, str], files: str) -> str:
    """Return the section with command, plan, versions and times.

    Parameters
    ----------
    result
        The study.
    command
        What makes it again.
    took, where
        ``timing`` and ``environment`` of report.json.
    files
        A line on the files beside the page.
    """
    seeds = f"{result.seed}. Each game has a seed of its own, derived from it and from what is played, so that "
    seeds += "any number of workers finds the same numbers."
    pairs = {
        "command": tag("code", text(command)),
        "seed": text(seeds),
        "plan": text(_plan(result)),
        "player": text(_player(result)),
        "rules": text(f"{result.game.spec}, rules key {result.game.rules_key}"),
        "games cut off": text(_cut(result)),
        "time": text(_time(took)),
        "versions": text(", ".join(f"{name} {value}" for name, value in where.items())),
        "finished": text(took["finished"]),
        "files": text(files),
    }
    return section("measured", "How was this measured?", definitions(pairs.items(), "facts"))


def _plan(result: StudyResult) -> str:
    plan = result.plan
    budgets = ", ".join(f"{budget:,}" for budget in plan.budgets)
    words = f"{plan.name}: {budgets} simulations a ply for either side; {plan.games:,} games where they differ, "
    words += f"{plan.equal:,} where they are equal"
    if result.other_first is not None:
        words += f", {plan.other_first:,} in which the other side begins"
    return words + f". {len(result.games):,} of {len(result.tasks):,} games were played."


def _player(result: StudyResult) -> str:
    settings = plain(result.plan.budgets[-1])
    words = f"mcts with c={settings.c:g}, solver={str(settings.solver).lower()}, reuse=false, playouts to the end"
    return words + "; the same for both sides but for the number of simulations."


def _cut(result: StudyResult) -> str:
    words = f"after {result.plan.max_plies:,} plies"
    if result.game.endless is None:
        return words + ", counted as draws"
    words += ", or where a position occurs for the third time; they count as endless play, "
    return words + f"{result.game.endless:g}"


def _time(took: dict[str, Any]) -> str:
    workers = f"{took['workers']} worker{'s' if took['workers'] > 1 else ''}"
    words = f"{took['seconds']:,.0f} s by the clock with {workers}; {took['cpu_seconds']:,.0f} CPU s of play and "
    words += f"{took['compile_seconds']:.1f} of compiling"
    resumed = took["resumed_games"]
    return words + (f"; {resumed:,} games were taken over from an earlier run" if resumed else "")


def glossary() -> str:
    """Return the section that explains the words."""
    return section("words", "What do the words mean?", definitions((text(k), text(v)) for k, v in GLOSSARY.items()))
