"""How an optimisation went: who won, how long games took, distance and regret, by iteration; one SVG.

Long histories are shown in parts: the share of each result, or the mean with the least and the most, of equally many
iterations.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from outfox.draw.chart import COLOURS, DRAW, INK, STYLE, finished
from outfox.draw.svg import Svg
from outfox.rules.errors import BadSetting

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PARTS = 200
"""Points of a line, at most."""

BARS = 50
"""Steps of the shares of results, at most: each is to hold some games."""

LABELS = {"moves": "plies", "distance": "distance", "regret": "regret", "late": "plies lost"}
"""What is drawn as a line, in this order below the results, with the words at its axis."""


def history_chart(
    history: Any,
    *,
    players: Sequence[str] = ("player 0", "player 1"),
    title: str = "",
    labels: Mapping[str, str] | None = None,
    name: str = "",
) -> Svg:
    """Draw the history of an optimisation.

    Parameters
    ----------
    history
        A mapping, or an object with attributes: `winner` (a player's number, -1 for a draw), `moves` (the length of
        the game), `distance`, `regret` (payoff given away), `late` (plies given away), each with a number an
        iteration. NaN is left out; so is what is missing or has no number at all, and `distance` and `late` where
        they are 0 throughout. Two columns are a line for each player.
    players
        Their names.
    title
        Above the chart.
    labels
        Words for the axes where those of `LABELS` do not do.
    name
        Tells apart charts of equal content that stand in one page.

    Raises
    ------
    BadSetting
        Where nothing can be drawn.

    Examples
    --------
    >>> picture = history_chart({"winner": [0, 1, 1, 0], "moves": [5, 9, 7, 8]}, players=("cat", "mouse"))
    >>> ">cat wins<" in picture, ">iteration<" in picture, ">regret<" in picture
    (True, True, False)
    """
    import matplotlib as mpl
    import numpy as np
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    winner = _numbers(history, "winner")
    lines = {key: found for key in LABELS if (found := _numbers(history, key)) is not None}
    for key in {"distance", "late"} & lines.keys():  # nothing says how far apart the sides are, or counts plies
        if not np.nan_to_num(lines[key]).any():
            del lines[key]
    panels = len(lines) + (winner is not None)
    if not panels:
        raise BadSetting(f"a history to draw has winner, {', '.join(LABELS)}, or some of them; this one has no number")
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7.0, 0.8 + 1.7 * panels), layout="constrained", facecolor="none")
        below = list(figure.subplots(panels, 1, sharex=True, squeeze=False)[:, 0])
        if title:
            below[0].set_title(title)
        below[-1].set_xlabel("iteration")
        if winner is not None:
            _draw_shares(below.pop(0), winner[:, 0], players)
        for axes, (key, values) in zip(below, lines.items(), strict=True):
            _draw_lines(axes, values, players, {**LABELS, **(labels or {})}[key])
        for axes in figure.axes:
            axes.set_facecolor("none")
            axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
            axes.xaxis.set_major_formatter("{x:,.0f}")
        figure.align_ylabels()
        return finished(figure, title or "history", name)


def _numbers(history: Any, key: str) -> Numbers | None:
    """Return a quantity as (iterations, columns), or None where it has no number."""
    import numpy as np

    given = history.get(key) if isinstance(history, Mapping) else getattr(history, key, None)
    if given is None or len(given) == 0:
        return None
    found = np.asarray(given, np.float64)
    found = found.reshape(len(found), -1)
    return found if np.isfinite(found).any() else None


def _parts(count: int, most: int) -> list[tuple[int, int]]:
    """Divide iterations into parts of the same length, but perhaps the last.

    Examples
    --------
    >>> _parts(5, 10), _parts(10, 4)
    ([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], [(0, 3), (3, 6), (6, 9), (9, 10)])
    """
    each = max(1, math.ceil(count / most))
    return [(first, min(first + each, count)) for first in range(0, count, each)]


def _draw_shares(axes: Axes, winner: Numbers, players: Sequence[str]) -> None:
    """Fill the panel with the shares of games that each side won."""
    import numpy as np
    from matplotlib.ticker import PercentFormatter

    parts = _parts(len(winner), BARS)
    edges = [first for first, _ in parts] + [parts[-1][1]]
    kinds = ((0, f"{players[0]} wins", COLOURS[0]), (-1, "draw", DRAW), (1, f"{players[1]} wins", COLOURS[1]))
    low = np.zeros(len(parts))
    for number, label, colour in kinds:
        share = np.array([_share(winner[first:end], number) for first, end in parts])
        if number != -1 or share.any():
            axes.stairs(low + share, edges, baseline=low, fill=True, color=colour, linewidth=0, label=label)
        low += share
    axes.set(ylim=(0, 1), xlim=(edges[0], edges[-1]), ylabel="games won")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _share(winner: Numbers, number: int) -> float:
    """Return the share of games with one result among those that are known."""
    import numpy as np

    known = winner[np.isfinite(winner)]
    return float((known == number).mean()) if len(known) else 0.0


def _draw_lines(axes: Axes, values: Numbers, players: Sequence[str], label: str) -> None:
    """Draw a line for each column, with a band from the least to the most where a point stands for several."""
    import numpy as np

    several = values.shape[1] > 1
    for column in range(values.shape[1]):
        x, mean, low, high = [], [], [], []
        for first, end in _parts(len(values), PARTS):
            part = values[first:end, column]
            part = part[np.isfinite(part)]
            if len(part):
                x.append((first + end) / 2)
                mean.append(part.mean())
                low.append(part.min())
                high.append(part.max())
        colour = COLOURS[column % len(COLOURS)] if several else COLOURS[4]
        axes.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
        dots = "o" if len(x) <= 30 else ""
        words = players[column] if several else label
        axes.plot(x, mean, color=colour, linewidth=1.6, marker=dots, markersize=3, label=words, clip_on=False)
    axes.grid(axis="y", color=INK, alpha=0.15, linewidth=0.8)
    axes.set_ylabel(label)
    axes.set_ylim(bottom=min(0.0, float(np.nanmin(values))), top=None if np.nan_to_num(values).any() else 1.0)
    if several:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
