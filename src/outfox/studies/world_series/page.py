"""The World Series bet to read: as text, and as a page."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from outfox.draw.chart import Series, line_chart
from outfox.draw.lettering import WIDTH
from outfox.formats.whole import put, put_json
from outfox.studies.page.markup import figure, page, paragraph, section, table, tag, text

if TYPE_CHECKING:
    from outfox.studies.world_series.study import WorldSeries

QUESTION = "How to bet on a series, one game at a time?"


def as_text(found: WorldSeries) -> str:
    """Return the stakes and the runs as text."""
    lines = [_answer(found), "", "what to bet at each score: games won (down) and lost (across)", *_grid(found), ""]
    lines += ["hill climbing over whole tables: distance from the target at the end of a series"]
    lines += [f"{'tries':>9}{'mean':>14}{'least':>14}{'largest':>14}   ({len(found.climbs)} runs)"]
    lines += [f"{tries:9,} {mean:13,.4f} {low:13,.4f} {high:13,.4f}" for tries, mean, low, high in found.on_the_way()]
    return "\n".join([*lines, _beside(found)])


def _answer(found: WorldSeries) -> str:
    games = found.settings.best_of
    return f"Best of {games}, to win or lose {found.settings.amount:,.2f}: bet {found.first:,.2f} on the first game."


def _grid(found: WorldSeries) -> list[str]:
    """Return the stakes in columns; those that find no room beside the others stand below them."""
    count, lines = found.settings.needed, []
    cells = {score: f"{float(stake):,.2f}" for score, stake in found.stakes.items()}
    wide = max(12, *(len(cell) + 2 for cell in cells.values()))
    beside = max(1, (WIDTH - 4) // wide)
    for first in range(0, count, beside):
        shown = range(first, min(first + beside, count))
        lines.append(" " * 4 + "".join(f"{lost:>{wide}}" for lost in shown))
        lines += [f"{won:>4}" + "".join(cells[won, lost].rjust(wide) for lost in shown) for won in range(count)]
    return lines


def _beside(found: WorldSeries) -> str:
    firsts = [run.stakes[0] for run in found.climbs]
    low, high = min(firsts), max(firsts)
    return f"its first stakes: from {low:,.2f} to {high:,.2f}; exactly: {found.first:,.2f}"


def write_report(found: WorldSeries, folder: Path) -> None:
    """Write ``report.html`` and ``report.json`` whole; `found.files` names them."""
    paths = folder / "report.html", folder / "report.json"
    put(paths[0], html(found))
    put_json(paths[1], found.to_dict())
    found.files.update({path.name: path for path in paths})


def html(found: WorldSeries) -> str:
    """Return the page."""
    words = tag("p", "a study by outfox", class_="eyebrow") + tag("h1", text(QUESTION))
    top = tag("header", tag("div", words + paragraph(_answer(found), "lead"), class_="words"))
    return page(QUESTION, top + _stakes(found) + _climbed(found) + _made(found))


def _stakes(found: WorldSeries) -> str:
    count = found.settings.needed
    rows = [
        [f"{won} won", *(f"{float(found.stakes[won, lost]):,.2f}" for lost in range(count))] for won in range(count)
    ]
    words = (
        "What must be in hand at a score is the mean of what must be there after the two results of the next game, and"
        " the stake is half their difference. No probability enters: these stakes meet the target on every course of"
        " the series, whoever is stronger."
    )
    head = ["games", *(f"{lost} lost" for lost in range(count))]
    return section("stakes", "What to bet at each score?", paragraph(words), table(head, rows))


def _climbed(found: WorldSeries) -> str:
    points = found.on_the_way()
    tries, means, lows, highs = (list(column) for column in zip(*points, strict=True))
    chart = line_chart(
        [Series("", tries, means, lows, highs)], title="Distance from the target", x_label="changes tried", name="climb"
    )
    rows = [[f"{n:,}", f"{mean:,.4f}", f"{low:,.4f}", f"{high:,.4f}"] for n, mean, low, high in points]
    words = (
        "The same by hill climbing over whole tables: one stake is changed at a time, and the change is kept where a"
        " series between equal teams ends no farther from its target, on average. " + _beside(found) + "."
    )
    shown = figure(str(chart), f"Mean of {len(found.climbs)} runs; the band goes from the best to the worst.")
    return section(
        "climbing",
        "Does hill climbing find it?",
        paragraph(words),
        table(["tries", "mean distance", "least", "largest"], rows),
        shown,
    )


def _made(found: WorldSeries) -> str:
    values = {**asdict(found.settings), "seed": found.seed}
    flags = (f"--{name.replace('_', '-')} {str(value).removesuffix('.0')}" for name, value in values.items())
    command = f"outfox study world-series {' '.join(flags)}"
    took = f"It took {found.cpu_seconds:.1f} CPU s. report.json holds every number of this page."
    return section("made", "How was it made?", tag("pre", text(command)), paragraph(took))
