"""What is shown while a game is watched, and what keys do: without a terminal, by a clock that the caller reads."""

from __future__ import annotations

from typing import Any

from outfox.draw import Scene
from outfox.draw.animation import scene_of
from outfox.interfaces.terminal.feed import Feed
from outfox.rules import CHANCE, Position

SLOWEST, FASTEST = 0.125, 64.0
"""Plies a second that + and - keep to."""

_LOOK = 0.1
"""Seconds after which the game in progress is looked at again."""


class Watcher:
    """What is shown, and what keys do; it neither reads nor writes.

    Parameters
    ----------
    feed
        The game.
    speed
        Plies a second.
    now
        The time, in seconds of any clock.

    Attributes
    ----------
    at : int
        The position shown, from 0.
    paused : bool
        Whether it stands still.
    """

    def __init__(self, feed: Feed, speed: float, now: float) -> None:
        self.feed, self.speed = feed, speed
        self.at, self.paused = 0, False
        self._since = now

    @property
    def last(self) -> int:
        """The last position that is known."""
        return len(self.feed.positions) - 1

    @property
    def ended(self) -> bool:
        """Whether this is how the game ends."""
        return self.feed.over and self.at == self.last

    def advance(self, now: float) -> None:
        """Go on to the next position when its time has come."""
        if not self.paused and self.at < self.last and now >= self._since + 1 / self.speed:
            self._go(self.at + 1, now)
        self.feed.seen(self.at)

    def patience(self, now: float) -> float:
        """Return the seconds in which nothing will change unless a key is pressed or a player moves."""
        if not self.paused and self.at < self.last:
            return max(0.0, self._since + 1 / self.speed - now)
        return _LOOK

    def press(self, key: str, now: float) -> bool:
        """Do what a key asks for; say whether to go on watching."""
        if key in ("q", "Q", "\x1b", "\x04"):
            return False
        if key == " ":
            self.paused = not self.paused and not self.ended
            self._go(0 if self.ended else self.at, now)
        elif key in ("+", "=", "up"):
            self.speed = min(FASTEST, 2 * self.speed)
        elif key in ("-", "_", "down"):
            self.speed = max(SLOWEST, self.speed / 2)
        else:
            self._step(key, now)
        return True

    def _step(self, key: str, now: float) -> None:
        targets = {"right": self.at + 1, "n": self.at + 1, "left": self.at - 1, "b": self.at - 1, "p": self.at - 1}
        to = (targets | {"home": 0, "end": self.last}).get(key)
        if to is not None:
            self.paused = True
            self._go(min(max(to, 0), self.last), now)

    def _go(self, at: int, now: float) -> None:
        self.at, self._since = at, now

    def state(self) -> tuple[Any, ...]:
        """Return what the picture depends on."""
        waits = self.at == self.last
        return self.at, self.paused, self.speed, waits, self.feed.over, self.feed.status, self.feed.seats

    def scene(self) -> Scene:
        """Describe the position shown."""
        positions = self.feed.positions
        before = positions[self.at - 1] if self.at else None
        return scene_of(positions[self.at], before, seats=self.feed.seats, ending=self.feed.ending * self.ended)

    def line(self) -> str:
        """Say where in the game this is, and what goes on."""
        plies = f"ply {len(self.feed.positions[self.at].history)}"
        if self.feed.over:
            plies += f" of {len(self.feed.positions[-1].history)}"
        return f"{plies}, {self._doing()}"

    def _doing(self) -> str:
        if self.paused:
            return "paused"
        if self.ended:
            return "the end"
        if self.at < self.last:
            return f"{self.speed:g} plies a second"
        return self.feed.status or f"{_mover(self.feed.positions[-1])} thinks"


def _mover(position: Position) -> str:
    return "chance" if position.mover == CHANCE else str(position.game.players[position.mover])
