"""A tournament in words and tables, 80 columns wide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from outfox.arena.text import counted, elo_end, filled
from outfox.arena.units import unit_of
from outfox.draw.lettering import WIDTH

if TYPE_CHECKING:
    from outfox.arena.standings import TournamentResult

NAME = 34
HEAD = 11
"""How much of a name that is too long stays of its beginning; the rest is kept of its end, where specs differ."""

LABEL = 4
BESIDE = 11
"""Columns of a matrix that stand beside each other, unless its numbers are so long that fewer fit."""


def label(place: int) -> str:
    """Return A, B, ... Z, A1, B1 and so on.

    Examples
    --------
    >>> label(0), label(25), label(26)
    ('A', 'Z', 'A1')
    """
    letter, round_ = chr(ord("A") + place % 26), place // 26
    return letter + (str(round_) if round_ else "")


def short(name: str) -> str:
    """Cut the middle out of a name that does not fit into the table.

    Examples
    --------
    >>> short("mcts:simulations=1000"), short("bots/of/mine.py:careful:depth=4,style=odd")
    ('mcts:simulations=1000', 'bots/of/min...ul:depth=4,style=odd')
    """
    return name if len(name) <= NAME else f"{name[:HEAD]}...{name[len(name) - NAME + HEAD + 3 :]}"


def standings_text(result: TournamentResult) -> str:
    """Return the text that a result prints as. Labels follow the ranking: A is the best."""
    order = result.ranking
    met = {"round-robin": "each two meet", "gauntlet": f"{result.contestants[0]} meets all others"}[result.kind]
    lines = [filled(f"{result.game}: {met}, {result.games_each} games each")]
    lines += [filled(note) for note in _notes(result)]
    if result.games:
        lines += ["", *_ratings(result, order), "", *_matrix(result, order), "", *_payoffs(result, order)]
        lines += ["", *[filled(text) for text in _cycles(result, order)], *_long_names(result, order)]
    lines += ["", f"time  {result.seconds:.1f} s, {result.cpu_seconds:.1f} s of CPU"]
    return "\n".join(lines)


def _notes(result: TournamentResult) -> list[str]:
    notes = counted(result, result.games, result.distinct_games)
    copies = sum(met.deterministic for met in result.meetings.values())
    if copies:
        notes.append(f"In {copies} of {len(result.meetings)} meetings both always do the same; copies count once.")
    for ending in ("illegal", "failed", "timeout"):
        lost = [record for record in result.records if record.ending == ending]
        if lost:
            notes.append(f"{len(lost):,} games lost ({ending}), first: {lost[0].reason}")
    return notes


def _ratings(result: TournamentResult, order: Sequence[int]) -> list[str]:
    rows = [f"{'':3} {'':{NAME}} {'rating':>7}  {'95 % interval':>15} {'score':>6} {'games':>7}"]
    for place, number in enumerate(order):
        low, high = result.intervals[number]
        share = result.share(number)
        rows.append(
            f"{label(place):3} {short(result.contestants[number]):{NAME}} {result.ratings.elo[number]:>7.0f}"
            f"  {f'{elo_end(low)} to {elo_end(high)}':>15} {'' if share is None else f'{100 * share:.1f}':>6}"
            f" {result.total(number)['games']:>7,}"
        )
    return rows


def _matrix(result: TournamentResult, order: Sequence[int]) -> list[str]:
    """Return who scored how much against whom; a star where the score excludes a half."""
    title = "score of the row against the column, in %; * where 95 % intervals exclude 50"
    return [title, *_grid(order, lambda row, column: _cell(result, row, column), 6)]


def _payoffs(result: TournamentResult, order: Sequence[int]) -> list[str]:
    """Return what who wins from whom on average, in the unit of the game."""
    unit = unit_of(result.game)
    met = {(a, b): result.payoff(a, b) for a in order for b in order if a != b}
    wins = {pair: payoff * unit.of_payoff for pair, payoff in met.items() if payoff is not None}
    largest = max(map(abs, wins.values()))
    digits = 2 if largest < 10 else 1 if largest < 1000 else 0
    written = {pair: f"{round(won, digits) + 0.0:+.{digits}f}" for pair, won in wins.items()}

    def cell(row: int, column: int) -> str:
        return "-" if row == column else written.get((row, column), ".")

    title = f"mean payoff of the row against the column, {f'in {unit.name}' if unit.name else 'a game'}"
    return [title, *_grid(order, cell, max(6, max(map(len, written.values())) + 1))]


def _grid(order: Sequence[int], cell: Callable[[int, int], str], width: int) -> list[str]:
    """Return a matrix, in blocks of columns that fit beside each other."""
    lines, beside = [], min(BESIDE, (WIDTH - LABEL) // width)
    for first in range(0, len(order), beside):
        columns = order[first : first + beside]
        lines.append(" " * LABEL + "".join(f"{label(first + k):>{width}}" for k in range(len(columns))))
        for place, row in enumerate(order):
            cells = "".join(f"{cell(row, column):>{width}}" for column in columns)
            lines.append(f"{label(place):{LABEL}}{cells}")
    return lines


def _cell(result: TournamentResult, row: int, column: int) -> str:
    if row == column:
        return "- "
    score = result.score(row, column)
    if score is None:
        return ". "
    star = "*" if column in result.beats[row] or row in result.beats[column] else " "
    return f"{100 * score:.0f}{star}"


def _cycles(result: TournamentResult, order: Sequence[int]) -> list[str]:
    names = {number: label(place) for place, number in enumerate(order)}
    found = []
    for cycle in result.cycles[:10]:
        steps = zip(cycle, cycle[1:] + cycle[:1], strict=True)
        beaten = ", ".join(f"{names[a]} beats {names[b]} ({100 * (result.score(a, b) or 0):.0f} %)" for a, b in steps)
        found.append(f"Cycle: {beaten}. No rating can say so: read the matrix.")
    if len(result.cycles) > len(found):
        found.append(f"And {len(result.cycles) - len(found)} cycles more.")
    return found or ["No cycles: nobody beats significantly somebody who beats him by way of others."]


def _long_names(result: TournamentResult, order: Sequence[int]) -> list[str]:
    """Return in full the names that the table had to cut."""
    long = [
        (place, result.contestants[number])
        for place, number in enumerate(order)
        if len(result.contestants[number]) > NAME
    ]
    return [""] * bool(long) + [filled(f"{label(place)}  {name}") for place, name in long]
