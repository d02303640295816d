"""A generation of each kind of population the obvious way: lists, a number at a time.

The slow twin of `outfox.training.optimise.populations`: numbers are drawn in the same order, so that the members must
be equal. Worths are tuples, the first of the declared criteria first; larger is better.
"""

from __future__ import annotations


def places_of(worths) -> list[int]:
    """Return the members from the best to the worst; of equals the earlier one first."""
    return sorted(range(len(worths)), key=lambda m: tuple(-x for x in worths[m]))


def bred(members, worths, asked, domain, random, *, elite, rivals, crossing, changes, step):
    """Return the next generation of a genetic algorithm; a member is a pair of lists, genes and weights.

    Its first members are children, its last the elite, the best of all at the end.
    """
    order = places_of(worths)
    children = []
    for _ in range(len(members) - elite):
        one, two = (min(random.integers(0, len(members), rivals).tolist(), key=order.index) for _ in range(2))
        if random.integers(100) >= crossing:
            two = one
        child = [
            [a if random.random() < 0.5 else b for a, b in zip(*pair, strict=True)]
            for pair in zip(members[one], members[two], strict=True)
        ]
        for _ in range(1 + int(random.integers(changes))):
            mutate(*child, asked, domain, random, step)
        children.append(child)
    return children + [members[m] for m in reversed(order[:elite])]


def mutate(genes, weights, asked, domain, random, step):
    """Change one weight or one gene."""
    if weights and (not genes or random.integers(2)):
        place = int(random.integers(len(weights)))
        weights[place] += step * random.standard_normal()
        return
    place = int(random.choice(asked)) if len(asked) else int(random.integers(len(genes)))
    genes[place] = int(random.integers(domain[place]))


class Swarm:
    """Particles; `worth` says what a place is worth."""

    def __init__(self, best, worth, random, *, count, step, inertia, pull):
        self.worth, self.random, self.inertia, self.pull = worth, random, inertia, pull
        self.best, size = list(best), len(best)
        self.places = [[x + step * float(random.standard_normal()) for x in best] for _ in range(count)]
        self.places[0] = list(best)
        self.motion = [[step * float(random.standard_normal()) for _ in range(size)] for _ in range(count)]
        self.own = [list(place) for place in self.places]

    def generation(self):
        """Remember the best places, then move every particle."""
        for k, place in enumerate(self.places):
            if self.worth(place) > self.worth(self.own[k]):
                self.own[k] = list(place)
        found = max(self.own, key=self.worth)  # the first of equals
        if self.worth(found) > self.worth(self.best):
            self.best = list(found)
        towards_own, towards_best = (
            [[self.pull * float(self.random.random()) for _ in place] for place in self.places] for _ in range(2)
        )
        for k, place in enumerate(self.places):
            for w, x in enumerate(place):
                drawn = towards_own[k][w] * (self.own[k][w] - x) + towards_best[k][w] * (self.best[w] - x)
                self.motion[k][w] = self.inertia * self.motion[k][w] + drawn
        self.places = [
            [x + v for x, v in zip(*pair, strict=True)] for pair in zip(self.places, self.motion, strict=True)
        ]
