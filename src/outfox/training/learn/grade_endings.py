"""Grading in endings: positions with one fox, whose exact values stand in tables.

A game that is too large to be solved still has endings that are not. A player is asked in placements drawn evenly from
the tables, where some actions are worth more than others.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from outfox.methods.endgame import rank
from outfox.methods.endgame.board import board_of, configurations_at
from outfox.methods.endgame.endgames import Endgames
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed


class Endings:
    """The endings of a game whose values are known.

    Parameters
    ----------
    game
        A game that has endgame tables.
    folder
        Where ``outfox endgame`` put them.

    Raises
    ------
    DamagedFile, NotSupported
        As `outfox.methods.endgame.endgames.Endgames`.
    """

    def __init__(self, game: Game, folder: str | Path) -> None:
        self.game, self.tables = game, Endgames(game, folder)
        self._board = board_of(self.tables.game.spec)

    def judge(self, position: Position) -> float | None:
        """Return the exact value of a position, player 0's; None where no table has it."""
        return position.payoff if position.is_terminal else self.tables.value(position.state)

    def positions(self, seed: int | np.random.SeedSequence) -> Iterator[Position]:
        """Yield placements without end: each number of sheep as often, then each placement and each side to move."""
        random = np.random.default_rng(root_seed(seed))
        parts = {sheep: table.partitions for sheep, table in sorted(self.tables.tables.items())}
        many = {sheep: np.array([rank.configurations(counts) for counts in parts[sheep]], float) for sheep in parts}
        while True:
            sheep = int(random.choice(list(parts)))
            counts = parts[sheep][int(random.choice(len(many[sheep]), p=many[sheep] / many[sheep].sum()))]
            place = random.integers(rank.configurations(counts), size=1)
            position = self._placed(int(configurations_at(self._board, counts, place)[0]), random)
            if not position.is_terminal and self.judge(position) is not None:
                yield position

    def _placed(self, sheep: int, random: np.random.Generator) -> Position:
        """Put a fox on any empty point, and let either side move."""
        state = self.game.new_state()
        empty = [point for point in self.game.constant("POINT") if not sheep >> int(point) & 1]
        state.foxes, state.sheep, state.turn = 1 << int(random.choice(empty)), sheep, int(random.integers(2))
        return Position(self.game, state)
