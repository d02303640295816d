"""`ProcessPlayer`: any program that speaks the line protocol, named ``process:./engine --depth 3``.

A program that ends, does not answer in time or answers nonsense loses that game, with the reason in its record;
it is started again for the next one.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from outfox.players.base import PlayerFailed, refuse_hidden
from outfox.players.engine_process import EngineProcess, printed
from outfox.players.protocol import VERSION, NewGame, ProtocolError, Teller, read_bestmove, write_seed
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.position import Position

_SETTINGS = re.compile(r"((?:[a-z_]+=[^:,\s]*)(?:,[a-z_]+=[^:,\s]*)*):(?=\S)")


@dataclass(frozen=True)
class ProcessSettings:
    """Time, in seconds.

    Attributes
    ----------
    seconds
        For each choice: the program is told, and told to stop when they are over. 0: its own affair.
    limit
        Without an answer after so many the game is lost.
    start
        The same for starting and for getting ready for a game, in which a program may compile.
    """

    seconds: float = 0.0
    limit: float = 60.0
    start: float = 120.0


class ProcessPlayer:
    """A program as a player.

    Parameters
    ----------
    command
        The program and its arguments.
    settings
        What it has for its choices.
    name
        Default: the command.

    Attributes
    ----------
    value : float or None
        Player 0's payoff as the program saw it at its last choice, where it says so (``info value 0.5``).

    Examples
    --------
    >>> from outfox.players import player
    >>> from outfox.rules import load
    >>> from outfox.workers.seeds import root_seed
    >>> game, one = load("tic-tac-toe"), player("process:outfox engine tic-tac-toe --player random")
    >>> one.start(game, 0, root_seed(1))
    >>> one.choose(game.start()) in game.start().legal
    True
    >>> one.close()
    """

    def __init__(self, command: Sequence[str], settings: ProcessSettings | None = None, name: str = "") -> None:
        self.command = list(command)
        self.settings = settings or ProcessSettings()
        self.name = name or f"process:{shlex.join(self.command)}"
        self.value: float | None = None
        self._process: EngineProcess | None = None
        self._teller = Teller()

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a game: start the program if it does not run, and wait until it is ready.

        Raises
        ------
        PlayerFailed
            Where it is not.
        NotSupported
            In a game with hidden information: the protocol hands over positions.
        """
        refuse_hidden(game, self.name)
        self.value = None
        process = self._process or self._launched()
        process.say(str(NewGame(seat, write_seed(seed), game.rules_key, game.spec)))
        process.say("isready")
        self._await(process, "readyok", self.settings.start, "get ready for a game")

    def choose(self, seen: Position) -> int:
        """Ask the program.

        Raises
        ------
        PlayerFailed
            Where it ended, did not answer in time, or said what no answer is.
        IllegalAction
            Where its answer is no legal action.
        """
        self.value = None
        process = self._process
        assert process is not None, "start comes first"
        for line in self._teller.lines(seen):
            process.say(line)
        thinking = self.settings.seconds
        process.say(f"go movetime {max(1, round(1000 * thinking))}" if thinking else "go")
        answer = self._await(process, "bestmove", self.settings.limit, "answer", stop_after=thinking)
        return read_bestmove(seen, answer, self._teller.wanted)

    def close(self) -> None:
        """End the program, if it runs."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _launched(self) -> EngineProcess:
        self._process, self._teller = EngineProcess(self.command), Teller()
        self._process.say(f"outfox {VERSION}")
        self._await(self._process, "ok", self.settings.start, "say ok")
        return self._process

    def _await(self, process: EngineProcess, word: str, seconds: float, what: str, stop_after: float = 0.0) -> str:
        """Return what follows a word that the program has to say; hear out what it may say before."""
        begun = time.monotonic()
        stop_at = begun + stop_after if stop_after else float("inf")
        try:
            while True:
                try:
                    line = process.hear(min(begun + seconds, stop_at))
                except TimeoutError:
                    if time.monotonic() < begun + seconds:
                        process.say("stop")
                        stop_at = float("inf")
                        continue
                    raise PlayerFailed(
                        f"did not {what} within {seconds:g} s{process.last_words()}", "timeout"
                    ) from None
                head, _, rest = line.strip().partition(" ")
                if head == word:
                    return rest.strip()
                self._hear(head, rest.strip(), line, word)
        except (PlayerFailed, KeyboardInterrupt):
            process.close(politely=False)
            self._process = None
            raise

    def _hear(self, head: str, rest: str, line: str, awaited: str) -> None:
        """Take a line that is not the one awaited."""
        name, _, value = rest.partition(" ")
        if head == "error":
            raise PlayerFailed(f"says: {printed(rest)[:300]}")
        if head == "use" and awaited == "ok":
            try:
                self._teller.wanted.ask(rest)
            except ProtocolError as error:
                raise PlayerFailed(str(error)) from None
        elif head == "info":
            if name == "value":
                self.value = _number(value)
        elif head and not (head == "id" and awaited == "ok"):
            raise PlayerFailed(f"said {line[:80]!r}, not {awaited}", "illegal")


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < float("inf") else None


def from_command(text: str) -> ProcessPlayer:
    """Make the player from what follows ``process:`` in a spec: settings and a colon, if any, and a command line.

    Raises
    ------
    UnknownName
        Where there is no such program or setting.

    Examples
    --------
    >>> from_command("seconds=0.5,limit=10:outfox engine nim").settings
    ProcessSettings(seconds=0.5, limit=10.0, start=120.0)
    """
    text = text.strip()
    found = _SETTINGS.match(text)
    settings = _settings(found[1]) if found else ProcessSettings()
    line = text[found.end() :] if found else text
    return ProcessPlayer(command_of(line), settings, f"process:{text}")


def _settings(text: str) -> ProcessSettings:
    known = {field.name: field.default for field in fields(ProcessSettings)}
    chosen = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        number = _number(value)
        if name not in known or number is None or number < 0 or (number == 0 and name != "seconds"):
            listing = ", ".join(f"{key}={default}" for key, default in known.items())
            raise UnknownName(f"process: {part!r} is no setting; there are {listing}, in seconds")
        chosen[name] = number
    return ProcessSettings(**chosen)


def command_of(line: str) -> list[str]:
    """Return the words of a command line, the first of them a program that is there.

    A path with blanks is quoted, or is the whole line. A Python file is run by this Python, and ``outfox`` is this
    outfox, wherever either is.

    Raises
    ------
    UnknownName
        Where there is no such program.
    """
    parts = [line] if Path(line).expanduser().is_file() else _split(line)
    if not parts:
        raise UnknownName("process needs a program: process:./engine --depth 3")
    program = str(Path(parts[0]).expanduser()) if parts[0].startswith("~") else parts[0]
    if program == "outfox":
        return [sys.executable, "-m", "outfox", *parts[1:]]
    if program.endswith(".py"):
        if not Path(program).is_file():
            raise UnknownName(f"there is no file {program!r}")
        return [sys.executable, program, *parts[1:]]
    found = shutil.which(program)
    if found is None:
        there = Path(program).is_file()
        reason = f"{program!r} may not be executed" if there else f"there is no program {program!r}"
        raise UnknownName(f"process: {reason}; write process:./engine ARGUMENTS")
    return [found, *parts[1:]]


def _split(line: str) -> list[str]:
    try:
        parts = shlex.split(line, posix=os.name == "posix")
    except ValueError as error:
        raise UnknownName(f"process: {line!r}: {error}") from None
    if os.name == "posix":
        return parts
    return [part[1:-1] if len(part) > 1 and part[0] == part[-1] == '"' else part for part in parts]
