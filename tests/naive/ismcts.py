"""Information-set MCTS the obvious way, and worlds by looking at the whole tree. Slow twins of `ismcts_kernel`.

`possible` lists every history in which a player sees what it sees, with how likely it is: what worlds are drawn for.
`Ismcts` is the search with dicts and positions. It finds the views along the way from the whole tree, draws the same
random numbers in the same order, and keeps its statistics by player and view: visits must be the same.
"""

from __future__ import annotations

import math

import numpy as np

from outfox.rules import BOTH, CHANCE, TERMINAL
from outfox.rules.twin import twin_class
from tests.naive.mcts import Random

TRIES = 64


def view(position, player):
    """Return what a player sees of a position, as something that can be compared."""
    record = twin_class(position.game.view)()
    position.game.call("observe", position.state, player, record)
    return record.key()


def choices(position):
    """Return what may come next with its probability; players choose as if at random."""
    if position.mover == CHANCE:
        return list(position.chance)
    return [(action, 1.0 / len(position.legal)) for action in position.legal]


def possible(position):
    """Return all histories in which the mover sees what it sees, as positions with their probabilities, summing to 1.

    Its own actions are those that it chose; the other player's are as likely as each other.
    """
    player, wanted = position.mover, view(position, position.mover)
    own = actions_of(position, player)
    found, todo = [], [(position.game.start(), 1.0)]
    while todo:
        here, odds = todo.pop()
        if here.mover == TERMINAL:
            continue
        if here.mover == player:
            done = actions_of(here, player)
            if done == own and view(here, player) == wanted:
                found.append((here, odds))
            if len(done) < len(own) and own[len(done)] in here.legal:
                todo.append((here.play(own[len(done)]), odds))
            continue
        todo += [(here.play(action), odds * p) for action, p in choices(here)]
    total = sum(odds for _, odds in found)
    return [(here, odds / total) for here, odds in found]


def actions_of(position, player):
    """Return what a player has chosen on the way to a position."""
    here, own = position.game.start(), []
    for action in position.history:
        if here.mover == player:
            own.append(action)
        here = here.play(action)
    return own


def trail_of(position, player):
    """Return the different views that a player had on the way to a position, in order."""
    here, views = position.game.start(), []
    for action in (*position.history, None):
        seen = view(here, player)
        if not views or views[-1] != seen:
            views.append(seen)
        here = here.play(action) if action is not None else here
    return views


class Node:
    """What was tried in an information set."""

    def __init__(self, count):
        self.visits, self.totals = [0] * count, [0.0] * count


class Ismcts:
    """The search of one decision."""

    def __init__(self, position, seed, c=0.7):
        self.game, self.player, self.c = position.game, position.mover, c * position.game.scale
        self.random = Random(int(np.random.SeedSequence(seed, spawn_key=(0,)).generate_state(1, np.uint64)[0]))
        self.own, self.trail = actions_of(position, self.player), trail_of(position, self.player)
        self.nodes: dict = {}
        self.world, self.weight = position, 0.0

    def run(self, simulations):
        """Return the visits of each set, by player and view."""
        for _ in range(simulations):
            self.next_world()
            self.simulate(self.world)
        return {key: node.visits for key, node in self.nodes.items()}

    def pick(self, odds):
        x, last = self.random.uniform() * sum(p for _, p in odds), None
        for action, p in odds:
            if p > 0.0:
                x, last = x - p, action
                if x < 0.0:
                    break
        return last

    def next_world(self):
        for _ in range(TRIES):
            world, weight = self.draw()
            if weight > 0.0:
                break
        if weight > 0.0 and (weight >= self.weight or self.random.uniform() * self.weight < weight):
            self.world, self.weight = world, weight

    def draw(self):
        here, weight, at, own = self.game.start(), 1.0, 0, 0
        while True:
            here, at, own = self.follow(here, at, own)
            if here is None:
                return None, 0.0
            if here.mover == self.player:
                return here, weight
            odds = choices(here)
            if not self.unseen(here, odds):
                odds = [(a, p) for a, p in odds if self.follow(here.play(a), at, own)[0] is not None]
                total = sum(p for _, p in odds)
                if total == 0.0:
                    return None, 0.0
                weight *= total
                here = here.play(self.pick(odds))
            else:
                here = here.play(self.pick_unseen(odds))

    def pick_unseen(self, odds):
        x = self.random.uniform()
        for action, p in odds:
            x -= p
            if x < 0.0:
                return action
        return odds[-1][0]

    def unseen(self, here, odds):
        if here.mover != CHANCE:
            return False
        return all(self.game.call("sees", here.state.copy(), a) not in (self.player, BOTH) for a, _ in odds)

    def follow(self, here, at, own):
        while True:
            seen = view(here, self.player)
            if seen != self.trail[at]:
                at += 1
                if at == len(self.trail) or seen != self.trail[at]:
                    return None, at, own
            if here.mover == TERMINAL:
                return None, at, own
            if here.mover != self.player:
                return here, at, own
            if own == len(self.own):
                return (here if at == len(self.trail) - 1 else None), at, own
            if self.own[own] not in here.legal:
                return None, at, own
            here, own = here.play(self.own[own]), own + 1

    def simulate(self, here):
        path, new = [], False
        while here.mover != TERMINAL and not new:
            if here.mover == CHANCE:
                here = here.play(here.chance[self.random.outcome(here.chance)][0])
                continue
            key = here.mover, view(here, here.mover)
            new = key not in self.nodes
            node = self.nodes.setdefault(key, Node(len(here.legal)))
            k = self.choose(node, here.mover)
            path.append((node, k))
            here = here.play(here.legal[k])
        value = self.playout(here)
        for node, k in path:
            node.visits[k] += 1
            node.totals[k] += value

    def playout(self, here):
        while here.mover != TERMINAL:
            if here.mover == CHANCE:
                here = here.play(here.chance[self.random.outcome(here.chance)][0])
            else:
                here = here.play(here.legal[self.random.below(len(here.legal))])
        return here.payoff

    def choose(self, node, mover):
        fresh = [k for k, visits in enumerate(node.visits) if visits == 0]
        if fresh:
            return fresh[self.random.below(len(fresh))] if len(fresh) > 1 else fresh[0]
        explore, sign = self.c * math.sqrt(math.log(sum(node.visits))), 1.0 if mover == 0 else -1.0
        bounds = [
            sign * (total / n) + explore / math.sqrt(n) for total, n in zip(node.totals, node.visits, strict=True)
        ]
        best, equal = 0, 1
        for k in range(1, len(bounds)):
            equal = 1 if bounds[k] > bounds[best] else equal + (bounds[k] == bounds[best])
            if bounds[k] > bounds[best] or (bounds[k] == bounds[best] and self.random.below(equal) == 0):
                best = k
        return best
