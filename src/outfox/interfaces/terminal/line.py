"""Line mode: the board, a prompt, a line of input, and again until the game is over."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from outfox.draw.lettering import printable, wrap
from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.output import fit
from outfox.interfaces.terminal import view
from outfox.interfaces.terminal.hidden import seen_now
from outfox.interfaces.terminal.session import Session
from outfox.interfaces.terminal.why import why_not
from outfox.rules import IllegalAction, OutfoxError
from outfox.rules.vocabulary import CHANCE

if TYPE_CHECKING:
    from outfox.interfaces.terminal.advice import Advice

HINT = 5000
"""Simulations of a hint."""


class Line:
    """Plays a session with whoever types.

    Parameters
    ----------
    session
        The game.
    out
        Where boards and answers go.
    busy
        Called with a text while a player thinks; returns a function that ends it.
    advice
        What a hint tells in games with hidden information, which a search cannot see past.
    """

    def __init__(
        self,
        session: Session,
        out: TextIO,
        busy: Callable[[str], Callable[[], None]] | None = None,
        advice: Advice | None = None,
    ) -> None:
        self.session, self.out, self.busy, self.advice = session, out, busy, advice
        self._drawn = -1
        with suppress(ImportError):
            import readline  # noqa: F401 - editing and history for input()

    def run(self) -> str:
        """Play until the end; return ``normal``, ``endless`` or ``quit``."""
        while not self.session.over:
            if not self.session.person_to_move():
                self._let_act()
            elif not self._ask():
                return "quit"
        self._draw()
        self.say(view.ending(self.session))
        return "normal" if self.session.position.is_terminal else "endless"

    def more(self, prompt: str) -> bool:
        """Ask whether to go on; say no where nobody answers."""
        line = self._read(prompt)
        if line is None:
            self.say("")
        return line is not None and line.strip().lower().lstrip("/") not in ("quit", "exit", "q", "no", "n")

    def say(self, text: str) -> None:
        """Print a text."""
        print(text, file=self.out, flush=True)

    def _let_act(self) -> None:
        position = self.session.position
        chance = position.mover == CHANCE
        who = "chance" if chance else self.session.game.players[position.mover]
        stop = self.busy(f"{who} thinks") if self.busy and not chance else None
        try:
            self.session.step()
        finally:
            if stop is not None:
                stop()
        self.say(fit(f"{who}: {printable(self.session.told)}", width()))

    def _draw(self) -> None:
        """Draw the board, unless it stands there already."""
        here = len(self.session.positions)
        if self._drawn != here:
            self.say("\n" + view.board(self.session, self.out))
            if self.session.game.endless is not None and self.session.repetitions() == 2:
                self.say("(this position was there before; at its third time the game ends)")
        self._drawn = here

    def _ask(self) -> bool:
        """Take one line of input; say whether to go on."""
        self._draw()
        line = self._read(f"{self.session.game.players[self.session.position.mover]}> ")
        if line is None:
            self.say("")
            return False
        text = line.strip()
        word, _, rest = text.partition(" ")
        action = self._action(text)
        if action is not None:
            self._tell_other_name(text, action)
            self.session.play(action)
        elif word.lower().lstrip("/") in ("quit", "exit", "q"):
            return False
        elif text:
            self._answer(word.lower().lstrip("/"), rest.strip(), text)
        return True

    def _tell_other_name(self, text: str, action: int) -> None:
        """Say what is played where that is called otherwise: who "calls" with no bet to call may bet unawares."""
        name = self.session.position.name(action)
        if self.session.hides_from is not None and text.lower() not in (name.lower(), str(action)):
            self._wrapped(f"{text!r} is taken for {name}")

    def _action(self, text: str) -> int | None:
        """Return the legal action that a line means, or None."""
        position = self.session.position
        if not text:
            return None
        try:
            return position.action(text)
        except IllegalAction:
            return int(text) if text.isdecimal() and int(text) in position.legal else None

    def _answer(self, word: str, rest: str, text: str) -> None:
        """Answer a word, or say why the line is no move."""
        if word in ("help", "h", "?"):
            hides = self.session.hides_from is not None
            self.say(view.rules(self.session) if rest.startswith("rule") else view.words(hides))
        elif word == "moves":
            self.say(view.moves(self.session.position))
        elif word == "board":
            self._drawn = -1
        elif word == "undo":
            if not self.session.undo():
                self.say("there is nothing to undo")
        elif word == "hint":
            self._hint(rest)
        elif word == "why":
            self._why(rest)
        else:
            self._refuse(text)

    def _why(self, move: str) -> None:
        if not move:
            self.say("why what? Write: why MOVE")
        elif self._action(move) is not None:
            self.say(f"{move!r} is legal: type it without the 'why'")
        else:
            self._refuse(move)

    def _refuse(self, text: str) -> None:
        told = why_not(self.session.position, text, self.session.positions[:-1])
        self._wrapped(f"{told} ('help' lists the words)")

    def _wrapped(self, text: str) -> None:
        """Print a text whose parts may be somebody's file's, within the width."""
        self.say("\n".join(wrap(printable(text), width())))

    def _advise(self, advice: Advice) -> None:
        """Say what an equilibrium does here."""
        from outfox.interfaces.terminal.advice import told

        try:
            odds = advice.odds(seen_now(self.session.positions))
        except OutfoxError as error:
            self._wrapped(f"no hint: {error}")
            return
        self._wrapped(f"hint: {advice.whose} would {told(odds)}")

    def _hint(self, rest: str) -> None:
        if self.advice is not None:
            self._advise(self.advice)
            return
        if self.session.hides_from is not None:
            self.say("no hint: a search cannot see past hidden information, and --advice is off")
            return
        from outfox.methods.search.mcts import search

        if rest and not (rest.isdecimal() and int(rest)):
            self.say(f"{rest!r} is no number of simulations; write for example: hint 20000")
            return
        position = self.session.position
        exact = view.exact_hint(self.session)
        if exact:
            self._wrapped(exact)
            return
        stop = self.busy("looking for a hint") if self.busy else None
        try:
            result = search(position, simulations=int(rest or HINT), seed=len(position.history))
        except OutfoxError as error:
            self._wrapped(f"no hint: {error}")
            return
        finally:
            if stop is not None:
                stop()
        sign = -1.0 if position.mover == 1 else 1.0
        shown = [f"{a.name} ({'proven ' if a.proven else ''}{sign * a.value:+.2f})" for a in result.actions[:3]]
        self._wrapped(f"hint: {'; '.join(shown)}; values for {self.session.game.players[position.mover]}")

    def _read(self, prompt: str) -> str | None:
        """Read a line; None at the end of input. What nobody types is shown, for the output to be read."""
        if view.stdin_is_terminal() and self.out is sys.stdout:
            with suppress(EOFError):
                return input(prompt)
            return None
        print(prompt, end="", file=self.out, flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return None
        if not view.stdin_is_terminal():
            self.say(line.rstrip("\n"))
        return line
