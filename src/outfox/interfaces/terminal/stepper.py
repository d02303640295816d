"""Steps through a recorded game: the board, a prompt, a word, and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TextIO

from outfox.arena.watch import outcome, seats_of
from outfox.draw import scene
from outfox.draw.lettering import printable
from outfox.formats.records import GameRecord
from outfox.interfaces.cli.output import fit, in_columns
from outfox.interfaces.terminal.board import board
from outfox.rules import Position

WORDS = {
    "ENTER, next": "one ply on",
    "back": "one ply back",
    "NUMBER": "to the position after so many plies",
    "start, end": "to the first or the last position",
    "plies": "list all plies",
    "quit": "stop here",
}


class Stepper:
    """Shows the positions of a record to whoever types.

    Parameters
    ----------
    record, positions
        The game, and its positions, the first included.
    out
        Where boards and answers go.
    """

    def __init__(self, record: GameRecord, positions: Sequence[Position], out: TextIO) -> None:
        self.record, self.positions, self.out = record, positions, out
        self.ply = 0

    def run(self, read: Callable[[str], str | None]) -> None:
        """Show, ask and go, until somebody quits or the input ends.

        Parameters
        ----------
        read
            Called with a prompt; returns a line, or None at the end of the input.
        """
        self.show()
        while (line := read(f"ply {self.ply} of {self.record.plies}> ")) is not None:
            word = line.strip().lower()
            if word in ("q", "quit", "exit"):
                return
            self._do(word)
        self.say("")

    def say(self, text: str) -> None:
        """Print a text."""
        print(text, file=self.out, flush=True)

    def show(self) -> None:
        """Draw the position, what led to it, and at the end how the game ended, unless the board says so."""
        self.say("\n" + self._board())
        if self.ply:
            self.say(fit(f"ply {self.ply}: {self._who(self.ply - 1)} {printable(self.record.names[self.ply - 1])}"))
        if self.ply == self.record.plies and self.record.ending != "normal":
            reason = f": {printable(self.record.reason)}" if self.record.reason else ""
            self.say(outcome(self.record, self.positions[0].game) + reason)

    def _board(self) -> str:
        before = self.positions[self.ply - 1] if self.ply else None
        return board(scene(self.positions[self.ply], last=before, seats=seats_of(self.record)), self.out)

    def _who(self, ply: int) -> str:
        mover = self.positions[ply].mover
        return self.positions[0].game.players[mover] if mover in (0, 1) else "chance"

    def _do(self, word: str) -> None:
        last = self.record.plies
        if word.isdecimal() and int(word) <= last:
            self._go(int(word))
        elif word in ("", "n", "next") and self.ply < last:
            self._go(self.ply + 1)
        elif word in ("b", "back", "p", "previous") and self.ply > 0:
            self._go(self.ply - 1)
        elif word in ("", "n", "next", "b", "back", "p", "previous"):
            self.say("there is nothing further")
        elif word in ("s", "start", "e", "end"):
            self._go(0 if word.startswith("s") else last)
        elif word in ("plies", "moves", "l", "list"):
            self.say("\n".join(plies(self.record)))
        else:
            wide = max(map(len, WORDS)) + 2
            self.say("\n".join(f"  {name.ljust(wide)}{meaning}" for name, meaning in WORDS.items()))

    def _go(self, ply: int) -> None:
        self.ply = ply
        self.show()


def plies(record: GameRecord) -> list[str]:
    """List the plies of a game in columns, numbered from 1."""
    return in_columns([f"{number} {printable(name)}" for number, name in enumerate(record.names, 1)])
