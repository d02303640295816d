"""`outfox watch`: a game that plays before your eyes, or as a picture that moves."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.formats.records import GameRecord
    from outfox.interfaces.terminal.feed import PlayedFeed
    from outfox.rules import Position

_Play = Callable[[Callable[["Position"], None]], "GameRecord"]


def watch(
    game: str = "",
    a: str = "",
    b: str = "",
    /,
    *,
    speed: float = 2.0,
    record: str = "",
    number: Annotated[int | None, Parameter(name="--game")] = None,
    gif: str = "",
    svg: str = "",
    html: str = "",
    theme: Literal["auto", "light", "dark"] = "auto",
    seed: int | None = None,
    max_plies: int = 0,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Watch two players play a game, or a recorded game, animated in the terminal or as a picture.

    Keys: space pauses, the arrows or n and b step on and back, + and - change the speed, q quits. Where there is no
    terminal, the positions are printed one after another. With --gif, --svg or --html the game is written as a moving
    picture instead.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like. With --record: the rules, where they lie elsewhere now.
    a
        The spec of player 0, such as mcts:simulations=1000, random or mybot.py:factory.
    b
        The spec of player 1.
    speed
        Plies a second.
    record
        A file of recorded games, as match writes it with --records: one of them is shown, and nothing is played.
    number
        Which game of --record, from 1.
    gif
        Write an animated GIF to this file.
    svg
        Write one animated SVG, without scripts, to this file.
    html
        Write a page to step through, which stands alone, to this file.
    theme
        Colours of pictures: auto follows the reader's system (in a GIF it is light).
    seed
        Of the players and of chance; without it every game is another one.
    max_plies
        The game ends after so many plies; 0: no limit.
    parameters
        Parameters of the game.
    """
    chosen = options or StartOptions()
    files = _files(gif=gif, svg=svg, html=html)
    _check(speed, max_plies, seed)
    if record:
        _refuse_beside_record(a, b, chosen, parameters, seed, max_plies)
        found, positions = _recorded(record, number, game)
        return _present_recorded(found, positions, speed, files, theme, chosen)
    if number is not None:
        raise UsageError("--game chooses a game of --record FILE")
    plan = _plan((game, a, b), chosen, parameters, seed, max_plies)
    if files or chosen.json:
        positions = []
        with ProgressLine("play") as line:
            _listen(line.announce)
            found = plan.play(_counting(positions, line, bool(files)))
        return _finish(found, positions, speed, files, theme, chosen)
    return _watch(plan, speed)


def _check(speed: float, max_plies: int, seed: int | None) -> None:
    from outfox.draw.animation import check_speed
    from outfox.interfaces.cli.match import refuse_counts

    try:
        check_speed(speed)
    except ValueError as error:
        raise UsageError(f"--speed: {error}") from None
    refuse_counts({}, max_plies=max_plies, seed=seed or 0)


def _files(**given: str) -> dict[str, Path]:
    """Return where pictures go; say before the game where there is no place."""
    from outfox.interfaces.cli.pictures import place

    return {kind: place(f"--{kind}", name) for kind, name in given.items() if name}


def _refuse_beside_record(
    a: str, b: str, options: StartOptions, parameters: dict[str, str], seed: int | None, max_plies: int
) -> None:
    playing = a or b or options.moves or options.position or options.param or parameters or max_plies
    if playing or seed is not None:
        raise UsageError("--record shows a game that was played: players, seed, position and parameters are in it")


def _recorded(file: str, number: int | None, rules: str) -> tuple[GameRecord, list[Position]]:
    from outfox.interfaces.cli.replay import chosen_record, positions_of, records_in

    records = records_in(file)
    if number is None and len(records) > 1:
        raise UsageError(f"{file} holds {len(records):,} games; --game N chooses one, and outfox replay lists them")
    record = chosen_record(records, number or 1)
    return record, positions_of(record, rules)


class _Plan(NamedTuple):
    """A game that is about to be played: what plays it, a line that names it, who plays where that is not the same."""

    play: _Play
    title: str
    seats: tuple[str, ...]


def _plan(
    names: tuple[str, str, str], options: StartOptions, parameters: dict[str, str], seed: int | None, max_plies: int
) -> _Plan:
    """Load the game and the players."""
    game, a, b = names
    if not (game and a and b):
        raise UsageError("watch takes a game and two players, or --record FILE; see outfox watch --help")
    if "human" in (a.strip(), b.strip()):
        raise UsageError("human cannot be watched: outfox play asks you for moves")
    loaded, start = game_and_position(game, options, parameters, "watch")
    from outfox.arena.play import play_game
    from outfox.players import player

    players = player(a), player(b)
    root = secrets.randbelow(2**32) if seed is None else seed

    def play(watch: Callable[[Position], None]) -> GameRecord:
        return play_game(loaded, players, root, max_plies=max_plies, start=start, watch=watch)

    seats = players[0].name, players[1].name
    return _Plan(play, f"{loaded.spec}: {' v '.join(seats)}, seed {root}", seats if seats[0] != seats[1] else ())


def _counting(positions: list[Position], line: ProgressLine, pictured: bool) -> Callable[[Position], None]:
    """Return what keeps each position and says how many there are; a picture holds only so many."""
    from outfox.draw.animation import LONGEST

    def take(position: Position) -> None:
        positions.append(position)
        line.share_or_not(None, f"{len(positions) - 1} plies")
        if pictured and len(positions) > LONGEST:
            raise UsageError(f"a picture holds {LONGEST:,} positions, and this game has more; see --max-plies")

    return take


def _present_recorded(
    record: GameRecord,
    positions: list[Position],
    speed: float,
    files: dict[str, Path],
    theme: str,
    options: StartOptions,
) -> int:
    if files or options.json:
        return _finish(record, positions, speed, files, theme, options)
    from outfox.arena.watch import seats_of
    from outfox.interfaces.terminal.feed import Feed
    from outfox.interfaces.terminal.watch import can_watch, print_plainly, watch_live

    title = f"{record.game}: {' v '.join(record.players)}"
    if can_watch(sys.stdout):
        watch_live(Feed(positions, seats_of(record), record), speed=speed, title=title, out=sys.stdout)
        return DONE
    tell = print_plainly(sys.stdout, seats_of(record))
    for position in positions:
        tell(position)
    _say_result(record, positions)
    return DONE


def _finish(
    record: GameRecord,
    positions: list[Position],
    speed: float,
    files: dict[str, Path],
    theme: str,
    options: StartOptions,
) -> int:
    """Write the pictures and say so, or the game as JSON."""
    from outfox.arena.watch import outcome

    if files:
        _write(record, positions, speed, files, theme)
    result = outcome(record, positions[0].game)
    data = {
        "record": record.to_dict(),
        "winner": record.winner,
        "plies": record.plies,
        "frames": len(positions),
        "files": {kind: str(path) for kind, path in files.items()},
    }
    names = " and ".join(str(path) for path in files.values())
    title = f"{record.game}: {' v '.join(record.players)}, {record.plies} plies, {result}"
    show(data, f"{title}\n{len(positions)} frames written to {names}", options.json)
    return DONE


def _write(record: GameRecord, positions: list[Position], speed: float, files: dict[str, Path], theme: str) -> None:
    from outfox.arena.watch import animation_of
    from outfox.interfaces.cli.pictures import write

    try:
        animation = animation_of(record, positions, speed)
    except ValueError as error:
        raise UsageError(str(error)) from None
    makers: dict[str, Callable[[str], str | bytes]]
    makers = {"gif": animation.gif, "svg": animation.svg, "html": animation.html}
    with ProgressLine("draw") as line:
        for kind, path in files.items():
            line.share_or_not(None, path.name)
            write(f"--{kind}", path, makers[kind](theme))


def _watch(plan: _Plan, speed: float) -> int:
    """Play and show at the same time, or print what is played where there is no terminal."""
    from outfox.interfaces.terminal.watch import can_watch, print_plainly

    if can_watch(sys.stdout):
        _watch_live(plan, speed)
        return DONE
    positions: list[Position] = []
    tell = print_plainly(sys.stdout, plan.seats)

    def take(position: Position) -> None:
        positions.append(position)
        tell(position)

    with ProgressLine("play") as line:
        _listen(line.announce)
        record = plan.play(take)
    _say_result(record, positions)
    return DONE


def _listen(tell: Callable[[str], None]) -> None:
    """Hear what is compiled; players that compile nothing have not loaded the compiler, which takes a while."""
    link: Any = sys.modules.get("outfox.kernel.link")
    if link is not None:
        link.announce = tell


def _watch_live(plan: _Plan, speed: float) -> None:
    from outfox.interfaces.terminal.feed import PlayedFeed, announcer
    from outfox.interfaces.terminal.watch import watch_live

    feed = PlayedFeed(plan.play, plan.seats)
    _listen(announcer(feed))
    try:
        with ProgressLine("watch") as line:
            while not feed.first(0.1):
                line.share_or_not(None, feed.status)
        watch_live(feed, speed=speed, title=plan.title, out=sys.stdout)
    except BaseException:
        feed.stop()
        raise
    _end(feed)
    note(f"outfox: {plan.title}")


def _end(feed: PlayedFeed) -> None:
    """Wait for a player to end its thought; Ctrl-C does not."""
    if not feed.stop(0.3):
        with suppress(BrokenPipeError):
            note("outfox: waiting for a player to end its ply; Ctrl-C leaves now")
        feed.wait()


def _say_result(record: GameRecord, positions: list[Position]) -> None:
    from outfox.arena.watch import outcome

    print(f"after {record.plies} plies: {outcome(record, positions[0].game)}", flush=True)
