"""`LiveField`: where policies over relations meet when the states are too many to be listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from outfox.formats.policy_file import Side
from outfox.kernel.link import compiled, link
from outfox.kernel.random import seeded
from outfox.kernel.slots import Floats, Floats2, Ints, Ints2
from outfox.methods.policies import climb as climbing
from outfox.methods.policies import walk as walks
from outfox.methods.policies.live import ROOM, live_games
from outfox.methods.policies.live_board import LiveBoard
from outfox.methods.policies.walk import CRITERIA, MARKS, NOTED, TERMS, TOLD, Walk
from outfox.training.optimise.field import (
    DRAWN_PLAYS,
    GAMES_STREAM,
    POSITIONS_STREAM,
    Field,
    Maker,
    Told,
    side_of,
    told_of,
)
from outfox.workers.seeds import task_seed

propose = compiled(climbing.propose)
decide = compiled(climbing.decide)

LIVE_PLIES = 1000
"""Most plies of a game."""

WIDEST = 2.0
"""By how much payoffs are taken to differ: they are not known before they are met."""


class LiveField(Field):
    """A game with two sides, played by its rules; for the rest as `Field`.

    Nothing is known of what actions give away, so that is 0 in all figures.
    """

    def __init__(
        self,
        board: LiveBoard,
        makers: tuple[Maker, Maker],
        root: np.random.SeedSequence,
        *,
        plays: int = 0,
        positions: int = 0,
        plies: int = 0,
    ) -> None:
        self.live, self.makers = board, makers
        self.draws = any(maker.kind == "drawn" for maker in makers)
        chance = board.game.has("chance")
        starts = board.positions(positions, np.random.default_rng(task_seed(root, POSITIONS_STREAM)))
        self._kernel = link(board.game, live_games)
        self.compile_seconds = self._kernel.compile_seconds
        self._pool = self._kernel.states(ROOM + len(starts))
        for k, start in enumerate(starts):
            self._kernel.put(self._pool, ROOM + k, start.state)
        self.starts = np.arange(len(starts))
        many = plays or (DRAWN_PLAYS if self.draws or chance else 1)
        self.seeds = np.concatenate([seeded(task_seed(root, GAMES_STREAM, k)) for k in range(many)])
        self.limit = plies or LIVE_PLIES
        self.endless = board.game.endless or 0.0
        self.flees = int(np.sign(self.endless))
        self._random = np.zeros(1, np.uint64)

    def walk(self, player: int) -> Walk:
        """Return scratch for games that score policies of a player."""
        genes = len(self.makers[player].domain)
        terms = np.zeros(TERMS)
        terms[walks.FOREVER], terms[walks.FLEES] = self.endless, self.flees
        terms[walks.LIMIT], terms[walks.DRAWS] = self.limit, self.draws
        touched, asked = (np.zeros(genes, np.int64) for _ in range(2))
        return Walk(terms, np.zeros(0, np.int64), touched, asked, np.zeros(MARKS, np.int64), np.zeros(NOTED))

    def measure(
        self, player: int, many: Ints2, heavy: Floats2, rivals: Ints2, loads: Floats2, walk: Walk
    ) -> tuple[Floats2, int]:
        """Score policies of a player against rivals; return (n, CRITERIA) sums, and how many games that took."""
        scores = np.zeros((len(many), CRITERIA))
        return scores, self._play(player, many, heavy, rivals, loads, walk, scores, np.zeros(TOLD), 0)[0]

    def shown(
        self, pairs: tuple[tuple[Ints, Floats], tuple[Ints, Floats]], walk: Walk, room: int = 0
    ) -> tuple[Told, list[int]]:
        """Play two policies, and return the actions of the first game too, as far as there is room."""
        told, scores = np.zeros(TOLD), np.zeros((1, CRITERIA))
        (genes, weights), (others, loads) = pairs
        _, path = self._play(
            0, genes[None, :], weights[None, :], others[None, :], loads[None, :], walk, scores, told, room
        )  # fmt: skip
        return told_of((told / self.each).tolist()), [action for action in path.tolist() if action >= 0]

    def _play(
        self, player: int, many: Ints2, heavy: Floats2, rivals: Ints2, loads: Floats2, walk: Walk, scores: Floats2,
        told: Floats, room: int,
    ) -> tuple[int, Ints]:  # fmt: skip
        path = np.full(room, -1)
        games = self._kernel(
            self._pool, *self.seats, many, heavy, rivals, loads, player, self.seeds, walk, self._random, scores, told,
            path,
        )  # fmt: skip
        return int(games), path

    @property
    def scales(self) -> tuple[float, float]:
        """How much payoffs, and distances, are taken to differ at most."""
        return WIDEST, float(max(self.live.levels))

    def climb(self, player: int, tried: Sequence[Any], rivals: tuple[Ints2, Floats2], walk: Walk, *more: Any) -> int:
        """Try some candidates of a player, as `Field.climb` does."""
        genes, weights, games = tried[0], tried[1], 0
        drawing, domain, order, scales, options, sizes, kept, undo, undone, trial = more
        for _ in range(int(options[climbing.CANDIDATES])):
            count = int(propose(genes, weights, drawing, domain, options, sizes, kept, undo, undone))
            scores, played = self.measure(player, genes[None, :], weights[None, :], *rivals, walk)
            trial[:], games = scores[0], games + played
            decide(*tried, walk, drawing, order, scales, options, sizes, kept, undo, undone, trial, count)
        return games

    def side(self, player: int, genes: Ints, weights: Floats) -> Side | None:
        """Return a policy of a player as it is kept."""
        return side_of(self.live, self.makers[player], player, genes, weights)
