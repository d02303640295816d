"""The search tree of MCTS: its layout in memory and the kernels that walk it.

A simulation descends from the root (`descend`), scores the leaf (`score`), and backs the value up (`back_up`, and
`prove` where something is proven). States are not stored: each simulation replays its path from the root.

Layout. Children of a node are contiguous. What selection reads of a child lies apart from the rest, eight bytes a
child, so that choosing among seven children touches one cache line:

- ``nodes[k]``: 32 bytes; see `NODE`;
- ``hot[k]``: the mean value for the player who chooses (in units of SCALE), and 1 / sqrt(visits);
- ``bound[k]``: proven lower and upper bound of player 0's payoff.

Every value in `nodes` and `bound` is player 0's.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from outfox.kernel.playout import draw_chance
from outfox.kernel.random import below, uniform
from outfox.kernel.runtime import word
from outfox.kernel.slots import (
    ENDLESS,
    HAS_CHANCE,
    HAS_ENDINGS,
    HAS_ENDLESS,
    HAS_EVALUATE,
    HAS_PRIOR,
    Bounds,
    Floats,
    Floats32,
    Ints,
    Nodes,
    States,
    Words,
    apply,
    chance,
    evaluate,
    legal_actions,
    mover,
    payoff,
    prior,
    state_hash,
)
from outfox.methods.endgame.probe import UNKNOWN, Probe, ending
from outfox.rules.vocabulary import CHANCE, TERMINAL

REPEATED = -3
"""`who` of a node whose state stands earlier on its own path."""

LOOKED_UP = -5
"""`who` of a node whose value endgame tables know, less that value, which is 1, 0 or -1. No proof rests on it: the
tables leave out of account how many quiet plies are left; see `outfox.methods.endgame`."""

PRUNED = -1e30
"""Mean of a child that is proven, or cannot beat what its parent already has: never chosen."""

DONE, FULL, PROVEN = 0, 1, 2
"""Why `simulate` returned: all simulations done; no room for another expansion; the root is proven."""

USED, SIMULATIONS, CUT_OFF, DEEPEST, OVERSIZED = range(5)
"""Places in `counters`: nodes in use, simulations, playouts cut at the limit, longest path, payoffs above SCALE."""

CUT, PUCT, SOLVER, LIMIT, FROZEN = range(5)
"""Places in `options`: plies of a playout before `evaluate` (-1: to the end), flags, most plies, no more expansion."""

C, SCALE = range(2)
"""Places in `constants`: exploration constant, largest payoff."""

TABLE = 4096
"""sqrt(log(n)) is looked up for n below this: nearly every node has fewer visits."""


BUCKET = 4
"""Proven states that share a place: four hashes, half a cache line."""


class Tree(NamedTuple):
    """Arrays of one search tree; `K` is their capacity.

    Attributes
    ----------
    nodes : (K,) NODE
    hot : (K, 2) float32
    bound : (K, 2) float32
    keys : (K,) uint64
        Hash of each visited node's state; of length 1 where neither the solver nor repetitions need it.
    proofs : (P,) uint64
        Hashes of proven states, P a power of two: a state proven once is proven wherever it turns up again.
    exact : (P,) float32
        Their values, player 0's.
    roots : (TABLE,) float64
        sqrt(log(n)).
    endings
        Endgame tables, or none.
    """

    nodes: Nodes
    hot: Bounds
    bound: Bounds
    keys: Words
    proofs: Words
    exact: Floats32
    roots: Floats
    endings: Probe


def new_root(tree: Tree, scale: float) -> None:
    """Make node 0 an unvisited root; plain Python, called once a tree."""
    tree.nodes[0] = np.zeros(1, tree.nodes.dtype)[0]
    tree.bound[0] = -scale, scale


def clear(tree, k, action, scale, solver):  # type: ignore[no-untyped-def]
    """Make node `k` an unvisited leaf reached by `action`."""
    node = tree.nodes[k]
    node.total = 0.0
    node.first = 0
    node.visits = 0
    node.action = action
    node.prior = 0.0
    node.count = 0
    node.tried = 0
    node.who = 0
    node.known = 0
    if solver:
        tree.bound[k, 0] = -scale
        tree.bound[k, 1] = scale


def expand(tree, k, s, out, odds, weights, options, constants, counters):  # type: ignore[no-untyped-def]
    """Give node `k`, whose state is `s`, its children."""
    node = tree.nodes[k]
    first = counters[USED]
    if HAS_CHANCE and node.who == CHANCE:
        n = chance(s, out, odds)
    else:
        n = legal_actions(s, out)
        if options[PUCT]:
            for j in range(n):
                odds[j] = 1.0 / n
            if HAS_PRIOR:
                prior(s, weights, odds)
    for j in range(n):
        clear(tree, first + j, out[j], constants[SCALE], options[SOLVER])
        if HAS_CHANCE or options[PUCT]:
            tree.nodes[first + j].prior = odds[j]
    counters[USED] = first + n
    node.first = first
    node.count = n
    node.tried = 0


def choose(tree, k, random, options, constants):  # type: ignore[no-untyped-def]
    """Return the child of node `k` that the simulation goes to."""
    node = tree.nodes[k]
    first = node.first
    if HAS_CHANCE and node.who == CHANCE:
        x = uniform(random)
        for j in range(first, first + node.count - 1):
            x -= tree.nodes[j].prior
            if x < 0.0:
                return j
        return first + node.count - 1
    if options[PUCT]:
        return choose_puct(tree, k, constants)
    if node.tried < node.count:
        # Unvisited children come first, in random order: draw one and put it behind those already tried.
        j = first + node.tried
        other = j + below(random, node.count - node.tried)
        action = tree.nodes[j].action
        tree.nodes[j].action = tree.nodes[other].action
        tree.nodes[other].action = action
        node.tried += 1
        return j
    visits = node.visits
    root = tree.roots[visits] if visits < TABLE else math.sqrt(math.log(visits))
    explore = np.float32(constants[C] * root)
    best, most = first, tree.hot[first, 0] + explore * tree.hot[first, 1]
    for j in range(first + 1, first + node.count):
        value = tree.hot[j, 0] + explore * tree.hot[j, 1]
        best = j if value > most else best  # without a branch: which child wins cannot be predicted
        most = max(value, most)
    return best


def choose_puct(tree, k, constants):  # type: ignore[no-untyped-def]
    """Return the child with the largest PUCT value; an unvisited one is expected to be worth what its parent is."""
    node = tree.nodes[k]
    expected = node.total / (node.visits * constants[SCALE]) if node.visits > 0 else 0.0
    if node.who == 1:
        expected = -expected
    explore = constants[C] * math.sqrt(node.visits)
    best, most = node.first, -math.inf
    for j in range(node.first, node.first + node.count):
        child = tree.nodes[j]
        value = np.float64(tree.hot[j, 0]) if child.visits > 0 else expected
        value += explore * child.prior / (1.0 + child.visits)
        if value > most:
            best, most = j, value
    return best


def descend(tree, s, random, path, out, odds, weights, options, constants, counters):  # type: ignore[no-untyped-def]
    """Walk from the root to a leaf, replaying the actions on `s`; return the leaf's depth on `path`."""
    path[0] = 0
    k = path[0]  # an int64: from the literal 0 Numba would compile everything below twice
    depth = 0
    while True:
        node = tree.nodes[k]
        if node.visits == 0 or node.known or depth + 1 == len(path):
            return depth
        if node.count == 0:
            if options[FROZEN]:
                return depth
            expand(tree, k, s, out, odds, weights, options, constants, counters)
        k = choose(tree, k, random, options, constants)
        apply(s, np.int64(tree.nodes[k].action))  # type: ignore[arg-type]
        depth += 1
        path[depth] = k


def settle(tree, s, path, depth, options, constants, counters):  # type: ignore[no-untyped-def]
    """Find out at a leaf's first visit who moves, and whether it is over, proven elsewhere, or repeats its path."""
    k = path[depth]
    node = tree.nodes[k]
    node.who = mover(s)
    if node.who == TERMINAL:
        value = payoff(s)
        if abs(value) > constants[SCALE]:
            counters[OVERSIZED] += 1  # the bounds of other nodes were wrong: the caller refuses the game
        conclude(tree, k, value)
        return
    if HAS_ENDINGS:
        looked_up = ending(s, tree.endings)
        if looked_up != UNKNOWN:
            node.who = LOOKED_UP - looked_up
            node.known = 1
            return
    if HAS_ENDLESS or options[SOLVER]:
        key = state_hash(s)
        tree.keys[k] = key
        if options[SOLVER]:
            place = bucket(tree, key)
            for j in range(place, place + BUCKET):
                if tree.proofs[j] == key:
                    conclude(tree, k, tree.exact[j])
                    return
        if HAS_ENDLESS:
            for d in range(depth):
                if tree.keys[path[d]] == key:
                    # A node has one path, so it repeats at every visit. Its bounds stay open: no proof rests on it.
                    node.who = REPEATED
                    node.known = 1


def conclude(tree, k, value):  # type: ignore[no-untyped-def]
    """Note that node `k` is worth exactly `value`."""
    tree.nodes[k].known = 1
    tree.bound[k, 0] = value
    tree.bound[k, 1] = value


def known(tree, k):  # type: ignore[no-untyped-def]
    """Return the value of a leaf that is over, proven, looked up or repeated."""
    if HAS_ENDINGS and tree.nodes[k].who <= LOOKED_UP + 1:
        return np.float64(LOOKED_UP - tree.nodes[k].who)
    return ENDLESS if tree.nodes[k].who == REPEATED else np.float64(tree.bound[k, 0])


def score(s, random, out, odds, weights, options, counters):  # type: ignore[no-untyped-def]
    """Return the value of a leaf's state: a random playout, cut and evaluated where the options say so."""
    plies = 0
    cut = options[CUT]
    while True:
        who = mover(s)
        if who == TERMINAL:
            return payoff(s)
        if HAS_EVALUATE and plies == cut:
            return evaluate(s, weights)
        if plies >= options[LIMIT]:
            counters[CUT_OFF] += 1
            return ENDLESS
        plies += 1
        if HAS_CHANCE and who == CHANCE:
            apply(s, draw_chance(s, out, odds, random))
            continue
        apply(s, out[below(random, legal_actions(s, out))])


def back_up(tree, path, depth, value, scale):  # type: ignore[no-untyped-def]
    """Add one visit and player 0's `value` along the path."""
    for d in range(depth, -1, -1):
        k = path[d]
        node = tree.nodes[k]
        node.visits += 1
        node.total += value
        if d > 0:
            mean = node.total / (node.visits * scale)
            tree.hot[k, 0] = mean if tree.nodes[path[d - 1]].who == 0 else -mean
            tree.hot[k, 1] = 1.0 / math.sqrt(node.visits)


def prove(tree, path, depth, scale):  # type: ignore[no-untyped-def]
    """Carry the bounds of a proven leaf up the path; what is proven corrects the averages above it."""
    correction = 0.0
    tight = True
    for d in range(depth - 1, -1, -1):
        k = path[d]
        node = tree.nodes[k]
        if tight:
            tight = tighten(tree, k)
        node.total += correction
        if tree.bound[k, 0] == tree.bound[k, 1]:
            node.known = 1
            remember(tree, k)
            exact = node.visits * np.float64(tree.bound[k, 0])
            correction += exact - node.total
            node.total = exact
        if d > 0 and tree.hot[k, 0] != PRUNED:
            mean = node.total / (node.visits * scale)
            tree.hot[k, 0] = mean if tree.nodes[path[d - 1]].who == 0 else -mean


def bucket(tree, key):  # type: ignore[no-untyped-def]
    """Return the first place where a proven state with this hash may be kept."""
    return np.int64(key & word(len(tree.proofs) - BUCKET))


def remember(tree, k):  # type: ignore[no-untyped-def]
    """Keep the value of proven node `k` for its state's next appearance; a full bucket loses its oldest."""
    place = bucket(tree, tree.keys[k])
    for j in range(place + BUCKET - 1, place, -1):
        tree.proofs[j] = tree.proofs[j - 1]
        tree.exact[j] = tree.exact[j - 1]
    tree.proofs[place] = tree.keys[k]
    tree.exact[place] = tree.bound[k, 0]


def tighten(tree, k):  # type: ignore[no-untyped-def]
    """Recompute the bounds of node `k` from its children, prune children that cannot matter; say if they changed."""
    node = tree.nodes[k]
    low, high = tree.bound[node.first, 0], tree.bound[node.first, 1]
    if HAS_CHANCE and node.who == CHANCE:
        low, high = expected_bounds(tree, k)
    else:
        for j in range(node.first + 1, node.first + node.count):
            if node.who == 0:
                low, high = max(low, tree.bound[j, 0]), max(high, tree.bound[j, 1])
            else:
                low, high = min(low, tree.bound[j, 0]), min(high, tree.bound[j, 1])
        for j in range(node.first, node.first + node.count):
            useless = tree.bound[j, 1] <= low if node.who == 0 else tree.bound[j, 0] >= high
            if useless or tree.bound[j, 0] == tree.bound[j, 1]:
                tree.hot[j, 0] = PRUNED
    changed = low != tree.bound[k, 0] or high != tree.bound[k, 1]
    tree.bound[k, 0] = low
    tree.bound[k, 1] = high
    return changed


def expected_bounds(tree, k):  # type: ignore[no-untyped-def]
    """Return the bounds of a chance node: the expectation of its children's."""
    node = tree.nodes[k]
    low, high, exact = 0.0, 0.0, True
    for j in range(node.first, node.first + node.count):
        chance_of = np.float64(tree.nodes[j].prior)
        low += chance_of * tree.bound[j, 0]
        high += chance_of * tree.bound[j, 1]
        exact = exact and tree.bound[j, 0] == tree.bound[j, 1]
    # Rounding must not leave a gap between bounds that are equal, nor close one that is not.
    return np.float32(low), np.float32(low) if exact else np.float32(high)


def simulate(
    tree: Tree, pool: States, random: Words, path: Ints, out: Ints, odds: Floats, options: Ints, constants: Floats,
    weights: Floats, counters: Ints, simulations: int,
) -> int:  # fmt: skip
    """Run simulations from the root state ``pool[0]``.

    Parameters
    ----------
    tree
        The search tree; node 0 is the root.
    pool
        Two states; the second is scratch.
    random : (1,) uint64
        Generator state.
    path : (D,) int64
        Scratch; no simulation goes deeper than D in the tree.
    out, odds : (B,) int64 and float64
        Scratch; B is the most actions or chance outcomes in a state.
    options, constants, weights, counters
        See the places above; `weights` go to `evaluate` and `prior`.
    simulations
        How many.

    Returns
    -------
    int
        DONE, FULL or PROVEN.
    """
    for _ in range(simulations):
        if options[SOLVER] and tree.nodes[0].known:
            return PROVEN
        if counters[USED] + len(out) > len(tree.nodes) and not options[FROZEN]:
            return FULL
        pool[1] = pool[0]
        s = pool[1]
        depth = descend(tree, s, random, path, out, odds, weights, options, constants, counters)
        k = path[depth]
        new = tree.nodes[k].visits == 0
        if new:
            settle(tree, s, path, depth, options, constants, counters)
        if tree.nodes[k].known:
            value = known(tree, k)
        else:
            value = score(s, random, out, odds, weights, options, counters)
        back_up(tree, path, depth, value, constants[SCALE])
        if new and options[SOLVER] and tree.nodes[k].known:
            prove(tree, path, depth, constants[SCALE])
        counters[SIMULATIONS] += 1
        counters[DEEPEST] = max(counters[DEEPEST], depth)
    return DONE
