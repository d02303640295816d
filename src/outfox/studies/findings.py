"""What the games of a study show: the matrix of budgets, trends over doublings, the first move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outfox.studies.estimates import Count, Estimate, contrast, slope_weights, tidy
from outfox.studies.plan import Plan, Task
from outfox.studies.selfplay import Played
from outfox.studies.tally import Tally, branching, endings, lengths

Budgets = tuple[int, int]
"""Simulations a ply of player 0 and of player 1."""


@dataclass(frozen=True)
class Trends:
    """What a doubling of the simulations changes, in score; None where games are missing.

    Attributes
    ----------
    both
        Player 0's score where both sides double: the slope along the diagonal of the matrix.
    gains
        Each player's own score where it alone doubles, averaged over the other's budgets: slopes over the
        matrix.
    difference
        The first of the gains less the second.
    """

    both: Estimate | None
    gains: tuple[Estimate, Estimate] | None
    difference: Estimate | None

    @classmethod
    def of(cls, cells: dict[Budgets, Count], budgets: Sequence[int]) -> Trends:
        """Estimate the trends of a matrix; `budgets` are those of either side."""
        return cls(_along_diagonal(cells, budgets), *_over_matrix(cells, budgets))

    def to_dict(self) -> dict[str, Any]:
        """Return the estimates with their stable keys."""
        return {
            "both": None if self.both is None else self.both.to_dict(),
            "gains": None if self.gains is None else [gain.to_dict() for gain in self.gains],
            "difference": None if self.difference is None else self.difference.to_dict(),
        }


def _along_diagonal(cells: dict[Budgets, Count], budgets: Sequence[int]) -> Estimate | None:
    known = [b for b in budgets if cells[b, b].games]
    if len(known) < 2:
        return None
    return contrast([cells[b, b] for b in known], slope_weights([math.log2(b) for b in known]))


def _over_matrix(
    cells: dict[Budgets, Count], budgets: Sequence[int]
) -> tuple[tuple[Estimate, Estimate] | None, Estimate | None]:
    if len(budgets) < 2 or not all(cells[a, b].games for a in budgets for b in budgets):
        return None, None
    slope = [weight / len(budgets) for weight in slope_weights([math.log2(b) for b in budgets])]
    by_budget = dict(zip(budgets, slope, strict=True))
    pairs = [(a, b) for a in budgets for b in budgets]
    counts = [cells[pair] for pair in pairs]
    first = contrast(counts, [by_budget[a] for a, _ in pairs])
    second = -contrast(counts, [by_budget[b] for _, b in pairs])
    return (first, second), contrast(counts, [by_budget[a] + by_budget[b] for a, b in pairs])


@dataclass(frozen=True)
class Findings:
    """The games of a study, sorted and counted.

    Attributes
    ----------
    plan
        What was to be played.
    matrix
        Games by budgets, those without a game included.
    other
        Games in which the other side began.
    begins
        The player who moves first in the game of the study, or None.
    """

    plan: Plan
    matrix: dict[Budgets, Tally]
    other: Tally
    begins: int | None

    @classmethod
    def of(cls, plan: Plan, tasks: Sequence[Task], games: Sequence[Played], begins: int | None) -> Findings:
        """Sort games by their tasks; `games` may be fewer."""
        sorted_games: dict[Budgets, list[Played]] = {(a, b): [] for a in plan.budgets for b in plan.budgets}
        other: list[Played] = []
        for task, played in zip(tasks, games, strict=False):
            (sorted_games[task.budgets] if task.kind == "matrix" else other).append(played)
        return cls(
            plan,
            {pair: Tally(tuple(kept)) for pair, kept in sorted_games.items()},
            Tally(tuple(other)),
            begins,
        )

    @property
    def diagonal(self) -> dict[int, Tally]:
        """Games of equal budgets, by budget; only those that have games."""
        return {b: self.matrix[b, b] for b in self.plan.budgets if self.matrix[b, b].games}

    @property
    def deepest(self) -> tuple[int, Tally] | None:
        """The largest equal budget that has games, with them."""
        return max(self.diagonal.items(), default=None, key=lambda entry: entry[0])

    @cached_property
    def games(self) -> tuple[Played, ...]:
        """All games of the matrix."""
        return tuple(game for tally in self.matrix.values() for game in tally.games)

    @cached_property
    def counts(self) -> dict[Budgets, Count]:
        """Wins, draws and losses of player 0 by budgets."""
        return {pair: tally.count for pair, tally in self.matrix.items()}

    @cached_property
    def trends(self) -> Trends:
        """What a doubling changes."""
        return Trends.of(self.counts, self.plan.budgets)

    @property
    def plain_payoffs(self) -> bool:
        """Whether every payoff is 1, 0 or -1: the mean payoff then says nothing that the score does not."""
        return all(game.payoff in (-1.0, 0.0, 1.0) for game in self.games)

    @cached_property
    def first_effect(self) -> Estimate | None:
        """How player 0's score changes where the other side begins; None without games of both."""
        same = self.diagonal.get(self.plan.first_budget)
        if same is None or not self.other.games:
            return None
        return contrast([self.other.count, same.count], [1.0, -1.0])

    def margin(self, player: int) -> dict[int, Tally]:
        """Return the games of the matrix by one player's budget, over all budgets of the other."""
        budgets = self.plan.budgets
        pairs = {b: [(b, c) if player == 0 else (c, b) for c in budgets] for b in budgets}
        return {b: Tally(tuple(g for pair in row for g in self.matrix[pair].games)) for b, row in pairs.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers of the report with their stable keys."""
        return {
            "games": len(self.games) + len(self.other.games),
            "distinct_games": len({game.actions for game in (*self.games, *self.other.games)}),
            "cells": [{"budgets": list(pair)} | tally.to_dict() for pair, tally in self.matrix.items()],
            "trends": self.trends.to_dict(),
            "plies": lengths(self.games),
            "plies_by_budget": {str(b): lengths(tally.games) for b, tally in self.diagonal.items()},
            "branching": branching(self.games),
            "draw_share": tidy(sum(g.payoff == 0 for g in self.games) / len(self.games)) if self.games else None,
            "endings": endings(self.games),
            "first_mover": self._first_mover(),
        }

    def _first_mover(self) -> dict[str, Any]:
        effect = self.first_effect
        return {
            "begins": self.begins,
            "budget": self.plan.first_budget,
            "other_first": self.other.to_dict() if self.other.games else None,
            "effect": None if effect is None else effect.to_dict(),
        }
