"""`LiveBoard`: what policies over relations need of a game whose states are too many to be listed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from outfox.formats.relational import MOST_LEVELS, Relational
from outfox.kernel.slots import Ints
from outfox.methods.policies.arena import DISTANCE, FACTORS, RELATIONS, SCORED, SHAPE, Seat
from outfox.methods.policies.live import ANYTHING, CAREFUL, NOTHING
from outfox.rules.game import Game
from outfox.rules.position import Position

SAMPLED, SAMPLED_PLIES = 10, 100
"""Games of random actions, and their plies, that show which values relations have."""

WANDERED = 200
"""Most plies of random actions before a position that games begin from."""


@dataclass(frozen=True)
class LiveBoard:
    """A game that is played by its rules.

    Attributes
    ----------
    game
        It declares `relations`.
    """

    game: Game

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The relations."""
        return tuple(self.game.constant("RELATIONS"))

    @cached_property
    def levels(self) -> Ints:
        """(K,) int64: how many values each relation had in some games of random actions, at most MOST_LEVELS."""
        most, out = np.ones(len(self.names), np.int64), np.zeros(len(self.names), np.int64)
        random = np.random.default_rng(0)
        for _ in range(SAMPLED):
            position = self.game.start()
            for _ in range(SAMPLED_PLIES):
                if position.is_terminal:
                    break
                out[:] = 0
                self.game.call("relations", position.state, out)
                most = np.maximum(most, out)
                position = _stepped(position, random)
        found: Ints = np.clip(most + 1, 2, MOST_LEVELS)
        return found

    def positions(self, count: int, random: np.random.Generator) -> list[Position]:
        """Return the start, and some positions in which play goes on, after random actions."""
        found = [self.game.start()]
        while len(found) <= count:
            position = self.game.start()
            for _ in range(int(random.integers(1, WANDERED))):
                after = _stepped(position, random)
                if after.is_terminal:
                    break
                position = after
            found.append(position)
        return found

    def seat(self, relational: Relational, levels: Ints, *, near: bool) -> Seat:
        """Return a side that goes by relations: by the window where there is one, if `near`, and else by scores."""
        far = np.array(relational.far, np.int64)
        number, turn = relational.contents
        return Seat(
            self._shape(relational if near else None, NOTHING, len(far)),
            (number if near else number[:0]).astype(np.int32),
            (turn if near else turn[:0]).astype(np.uint8),
            relational.original_action.reshape(-1).copy(),
            relational.alignment,
            relational.block,
            np.ascontiguousarray(relational.source[:, far]).reshape(-1),
            np.ascontiguousarray(relational.mirrored[:, far]).reshape(-1),
            levels[far],
            relational.offsets(levels),
            relational.joint,
            np.zeros(0, np.uint8),
        )

    def drawn(self, *, careful: bool) -> Seat:
        """Return a side that draws among its actions, or among those that are careful."""
        none, shape = np.zeros(0, np.int64), self._shape(None, CAREFUL if careful else ANYTHING, 0)
        few = np.zeros(0, np.uint8)
        return Seat(shape, np.zeros(0, np.int32), few, none, none, none, none, none, none, none, none, few)

    def _shape(self, window: Relational | None, draws: int, factors: int) -> Ints:
        shape = np.zeros(SHAPE, np.int64)
        shape[SCORED], shape[FACTORS], shape[RELATIONS] = draws == NOTHING, factors, len(self.names)
        apart = self.names.index(DISTANCE) if DISTANCE in self.names else -1
        near, places = (window.near, window.window) if window is not None else (-1, [])
        return np.concatenate([shape, [draws, near, apart], places]).astype(np.int64)


def _stepped(position: Position, random: np.random.Generator) -> Position:
    """Return a position after a random action, or chance outcome."""
    if position.is_chance:
        actions, odds = zip(*position.chance, strict=True)
        return position.play(int(random.choice(actions, p=odds)))
    return position.play(int(random.choice(position.legal)))
