"""Where the positions to be watched come from: a recorded game, or one that is being played in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from outfox.arena.watch import outcome
from outfox.formats.records import GameRecord
from outfox.rules import Position

AHEAD = 500
"""Plies that a game is played ahead of what is being watched."""


class Feed:
    """The positions of a game so far.

    Parameters
    ----------
    positions
        Those that are known.
    seats
        Who plays, where that tells the two apart.
    record
        The game, where it is over.

    Attributes
    ----------
    status : str
        What is being done besides playing, such as compiling.
    """

    def __init__(
        self, positions: list[Position], seats: tuple[str, ...] = (), record: GameRecord | None = None
    ) -> None:
        self.positions, self.seats, self.record = positions, seats, record
        self.status = ""

    @property
    def over(self) -> bool:
        """Whether no position will be added."""
        return self.record is not None

    @property
    def ending(self) -> str:
        """How the game ended, where its rules do not say it; else empty."""
        if self.record is None or self.record.ending == "normal":
            return ""
        return outcome(self.record, self.positions[0].game)

    def seen(self, ply: int) -> None:
        """Take note of how far somebody has watched."""

    def stop(self, patience: float = 0.0) -> bool:  # noqa: ARG002 - for games that are being played
        """Play no further; say whether everything has ended within some seconds."""
        return True

    def wait(self) -> None:
        """Wait until everything has ended."""


class _Stopped(Exception):
    """Nobody watches any more."""


class PlayedFeed(Feed):
    """A game that is being played meanwhile.

    Parameters
    ----------
    play
        Called with a function to which each position is given; returns the record.
    seats
        As for `Feed`.
    """

    def __init__(self, play: Callable[[Callable[[Position], None]], GameRecord], seats: tuple[str, ...]) -> None:
        super().__init__([], seats)
        self._play, self._seen, self._stop = play, 0, False
        self._error: BaseException | None = None
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.record = self._play(self._take)
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - raised where somebody watches
            self._error = error
        with self._news:
            self._news.notify_all()

    def _take(self, position: Position) -> None:
        with self._news:
            self.positions.append(position)
            self.status = ""
            self._news.notify_all()
            while not self._stop and len(self.positions) > self._seen + AHEAD:
                self._news.wait()
            if self._stop:
                raise _Stopped

    def seen(self, ply: int) -> None:
        """Let the game go on to `AHEAD` plies after this one; raise what a player has raised."""
        if self._error is not None:
            raise self._error
        with self._news:
            self._seen = max(self._seen, ply)
            self._news.notify_all()

    def first(self, seconds: float) -> bool:
        """Wait for the first position; say whether it is there. What was raised before it is raised here."""
        with self._news:
            self._news.wait_for(lambda: bool(self.positions) or self._error is not None, seconds)
        if not self.positions:
            self.seen(0)
        return bool(self.positions)

    def stop(self, patience: float = 0.0) -> bool:
        """Play no further; say whether the thread has ended within some seconds."""
        with self._news:
            self._stop = True
            self._news.notify_all()
        self._thread.join(patience)
        return not self._thread.is_alive()

    def wait(self) -> None:
        """Wait for the thread: a player may have to think to the end of its ply."""
        self._thread.join()


def announcer(feed: Feed) -> Callable[[str], Any]:
    """Return what takes the linker's lines while a game is watched."""

    def take(text: str) -> None:
        feed.status = text

    return take
