"""An animation as one SVG without scripts: what stays is drawn once, what changes is timed (SMIL).

Pieces slide to where they move. A reader that shows no animation shows the last frame. A script can stop the clock and
set it (`pauseAnimations`, `setCurrentTime`), which is how `outfox.draw.film_page` steps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from xml.etree import ElementTree as ET

from outfox.draw.film import Actor, Film, Run, actors
from outfox.draw.layout import Layout
from outfox.draw.lettering import number
from outfox.draw.shapes import draw_piece
from outfox.draw.sheet import Sheet
from outfox.draw.svg import Svg

SLIDE = 0.3
"""Seconds that a piece takes to its new place, or half of the frame where that is less."""


@dataclass(frozen=True)
class Clock:
    """When frames begin.

    Attributes
    ----------
    durations
        Seconds of each frame.
    """

    durations: tuple[float, ...]

    @property
    def starts(self) -> list[float]:
        """When each frame begins, and when the last one ends."""
        return [0.0, *accumulate(self.durations)]

    def arrives(self, frame: int) -> float:
        """Return when what moves in a frame has arrived."""
        return self.starts[frame] + min(SLIDE, self.durations[frame] / 2)

    def share(self, seconds: float) -> str:
        """Write a time as a share of the whole, as `keyTimes` has it."""
        return f"{seconds / self.starts[-1]:.6f}".rstrip("0").rstrip(".")


def moving_svg(film: Film, durations: Sequence[float], title: str, description: str) -> Svg:
    """Draw an animation.

    Parameters
    ----------
    film
        Its frames.
    durations
        Seconds of each.
    title, description
        Read aloud by screen readers.
    """
    clock = Clock(tuple(durations))
    sheet = Sheet(film.theme)
    sheet.used = film.used
    board = film.group(sheet)
    for layer in (film.ground, film.marks):
        _add_runs(sheet, board, film.runs(layer), clock)
    if film.layout is not None:
        _add_actors(sheet, board, film, film.layout, clock)
    _add_runs(sheet, sheet.root, film.runs(film.footer), clock)
    return Svg(sheet.write(film.width, film.height, None, title, description))


def _add_runs(sheet: Sheet, parent: ET.Element, runs: Sequence[Run], clock: Clock) -> None:
    for run in runs:
        parent.append(run.element)
        _show(sheet, run.element, run.first, run.end, clock.starts[run.end], clock)


def _show(sheet: Sheet, element: ET.Element, first: int, end: int, gone: float, clock: Clock) -> None:
    """Have an element seen from frame `first` to the time `gone`, in or at the end of the frame before `end`."""
    last = len(clock.durations)
    if end < last:
        element.set("visibility", "hidden")
    if first == 0 and end == last:
        return
    times, values = ["0"], ["visible" if first == 0 else "hidden"]
    for seconds, value, wanted in ((clock.starts[first], "visible", first > 0), (gone, "hidden", end < last)):
        if wanted:
            times.append(clock.share(seconds))
            values.append(value)
    _animate(sheet, element, "animate", clock, "visibility", times, values, calcMode="discrete")


def _animate(
    sheet: Sheet,
    element: ET.Element,
    tag: str,
    clock: Clock,
    what: str,
    times: Sequence[str],
    values: Sequence[str],
    **more: str,
) -> None:
    whole = f"{clock.starts[-1]:.3f}".rstrip("0").rstrip(".") + "s"
    look: dict[str, float | str] = {"attributeName": what, "values": ";".join(values), "keyTimes": ";".join(times)}
    look |= {"dur": whole, "repeatCount": "indefinite"} | more
    sheet.add(element, tag, None, None, None, **look)


def _add_actors(sheet: Sheet, board: ET.Element, film: Film, layout: Layout, clock: Clock) -> None:
    """Add every piece, drawn once a kind and placed by reference."""
    scene, cast = film.scenes[0], actors(film.scenes)
    prefix = "a" + hashlib.sha256(repr((film.scenes, film.theme, clock)).encode()).hexdigest()[:10]
    shelf = sheet.add(board, "defs")
    radius = (0.42 if scene.cells else 0.38) * layout.side
    for piece in sorted({actor.piece for actor in cast}):
        one = sheet.add(shelf, "g", id=f"{prefix}-{piece}")
        draw_piece(sheet, one, scene.kinds[piece - 1], piece, (0.0, 0.0), radius)
    group = sheet.add(board, "g")
    for actor in sorted(cast, key=lambda actor: len(actor.stops)):  # who moves passes over those who stand
        use = sheet.add(group, "use", href=f"#{prefix}-{actor.piece}")
        sheet.add(use, "title", text=scene.kinds[actor.piece - 1].name)
        _move(sheet, use, actor, [layout.at(point) for point in scene.points], clock)


def _move(sheet: Sheet, use: ET.Element, actor: Actor, places: Sequence[tuple[float, float]], clock: Clock) -> None:
    shown = [" ".join(map(number, places[point])) for _, point in actor.stops]
    use.set("transform", f"translate({shown[-1]})")
    first, end, last = actor.stops[0][0], actor.end, len(clock.durations)
    _show(sheet, use, first, end, clock.arrives(end) if end < last else clock.starts[-1], clock)
    if len(shown) == 1:
        return
    times, values = ["0"], [shown[0]]
    for (frame, _), old, new in zip(actor.stops[1:], shown, shown[1:], strict=False):
        times += [clock.share(clock.starts[frame]), clock.share(clock.arrives(frame))]
        values += [old, new]
    _animate(sheet, use, "animateTransform", clock, "transform", [*times, "1"], [*values, shown[-1]], type="translate")
