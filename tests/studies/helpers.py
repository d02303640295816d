"""Synthetic studies: plans, games and tables that were never played."""

from __future__ import annotations

from outfox.rules import load
from outfox.studies.findings import Findings
from outfox.studies.plan import Plan, tasks
from outfox.studies.selfplay import Played

BUDGETS = (4, 8, 16)


def plan(**changes):
    """Return a small plan."""
    values = {
        "name": "small",
        "budgets": BUDGETS,
        "games": 2,
        "equal": 4,
        "other_first": 4,
        "first_budget": 8,
        "random_games": 200,
        "samples": 10,
        "reachable": 500,
        "max_plies": 60,
        "seconds": 600.0,
    }
    return Plan(**(values | changes))


def played(task, payoff, ending="normal"):
    """Return a game of two plies with this result."""
    return Played(task, 0, payoff, ending, (task % 7, 1), (0.5, -0.25), (9, 8), (1, 1), 1.8573, 0.01, 0.0)


def findings(results, **changes):
    """Return findings where `results(budgets, game)` gives each payoff; None ends the study there."""
    chosen = plan(**changes)
    games = []
    for task in tasks(chosen, False):
        payoff = results(task.budgets, task.game)
        if payoff is None:
            break
        games.append(played(task.number, payoff))
    return Findings.of(chosen, tasks(chosen, False), games, 0)


def game(spec):
    """Load a game."""
    return load(spec)
