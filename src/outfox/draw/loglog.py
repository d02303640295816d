"""Charts whose axes both are logarithmic: what remains after so much work. Points from elsewhere stand beside lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from outfox.draw.chart import COLOURS, INK, STYLE, Series, finished
from outfox.draw.svg import Svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MORE = "#b8548f", "#3f9a9a"
"""Colours beside `COLOURS`, readable on light and on dark pages."""

DASHES = "-", "--", ":"
"""How lines are drawn by their kind."""


RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Points(NamedTuple):
    """Points without a line, of the colour of the series with this label."""

    label: str
    x: Sequence[float]
    y: Sequence[float]


def log_log_chart(
    series: Sequence[Series],
    points: Sequence[Points] = (),
    *,
    kinds: Sequence[int] = (),
    points_label: str = "",
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    name: str = "",
) -> Svg:
    """Draw lines, and points of other origin as open circles.

    Parameters
    ----------
    series : sequence of Series
        Only what is above 0 is drawn: a logarithm has nothing else.
    points : sequence of Points
        Each has the label of a series.
    kinds : sequence of int
        Which of `DASHES` each line has; default: all the first.
    points_label : str
        What the circles are, for the legend.
    title, x_label, y_label, name : str
        As in `outfox.draw.chart.line_chart`.

    Returns
    -------
    Svg

    Examples
    --------
    >>> picture = log_log_chart([Series("a", [1, 10, 100], [1.0, 0.1, 0.01])], title="left to do")
    >>> picture.startswith("<svg"), "left to do" in picture
    (True, True)
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    colours = {line.label: (COLOURS + MORE)[k % 8] for k, line in enumerate(series)}
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7.0, 5.0), layout="constrained", facecolor="none")
        axes = figure.add_subplot(facecolor="none")
        if title:
            axes.set_title(title)
        for k, line in enumerate(series):
            x, y = _positive(line)
            style = DASHES[kinds[k]] if kinds else DASHES[0]
            axes.plot(x, y, color=colours[line.label], linewidth=1.8, linestyle=style, label=line.label)
        _draw_points(axes, points, colours, points_label)
        axes.set(xscale="log", yscale="log", xlabel=x_label, ylabel=y_label)
        axes.grid(color=INK, alpha=0.15, linewidth=0.8)
        axes.minorticks_off()
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(lambda number, _: power_of_ten(number))
        if len(series) > 1 or points:
            axes.legend(loc="best", fontsize=10)
        return finished(figure, title, name)


def power_of_ten(number: float) -> str:
    """Return a power of ten as text that needs no typesetting; other numbers are left out.

    Examples
    --------
    >>> power_of_ten(1e-05), power_of_ten(1000.0), power_of_ten(1.0), power_of_ten(3.0)
    ('10⁻⁵', '1,000', '1', '')
    """
    power = round(math.log10(number)) if number > 0 else 0
    if number <= 0 or not math.isclose(number, 10.0**power):
        return ""
    return f"{10**power:,}" if 0 <= power <= 3 else "10" + str(power).translate(RAISED)


def _positive(line: Series | Points) -> tuple[list[float], list[float]]:
    kept = [(x, y) for x, y in zip(line.x, line.y, strict=True) if x > 0 and y > 0]
    return [x for x, _ in kept], [y for _, y in kept]


def _draw_points(axes: Axes, points: Sequence[Points], colours: dict[str, str], label: str) -> None:
    for some in points:
        x, y = _positive(some)
        colour = colours.get(some.label, INK)
        axes.plot(x, y, "o", markersize=7, markerfacecolor="none", markeredgewidth=1.6, color=colour, clip_on=False)
    if points and label:
        axes.plot([], [], "o", markersize=7, markerfacecolor="none", markeredgewidth=1.6, color=INK, label=label)
