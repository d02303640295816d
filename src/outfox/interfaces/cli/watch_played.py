"""A game that `outfox watch` has played: while it is watched, or first and then shown."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.output import note
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.watch_shown import Showing, finish, say_result

if TYPE_CHECKING:
    from outfox.formats.records import GameRecord
    from outfox.interfaces.terminal.feed import PlayedFeed
    from outfox.rules import Game, Position

_Tell = Callable[["Position"], None]
"""Takes each position as it comes."""


class Plan(NamedTuple):
    """A game that is about to be played.

    Attributes
    ----------
    play
        Plays it, tells each position, and returns the record.
    title
        A line that names it, with its seed.
    seats
        Who plays for players 0 and 1; empty where that is the same.
    """

    play: Callable[[_Tell], GameRecord]
    title: str
    seats: tuple[str, ...]


def plan(game: Game, start: Position, specs: tuple[str, str], *, seed: int | None, max_plies: int) -> Plan:
    """Make the players.

    Parameters
    ----------
    game, start
        What is played, and from where.
    specs
        Of player 0 and player 1.
    seed
        None: another one each time.
    max_plies
        The game ends after so many; 0: no limit.
    """
    from outfox.arena.play import play_game
    from outfox.players import player

    players = player(specs[0]), player(specs[1])
    root = secrets.randbelow(2**32) if seed is None else seed

    def play(tell: _Tell) -> GameRecord:
        return play_game(game, players, root, max_plies=max_plies, start=start, watch=tell)

    seats = players[0].name, players[1].name
    return Plan(play, f"{game.spec}: {' v '.join(seats)}, seed {root}", seats if seats[0] != seats[1] else ())


def show_played(showing: Showing, planned: Plan) -> None:
    """Play a game and show it."""
    from outfox.interfaces.terminal.watch import can_watch, print_plainly

    positions: list[Position] = []
    if showing.is_result:
        with ProgressLine("play") as line:
            _listen(line.announce)
            record = planned.play(_counting(positions, line, bool(showing.files)))
        finish(showing, record, positions)
    elif can_watch(sys.stdout):
        _watch_live(planned, showing.speed)
    else:
        with ProgressLine("play") as line:
            _listen(line.announce)
            record = planned.play(_both(positions.append, print_plainly(sys.stdout, planned.seats)))
        say_result(record, positions)


def _both(one: _Tell, other: _Tell) -> _Tell:
    def tell(position: Position) -> None:
        one(position)
        other(position)

    return tell


def _counting(positions: list[Position], line: ProgressLine, pictured: bool) -> _Tell:
    """Return what keeps each position and says how many there are; a picture holds only so many."""
    from outfox.draw.animation import LONGEST

    def take(position: Position) -> None:
        positions.append(position)
        line.share_or_not(None, f"{len(positions) - 1} plies")
        if pictured and len(positions) > LONGEST:
            raise UsageError(f"a picture holds {LONGEST:,} positions, and this game has more; see --max-plies")

    return take


def _listen(tell: Callable[[str], None]) -> None:
    """Hear what is compiled; players that compile nothing have not loaded the compiler, which takes a while."""
    link: Any = sys.modules.get("outfox.kernel.link")
    if link is not None:
        link.announce = tell


def _watch_live(planned: Plan, speed: float) -> None:
    """Play in a thread while the game is watched; the line that stays behind tells the seed."""
    from outfox.interfaces.terminal.feed import PlayedFeed, announcer
    from outfox.interfaces.terminal.watch import watch_live

    feed = PlayedFeed(planned.play, planned.seats)
    _listen(announcer(feed))
    try:
        with ProgressLine("watch") as line:
            while not feed.first(0.1):
                line.share_or_not(None, feed.status)
        watch_live(feed, speed=speed, title=planned.title, out=sys.stdout)
    except BaseException:
        feed.stop()
        raise
    _end(feed)
    note(f"outfox: {planned.title}")


def _end(feed: PlayedFeed) -> None:
    """Wait for a player to end its thought; Ctrl-C does not."""
    if not feed.stop(0.3):
        with suppress(BrokenPipeError):
            note("outfox: waiting for a player to end its ply; Ctrl-C leaves now")
        feed.wait()
