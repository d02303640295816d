"""Static charts for reports: lines with interval bands, stacked shares, matrices. Text of SVG.

Matplotlib is imported by the first chart. Output depends on the data alone: no date, no random ids. Text
stays text and takes the colour of the page around it, so that charts fit a light and a dark report.
"""

from __future__ import annotations

import hashlib
import io
import math
import re
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from outfox.draw.lettering import clean
from outfox.draw.svg import Svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = "#d4622e", "#3d7fb5", "#c99a26", "#559150", "#8a67ad", "#8a8c92"
"""Colours of series, the first two those of players 0 and 1; readable on light and on dark pages."""

DRAW = "#9a9ca3"
"""Colour of draws in shares."""

INK = "#010203"
"""Stands for the page's text colour, and is replaced by currentColor."""

STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "outfox",
    "text.parse_math": False,  # a dollar in a name is a dollar
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 11,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "axes.axisbelow": True,
} | dict.fromkeys(
    ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color"), INK
)
"""Matplotlib's settings for every chart."""


class Series(NamedTuple):
    """A line of a chart: its label, points, and where known the interval of each point."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None


def line_chart(
    series: Sequence[Series],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    log2: bool = True,
    percent: bool = False,
    name: str = "",
) -> Svg:
    """Draw lines with interval bands.

    Parameters
    ----------
    series : sequence of Series
    title, x_label, y_label : str
    log2 : bool
        Double x from tick to tick, as budgets do.
    percent : bool
        y are shares from 0 to 1, shown as percentages.
    name : str
        Tells apart charts of equal content that stand in one page.

    Returns
    -------
    Svg
    """
    import matplotlib as mpl
    from matplotlib.ticker import PercentFormatter

    with mpl.rc_context(STYLE):
        figure, axes = _axes(7.0, 4.0, title)
        for line, colour in zip(series, _colours(len(series)), strict=True):
            axes.plot(line.x, line.y, color=colour, marker="o", markersize=5, linewidth=2, label=line.label)
            if line.low is not None and line.high is not None:
                axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.2, linewidth=0)
        axes.grid(axis="y", color=INK, alpha=0.15, linewidth=0.8)
        axes.set(xlabel=x_label, ylabel=y_label)
        ticks = sorted({float(x) for line in series for x in line.x})
        if log2 and ticks:
            axes.set_xscale("log", base=2)
            shown = ticks[:: max(1, math.ceil(len(ticks) / 9))]
            axes.set_xticks(shown, [f"{x:,.6g}" if x < 1 else f"{x:,.0f}" for x in shown])
            axes.minorticks_off()
        if percent:
            axes.set_ylim(0, 1)
            axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        if len(series) > 1 or (series and series[0].label):
            axes.legend(loc="best")
        return finished(figure, title, name)


def share_bars(
    shares: Mapping[str, Sequence[float]],
    parts: Sequence[str],
    *,
    colours: Sequence[str] = (COLOURS[0], DRAW, COLOURS[1]),
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    name: str = "",
) -> Svg:
    """Draw one stacked bar for each row, its parts as shares of their sum.

    Parameters
    ----------
    shares : mapping of str to sequence of float
        A row's label, and its parts: counts or shares, from left to right.
    parts : sequence of str
        Names of the parts, such as `("foxes", "draw", "sheep")`.
    colours : sequence of str
        Colours of the parts; the default is for a win of player 0, a draw, a win of player 1.
    title, x_label, y_label, name : str
        As in `line_chart`.

    Returns
    -------
    Svg
    """
    import matplotlib as mpl
    from matplotlib.ticker import PercentFormatter

    with mpl.rc_context(STYLE):
        figure, axes = _axes(7.0, 1.3 + 0.38 * max(1, len(shares)), title)
        rows = list(shares)
        left = [0.0] * len(rows)
        for part, label in enumerate(parts):
            widths = [shares[row][part] / (sum(shares[row]) or 1.0) for row in rows]
            colour = colours[part % len(colours)]
            axes.barh(range(len(rows)), widths, left=left, color=colour, height=0.72, label=label)
            for row, width in enumerate(widths):
                if width >= 0.06:
                    place = left[row] + width / 2
                    axes.text(place, row, f"{width:.0%}", ha="center", va="center", color=_on(colour))
            left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.set(xlim=(0, 1), xlabel=x_label, ylabel=y_label)
        axes.set_yticks(range(len(rows)), rows)
        axes.invert_yaxis()
        axes.tick_params(axis="y", length=0)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
        return finished(figure, title, name)


def matrix(
    values: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    low: float = -1.0,
    high: float = 1.0,
    form: str = "{:.2f}",
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    name: str = "",
) -> Svg:
    """Draw a table of numbers as a heat map: player 1's colour at `low`, player 0's at `high`.

    Parameters
    ----------
    values : sequence of sequence of float
        A row of numbers for each of `rows`; NaN is left blank.
    rows, columns : sequence of str
    low, high : float
        Values that have the full colours, as have those beyond.
    form : str
        How a number is written.
    title, x_label, y_label, name : str
        As in `line_chart`.

    Returns
    -------
    Svg
    """
    import matplotlib as mpl
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    colours = LinearSegmentedColormap.from_list("outfox", [COLOURS[1], "#f6f1e7", COLOURS[0]])
    with mpl.rc_context(STYLE):
        figure, axes = _axes(1.8 + 0.72 * len(columns), 1.3 + 0.5 * len(rows), title)
        for r, row in enumerate(values):
            for c, value in enumerate(row):
                if math.isnan(value):
                    continue
                colour = to_hex(colours((value - low) / ((high - low) or 1.0)))
                axes.barh(r, 0.96, left=c - 0.48, height=0.94, color=colour)
                axes.text(c, r, form.format(value), ha="center", va="center", color=_on(colour))
        axes.set(xlabel=x_label, ylabel=y_label)
        axes.set(xlim=(-0.5, max(1, len(columns)) - 0.5), ylim=(max(1, len(rows)) - 0.5, -0.5))
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        return finished(figure, title, name)


def _axes(width: float, height: float, title: str) -> tuple[Figure, Axes]:
    """Make an empty chart; no pyplot, so that no window system and no global figure is touched."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="none")
    axes = figure.add_subplot(facecolor="none")
    if title:
        axes.set_title(title)
    return figure, axes


def _colours(count: int) -> list[str]:
    return [COLOURS[k % len(COLOURS)] for k in range(count)]


def _on(colour: str) -> str:
    """Choose black or white text for a coloured ground."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return "#1c1a17" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "#ffffff"


def finished(figure: Figure, title: str, name: str) -> Svg:
    """Write a figure drawn with `STYLE` as SVG to stand in a page: ids of its own, the page's text colour, a title."""
    file = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # the reader's fonts count, not those found here
        figure.savefig(file, format="svg", metadata=nothing, transparent=True)
    text = clean(file.getvalue())
    text = text[text.index("<svg") :].replace(INK, "currentColor").strip()
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = text.replace("*{stroke", ".outfox-chart *{stroke", 1)  # inline, it would style the whole page
    return Svg(_titled(_with_own_ids(text, name), title))


def _with_own_ids(text: str, name: str) -> str:
    prefix = "c" + hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()[:10]
    text = re.sub(r'(<[^<>]*\sid=")', rf"\g<1>{prefix}-", text)
    return re.sub(r'(<[^<>]*(?:url\(#|href="#))', rf"\g<1>{prefix}-", text)


def _titled(text: str, title: str) -> str:
    """Give the picture a name for people who cannot see it, and a text colour where it stands alone."""
    head, body = text.split(">", 1)
    alone = ".outfox-chart:root{color:#2b2620}"
    alone += "@media (prefers-color-scheme:dark){.outfox-chart:root{color:#ece8e1}}"
    named = clean(title) or "chart"
    head += ' class="outfox-chart" style="max-width:100%;height:auto"'
    head += f' role="img" aria-label={quoteattr(named)}'
    return f"{head}><title>{escape(named)}</title><style>{alone}</style>{body}"
