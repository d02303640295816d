"""What play shows: the board, the moves, the words that it knows, the end."""

from __future__ import annotations

import shlex
import sys
from typing import TextIO

from outfox.draw import scene
from outfox.draw.lettering import printable
from outfox.interfaces.cli.output import in_columns, reflow
from outfox.interfaces.terminal import hidden
from outfox.interfaces.terminal.board import board as drawn
from outfox.interfaces.terminal.session import Session
from outfox.rules import Position

WORDS = {
    "MOVE": "play it: its name (moves lists them) or its code",
    "moves": "list the legal moves",
    "hint [N]": "search N simulations (default 5000) and show the best moves",
    "why MOVE": "say why a move is not legal",
    "undo": "take your last move back",
    "board": "draw the board again",
    "help": "this list; help rules shows the game's rules",
    "quit": "stop here",
}


def board(session: Session, out: TextIO) -> str:
    """Draw the present position; what the last action touched stands in brackets. A person sees its own side alone."""
    if session.hides_from is not None:
        return hidden.board(session.positions, session.hides_from)
    seats = session.seats if len(set(session.seats)) > 1 else ()
    return drawn(scene(session.position, last=session.before, seats=seats), out)


def moves(position: Position) -> str:
    """List the legal moves in columns."""
    return "\n".join(in_columns([printable(position.name(action)) for action in position.legal]))


def words(hides: bool = False) -> str:
    """List the words that play knows, or those that it knows where something is hidden."""
    known = {**WORDS, "hint [N]": "say what an equilibrium, or --advice, does here"} if hides else WORDS
    listed = {word.removesuffix(" [N]") if hides else word: meaning for word, meaning in known.items()}
    wide = max(map(len, listed)) + 2
    return "\n".join(f"  {word.ljust(wide)}{meaning}" for word, meaning in listed.items())


def rules(session: Session) -> str:
    """Return the game's docstring, filled to the width."""
    return "\n".join(printable(line) for line in reflow(session.game.doc))


def ending(session: Session) -> str:
    """Say how the game ended, in one line."""
    payoff = session.payoff
    if payoff is None:
        return "not finished"
    how = "the position occurred for the third time, so play is endless: " if session.endless else ""
    if payoff == 0:
        return f"{how}a draw"
    winner = 0 if payoff > 0 else 1
    person = " (you)" if session.players[winner] is None and session.players[1 - winner] is not None else ""
    amount = "" if abs(payoff) == 1 else f" by {abs(payoff):g}"
    return f"{how}won by {session.game.players[winner]}{person}{amount}"


def to_go_on(session: Session, spec: str, before: str) -> str:
    """Return the command that leads here again, where the session began with the moves `before`."""
    moves = ", ".join([*([before.strip(" ,")] if before.strip() else []), *session.names])
    return f'outfox play {shlex.quote(spec)} --moves "{moves}"'


def stdin_is_terminal() -> bool:
    """Say whether somebody types."""
    return sys.stdin is not None and sys.stdin.isatty()


def exact_hint(session: Session) -> str:
    """Return the best moves from the exact answers of a player that plays by some; empty where nobody does."""
    from outfox.interfaces.terminal.after_game import table_of
    from outfox.methods.solve.result import action_outcomes
    from outfox.methods.solve.text import outcome_text

    table = table_of(session.players, session.position)
    if table is None:  # or one that begins elsewhere
        return ""
    found = action_outcomes(table, session.position)[:3]
    return "hint: " + "; ".join(f"{a.name} ({outcome_text(session.game, a.value, a.remoteness)})" for a in found)
