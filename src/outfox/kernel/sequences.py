"""A tree as sequences: what methods for equilibria run on.

A *sequence* of a player is what it has chosen so far; with perfect recall that is one place of its policy, the slot it
chose last, and how likely a player lets play come to an information set is a number of the sequence before it alone. So
a game is two lists of information sets and one sparse matrix of payoffs, from pairs of sequences to the payoffs of the
histories that end with them, weighed by chance (Koller, Megiddo and von Stengel 1994). Histories that end with the same
pair are one entry. An iteration of CFR is then one product with the matrix and one pass over a player's slots: there is
no walk over nodes at all. Of Leduc's 1,939 merged histories 966 entries remain.

Numbers of sequences are a player's own: 0 for having chosen nothing, then its slots in the tree's order, from 1. So a
sequence has a higher number than the one before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from outfox.kernel.link import compiled
from outfox.kernel.slots import Bytes, Floats, Ints32
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.kernel.tree import Tree


class Side(NamedTuple):
    """One player's half of a game.

    Attributes
    ----------
    first : (sets + 1,) int32
        Where the sequences of each of its information sets begin.
    before : (sets,) int32
        The sequence that leads to each.
    start : (sequences + 1,) int32
        Where the entries of each sequence's row of the matrix begin.
    column : (entries,) int32
        The other player's sequences.
    weight : (entries,) float64
        What this player wins there, weighed by chance.
    """

    first: Ints32
    before: Ints32
    start: Ints32
    column: Ints32
    weight: Floats


@dataclass(frozen=True, eq=False)
class Sequences:
    """A game in sequence form.

    Attributes
    ----------
    tree
        Where it comes from.
    sides
        Player 0's and player 1's half.
    """

    tree: Tree
    sides: tuple[Side, Side]

    @property
    def base(self) -> int:
        """How many of the tree's slots are player 0's; the others are player 1's."""
        return len(self.sides[0].start) - 2

    @property
    def entries(self) -> int:
        """How many entries the matrix has."""
        return len(self.sides[0].weight)

    def split(self, policy: Any) -> tuple[Any, Any]:
        """Return a policy over the tree's slots as one of either player's sequences, with 1 in front.

        Examples
        --------
        >>> from outfox.kernel.tree import game_tree
        >>> from outfox.rules import load
        >>> sequences = sequence_form(game_tree(load("kuhn")))
        >>> [len(part) for part in sequences.split(np.full(24, 0.5))]
        [13, 13]
        """
        parts = policy[: self.base], policy[self.base :]
        return tuple(np.concatenate([[1.0], part]) for part in parts)  # type: ignore[return-value]

    def joined(self, mine: Any, theirs: Any) -> Any:
        """Return the policy over the tree's slots that `split` would take apart."""
        return np.concatenate([mine[1:], theirs[1:]])


def sequence_form(tree: Tree) -> Sequences:
    """Return the sequence form of a tree."""
    base = int(tree.first[np.searchsorted(tree.player, 1)])
    sizes = base + 1, tree.slots - base + 1
    n = tree.nodes
    last, chance = np.zeros(2 * n, np.int32), np.ones(n)
    _follow(tree.parent, tree.slot, tree.mover, tree.info, tree.odds, tree.first.astype(np.int32), base, last, chance)
    ends = np.flatnonzero((tree.mover == OVER) & (tree.payoff != 0.0))
    pairs = last[0::2][ends].astype(np.int64), last[1::2][ends].astype(np.int64)
    worth = chance[ends] * tree.payoff[ends]
    sides = []
    for player in (0, 1):
        rows, columns, weights = _gathered(pairs[player], pairs[1 - player], sizes[1 - player], worth)
        start = np.searchsorted(rows, np.arange(sizes[player] + 1)).astype(np.int32)
        mine = tree.player == player
        offset = 1 - player * base
        first = np.append(tree.first[:-1][mine], base if player == 0 else tree.slots) + offset
        before = np.where(tree.before[mine] < 0, 0, tree.before[mine] + offset)
        sign = 1.0 if player == 0 else -1.0
        sides.append(Side(first.astype(np.int32), before.astype(np.int32), start, columns, sign * weights))
    return Sequences(tree, (sides[0], sides[1]))


def _gathered(rows: Any, columns: Any, width: int, worth: Any) -> tuple[Any, Any, Any]:
    """Return rows, columns and weights of the distinct pairs, in order, the weights of equal ones added up."""
    keys = rows * width + columns
    order = np.argsort(keys, kind="stable")
    found, begins = np.unique(keys[order], return_index=True)
    weights = np.add.reduceat(worth[order], begins) if len(begins) else np.zeros(0)
    kept = weights != 0.0
    return found[kept] // width, (found[kept] % width).astype(np.int32), weights[kept]


def follow(
    parent: Ints32, slot: Ints32, mover: Bytes, info: Ints32, odds: Floats, first: Ints32, base: int, last: Ints32,
    chance: Floats,
) -> int:  # fmt: skip
    """Write the last sequence of either player at each node, and how likely chance lets play come there.

    `last` is (2 * nodes,), for each node player 0's and player 1's; zeroed. `chance` is (nodes,), 1 at the root.
    """
    for n in range(1, len(parent)):
        p = parent[n]
        last[2 * n], last[2 * n + 1] = last[2 * p], last[2 * p + 1]
        who = np.int64(mover[p])  # plain NumPy would keep to one byte
        if who == BY_CHANCE:
            chance[n] = chance[p] * odds[n]
            continue
        chance[n] = chance[p]
        place = first[info[p]] + slot[n] + 1
        last[2 * n + who] = place if who == 0 else place - base
    return len(parent)


_follow = compiled(follow)


def reach(side, policy, out):  # type: ignore[no-untyped-def]
    """Write how likely a policy chooses each sequence, as far as its player decides."""
    out[0] = 1.0
    for j in range(len(side.before)):
        share = out[side.before[j]]
        for i in range(side.first[j], side.first[j + 1]):
            out[i] = share * policy[i]


def gains(side, other, out):  # type: ignore[no-untyped-def]
    """Write what each sequence wins at the histories that end with it, by the other's reach."""
    for i in range(len(out)):
        total = 0.0
        for k in range(side.start[i], side.start[i + 1]):
            total += side.weight[k] * other[side.column[k]]
        out[i] = total
