"""What the best evaluation of a study values: statements in the game's own currency, position values as heat maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw.heat import heat_map
from outfox.studies.page.markup import figure, paragraph, section, table, tag, text
from outfox.studies.valued import best_of, compared
from outfox.training.learn.generation import Generation
from outfox.training.learn.statements import notes_of, remarks_of, unit_of, with_intervals
from outfox.training.learn.tables import short, tables_of

if TYPE_CHECKING:
    from outfox.studies.study import StudyResult
    from outfox.training.learn.fit_result import Interval


def valued(result: StudyResult) -> str:
    """Return the sections on weights and position values."""
    if result.strong is None:
        return ""
    best = best_of(result.strong.trained)
    return _statements(result, best) + _positions(result, best)


def _statements(result: StudyResult, best: Generation) -> str:
    game = result.game
    found = with_intervals(best.fitted, game, best.fit)
    rows = [
        [
            text(one.name),
            text(game.players[one.player]),
            f"{one.amount:+.3f}",
            _around(one.interval),
            _around(one.whole_interval),
            text(one.how),
        ]
        for one in found
    ]
    features = [
        [text(row["name"]), _with_interval(row["estimate"], row["interval"]), f"{row['weight']:+.4f}"]
        for row in best.fit.weights()
        if row["kind"] in ("bias", "feature")
    ]
    words = (
        f"From the fit of generation {best.number} to {best.fit.games:,} games of its predecessor. The unit is one "
        f"{unit_of(best.fitted, game)}. Intervals are 95 % intervals. " + " ".join(notes_of(best.fitted, game))
    )
    return section(
        "weights",
        "What is worth what?",
        paragraph(words),
        table(["statement", "good for", "amount", "in units", "with all that goes along", "made of"], rows, "small"),
        paragraph(
            f"The weights by themselves, good for {game.players[0]} where they are positive: estimates with intervals, "
            "and the values for play, which a ridge draws together."
        ),
        table(["weight", "estimate", "for play"], features, "small"),
    )


def _around(interval: Interval | None) -> str:
    return "–" if interval is None else _with_interval(interval.value, [interval.low, interval.high], 2)


def _with_interval(value: float, ends: list[float] | None, places: int = 4) -> str:
    if ends is None:
        return f"{value:+.{places}f}"
    low, high = (f"{end:+.{places}f}" for end in ends)
    return f"{value:+.{places}f}" + tag("small", f" [{low}, {high}]")


def _positions(result: StudyResult, best: Generation) -> str:
    game = result.game
    tables = tables_of(best.fitted, game)
    if not tables:
        return ""
    parts = []
    for one in tables:
        caption = f"{one.piece}, good for {game.players[one.player]} where it is positive"
        parts.append(figure(heat_map(game, one.values, size=360), caption))
        if one.rows:
            rows = [
                [text(label), *(text(short(one.values[name])) if name else "" for name in names), text(short(mean))]
                for (label, names), mean in zip(one.rows, one.row_means.values(), strict=True)
            ]
            columns = [""] * len(one.rows[0][1])
            parts.append(table(["row", *columns, "mean"], rows, "small"))
    alike = [(one.piece, r) for one, r in compared(best.fitted, game) if r is not None]
    if alike:
        said = ", ".join(f"{r:+.2f} for {piece}" for piece, r in alike)
        parts.append(paragraph(f"Correlation with the published position values: {said}."))
    remarks = remarks_of(best.fitted, game)
    if remarks:
        rows = [
            [
                text(one.name),
                "yes" if one.holds else "no",
                text(", ".join(f"{k} {short(v)}" for k, v in one.figures.items())),
            ]
            for one in remarks
        ]
        parts.append(paragraph("What a publication remarked about its own values, and whether it holds for these:"))
        parts.append(table(["remark", "holds here", "figures"], rows, "small"))
    return section("positions", "Where do pieces stand well?", *parts)
