"""`Session`: one game that people and players play, with undo; it neither reads nor prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from outfox.interfaces.terminal import hidden
from outfox.players import Player
from outfox.rules import IllegalAction, OutfoxError, Position
from outfox.rules.vocabulary import CHANCE
from outfox.workers.seeds import root_seed, task_seed

_CHANCE = 2
"""Key of the seed of chance, beside those of the two seats."""

_THIRD = 3
"""A game with endless play ends where a state occurs for the third time, as in a match."""


class Session:
    """A game in progress.

    Parameters
    ----------
    position
        Where it begins.
    players
        Who plays for players 0 and 1; None for a person.
    seed
        Of the players and of chance. Each ply has a seed of its own, so that the dice fall the same way again
        after an undo.

    Attributes
    ----------
    positions : list of Position
        From the first to the present one.
    """

    def __init__(self, position: Position, players: tuple[Player | None, Player | None], seed: int) -> None:
        if position.game.has("View"):
            hidden.refuse_two(position.game, players.count(None))
        self.players, self.seed = players, seed
        self.positions = [position]
        self.ending = ""
        self._root = root_seed(seed)
        self._begin_players()

    def _begin_players(self) -> None:
        for seat, player in enumerate(self.players):
            if player is not None:
                player.start(self.game, seat, task_seed(self._root, seat))

    @property
    def game(self) -> Any:
        """The game."""
        return self.positions[0].game

    @property
    def position(self) -> Position:
        """The present position."""
        return self.positions[-1]

    @property
    def before(self) -> Position | None:
        """The position before the last action."""
        return self.positions[-2] if len(self.positions) > 1 else None

    @property
    def seats(self) -> tuple[str, str]:
        """Who plays for players 0 and 1, in words."""
        first, second = ("you" if player is None else player.name for player in self.players)
        return ("you", "you") if first == second == "you" else (first, second)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because a state occurred for the third time."""
        return self.position.is_terminal or self.endless

    @property
    def endless(self) -> bool:
        """Whether the present state occurred for the third time in a game that may go on for ever."""
        if self.game.endless is None:
            return False
        return self.repetitions() >= _THIRD

    @property
    def payoff(self) -> float | None:
        """Player 0's payoff, or None while the game goes on."""
        if self.position.is_terminal:
            return self.position.payoff
        return float(self.game.endless) if self.endless else None

    @property
    def actions(self) -> list[int]:
        """Codes of the actions played since the start of the session."""
        return list(self.position.history[len(self.positions[0].history) :])

    @property
    def names(self) -> list[str]:
        """Names of the actions played since the start of the session."""
        return [here.name(action) for here, action in zip(self.positions, self.actions, strict=False)]

    @property
    def hides_from(self) -> int | None:
        """The seat of the person who does not see everything; None where all may be shown."""
        return self.players.index(None) if self.game.view is not None and None in self.players else None

    @property
    def told(self) -> str:
        """The name of the last action, as far as a person may know it."""
        before, after = self.positions[-2:]
        return before.name(after.history[-1]) if self.game.view is None else hidden.told(before, after, self.hides_from)

    def person_to_move(self) -> bool:
        """Say whether the next action is a person's."""
        mover = self.position.mover
        return mover >= 0 and self.players[mover] is None

    def play(self, action: int | str) -> str:
        """Play an action and return its name.

        Raises
        ------
        IllegalAction
        """
        following = self.position.play(action)
        self.positions.append(following)
        return self.positions[-2].name(following.history[-1])

    def step(self) -> str:
        """Let chance or the player whose turn it is act; return the action's name."""
        here = self.position
        if here.mover == CHANCE:
            return self.play(self._outcome(here.chance))
        player = self.players[here.mover]
        assert player is not None
        action = player.choose(here if here.game.view is None else hidden.seen_now(self.positions))
        try:
            return self.play(action)
        except IllegalAction as error:
            raise OutfoxError(f"{player.name} chose what is not legal: {error}") from None

    def _outcome(self, chance: Sequence[tuple[int, float]]) -> int:
        seed = task_seed(self._root, _CHANCE, len(self.position.history))
        outcomes, odds = zip(*chance, strict=True)
        total = np.asarray(odds) / sum(odds)
        return int(np.random.default_rng(seed).choice(np.asarray(outcomes), p=total))

    def undo(self) -> bool:
        """Go back to a person's last decision; say whether there was one."""
        for last in range(len(self.positions) - 2, -1, -1):
            mover = self.positions[last].mover
            if mover >= 0 and self.players[mover] is None:
                del self.positions[last + 1 :]
                return True
        return False

    def repetitions(self) -> int:
        """Return how often the present state has occurred since chance last had a say."""
        here, count = self.position.key, 0
        for position in reversed(self.positions):
            if position.is_chance:
                break
            count += position.key == here
        return count
