"""`serve`: any of our players at the other end of the line protocol."""

from __future__ import annotations

import _thread
import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from outfox import __version__
from outfox.players.base import Player
from outfox.players.protocol import VERSION, ProtocolError, read_newgame, read_position, read_seed
from outfox.rules.errors import OutfoxError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed


def serve(game: Game, player: Player, orders: TextIO, out: TextIO) -> None:
    """Play as one is told, until ``quit`` or the end of the input.

    Parameters
    ----------
    game, player
        What is played, and who chooses.
    orders, out
        Where lines come from, and go to.
    """
    Engine(game, player, out).run(orders)


class Engine:
    """A player that hears the protocol.

    Parameters
    ----------
    game, player, out
        As `serve` takes them.
    """

    def __init__(self, game: Game, player: Player, out: TextIO) -> None:
        self.game, self.player, self._out = game, player, out
        self.position: Position = game.start()
        self._ready = False
        self._guard = threading.Lock()
        self._thinking = self._stopped = False

    def run(self, orders: TextIO) -> None:
        """Do what the lines say; a thread of its own reads them, since a stop comes in the middle of a choice."""
        lines: queue.Queue[str | None] = queue.Queue()
        with _interruptible():
            threading.Thread(target=self._listen, args=(orders, lines), daemon=True).start()
            while True:
                try:
                    line = lines.get()
                except KeyboardInterrupt:
                    if not self._stopped:
                        raise
                    self._stopped = False  # of the last choice: it came when that was made
                    continue
                if line is None:
                    return
                self._do(line.strip())

    def _listen(self, orders: TextIO, lines: queue.Queue[str | None]) -> None:
        for line in orders:
            word = line.split(maxsplit=1)[0] if line.strip() else ""
            if word == "quit":
                break
            if word == "stop":
                self._stop()
            elif word:
                lines.put(line)
        lines.put(None)
        self._stop()  # nobody waits for the answer

    def _stop(self) -> None:
        with self._guard:
            if self._thinking and not self._stopped:
                self._stopped = True
                _thread.interrupt_main()

    def _do(self, line: str) -> None:
        head, _, rest = line.partition(" ")
        try:
            if head == "outfox":
                self._greet(rest.strip())
            elif head == "isready":
                self._say("readyok")
            elif head == "newgame":
                self._new_game(line)
            elif head == "position":
                self.position = read_position(self.game, line)
            elif head == "go":
                self._go(rest.split())
            else:
                self._say(f"info string there is no {head[:40]!r}; there are outfox, isready, newgame, position, go")
        except OutfoxError as error:
            self._say("error " + " ".join(str(error).split()))

    def _greet(self, version: str) -> None:
        if version != str(VERSION):
            raise ProtocolError(f"this is version {VERSION} of the protocol, not {version!r}")
        self._say(f"id name {self.player.name}")
        self._say(f"id version outfox {__version__}")
        self._say("ok")

    def _new_game(self, line: str) -> None:
        asked = read_newgame(line)
        if asked.rules and asked.rules != self.game.rules_key:
            raise ProtocolError(
                f"this engine plays {self.game.spec} (key {self.game.rules_key}),"
                f" not {asked.game or 'a game'} with key {asked.rules}"
            )
        self.player.start(self.game, asked.seat, read_seed(asked.seed))
        self._ready, self.position = True, self.game.start()

    def _go(self, words: list[str]) -> None:
        if self.position.mover not in (0, 1):
            raise ProtocolError("there is nothing to choose in this position")
        if not self._ready:
            self.player.start(self.game, self.position.mover, root_seed(0))
            self._ready = True
        timer = threading.Timer(_milliseconds(words) / 1000.0, self._stop) if "movetime" in words else None
        before = getattr(self.player, "result", None)
        if timer is not None:
            timer.daemon = True
            timer.start()
        action = self._choose()
        if timer is not None:
            timer.cancel()
        result = getattr(self.player, "result", None)
        known = result if result is not before else None
        if action is None and known is not None:
            action = int(known.action)  # what the search had found
        if action is None:
            self._say("info string stopped before anything was known")
            action = self.position.legal[0]
        value = getattr(known, "value", None)
        if value is not None:
            self._say(f"info value {value!r}")
        self._say(f"bestmove {action}")

    def _choose(self) -> int | None:
        """Return the player's choice as a code; None where it was stopped."""
        self._stopped, choice = False, None
        try:
            self._thinking = True
            choice = self.player.choose(self.position)
            with self._guard:
                self._thinking = False
            # A stop that came at the last moment is raised here at the latest.
            signal.getsignal(signal.SIGINT)
        except KeyboardInterrupt:
            with self._guard:
                self._thinking = False
            if not self._stopped:
                raise  # somebody's Ctrl-C
        if choice is None:
            return None
        played: Any = self.position.play(choice)  # by name, as functions may choose, or by code; complains
        return int(played.history[-1])

    def _say(self, line: str) -> None:
        self._out.write(line + "\n")
        self._out.flush()


def _milliseconds(words: list[str]) -> float:
    try:
        return max(0.0, float(words[words.index("movetime") + 1]))
    except (ValueError, IndexError):
        raise ProtocolError("go movetime takes milliseconds, such as go movetime 500") from None


@contextmanager
def _interruptible() -> Iterator[None]:
    """Have interrupts raise KeyboardInterrupt, also where the program that started this one ignores them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before in (signal.SIG_IGN, signal.SIG_DFL, None):
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
