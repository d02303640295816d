"""An animation to step through: the animated SVG, and a small script that sets its clock.

Without the script (a reader who has switched it off, a page that strips it) the SVG plays by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources

from outfox.draw.lettering import clean
from outfox.draw.moving import Clock

_ICONS = {
    "first": ("to the start", "M5 4v16M20 4 8 12l12 8z"),
    "back": ("one ply back", "M17 4 5 12l12 8z"),
    "play": ("play or pause", ""),
    "next": ("one ply on", "M7 4l12 8-12 8z"),
    "last": ("to the end", "M19 4v16M4 4l12 8-12 8z"),
}
_PLAY = '<path class="film-play" d="M7 4l12 8-12 8z"/><path class="film-pause" d="M8 4v16M16 4v16"/>'
_LIGHT, _DARK = "body{margin:0;padding:1.5rem;background:#faf6ee}", "body{background:#1b1c20}"
_GROUNDS = {
    "auto": f"{_LIGHT}@media(prefers-color-scheme:dark){{{_DARK}}}",
    "light": _LIGHT,
    "dark": _LIGHT + _DARK,
}


def fragment(picture: str, durations: Sequence[float], moves: Sequence[str], title: str) -> str:
    """Return an animation as a part of a page, as a notebook shows it.

    Parameters
    ----------
    picture
        The animated SVG.
    durations
        Seconds of each frame.
    moves
        What led to each frame but the first.
    title
        Read aloud by screen readers.
    """
    starts = ",".join(f"{start:.3f}" for start in Clock(tuple(durations)).starts)
    listed = " ".join(f"<span>{_text(move)}</span>" for move in moves)
    parts = (
        f"<style>{_asset('film.css')}</style>",
        f'<div class="film-picture">{picture}</div>',
        f'<div class="film-controls" hidden>{_controls(len(moves))}</div>',
        f'<p class="film-moves">{listed}</p>' if moves else "",
    )
    inside = "".join(parts)
    head = f'<div class="outfox-film" tabindex="0" role="group" aria-label="{_text(title)}" data-starts="[{starts}]">'
    return f"{head}{inside}</div><script>{{{_asset('film.js')}}}</script>"


def page(picture: str, durations: Sequence[float], moves: Sequence[str], title: str, theme: str) -> str:
    """Return an animation as a page of its own, whose colours are those of the picture's theme."""
    view = '<meta name="viewport" content="width=device-width,initial-scale=1">'
    head = f'<meta charset="utf-8">{view}<title>{_text(title)}</title><style>{_GROUNDS[theme]}</style>'
    body = fragment(picture, durations, moves, title)
    fixed = f' data-theme="{theme}"' if theme != "auto" else ""
    return f'<!doctype html>\n<html lang="en"{fixed}><head>{head}</head>\n<body>{body}</body></html>\n'


def _controls(plies: int) -> str:
    buttons = "".join(
        f'<button type="button" data-go="{go}" title="{said}" aria-label="{said}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true">{_PLAY if not path else _path(path)}</svg></button>'
        for go, (said, path) in _ICONS.items()
    )
    return f'{buttons}<input type="range" min="0" max="{plies}" value="0" aria-label="ply">'


def _path(d: str) -> str:
    return f'<path d="{d}"/>'


def _text(words: str) -> str:
    return escape(clean(words), quote=True)


def _asset(name: str) -> str:
    return resources.files("outfox.draw").joinpath(name).read_text(encoding="utf-8").strip()
