"""`outfox watch`: a game that plays before your eyes, or as a picture that moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.options import StartOptions, game_and_position

if TYPE_CHECKING:
    from outfox.formats.records import GameRecord
    from outfox.rules import Position


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PictureOptions:
    """How a game is shown.

    Parameters
    ----------
    speed
        Plies a second.
    gif
        Write an animated GIF to this file.
    svg
        Write one animated SVG, without scripts, to this file.
    html
        Write a page to step through, which stands alone, to this file.
    theme
        Colours of pictures: auto follows the reader's system (in a GIF it is light).
    """

    speed: float = 2.0
    gif: str = ""
    svg: str = ""
    html: str = ""
    theme: Literal["auto", "light", "dark"] = "auto"

    def places(self) -> dict[str, Path]:
        """Return where pictures go; say before the game where there is no place."""
        from outfox.interfaces.cli.files import place

        given = {"gif": self.gif, "svg": self.svg, "html": self.html}
        return {kind: place(f"--{kind}", name) for kind, name in given.items() if name}


def watch(
    game: str = "",
    a: str = "",
    b: str = "",
    /,
    *,
    pictures: PictureOptions | None = None,
    record: str = "",
    number: Annotated[int | None, Parameter(name="--game")] = None,
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
    record
        A file of recorded games, as match writes it with --records: one of them is shown, and nothing is played.
    number
        Which game of --record, from 1.
    seed
        Of the players and of chance; without it every game is another one.
    max_plies
        The game ends after so many plies; 0: no limit.
    parameters
        Parameters of the game.
    """
    from outfox.interfaces.cli.watch_played import plan, show_played
    from outfox.interfaces.cli.watch_shown import Showing, show_recorded

    chosen, asked = options or StartOptions(), pictures or PictureOptions()
    showing = Showing(asked.speed, asked.places(), asked.theme, chosen.json)
    _check(asked.speed, max_plies, seed)
    if record:
        playing = a or b or chosen.moves or chosen.position or chosen.param or parameters or max_plies
        if playing or seed is not None:
            raise UsageError("--record shows a game that was played: players, seed, position and parameters are in it")
        show_recorded(showing, *_recorded(record, number, game))
        return DONE
    if number is not None:
        raise UsageError("--game chooses a game of --record FILE")
    _refuse_players(game, a, b)
    loaded, start = game_and_position(game, chosen, parameters, "watch")
    show_played(showing, plan(loaded, start, (a, b), seed=seed, max_plies=max_plies))
    return DONE


def _check(speed: float, max_plies: int, seed: int | None) -> None:
    from outfox.draw.animation import check_speed
    from outfox.interfaces.cli.match import refuse_counts

    try:
        check_speed(speed)
    except ValueError as error:
        raise UsageError(f"--speed: {error}") from None
    refuse_counts({}, max_plies=max_plies, seed=seed or 0)


def _refuse_players(game: str, a: str, b: str) -> None:
    if not (game and a and b):
        raise UsageError("watch takes a game and two players, or --record FILE; see outfox watch --help")
    if "human" in (a.strip(), b.strip()):
        raise UsageError("human cannot be watched: outfox play asks you for moves")


def _recorded(file: str, number: int | None, rules: str) -> tuple[GameRecord, list[Position]]:
    """Return a recorded game and its positions."""
    from outfox.interfaces.cli.replay import chosen_record, positions_of, records_in

    records = records_in(file)
    if number is None and len(records) > 1:
        raise UsageError(f"{file} holds {len(records):,} games; --game N chooses one, and outfox replay lists them")
    record = chosen_record(records, 1 if number is None else number)
    return record, positions_of(record, rules)
