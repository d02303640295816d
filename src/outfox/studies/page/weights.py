"""What the best evaluation of a study values: statements in the game's own currency, position values as heat maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outfox.draw.heat import heat_map
from outfox.studies.page.markup import figure, paragraph, section, table, tag, text
from outfox.studies.valued import best_of, compared
from outfox.training.learn.generation import Generation
from outfox.training.learn.statements import notes_of, remarks_of, unit_of, with_intervals
from outfox.training.learn.tables import short, tables_of
from outfox.training.learn.worths import worths_with_intervals

if TYPE_CHECKING:
    from outfox.rules import Game
    from outfox.studies.study import StudyResult
    from outfox.training.learn.fit_result import Fit, Interval


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
            _around(one.whole_interval),
            text(one.how),
            f"{one.amount:+.3f}",
            _around(one.interval),
        ]
        for one in found
    ]
    words = (
        f"From the fit of generation {best.number} to {best.fit.games:,} games of its predecessor. The unit is one "
        f"{unit_of(best.fitted, game)}. Worth is what positions settle: with all that goes along. Intervals are 95 % "
        "intervals. " + " ".join(notes_of(best.fitted, game))
    )
    return section(
        "weights",
        "What is worth what?",
        paragraph(words),
        table(["statement", "good for", "worth", "made of", "amount", "worth of that alone"], rows, "small"),
        *_weights(game, best),
        *_calibration(best.fit),
    )


def _weights(game: Game, best: Generation) -> tuple[str, str]:
    """Return the table of biases and features, with a line that says what it shows."""
    worths = {one.name: one.interval for one in worths_with_intervals(best.fitted, game, best.fit)}
    rows = [
        [
            text(row["name"]),
            _around(worths[row["name"]]) if row["kind"] == "feature" else "–",
            _with_interval(row["estimate"], row["interval"]),
            f"{row['weight']:+.4f}",
        ]
        for row in best.fit.weights()
        if row["kind"] in ("bias", "feature")
    ]
    words = (
        f"The weights by themselves, good for {game.players[0]} where they are positive: estimates with intervals, in "
        "units as above and on the scale of the model, and the values for play, which a ridge draws together. A wide "
        "interval says that position values can stand in for the weight: then only what comes of both is known."
    )
    return paragraph(words), table(["weight", "worth", "estimate", "for play"], rows, "small")


def _calibration(fit: Fit) -> list[str]:
    """Return predictions beside outcomes; nothing where no games were kept apart."""
    rows = [
        [
            f"{part.low:+.1f} to {part.high:+.1f}",
            f"{part.count:,}",
            f"{part.predicted:+.2f}",
            _with_interval(part.outcome, list(part.interval), 2),
        ]
        for part in fit.calibration
        if part.outcome is not None
    ]
    if not rows:
        return []
    words = (
        f"Does it mean what it says? On the {fit.errors.held_out_games:,} games kept apart from the fit, what was "
        "predicted for the drawn positions, in tenths of the range from −1 to 1, and how those games ended on average."
    )
    return [paragraph(words), table(["prediction", "games", "predicted", "outcome"], rows, "small")]


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
