"""Watching a game in the terminal: it plays by itself, and keys pause it, step through it and change the speed.

`show_game` is for other commands, which show a game now and then while they work:
``show_game(positions, speed=8, title="iteration 200")`` takes no keys, ends by itself and leaves nothing behind. Hide a
progress line before it (`ProgressLine.hide`): two things cannot move in one place.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TextIO

from outfox.draw import Scene
from outfox.draw.animation import scene_of
from outfox.draw.lettering import printable, wrap
from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.output import ascii_only, fit
from outfox.interfaces.terminal.board import board
from outfox.interfaces.terminal.feed import Feed
from outfox.interfaces.terminal.keys import Keys, can_read_keys
from outfox.interfaces.terminal.watcher import Watcher
from outfox.rules import Position

if TYPE_CHECKING:
    from rich.live import Live


def keys_line(plain: bool) -> str:
    """List the keys."""
    arrows = "b n back and on" if plain else "← → step"
    return f"space pause   {arrows}   + - speed   q quit"


def can_watch(out: TextIO) -> bool:
    """Say whether a game can be animated here: keys to read, and a terminal that can do more than print."""
    return out.isatty() and can_read_keys() and os.environ.get("TERM") != "dumb"


def watch_live(feed: Feed, *, speed: float, title: str, out: TextIO) -> None:
    """Animate a game until somebody quits; afterwards the terminal is as it was, with the last position shown.

    Parameters
    ----------
    feed
        The game; its first position is known.
    speed
        Plies a second.
    title
        A line above the board.
    out
        The terminal.
    """
    watcher = Watcher(feed, speed, time.monotonic())
    with Keys(sys.stdin) as keys, _live(out, screen=True) as live:
        shown: object = None
        while True:
            watcher.advance(time.monotonic())
            high = _lines(out)
            if (watcher.state(), high) != shown:
                shown = watcher.state(), high
                foot = [watcher.line(), keys_line(ascii_only(out))]
                live.update(_picture(watcher.scene(), title, foot, out, high), refresh=True)
            key = keys.read(watcher.patience(time.monotonic()))
            if key and not watcher.press(key, time.monotonic()):
                break
    print(board(watcher.scene(), out), file=out, flush=True)


def show_game(positions: Sequence[Position], *, speed: float, title: str, out: TextIO | None = None) -> None:
    """Show a game while a command works on: quickly, without keys, and gone afterwards.

    Where there is no terminal, its moves and its last position are printed instead.

    Parameters
    ----------
    positions
        The game, from its first position to its last.
    speed
        Plies a second.
    title
        A line above the board.
    out
        Where to; default: standard error, where progress goes.
    """
    stream = sys.stderr if out is None else out
    if not positions:
        return
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        moves = ", ".join(before.name(here.history[-1]) for before, here in pairwise(positions))
        lines = wrap(printable(f"{title}: {moves}"), width())
        print("\n".join([*lines, board(_scene(positions, len(positions) - 1), stream)]), file=stream, flush=True)
        return
    with _live(stream, screen=False) as live:
        for ply in range(len(positions)):
            live.update(_picture(_scene(positions, ply), title, [], stream, _lines(stream)), refresh=True)
            time.sleep(1 / speed)


def print_plainly(out: TextIO, seats: tuple[str, ...] = ()) -> Callable[[Position], None]:
    """Return a function that prints the positions of a game one after another, each with what led to it."""
    before: list[Position] = []

    def show(position: Position) -> None:
        words = scene_of(position, before[-1] if before else None, seats=seats)
        print(board(words, out) + "\n", file=out, flush=True)
        before[:] = [position]

    return show


def _scene(positions: Sequence[Position], ply: int) -> Scene:
    return scene_of(positions[ply], positions[ply - 1] if ply else None)


def _lines(out: TextIO) -> int:
    """Return the lines of a terminal; 24 where it does not say."""
    told = os.environ.get("LINES", "")
    return int(told) if told.isdecimal() else os.get_terminal_size(out.fileno()).lines or 24


def _picture(scene: Scene, title: str, foot: Sequence[str], out: TextIO, lines: int) -> Any:
    """Lay out the screen: title, board, lines below; a board that is too high loses its lowest lines."""
    from rich.text import Text

    head = [fit(printable(title)), ""]
    below = ["", *map(fit, foot)] if foot else []
    rows = board(scene, out).split("\n")
    room = max(3, lines - len(head) - len(below) - 1)
    if len(rows) > room:
        rows = [*rows[: room - 1], fit(f"({len(rows) - room + 1} more lines: the window is too low)")]
    whole = Text.from_ansi("\n".join(head + rows + below), no_wrap=True)
    whole.overflow = "crop"
    return whole


def _live(out: TextIO, screen: bool) -> Live:
    from rich.console import Console
    from rich.live import Live

    console = Console(file=out, width=width(), highlight=False)
    return Live(
        console=console,
        screen=screen,
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
        vertical_overflow="crop",
    )
