"""MCTS the obvious way: objects, dicts and positions. The slow twin of `outfox.methods.search.tree`.

Written from the algorithm, not from the kernel: it stores positions in nodes instead of replaying actions and finds
what is proven by looking at the children anew. It draws the same random numbers in the same order, so that visits and
totals must be equal to the last bit.
"""

from __future__ import annotations

import math

import numpy as np

from outfox.rules import CHANCE, TERMINAL

MASK = 2**64 - 1


class Random:
    """splitmix64 in Python integers."""

    def __init__(self, state: int) -> None:
        self.state = state

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        while True:
            m = (self.word() >> 32) * n
            if m % 2**32 >= (2**32 - n) % n:
                return m >> 32

    def uniform(self) -> float:
        return (self.word() >> 11) / 2**53

    def outcome(self, odds: list[tuple[int, float]]) -> int:
        x = self.uniform()
        for k, (_, p) in enumerate(odds[:-1]):
            x -= p
            if x < 0.0:
                return k
        return len(odds) - 1


class Node:
    """A node with its position."""

    def __init__(self, action: int, prior: float, scale: float) -> None:
        self.action, self.prior = action, np.float32(prior)
        self.position = None
        self.children: list[Node] = []
        self.tried, self.visits, self.total = 0, 0, 0.0
        self.low, self.high = -scale, scale
        self.mean = self.spread = np.float32(0.0)
        self.pruned = self.repeated = False

    @property
    def known(self) -> bool:
        return self.low == self.high or self.repeated


class Mcts:
    """The search."""

    def __init__(self, game, c=1.4, solver=True, puct=False, cut=-1, weights=None, limit=4096):
        self.game, self.c, self.solver, self.puct, self.cut, self.limit = game, c, solver, puct, cut, limit
        self.weights = weights
        self.scale = game.scale
        self.proofs: dict = {}

    def search(self, position, simulations, seed):
        self.random = Random(int(np.random.SeedSequence(seed, spawn_key=(0,)).generate_state(1, np.uint64)[0]))
        root = Node(0, 0.0, self.scale)
        for _ in range(simulations):
            if self.solver and root.known:
                break
            self.simulate(root, position)
        return root

    def simulate(self, root, position):
        path = [root]
        while path[-1].visits and not path[-1].known:
            node = path[-1]
            if not node.children:
                self.expand(node)
            child = self.choose(node)
            path.append(child)
            if child.position is None:
                child.position = node.position.play(child.action)
        leaf = path[-1]
        new = leaf.visits == 0
        if leaf.position is None:
            leaf.position = position
        if new:
            self.settle(path)
        value = self.known_value(leaf) if leaf.known else self.playout(leaf.position)
        for k, node in enumerate(path):
            node.visits += 1
            node.total += value
            if k:
                self.average(node, path[k - 1])
                node.spread = np.float32(1.0 / math.sqrt(node.visits))
        if new and self.solver and leaf.known:
            self.prove(path)

    def average(self, node, parent):
        if not node.pruned:
            mean = np.float32(node.total / (node.visits * self.scale))
            node.mean = mean if parent.position.mover == 0 else -mean

    def known_value(self, node):
        return self.game.endless if node.repeated else node.low

    def settle(self, path):
        leaf = path[-1]
        position = leaf.position
        if position.mover == TERMINAL:
            leaf.low = leaf.high = position.payoff
        elif self.solver and position.key in self.proofs:
            leaf.low = leaf.high = self.proofs[position.key]
        elif self.game.endless is not None:
            leaf.repeated = any(node.position.key == position.key for node in path[:-1])

    def expand(self, node):
        position = node.position
        if position.mover == CHANCE:
            pairs = position.chance
        else:
            pairs = [(action, 1.0 / len(position.legal)) for action in position.legal]
            if self.puct and self.game.has("prior"):
                out = np.zeros(self.game.branching)
                self.game.call("prior", position.state, self.weights, out)
                pairs = [(action, out[k]) for k, (action, _) in enumerate(pairs)]
        node.children = [Node(action, p, self.scale) for action, p in pairs]

    def choose(self, node):
        children = node.children
        if node.position.mover == CHANCE:
            return children[self.random.outcome([(0, float(child.prior)) for child in children])]
        if self.puct:
            return self.choose_puct(node)
        if node.tried < len(children):
            a = node.tried
            b = a + self.random.below(len(children) - a)
            # The action moves to the front; nothing else is known of an untried child.
            children[a].action, children[b].action = children[b].action, children[a].action
            node.tried += 1
            return children[a]
        explore = np.float32(self.c * math.sqrt(math.log(node.visits)))
        values = [np.float32(-1e30) if x.pruned else x.mean + explore * x.spread for x in children]
        return children[int(np.argmax(values))]

    def choose_puct(self, node):
        expected = node.total / (node.visits * self.scale)
        expected = -expected if node.position.mover == 1 else expected
        explore = self.c * math.sqrt(node.visits)
        best, most = None, -math.inf
        for x in node.children:
            value = float(np.float32(-1e30) if x.pruned else x.mean) if x.visits else expected
            value += explore * float(x.prior) / (1.0 + x.visits)
            if value > most:
                best, most = x, value
        return best

    def playout(self, position):
        plies = 0
        while True:
            if position.mover == TERMINAL:
                return position.payoff
            if plies == self.cut and self.game.has("evaluate"):
                return self.game.call("evaluate", position.state, self.weights)
            if plies >= self.limit:
                return self.game.endless
            plies += 1
            if position.mover == CHANCE:
                odds = position.chance
                position = position.play(odds[self.random.outcome(odds)][0])
            else:
                legal = position.legal
                position = position.play(legal[self.random.below(len(legal))])

    def prove(self, path):
        correction, tight = 0.0, True
        for d in range(len(path) - 2, -1, -1):
            node = path[d]
            if tight:
                tight = self.tighten(node)
            node.total += correction
            if node.low == node.high:
                self.proofs[node.position.key] = node.low
                exact = node.visits * node.low
                correction += exact - node.total
                node.total = exact
            if d:
                self.average(node, path[d - 1])

    def tighten(self, node):
        old = node.low, node.high
        children = node.children
        if node.position.mover == CHANCE:
            node.low = float(np.float32(sum(float(x.prior) * x.low for x in children)))
            node.high = float(np.float32(sum(float(x.prior) * x.high for x in children)))
            if all(x.low == x.high for x in children):
                node.high = node.low
        else:
            best = max if node.position.mover == 0 else min
            node.low, node.high = best(x.low for x in children), best(x.high for x in children)
            for x in children:
                useless = x.high <= node.low if node.position.mover == 0 else x.low >= node.high
                x.pruned = x.pruned or useless or x.low == x.high
        return old != (node.low, node.high)
