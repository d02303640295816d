"""How `outfox watch` shows a game: as pictures, as JSON, animated, or one position after another."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.formats.records import GameRecord
    from outfox.rules import Position


class Showing(NamedTuple):
    """How a game is to be shown.

    Attributes
    ----------
    speed
        Plies a second.
    files
        Where moving pictures go, by kind: gif, svg, html.
    theme
        Colours of pictures.
    json
        Whether one JSON object is printed.
    """

    speed: float
    files: dict[str, Path]
    theme: str
    json: bool

    @property
    def is_result(self) -> bool:
        """Whether the whole game is written, instead of shown as it goes."""
        return bool(self.files) or self.json


def finish(showing: Showing, record: GameRecord, positions: list[Position]) -> None:
    """Write the pictures and say so, or the game as JSON."""
    from outfox.arena.watch import outcome

    if showing.files:
        _write(showing, record, positions)
    result = outcome(record, positions[0].game)
    data = {
        "record": record.to_dict(),
        "winner": record.winner,
        "plies": record.plies,
        "frames": len(positions),
        "files": {kind: str(path) for kind, path in showing.files.items()},
    }
    names = " and ".join(str(path) for path in showing.files.values())
    title = f"{title_of(record)}, {record.plies} plies, {result}"
    show(data, f"{title}\n{len(positions)} frames written to {names}", showing.json)


def title_of(record: GameRecord) -> str:
    """Name a game and who played it."""
    return f"{record.game}: {' v '.join(record.players)}"


def _write(showing: Showing, record: GameRecord, positions: list[Position]) -> None:
    from outfox.arena.watch import animation_of
    from outfox.interfaces.cli.files import write

    try:
        animation = animation_of(record, positions, showing.speed)
    except ValueError as error:
        raise UsageError(str(error)) from None
    makers: dict[str, Callable[[str], str | bytes]]
    makers = {"gif": animation.gif, "svg": animation.svg, "html": animation.html}
    with ProgressLine("draw") as line:
        for kind, path in showing.files.items():
            line.share_or_not(None, path.name)
            write(f"--{kind}", path, makers[kind](showing.theme))


def show_recorded(showing: Showing, record: GameRecord, positions: list[Position]) -> None:
    """Show a game that was played before."""
    from outfox.arena.watch import seats_of
    from outfox.interfaces.terminal.feed import Feed
    from outfox.interfaces.terminal.watch import can_watch, print_plainly, watch_live

    if showing.is_result:
        finish(showing, record, positions)
    elif can_watch(sys.stdout):
        feed = Feed(positions, seats_of(record), record)
        watch_live(feed, speed=showing.speed, title=title_of(record), out=sys.stdout)
    else:
        tell = print_plainly(sys.stdout, seats_of(record))
        for position in positions:
            tell(position)
        say_result(record, positions)


def say_result(record: GameRecord, positions: list[Position]) -> None:
    """Print how a game ended."""
    from outfox.arena.watch import outcome

    print(f"after {record.plies} plies: {outcome(record, positions[0].game)}", flush=True)
