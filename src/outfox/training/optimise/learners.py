"""`Learner`: one player's policy while it is improved; `Climber`, which changes it place by place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.random import seeded
from outfox.kernel.slots import Floats, Floats2, Ints, Ints2
from outfox.methods.policies import climb as climbing
from outfox.methods.policies.walk import ASKED, CRITERIA, LENGTH, NEARNESS, RESULT
from outfox.training.optimise.field import Field
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import task_seed

CLIMB_STREAM, BREED_STREAM, BEGIN_STREAM = 20, 21, 22
"""Keys of a player's seeds."""

LESSER = 0.1
"""A difference in length counts to annealing as a tenth of one in the result, one in distance as a tenth of that."""


class Rivals(NamedTuple):
    """The policies that a player is scored against.

    Attributes
    ----------
    genes, weights
        One row for each.
    version
        Another number for other rivals.
    """

    genes: Ints2
    weights: Floats2
    version: int


class Improved(NamedTuple):
    """What an iteration came to: games played, and whether the policy is better."""

    games: int
    better: bool


class Learner:
    """A player's policy, which stays as it is; ways of learning are made of it.

    Parameters
    ----------
    field
        Where it plays.
    player
        Who it is.
    settings
        How it learns.
    root
        Of its seeds.
    begin
        The first genes and weights; None: random ones.

    Attributes
    ----------
    genes, weights
        The policy: the best so far against the rivals there are.
    score : (CRITERIA,) float64
        What it is worth against them, summed over games.
    changes : int
        Most changes of a candidate now.
    iteration : int
        Which one it is.
    """

    def __init__(
        self,
        field: Field,
        player: int,
        settings: OptimiseSettings,
        root: np.random.SeedSequence,
        begin: tuple[Ints, Floats] | None = None,
    ) -> None:
        self.field, self.player, self.settings, self.root = field, player, settings, root
        self.maker = field.makers[player]
        self.order = np.array(settings.orders(field.flees)[player], np.int64)
        self.walk = field.walk(player)
        self.random = np.random.default_rng(task_seed(root, player, BEGIN_STREAM))
        self.genes, self.weights = begin if begin is not None else self.anew()
        self.score = np.zeros(CRITERIA)
        self.known = -1
        self.changes, self.iteration = settings.changes, 0
        self.prepare()

    def prepare(self) -> None:
        """Make what a way of learning needs beside the policy."""

    def anew(self) -> tuple[Ints, Floats]:
        """Return a random policy."""
        genes = self.random.integers(0, self.maker.domain) if len(self.maker.domain) else np.zeros(0, np.int64)
        weights = self.maker.weights.copy()
        if not self.maker.fixed:
            weights = self.random.standard_normal(len(weights))
        return genes.astype(np.int64), weights

    def measure(self, many: Ints2, heavy: Floats2, rivals: Rivals) -> tuple[Floats2, int]:
        """Score policies against the rivals."""
        return self.field.measure(self.player, many, heavy, rivals.genes, rivals.weights, self.walk)

    def compared(self, one: Floats, other: Floats) -> int:
        """Return 1 where a score is better than another, -1 where it is worse, else 0."""
        for k in self.order.tolist():
            if one[k] != other[k]:
                return 1 if one[k] > other[k] else -1
        return 0

    def ranks(self, scores: Floats2) -> Ints:
        """Return the place of each score, 0 for the best; equal scores have the same."""
        keys = -scores[:, self.order]
        _, found = np.unique(keys, axis=0, return_inverse=True)
        return found.reshape(-1).astype(np.int64)

    def refresh(self, rivals: Rivals) -> int:
        """Score the policy anew where there are other rivals than before; return the games that took."""
        if rivals.version == self.known:
            return 0
        scores, games = self.measure(self.genes[None, :], self.weights[None, :], rivals)
        self.score[:] = scores[0]
        self.known = rivals.version
        return games

    def improve(self, rivals: Rivals) -> Improved:
        """Learn for one iteration."""
        return Improved(self.refresh(rivals), False)

    def restart(self) -> None:
        """Begin with a random policy; the caller keeps the old one."""
        self.put(*self.anew())

    def put(self, genes: Ints, weights: Floats) -> None:
        """Take another policy."""
        self.genes, self.weights, self.known = genes.copy(), weights.copy(), -1


class Climber(Learner):
    """Hill climbing, and simulated annealing: the same with a chance to take what is worse.

    Annealing goes on from its current policy; `genes` and `weights` are the best that it met.
    """

    def prepare(self) -> None:
        """Make what climbing needs beside the policy."""
        settings = self.settings
        self.drawing = seeded(task_seed(self.root, self.player, CLIMB_STREAM))
        self.options = np.zeros(climbing.OPTIONS, np.int64)
        self.options[climbing.FOCUSED], self.options[climbing.DRIFTS] = settings.focus, settings.drift
        self.options[climbing.MOVABLE] = 0 if self.maker.fixed else len(self.weights)
        self.options[climbing.CANDIDATES] = settings.candidates
        self.sizes = np.array([settings.step, 0.0])
        self.temperature = settings.temperature if settings.optimiser == "anneal" else 0.0
        most = max(settings.changes, settings.jump)
        self.undo, self.undone, self.trial = np.zeros(2 * most, np.int64), np.zeros(most), np.zeros(CRITERIA)
        self.kept = np.zeros(len(self.genes), np.int64)
        self.current = self.genes.copy(), self.weights.copy(), np.zeros(CRITERIA)
        self.scales = np.ones(CRITERIA)

    def hold_weights(self) -> None:
        """Change genes alone from now on."""
        self.options[climbing.MOVABLE] = 0

    def put(self, genes: Ints, weights: Floats) -> None:
        """Take another policy."""
        super().put(genes, weights)
        self.current = genes.copy(), weights.copy(), np.zeros(CRITERIA)

    def refresh(self, rivals: Rivals) -> int:
        """Score the policy anew; annealing goes on from the best."""
        games = super().refresh(rivals)
        if games:
            self.options[climbing.KEPT] = self.walk.marks[ASKED]
            self.kept[:] = self.walk.asked
            self.current = self.genes.copy(), self.weights.copy(), self.score.copy()
            each = self.field.each * len(rivals.genes)
            spread, far = self.field.scales
            self.scales[RESULT] = each * spread
            self.scales[LENGTH] = each * self.field.limit / LESSER
            self.scales[NEARNESS] = each * far / LESSER**2
        return games

    def improve(self, rivals: Rivals) -> Improved:
        """Try some candidates."""
        games = self.refresh(rivals)
        options, genes, weights, score = self.options, *self.current
        options[climbing.CHANGES] = self.changes
        options[climbing.ACCEPTED] = options[climbing.IMPROVED] = 0
        self.sizes[climbing.TEMPERATURE] = self.temperature * self.settings.cooling**self.iteration
        games += self._climb(genes, weights, score, rivals)
        return Improved(games, bool(options[climbing.IMPROVED]))

    def _climb(self, genes: Ints, weights: Floats, score: Floats, rivals: Rivals) -> int:
        tried = genes, weights, score, self.genes, self.weights, self.score
        return self.field.climb(
            self.player, tried, (rivals.genes, rivals.weights), self.walk, self.drawing, self.maker.domain, self.order,
            self.scales, self.options, self.sizes, self.kept, self.undo, self.undone, self.trial,
        )  # fmt: skip
