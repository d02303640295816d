"""A game as an animation: an animated GIF, an animated SVG, a page to step through, all of the same frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from outfox.draw.film import Film
from outfox.draw.scene import Scene, scene
from outfox.draw.svg import THEMES, Svg
from outfox.rules.errors import BadSetting

HOLD = 2.0
"""The last frame stays at least so many seconds."""

FASTEST = 50.0
"""Plies a second; what is faster, viewers of GIF slow down again."""

LONGEST = 2000
"""More frames than this are no picture."""

SMALL = 400.0
"""The longer side of a GIF in pixels, at least, unless that is more than twice the size of the drawing."""

KINDS = ".gif", ".svg", ".html"


@dataclass(frozen=True)
class Animation:
    """A game to be watched; in a notebook it shows as a board to step through.

    Attributes
    ----------
    scenes
        One a frame, all of one game.
    speed
        Frames a second.
    title
        What is shown, in words: read aloud, and the title of a page.

    Raises
    ------
    BadSetting
        Without scenes, with more than `LONGEST`, or where the speed is not above 0 and at most `FASTEST`.

    Examples
    --------
    >>> from outfox.rules import load
    >>> positions = [load("tic-tac-toe").start()]
    >>> for move in ("b2", "a1", "c3"):
    ...     positions.append(positions[-1].play(move))
    >>> picture = animate(positions, speed=4)
    >>> len(picture), picture.durations
    (4, (0.25, 0.25, 0.25, 2.0))
    >>> picture.scenes[2].caption
    'ply 2: o a1'
    """

    scenes: tuple[Scene, ...]
    speed: float = 2.0
    title: str = ""

    def __post_init__(self) -> None:
        if not self.scenes:
            raise BadSetting("an animation needs at least one scene")
        if len(self.scenes) > LONGEST:
            raise BadSetting(f"an animation has at most {LONGEST:,} frames, not {len(self.scenes):,}")
        check_speed(self.speed)

    def __len__(self) -> int:
        return len(self.scenes)

    @property
    def durations(self) -> tuple[float, ...]:
        """Seconds of each frame."""
        each = 1.0 / self.speed
        return (each,) * (len(self.scenes) - 1) + (max(each, HOLD),)

    def frame(self, number: int, theme: str = "auto") -> Svg:
        """Draw one frame, from 0, as it stands in the animation."""
        film = self._film(theme)
        words = self.scenes[number]
        title = ", ".join(filter(None, (words.game, words.turn)))
        return Svg(film.still(number).write(film.width, film.height, None, title, words.describe()))

    def svg(self, theme: str = "auto") -> Svg:
        """Return one animated SVG without scripts; viewers that do not animate show its last frame.

        Parameters
        ----------
        theme
            As in `outfox.draw.svg`.
        """
        from outfox.draw.moving import moving_svg

        return moving_svg(self._film(theme), self.durations, self._name(), self._words())

    def gif(self, theme: str = "light", scale: float | None = None) -> bytes:
        """Return an animated GIF; loads matplotlib and Pillow.

        Parameters
        ----------
        theme
            `"light"` or `"dark"`.
        scale
            2 makes it twice as wide and as high as the SVG. Default: 1, more where that is small.
        """
        from outfox.draw.gif import gif

        film = self._film(theme)
        return gif(film, self.durations, scale or min(2.0, max(1.0, SMALL / max(film.width, film.height))))

    def html(self, theme: str = "auto") -> str:
        """Return a page of its own to step through the game; it loads nothing from elsewhere."""
        from outfox.draw.film_page import page

        return page(self.svg(theme), self.durations, self._moves(), self._name(), theme)

    def save(self, path: str | Path, theme: str = "auto") -> Path:
        """Write it by the ending of the file's name: .gif, .svg or .html; whole or not at all."""
        from outfox.formats.whole import put

        target, kind = Path(path).expanduser(), Path(path).suffix.lower()
        if kind not in KINDS:
            raise BadSetting(f"{str(path)!r} does not end in {', '.join(KINDS)}")
        put(target, self.gif(theme) if kind == ".gif" else self.svg(theme) if kind == ".svg" else self.html(theme))
        return target

    def _film(self, theme: str) -> Film:
        if theme not in THEMES:
            raise BadSetting(f"theme {theme!r} is none of {', '.join(THEMES)}")
        return Film(self.scenes, theme)

    def _name(self) -> str:
        return self.title or self.scenes[-1].game

    def _moves(self) -> list[str]:
        """Return what led to each frame but the first."""
        return [words.caption.partition(": ")[2] or words.caption for words in self.scenes[1:]]

    def _words(self) -> str:
        """Say in words what happens."""
        return "; ".join(filter(None, [*self._moves(), self.scenes[-1].turn]))

    def _repr_html_(self) -> str:
        from outfox.draw.film_page import fragment

        return fragment(self.svg(), self.durations, self._moves(), self._name())


def check_speed(speed: float) -> None:
    """Refuse a speed that nothing can be shown at.

    Raises
    ------
    BadSetting
    """
    if not 0 < speed <= FASTEST:
        raise BadSetting(f"the speed must be above 0 and at most {FASTEST:g} plies a second, not {speed:g}")


def animate(
    positions: Sequence[Any],
    *,
    speed: float = 2.0,
    title: str = "",
    seats: Sequence[str] = (),
    ending: str = "",
) -> Animation:
    """Make an animation of the positions of a game.

    Parameters
    ----------
    positions
        In order, each reached from the one before by the last action of its history.
    speed
        Plies a second.
    title
        What is shown, in words.
    seats
        Who plays for players 0 and 1.
    ending
        How the game ended, where the rules do not say it: shown with the last position.

    Raises
    ------
    BadSetting
        As for `Animation`.
    """
    return Animation(tuple(scenes_of(positions, seats=seats, ending=ending)), speed, title)


def scenes_of(positions: Sequence[Any], *, seats: Sequence[str] = (), ending: str = "") -> list[Scene]:
    """Describe the positions of a game, each with what led to it in its caption."""
    last = len(positions) - 1
    return [
        scene_of(here, positions[k - 1] if k else None, seats=seats, ending=ending if k == last else "")
        for k, here in enumerate(positions)
    ]


def scene_of(here: Any, before: Any = None, *, seats: Sequence[str] = (), ending: str = "") -> Scene:
    """Describe a position with what led to it from the position before it, and how the game ended if it did."""
    if before is None:
        words = scene(here, seats=seats, caption="the start" if not here.history else "")
    else:
        words = scene(here, last=before, seats=seats, caption=said(before, here))
    return replace(words, turn=ending, mover=None) if ending else words


def said(before: Any, here: Any) -> str:
    """Say which ply led from a position to the next: `ply 3: foxes c7-d6`."""
    action, mover = here.history[-1], before.mover
    who = cast(str, before.game.players[mover]) if mover in (0, 1) else "chance"
    return f"ply {len(here.history)}: {who} {before.name(action)}"
