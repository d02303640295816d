"""`outfox play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.match import refuse_counts
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.interfaces.terminal.line import Line
    from outfox.interfaces.terminal.session import Session
    from outfox.rules import Game


SEARCH = "mcts:simulations=2000"
AUTO, OFF = "auto", "off"


def play(
    game: str,
    /,
    *,
    against: str = SEARCH,
    level: str = "",
    seat: str = "first",
    seed: int | None = None,
    report: Literal["auto", "on", "off"] = "auto",
    hands: int = 0,
    advice: str = AUTO,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Play a game in the terminal: the board is drawn, moves are typed by name.

    Type help for the words that it knows: moves, hint, undo, why a move is not legal, quit. Works without a
    terminal too: one line of input, one move.

    In games with hidden information, such as poker, you see your own side alone, and play hand after hand with seats
    that alternate; after each it is said what an equilibrium would have done where you decided.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    against
        The opponent: a player's spec, such as random or mcts:simulations=20000; human for two people.
    level
        Instead of --against: child, beginner, casual, club, strong or strongest; see outfox levels.
    seat
        Where you sit: first, second, the name of a player, or both.
    seed
        Of the opponent and of chance; without it every game is another one.
    report
        After the game: where either side left the winning path, by the exact answer. auto: in games that are solved in
        about a second; on: in larger ones too; off.
    hands
        With hidden information: end after so many; 0: when you stop.
    advice
        With hidden information, whose play is shown after each hand. auto: an equilibrium's, of games that are solved
        in about a second; policy:FILE: of a file that outfox equilibrium --out wrote; off.
    parameters
        Parameters of the game.
    """
    refuse_counts({}, hands=hands, seed=seed or 0)
    chosen = options or StartOptions()
    against = f"level:{level}" if level else against
    loaded, position = game_and_position(game, chosen, parameters, "play")
    _refuse(loaded, hands, advice, report)
    if loaded.view is not None and against == SEARCH:
        against = "random"  # a search sees the whole position
        note(f"{loaded.name} hides something from its players, so random plays here; --against names another")
    mine = _seats(loaded, seat, against)
    seed = secrets.randbelow(2**32) if seed is None else seed
    if loaded.view is not None and mine[0] != mine[1]:
        from outfox.interfaces.cli.play_hidden import play_hidden

        return play_hidden(position, against, mine.index(True), seed, hands, advice, chosen)
    with ProgressLine("play") as line:
        line.listen()
        from outfox.interfaces.terminal.line import Line
        from outfox.interfaces.terminal.session import Session

        session = Session(position, _players(mine, against), seed)
    out = sys.stderr if chosen.json else sys.stdout
    table = Line(session, out, busy)
    table.say(f"{loaded.name}: you are {_who(loaded, mine)}; help lists what you can type")
    try:
        ending = table.run()
    except KeyboardInterrupt:
        ending = "interrupted"
        table.say("")
    _end(session, ending, loaded, chosen, _report(session, ending, report, table))
    return INTERRUPTED if ending == "interrupted" else DONE


def _seats(game: Game, seat: str, against: str) -> tuple[bool, bool]:
    """Return which seats a person has."""
    from outfox.interfaces.cli.errors import UsageError

    wanted = seat.strip().lower()
    names = [name.lower() for name in game.players]
    if against == "human" or wanted == "both":
        return True, True
    for number, words in enumerate((("first", "0", names[0]), ("second", "1", names[1]))):
        if wanted in words:
            return number == 0, number == 1
    raise UsageError(f"there is no seat {seat!r}; there are first ({names[0]}), second ({names[1]}) and both")


def _players(mine: tuple[bool, bool], against: str) -> tuple[Any, Any]:
    from outfox.players import player

    first, second = (None if person else player(against) for person in mine)
    return first, second


def _who(game: Game, mine: tuple[bool, bool]) -> str:
    return " and ".join(name for name, person in zip(game.players, mine, strict=True) if person)


def _refuse(game: Game, hands: int, advice: str, report: str) -> None:
    """Refuse flags that a game with or without hidden information would not look at."""
    from outfox.interfaces.cli.errors import UsageError

    if report == "on" and game.view is not None:
        raise UsageError(f"play: --report is for games that hide nothing; of {game.name} --advice says what was best")
    for flag, given in (("--hands", hands != 0), ("--advice", advice != AUTO)):
        if given and game.view is None:
            raise UsageError(f"play: {flag} is for games with hidden information, and {game.name} hides nothing")


def busy(text: str) -> Callable[[], None]:
    """Show that something goes on until the returned function is called."""
    line = ProgressLine(text)
    line.share_or_not(None, "")
    return line.hide


def _report(session: Session, ending: str, wanted: str, table: Line) -> dict[str, Any] | None:
    """Say where either side left the winning path, if that is wanted and known."""
    if wanted == "off" or ending not in ("normal", "endless") or not session.actions:
        return None
    with ProgressLine("looking at the game") as line:
        line.listen().share_or_not(None, "")
        from outfox.interfaces.terminal.after_game import MOST, QUICK, report_of, table_for, told

        answers = table_for(session.positions, MOST if wanted == "on" else QUICK, session.players)
        found = None if answers is None else report_of(answers, session.positions, ended=ending == "normal")
    if found is not None:
        table.say("\n" + told(session.game, found))
    elif wanted == "on":
        table.say("\nthere is no report: the game cannot be solved, or is too large for it")
    return None if found is None else found.to_dict()


def _end(session: Session, ending: str, game: Game, options: StartOptions, report: dict[str, Any] | None) -> None:
    told = session.hides_from is None or session.payoff is not None  # else it is not for the person to know
    data = {
        "game": game.spec,
        "players": game.players,
        "seats": ["human" if player is None else player.name for player in session.players],
        "seed": session.seed,
        "moves": session.names if told else [],
        "actions": session.actions if told else [],
        "plies": len(session.actions),
        "ending": ending,
        "payoff": session.payoff,
        "report": report,
    }
    if options.json:
        show(data, "", True)
    elif told and session.payoff is None and session.names and not options.position:
        from outfox.interfaces.terminal.view import to_go_on

        note(f"to go on: {to_go_on(session, game.spec, options.moves)}")
