"""Payoffs with luck taken out: what is subtracted from them has expectation 0, whoever plays.

Take any function of histories for what they are worth. When chance deals, subtract what the outcome was worth and add
what the outcomes are worth on average; do the same where a player chooses whose probabilities are known. Each such
correction has expectation 0 given all that went before, for any function and any opponent; so the mean of what is left
is that of the payoffs, without bias. The nearer the function is to what players will really get, the less is left to
vary. This is AIVAT without its imaginary observations (a known player's other hands are not averaged over).

In games with a small tree, the function is the expected payoff if players whose probabilities are known go on as they
do, and others by an equilibrium: `TreeLuck`. Where both are known nothing is left to vary. In limit hold'em, whose tree
is not small, it is what the pot is worth by the equity of the hands: `outfox.arena.holdem_luck`.

Time: a look at each ply; before the first game, the tree and some iterations of an equilibrium method.

Sources
    M. Zinkevich, M. Bowling, N. Bard, M. Kan and D. Billings, *Optimal unbiased estimators for evaluating agent
    performance*, AAAI 2006. N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling, *AIVAT: a new variance
    reduction technique for agent evaluation in imperfect information games*, AAAI 2018.

Status: proven (the tests add up all histories of Kuhn and Leduc poker against players at random: 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from outfox.formats.records import GameRecord
from outfox.kernel.slots import Floats
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.kernel.tree import Tree
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.solve import equilibrium
from outfox.players.base import Player
from outfox.players.hidden import policy_array
from outfox.players.mix_player import MixPlayer
from outfox.players.random_player import RandomPlayer
from outfox.players.style_player import StylePlayer
from outfox.players.tabular_player import TabularPlayer
from outfox.rules.game import Game

MOST_NODES = 400_000
"""Games with more histories are too large for their values."""

ITERATIONS = 200
"""Of discounted CFR: the values need not be those of an exact equilibrium."""

_SOURCES = "an equilibrium", "what one player does and an equilibrium", "what both players do"


@dataclass(frozen=True, eq=False)
class Values:
    """What the histories of a game are worth to player 0.

    Attributes
    ----------
    policy : (slots,) float64
        Probabilities of both players.
    known
        Whether player 0, and player 1, chooses with just these.
    worth : (nodes,) float64
        What they lead to.
    """

    policy: Floats
    known: tuple[bool, bool]
    worth: Floats


class Luck(Protocol):
    """What chance, and the choices of players whose probabilities are known, did in games.

    Attributes
    ----------
    source
        What histories are worth by, in words.
    exact
        Whether nothing is left to vary when all of it is subtracted.
    """

    source: str
    exact: bool

    def of(self, records: Sequence[GameRecord], seats: Sequence[int]) -> list[float]:
        """Return what to subtract from player 0's payoff in each of the games of a pair.

        Parameters
        ----------
        records
            Games that share a deck.
        seats
            The seat that A had in each.
        """


class TreeLuck:
    """Luck in a game with a small tree, by the values of an equilibrium.

    Parameters
    ----------
    game
        A game with a View.
    players
        A and B. One whose probabilities are known is corrected for where it chose.

    Raises
    ------
    NotSupported, BudgetExceeded
        Where its tree cannot be built, or is too large.

    Examples
    --------
    >>> from outfox.arena import match
    >>> from outfox.players import player
    >>> from outfox.rules import load
    >>> kuhn = load("kuhn")
    >>> luck = TreeLuck(kuhn, (player("call"), player("random")))
    >>> len(luck.of(match(kuhn, "call", "random", games=2).records, (0, 1)))
    2
    """

    def __init__(self, game: Game, players: Sequence[Player]) -> None:
        self.ground = Ground(game, nodes=MOST_NODES)
        self._children = children_of(self.ground.tree)
        known = [is_known(one) for one in players]
        self.exact = all(known)
        self.source = _SOURCES[sum(known)]
        unknown = self.ground.uniform if all(known) else equilibrium(self.ground, iterations=ITERATIONS).policy
        self._by_seat = [self._seated(players, known, unknown, seat) for seat in (0, 1)]

    def _seated(self, players: Sequence[Player], known: Sequence[bool], unknown: Floats, seat: int) -> Values:
        """Return what histories are worth where A has a seat."""
        policy, tree = unknown.copy(), self.ground.tree
        for contestant, one in enumerate(players):
            if known[contestant]:
                where = seat if contestant == 0 else 1 - seat
                mine = np.repeat(tree.player == where, np.diff(tree.first))
                policy[mine] = policy_array(one, self.ground, where)[mine]
        both = (known[seat], known[1 - seat])
        return Values(policy, both, expected(tree, policy))

    def of(self, records: Sequence[GameRecord], seats: Sequence[int]) -> list[float]:
        """Return what to subtract from player 0's payoff in each game."""
        return [
            self.along(record.actions, self._by_seat[seat], record.opening)
            for record, seat in zip(records, seats, strict=True)
        ]

    def along(self, actions: Sequence[int], values: Values, skip: int = 0) -> float:
        """Return the sum of the corrections along a history.

        Parameters
        ----------
        actions
            All of them, outcomes included.
        values
            What histories are worth.
        skip
            So many plies at the beginning were given.
        """
        tree, (starts, children), worth = self.ground.tree, self._children, values.worth
        node, total = 0, 0.0
        for ply, action in enumerate(actions):
            below = children[starts[node] : starts[node + 1]]
            after = int(below[int(np.flatnonzero(tree.action[below] == action)[0])])
            odds = self._odds(node, below, values) if ply >= skip else None
            if odds is not None:
                total += float(worth[after]) - float(odds @ worth[below])
            node = after
        return total

    def _odds(self, node: int, below: Any, values: Values) -> Any:
        """Return the probabilities of the children of a node; None where they are not known."""
        tree, mover = self.ground.tree, int(self.ground.tree.mover[node])
        if mover == BY_CHANCE:
            return tree.odds[below]
        first = tree.first[tree.info[node]]
        return values.policy[first : first + len(below)] if values.known[mover] else None


def is_known(player: Player) -> bool:
    """Say whether it is certain with which probabilities a player chooses: it draws from what its `policy` says.

    Others may say less than they do: what a search answers depends on its seed.
    """
    return isinstance(player, (MixPlayer, RandomPlayer, StylePlayer, TabularPlayer))


def mixes(player: Player) -> bool:
    """Say whether there is something to correct in how a player chooses."""
    return is_known(player) and not getattr(player, "deterministic", False)


def expected(tree: Tree, policy: Floats) -> Floats:
    """Return player 0's expected payoff in each history, if both play a policy from there on, (nodes,)."""
    weight = tree.odds.copy()
    mover = tree.mover[tree.parent]
    chosen = np.flatnonzero((mover != BY_CHANCE) & (np.arange(tree.nodes) > 0))
    weight[chosen] = policy[tree.first[tree.info[tree.parent[chosen]]] + tree.slot[chosen]]
    values = np.where(tree.mover == OVER, tree.payoff, 0.0).tolist()
    parent, share = tree.parent.tolist(), weight.tolist()
    for node in range(tree.nodes - 1, 0, -1):  # children come after their parents
        values[parent[node]] += share[node] * values[node]
    return np.array(values)


def children_of(tree: Tree) -> tuple[Any, Any]:
    """Return where the children of each node begin, (nodes + 1,), and the children, in the order of their actions."""
    order = np.argsort(tree.parent[1:], kind="stable") + 1
    starts = np.searchsorted(tree.parent[1:][order - 1], np.arange(tree.nodes + 1))
    return starts, order


@dataclass(frozen=True)
class Corrected:
    """A's payoffs with luck taken out.

    Attributes
    ----------
    payoffs
        A's in each game.
    source
        What histories are worth by.
    chooses
        Which of A and B are corrected for where they chose: those who mix, with probabilities that are known.
    exact
        Whether nothing is left to vary: both players are known, in a game with a small tree, from its beginning.
    """

    payoffs: tuple[float, ...]
    source: str
    chooses: tuple[str, ...] = ()
    exact: bool = False

    @property
    def what(self) -> str:
        """What is taken out, in words."""
        mixing = {0: "", 1: f" and of {''.join(self.chooses)}'s mixing", 2: " and of both players' mixing"}
        return f"the luck of chance{mixing[len(self.chooses)]}"
