"""The slow twin of everything about equilibria: plain recursion over plain rules, policies as dictionaries.

An information set is its player and the values in its view. A policy gives a list of probabilities for it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from outfox.rules import CHANCE, TERMINAL, Game
from outfox.rules.twin import twin_class

Info = tuple[int, Any]


@dataclass
class Node:
    """A history.

    Attributes
    ----------
    who
        The mover.
    payoff
        Player 0's, where the game is over.
    info
        The mover's information set.
    actions, odds, children
        What can come next; `odds` where chance moves.
    """

    who: int
    payoff: float = 0.0
    info: Info | None = None
    actions: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)


def view_of(game: Game, s: Any, player: int) -> Any:
    """Return what a player has seen, as something that can be compared."""
    assert game.view is not None
    view = twin_class(game.view)()
    game.call("observe", s, player, view)
    return view.key()


def whole_tree(game: Game, s: Any = None) -> Node:
    """Return the root of a game's tree."""
    s = game.initial() if s is None else s
    who = game.mover(s)
    if who == TERMINAL:
        return Node(who, payoff=game.payoff(s))
    node = Node(who)
    if who == CHANCE:
        node.actions, node.odds = (list(column) for column in zip(*game.chance(s), strict=True))
    else:
        node.actions, node.info = game.legal(s), (who, view_of(game, s, who))
    for action in node.actions:
        after = s.copy()
        game.apply(after, action)
        node.children.append(whole_tree(game, after))
    return node


def nodes(root: Node) -> list[Node]:
    """Return all nodes, a parent before its children."""
    return [root] + [node for child in root.children for node in nodes(child)]


def uniform(info: Info, count: int) -> list[float]:
    """Return the policy of random play."""
    return [1.0 / count] * count


def value(node: Node, policy: Any) -> float:
    """Return what player 0 wins from a node on when both play a policy, a function of information set and count."""
    if node.who == TERMINAL:
        return node.payoff
    odds = node.odds if node.who == CHANCE else policy(node.info, len(node.actions))
    return sum(p * value(child, policy) for p, child in zip(odds, node.children, strict=True))


def best_payoff(root: Node, seat: int, policy: Any) -> float:
    """Return what the best response of a seat wins: information sets are decided from the last to the first."""
    held: dict[Info, list[tuple[Node, float]]] = defaultdict(list)
    depth: dict[Info, int] = {}

    def gather(node: Node, reach: float, level: int) -> None:
        if node.who == seat:
            assert node.info is not None
            held[node.info].append((node, reach))
            depth[node.info] = level
        for k, child in enumerate(node.children):
            odds = 1.0 if node.who == seat else node.odds[k] if node.who == CHANCE else None
            share = policy(node.info, len(node.actions))[k] if odds is None else odds
            gather(child, reach * share, level + 1)

    gather(root, 1.0, 0)
    chosen: dict[Info, int] = {}

    def follow(info: Info, count: int) -> list[float]:
        if info[0] != seat:
            return list(policy(info, count))
        return [float(k == chosen[info]) for k in range(count)]

    sign = 1.0 if seat == 0 else -1.0
    for info in sorted(held, key=lambda one: -depth[one]):
        worth = [
            sum(reach * sign * value(node.children[k], follow) for node, reach in held[info])
            for k in range(len(held[info][0][0].actions))
        ]
        chosen[info] = worth.index(max(worth))
    return sign * value(root, follow)


class Regrets:
    """CFR as it is written in textbooks: a walk over all histories for each player.

    Parameters
    ----------
    root
        The tree.
    alpha, beta, gamma
        Discounts of regrets above and below 0, and the power of the iteration that weighs its strategy.
    predict
        Whether the last regrets count once more.
    alternate
        Whether the second player sees the first's new strategy.
    """

    def __init__(
        self, root: Node, alpha: float, beta: float, gamma: float, *, predict: bool = False, alternate: bool = True
    ) -> None:
        self.root, self.alpha, self.beta, self.gamma = root, alpha, beta, gamma
        self.predict, self.alternate, self.t = predict, alternate, 0
        counts = {node.info: len(node.actions) for node in nodes(root) if node.info is not None}
        self.policy = {info: [1.0 / n] * n for info, n in counts.items()}
        self.regret = {info: [0.0] * n for info, n in counts.items()}
        self.total = {info: [0.0] * n for info, n in counts.items()}
        self.instant = {info: [0.0] * n for info, n in counts.items()}

    def iterate(self) -> None:
        """Run one iteration."""
        self.t += 1
        for player in (0, 1):
            for values in self.instant.values():
                values[:] = [0.0] * len(values) if self.alternate or player == 0 else values
            self._walk(self.root, player, 1.0, 1.0)
            if self.alternate:
                self._choose(player)
        if not self.alternate:
            self._choose(0)
            self._choose(1)

    def _walk(self, node: Node, player: int, mine: float, others: float) -> float:
        """Return what the player wins from a node on; `mine` is its reach, `others` that of chance and the other."""
        if node.who == TERMINAL:
            return node.payoff if player == 0 else -node.payoff
        if node.who == CHANCE:
            pairs = zip(node.odds, node.children, strict=True)
            return sum(p * self._walk(child, player, mine, others * p) for p, child in pairs)
        assert node.info is not None
        policy = self.policy[node.info]
        if node.who != player:
            pairs = zip(policy, node.children, strict=True)
            return sum(p * self._walk(child, player, mine, others * p) for p, child in pairs)
        found = [
            self._walk(child, player, mine * p, others) for p, child in zip(policy, node.children, strict=True)
        ]  # fmt: skip
        worth = sum(p * v for p, v in zip(policy, found, strict=True))
        for k, v in enumerate(found):
            self.instant[node.info][k] += others * (v - worth)
        if node.info not in self.seen:
            self.seen.add(node.info)
            for k, p in enumerate(policy):
                self.total[node.info][k] += self.t**self.gamma * mine * p
        return worth

    @property
    def seen(self) -> set[Info]:
        """The information sets whose average has been added to in this iteration: their reach is that of any node."""
        if getattr(self, "_seen_at", 0) != self.t:
            self._seen, self._seen_at = set(), self.t
        return self._seen

    def _kept(self, power: float) -> float:
        if power in (float("inf"), float("-inf")):
            return float(power > 0)
        return self.t**power / (self.t**power + 1)

    def _choose(self, player: int) -> None:
        for info, regret in self.regret.items():
            if info[0] != player:
                continue
            wanted = []
            for k, instant in enumerate(self.instant[info]):
                regret[k] += instant
                regret[k] *= self._kept(self.alpha if regret[k] > 0 else self.beta)
                wanted.append(max(regret[k] + self.predict * instant, 0.0))
            total = sum(wanted)
            self.policy[info] = [w / total if total > 0 else 1 / len(wanted) for w in wanted]

    def average(self, info: Info, count: int) -> list[float]:
        """Return the average strategy."""
        total = sum(self.total[info])
        return [x / total for x in self.total[info]] if total > 0 else [1.0 / count] * count


GOLDEN = 0x9E3779B97F4A7C15


def finished(z: int) -> int:
    """Return the number that splitmix64 makes of its state."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


class Sampling:
    """External sampling by recursion, on the random numbers of `outfox.kernel.random`.

    The k-th move of chance in a walk is drawn with the same numbers, whatever was played before.

    Parameters
    ----------
    root
        The tree.
    state
        The generator's 64 bits.
    """

    def __init__(self, root: Node, state: int) -> None:
        self.root, self.state = root, state
        self.regret: dict[Info, list[float]] = {}
        self.total: dict[Info, list[float]] = {}

    def _word(self) -> int:
        self.state = (self.state + GOLDEN) % 2**64
        return finished(self.state)

    def _draw(self, odds: list[float], word: int) -> int:
        x = (word >> 11) / 2**53
        for k, p in enumerate(odds[:-1]):
            x -= p
            if x < 0:
                return k
        return len(odds) - 1

    def iterate(self) -> None:
        """Run one iteration."""
        for player in (0, 1):
            self._walk(self.root, player, self._word(), 0)

    def _walk(self, node: Node, player: int, deal: int, drawn: int) -> float:
        if node.who == TERMINAL:
            return node.payoff if player == 0 else -node.payoff
        if node.who == CHANCE:
            seed = finished(((deal ^ drawn) + GOLDEN) % 2**64)
            word = finished((seed + GOLDEN) % 2**64)
            return self._walk(node.children[self._draw(node.odds, word)], player, deal, drawn + 1)
        assert node.info is not None
        count = len(node.actions)
        regret = self.regret.setdefault(node.info, [0.0] * count)
        total = self.total.setdefault(node.info, [0.0] * count)
        positive = sum(max(r, 0.0) for r in regret)
        policy = [max(r, 0.0) / positive if positive > 0 else 1.0 / count for r in regret]
        if node.who != player:
            for k, p in enumerate(policy):
                total[k] += p
            return self._walk(node.children[self._draw(policy, self._word())], player, deal, drawn)
        found = [self._walk(child, player, deal, drawn) for child in node.children]
        worth = 0.0
        for p, v in zip(policy, found, strict=True):
            worth += p * v
        for k, v in enumerate(found):
            regret[k] += v - worth
        return worth
