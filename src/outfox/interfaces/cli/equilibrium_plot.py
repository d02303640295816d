"""`outfox equilibrium --plot`: how far from an equilibrium a method was on the way, as an SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from outfox.interfaces.cli.errors import UsageError
from outfox.rules import Game


def refuse_plot(path: str, method: str, buckets: object = None) -> None:
    """Refuse a plot of what has no course, before any work is done.

    Raises
    ------
    UsageError
    """
    if path and Path(path).suffix.lower() != ".svg":
        raise UsageError(f"--plot {path}: it draws an SVG; let the name end in .svg")
    if path and method == "lp":
        raise UsageError("--plot: the linear program is solved in one piece; there is no course to draw")
    if path and buckets:
        raise UsageError("--plot: with buckets no exploitability is known, and there is nothing to draw")


def plot(game: Game, found: Any, path: str) -> list[str]:
    """Draw the exploitability over the iterations, beside published figures where there are some; say where it is.

    Parameters
    ----------
    game
        What was solved.
    found
        What was found; where no exploitability is known nothing is drawn.
    path
        Where to; empty: nowhere.
    """
    history = getattr(found, "history", ())
    if not path:
        return []
    if not history:
        return ["no exploitability is known, so there is no plot"]
    from outfox.draw.chart import Series
    from outfox.draw.loglog import Points, log_log_chart
    from outfox.formats.stakes import stake_of
    from outfox.formats.whole import put
    from outfox.studies.hidden.curves import NAMES
    from outfox.studies.hidden.published import published_curves

    settings, known = found.settings, published_curves(game)
    name, points = NAMES[settings.method], []
    if known is not None and settings.alternating and settings.method in known.points:
        beside = known.points[settings.method]
        points = [Points(name, [n for n, _ in beside], [e for _, e in beside])]
    chart = log_log_chart(
        [Series(name, [n for n, _ in history], [e for _, e in history])],
        points,
        points_label="published",
        title=f"{game.spec}: exploitability ({stake_of(game).per_game('')}) by {name}",
        x_label="iterations",
        name=f"{game.spec} {settings.method}",
    )
    try:
        put(Path(path).expanduser(), str(chart) + "\n")
    except OSError as error:
        raise UsageError(f"--plot {path}: {error.strerror or error}; there is no plot") from None
    return [f"the plot is in {path}"]
