"""What thinking longer changes: both sides alike, and each side alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw.chart import Series, line_chart
from outfox.studies import verdict as say
from outfox.studies.estimates import Estimate, contrast
from outfox.studies.page.markup import details, figure, paragraph, section, table, tag, text
from outfox.studies.page.shares import lighter, mean, share_cells, share_head, shares_bar
from outfox.studies.tally import Tally, lengths

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult

TOO_FEW = "Too few games were played to say."


def alike(result: StudyResult) -> str:
    """Return the section on equal budgets."""
    game, found = result.game, result.findings
    series = [shares_series(found.diagonal, part, name) for part, name in ((0, game.players[0]), (2, game.players[1]))]
    chart = line_chart(
        series,
        title="Games won, by thinking time of both sides",
        x_label="simulations a ply, the same for both sides",
        percent=True,
        name="alike",
    )
    rows = [
        [f"{budget:,}", *share_cells(tally), tag("div", shares_bar(tally, game), class_="cellbar")]
        for budget, tally in found.diagonal.items()
    ]
    words = say.direction(found.trends, found.plan.budgets, game.players)
    return section(
        "alike",
        "Does it change when both think longer?",
        paragraph(words or TOO_FEW),
        figure(chart, "The bands are 95 % intervals: where the true share may well lie, given so many games."),
        table(["simulations a ply", *share_head(game), "shares"], rows),
    )


def shares_series(diagonal: dict[int, Tally], part: int, name: str) -> Series:
    """Return the share of games that a player won, by budget; `part` is 0 for player 0 and 2 for player 1."""
    shares = [tally.shares[part] for tally in diagonal.values()]
    intervals = [share.interval for share in shares]
    low, high = [interval[0] for interval in intervals], [interval[1] for interval in intervals]
    return Series(f"won by {name}", list(diagonal), [share.share for share in shares], low, high)


def alone(result: StudyResult) -> str:
    """Return the section on unequal budgets: the matrix, and what each side gains from a doubling."""
    game, found = result.game, result.findings
    chart = line_chart(
        [_own_score(result, seat) for seat in (0, 1)],
        title="Own score, by own thinking time",
        x_label="own simulations a ply",
        percent=True,
        name="alone",
    )
    return section(
        "alone",
        "Who gains more from thinking longer?",
        paragraph(say.difference(found.trends, game.players) or TOO_FEW),
        *budget_table(found.matrix, found.plan.budgets, game.players),
        figure(chart, "Each side's own score by its own budget, averaged over all budgets of the other."),
        details("All cells with their counts", _cells(result)),
    )


def budget_table(
    matrix: dict[tuple[int, int], Tally], budgets: tuple[int, ...], players: tuple[str, str]
) -> tuple[str, str]:
    """Return a matrix of scores by the budgets of both sides, with a line that says what it shows."""
    return heat_table(matrix, {budget: f"{budget:,}" for budget in budgets}, players, "simulations a ply")


def heat_table(
    matrix: dict[tuple[int, int], Tally], labels: dict[int, str], players: tuple[str, str], what: str
) -> tuple[str, str]:
    """Return a matrix of scores, with a line that says what it shows.

    Parameters
    ----------
    matrix
        Games by what player 0 has and what player 1 has.
    labels
        How each of that is written, in order.
    players
        Their names.
    what
        What it is.
    """
    zero, one = players
    corner = tag("span", text(f"{zero} ↓")) + " " + tag("span", text(f"{one} →"))
    head = [corner, *labels.values()]
    rows = [[label, *(_heat(matrix[row, column]) for column in labels)] for row, label in labels.items()]
    caption = (
        f"Score of {zero} in percent (a win 1, a draw ½) by {what} of {zero} (rows) and of {one} "
        "(columns), its 95 % interval, and the number of games"
    )
    return paragraph(caption, "note"), table(head, rows, "heat")


def _heat(tally: Tally) -> str:
    if not tally.games:
        return tag("span", "–", class_="cell")
    own = tally.score
    strength = min(1.0, abs(own.value - 0.5) * 2) * 60
    inside = tag("b", f"{100 * own.value:.0f}")
    inside += tag("small", f"[{100 * own.low:.0f}, {100 * own.high:.0f}]")
    inside += tag("small", f"{len(tally.games)}", class_="n")
    side = "p0" if own.value >= 0.5 else "p1"
    return tag("span", inside, class_=f"cell {side}", style=f"--strength:{strength:.0f}%")


def _own_score(result: StudyResult, seat: int) -> Series:
    """Return a player's score by its own budget, each budget of the other counting the same."""
    budgets = result.findings.plan.budgets
    means = [(budget, _mean_score(result, seat, budget)) for budget in budgets]
    known = [(budget, score) for budget, score in means if score is not None]
    return Series(
        result.game.players[seat],
        [budget for budget, _ in known],
        [score.value for _, score in known],
        [max(0.0, score.low) for _, score in known],
        [min(1.0, score.high) for _, score in known],
    )


def _mean_score(result: StudyResult, seat: int, budget: int) -> Estimate | None:
    found = result.findings
    pairs = [(budget, other) if seat == 0 else (other, budget) for other in found.plan.budgets]
    counts = [found.counts[pair] for pair in pairs if found.counts[pair].games]
    if not counts:
        return None
    zero = contrast(counts, [1 / len(counts)] * len(counts))
    return zero if seat == 0 else Estimate(1 - zero.value, 1 - zero.high, 1 - zero.low)


def _cells(result: StudyResult) -> str:
    game, found = result.game, result.findings
    zero, one = (text(name) for name in game.players)
    head = [zero, one, "distinct", *share_head(game), "mean plies"]
    head += [] if found.plain_payoffs else [f"payoff of {zero}"]
    rows = []
    for (row, column), tally in found.matrix.items():
        length = lengths(tally.games)
        if length is None:
            continue
        cells = [
            f"{row:,}",
            f"{column:,}",
            f"{tally.distinct:,}",
            *share_cells(tally),
            f"{length['mean']:.1f}",
        ]
        rows.append(cells if found.plain_payoffs else [*cells, lighter(mean(tally.payoff))])
    return table(head, rows, "small")
