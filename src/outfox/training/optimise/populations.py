"""Learners that keep many policies: a genetic algorithm, a particle swarm, and CMA-ES.

Each iteration scores all of them against the rivals and makes the next ones from the best.

Sources
    J. H. Holland, *Adaptation in Natural and Artificial Systems*, 1975.
    J. Kennedy and R. Eberhart, *Particle Swarm Optimization*, Proceedings of ICNN, 1995; the constants are those of
    M. Clerc and J. Kennedy, IEEE Transactions on Evolutionary Computation 6, 2002, rounded.
    R. Ros and N. Hansen, *A Simple Modification in CMA-ES Achieving Linear Time and Space Complexity*, PPSN 2008.
    N. Hansen, *The CMA Evolution Strategy: A Tutorial*, arXiv:1604.00772; by the library `cma`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.kernel.slots import Floats, Floats2, Ints, Ints2
from outfox.methods.policies.walk import ASKED
from outfox.rules.errors import NotSupported
from outfox.training.optimise.learners import BREED_STREAM, Climber, Improved, Learner, Rivals
from outfox.workers.seeds import task_seed

WHOLE = 30
"""With more weights than this CMA-ES adapts variances alone: the matrix would be factored by as many threads as the
machine has, which takes longer than the games and need not give the same bits elsewhere."""


class Population(Learner):
    """What the three share: the best of all that were scored is the policy."""

    def prepare(self) -> None:
        """Make the first members."""
        self.drawing = np.random.default_rng(task_seed(self.root, self.player, BREED_STREAM))
        self.begin_anew()

    def begin_anew(self) -> None:
        """Make the members that come with the policy there is."""

    def put(self, genes: Ints, weights: Floats) -> None:
        """Take another policy, and members around it."""
        super().put(genes, weights)
        self.begin_anew()

    def take(self, genes: Ints, weights: Floats, score: Floats) -> bool:
        """Make a member the policy, if it is better; say whether it was."""
        if self.compared(score, self.score) <= 0:
            return False
        self.genes[:], self.weights[:], self.score[:] = genes, weights, score
        return True

    def take_best(self, many: Ints2, heavy: Floats2, scores: Floats2) -> bool:
        """Make the best of some members the policy, if it is better."""
        best = int(self.ranks(scores).argmin())
        return self.take(many[best], heavy[best], scores[best])


class Genetic(Population):
    """Tournaments choose parents, children take each gene from one of two, some genes change, the best stay."""

    def begin_anew(self) -> None:
        """Make members: the policy there is, and random ones."""
        count = self.settings.candidates
        others = [self.anew() for _ in range(count - 1)]
        self.many = np.stack([self.genes, *(genes for genes, _ in others)])
        self.heavy = np.stack([self.weights, *(weights for _, weights in others)])

    def improve(self, rivals: Rivals) -> Improved:
        """Score a generation and breed the next."""
        games = self.refresh(rivals)
        scores, played = self.measure(self.many, self.heavy, rivals)
        better = self.take_best(self.many, self.heavy, scores)
        order = np.argsort(self.ranks(scores), kind="stable")
        self._breed(order)
        return Improved(games + played, better)

    def _breed(self, order: Ints) -> None:
        settings, random, count = self.settings, self.drawing, len(order)
        place = np.empty(count, np.int64)
        place[order] = np.arange(count)
        many, heavy = self.many[order[::-1]], self.heavy[order[::-1]]
        for child in range(count - settings.elite):  # the best come last and stay: the next changes are where they went
            one, two = (order[place[random.integers(0, count, settings.rivals)].min()] for _ in range(2))
            if random.integers(100) >= settings.crossing:
                two = one
            genes = np.where(random.random(self.many.shape[1]) < 0.5, self.many[one], self.many[two])
            weights = np.where(random.random(self.heavy.shape[1]) < 0.5, self.heavy[one], self.heavy[two])
            self._mutate(genes, weights, 1 + int(random.integers(self.changes)))
            many[child], heavy[child] = genes, weights
        self.many, self.heavy = many, heavy

    def _mutate(self, genes: Ints, weights: Floats, count: int) -> None:
        random, domain = self.drawing, self.maker.domain
        movable = 0 if self.maker.fixed else len(weights)
        for _ in range(count):
            if movable and (not len(genes) or random.integers(2)):
                weights[random.integers(movable)] += self.settings.step * random.standard_normal()
                continue
            asked = self.walk.asked[: int(self.walk.marks[ASKED])] if self.settings.focus else genes[:0]
            place = int(random.choice(asked)) if len(asked) else int(random.integers(len(genes)))
            genes[place] = random.integers(domain[place])


class Weighted(Population):
    """What moves weights; where a policy has genes too, those of the best member are climbed after each generation."""

    def prepare(self) -> None:
        """Make the first members, and what climbs."""
        self.climber: Climber | None = None
        if len(self.genes):
            begin = self.genes.copy(), self.weights.copy()
            self.climber = Climber(self.field, self.player, self.settings, self.root, begin)
            self.climber.hold_weights()
        super().prepare()

    def beside(self, count: int) -> Ints2:
        """Return the genes that so many members have: those of the policy."""
        return np.tile(self.genes, (count, 1))

    def climbed(self, rivals: Rivals, games: int, better: bool) -> Improved:
        """Climb the genes while the weights are held; add that to what the generation came to."""
        if self.climber is None:
            return Improved(games, better)
        self.climber.put(self.genes, self.weights)
        self.climber.changes = self.changes
        found = self.climber.improve(rivals)
        if found.better:
            self.genes[:], self.score[:] = self.climber.genes, self.climber.score
        return Improved(games + found.games, better or found.better)


class Swarm(Weighted):
    """Particles that keep some of their motion and are drawn to the best places they and the swarm have seen."""

    def begin_anew(self) -> None:
        """Scatter particles around the policy there is."""
        count, random, step = self.settings.candidates, self.drawing, self.settings.step
        self.places = self.weights + step * random.standard_normal((count, len(self.weights)))
        self.places[0] = self.weights
        self.motion = step * random.standard_normal(self.places.shape)
        self.own, self.own_genes = self.places.copy(), self.beside(count)
        self.own_scores: Floats2 | None = None
        self.seen = -1

    def improve(self, rivals: Rivals) -> Improved:
        """Score all particles and move them."""
        games, settings, random = self.refresh(rivals), self.settings, self.drawing
        many = self.beside(len(self.places))
        if self.own_scores is None or self.seen != rivals.version:
            self.own_scores, played = self.measure(self.own_genes, self.own, rivals)
            games, self.seen = games + played, rivals.version
        scores, played = self.measure(many, self.places, rivals)
        for k in range(len(self.places)):
            if self.compared(scores[k], self.own_scores[k]) > 0:
                self.own[k], self.own_genes[k], self.own_scores[k] = self.places[k], many[k], scores[k]
        better = self.take_best(self.own_genes, self.own, self.own_scores)
        pulls = settings.pull * random.random((2, *self.places.shape))
        self.motion = settings.inertia * self.motion
        self.motion += pulls[0] * (self.own - self.places) + pulls[1] * (self.weights - self.places)
        self.places = self.places + self.motion
        return self.climbed(rivals, games + played, better)


class Cma(Weighted):
    """CMA-ES: the normal distribution that the next members are drawn from follows where the good ones were."""

    def begin_anew(self) -> None:
        """Begin at the policy there is.

        Raises
        ------
        NotSupported
            Where the library is not installed.
        """
        try:
            import cma
        except ImportError:
            raise NotSupported("the optimiser cma needs the library cma: pip install 'outfox[tune]'") from None
        options = {
            "popsize": self.settings.candidates,
            "randn": lambda *shape: self.drawing.standard_normal(shape),
            "seed": np.nan,  # the global generator stays as it is
            "verbose": -9,
            "CMA_diagonal": len(self.weights) > WHOLE,
        }
        self.strategy: Any = cma.CMAEvolutionStrategy(self.weights.tolist(), max(self.settings.step, 1e-9), options)

    def improve(self, rivals: Rivals) -> Improved:
        """Draw members, score them, and tell the strategy their order, which is all it needs."""
        games = self.refresh(rivals)
        drawn = self.strategy.ask()
        heavy = np.ascontiguousarray(drawn, np.float64)
        many = self.beside(len(heavy))
        scores, played = self.measure(many, heavy, rivals)
        self.strategy.tell(drawn, self.ranks(scores).tolist())
        return self.climbed(rivals, games + played, self.take_best(many, heavy, scores))


__all__ = ["Cma", "Genetic", "Population", "Swarm", "Weighted"]
