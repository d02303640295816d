"""`outfox play` of games with hidden information: hand after hand, with what an equilibrium would have done."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.options import StartOptions
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.play import AUTO, OFF, busy
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.interfaces.terminal.hands import Hands
    from outfox.interfaces.terminal.line import Line
    from outfox.interfaces.terminal.session import Session
    from outfox.rules import Position


def play_hidden(
    position: Position, against: str, seat: int, seed: int, many: int, advice: str, options: StartOptions
) -> int:
    """Play, and return the exit code.

    Parameters
    ----------
    position
        Where the first hand begins; where that is not the start of the game, there is only this one.
    against
        The opponent's spec.
    seat
        Where the person sits first.
    seed
        Of the first hand.
    many
        How many hands; 0: until the person stops.
    advice
        ``auto``, ``off`` or a player's spec.
    options
        Of the command.
    """
    out = sys.stderr if options.json else sys.stdout
    with ProgressLine("play") as line:
        line.listen()
        from outfox.interfaces.terminal.advice import Advice
        from outfox.interfaces.terminal.hands import Hands
        from outfox.interfaces.terminal.line import Line
        from outfox.players import player

        game = position.game
        advisor = None if advice == OFF else Advice(game, "" if advice == AUTO else advice, working)
        many = many if position.history == () and position == game.start() else 1
        hands = Hands(position, player(against), seat, seed, many, advisor)

    def line_of(session: Session) -> Line:
        return Line(session, out, busy, advisor)

    try:
        ending = hands.run(line_of)
    except KeyboardInterrupt:
        ending = "interrupted"
        print(file=out, flush=True)
    left = hands.played and hands.played[-1].won is None
    if left or ending == "interrupted":
        print(hands.summary() + ("; the last was not finished" if left else ""), file=out, flush=True)
    if options.json:
        show(_data(hands, ending), "", True)
    return INTERRUPTED if ending == "interrupted" else DONE


@contextmanager
def working(text: str) -> Iterator[None]:
    """Show that something goes on, and what is compiled for it."""
    with ProgressLine(text) as line:
        line.listen().share_or_not(None, "")
        yield


def _data(hands: Hands, ending: str) -> dict[str, Any]:
    """Return what the person may know: keys of the last hand as of other games, and all hands."""
    from outfox.interfaces.terminal.hidden import UNSEEN

    last = hands.played[-1]
    session, over = last.session, last.won is not None
    shown = last.to_dict()
    pairs = zip(shown["moves"], session.actions, strict=False)
    return {
        "game": session.game.spec,
        "players": session.game.players,
        "seats": ["human" if player is None else player.name for player in session.players],
        "seed": hands.seed,
        "moves": shown["moves"],
        "actions": [None if name == UNSEEN else code for name, code in pairs],
        "plies": len(session.actions),
        "ending": ending,
        "payoff": session.payoff if over else None,
        "report": None,
        "hands": [hand.to_dict() for hand in hands.played],
        "won": hands.total,
    }
