"""The kernel behind `outfox.kernel.tree`: walks a game's tree once, depth first, and writes down what it meets.

The states along the path lie on a stack; everything else is one row an entry: nodes in the order in which they are met
(a parent before its children, its first child right behind it), information sets in the order of their first node. An
information set is found by the View of its mover, by way of the hash table that also finds states. Action *slots*
number all actions of all information sets one after the other: the places of a policy in one flat array.

Time: one `apply` and, where a player moves, one `observe`, one hash and one cache miss a node. Memory: 37 bytes a node,
8 for each number of a View an information set.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.canonical import mixed
from outfox.kernel.hash_table import add
from outfox.kernel.runtime import some_actions
from outfox.kernel.slots import (
    BRANCHING,
    CHECKED,
    HAS_CHANCE,
    HAS_SAME_CHANCE,
    OUTCOMES,
    VIEW_LEAVES,
    Bytes,
    Floats,
    Ints,
    Ints32,
    States,
    Views,
    apply,
    chance,
    legal_actions,
    mover,
    observe,
    payoff,
    same_chance,
    start,
    view_leaves,
)
from outfox.kernel.store import BY_CHANCE, OVER, USED
from outfox.rules.vocabulary import CHANCE, TERMINAL

# What is counted; USED, at 1, counts information sets.
NODES, SLOTS, DEPTH, COUNTERS = 0, 2, 3, 4

# Why growing stopped. From ODD_SUM on, it is the rules' fault.
DONE, PAUSED, NODES_FULL, SETS_FULL, SLOTS_FULL, STACK_FULL, ODD_SUM, OTHER_ACTIONS, FORGETFUL = range(9)

NOBODY = -1
"""The parent of the root; the information set where nobody decides; the slot before a player's first."""

CLOSE = 1e-9
"""So near to 1 the probabilities of a chance node add up to."""


class Histories(NamedTuple):
    """The nodes of a tree, (nodes,) each.

    Attributes
    ----------
    parent : int32
        Number of the parent, below its own; NOBODY for the root.
    slot : int32
        Which of its parent's children it is, from 0.
    action : int32
        Code of the action or outcome that led to it.
    same : int32
        Where chance led to it, the outcome that stands for this one.
    odds : float64
        Where chance led to it, with which probability; else 1.
    mover : uint8
        0, 1, OVER or BY_CHANCE.
    info : int32
        Number of the mover's information set; NOBODY where none.
    payoff : float64
        Player 0's where the game is over, else 0.
    """

    parent: Ints32
    slot: Ints32
    action: Ints32
    same: Ints32
    odds: Floats
    mover: Bytes
    info: Ints32
    payoff: Floats


class Sets(NamedTuple):
    """The information sets of a tree.

    Attributes
    ----------
    keys : (sets * (VIEW_LEAVES + 1),) int64
        The numbers of each View, and behind them its player.
    table, fixed
        The hash table, as `outfox.kernel.hash_table` has it.
    first : (sets + 1,) int64
        Where the slots of each begin.
    before : (sets,) int32
        The slot that the player chose last before; NOBODY where this is its first decision.
    actions : (slots,) int32
        Code of each slot's action.
    """

    keys: Ints
    table: Ints
    fixed: Bytes
    first: Ints
    before: Ints32
    actions: Ints32


class Stack(NamedTuple):
    """The nodes along the path: from 1 on, one row a depth.

    Attributes
    ----------
    node, many, next : (depth,) int64
        Number of the node, of its children, and of those that are done.
    own : (2 * depth,) int64
        The slot that each player chose last.
    actions, odds : (depth * width,)
        What leads to the children.
    """

    node: Ints
    many: Ints
    next: Ints
    own: Ints
    actions: Ints
    odds: Floats


def grow(
    pool: States, views: Views, nodes: Histories, sets: Sets, stack: Stack, counters: Ints, merge: int, stop: int
) -> int:
    """Walk on until `stop` nodes are there.

    Parameters
    ----------
    pool : (depth + 2,) states
        ``pool[0]`` is zeroed; ``pool[d]`` is the state at depth d.
    views : (2,) views
        ``views[1]`` is zeroed.
    counters : (COUNTERS,)
        All that is needed to go on.
    merge
        Whether outcomes that are equivalent (`same_chance`) are taken for one.

    Returns
    -------
    int
        Why it stopped; after a fault of the rules, the last node shows it.
    """
    width = max(BRANCHING, OUTCOMES, 1)
    actions, odds = np.empty(width, np.int64), np.empty(width, np.float64)
    key = np.empty(VIEW_LEAVES + 1, np.int64)
    if counters[NODES] == 0:
        pool[1] = pool[0]
        start(0, pool[1])
        stack.own[2], stack.own[3] = NOBODY, NOBODY
        write_node(nodes, counters, NOBODY, 0, -1, -1, 1.0)
        reason = enter(pool, views, nodes, sets, stack, counters, 1, merge, actions, odds, key)
        if reason != DONE:
            return int(reason)
    while counters[DEPTH] > 0:
        d = counters[DEPTH]
        if stack.next[d] == stack.many[d]:
            counters[DEPTH] -= 1
            continue
        if counters[NODES] >= stop:
            return PAUSED
        reason = room(nodes, sets, stack, counters)
        if reason != DONE:
            return int(reason)
        step(pool, nodes, sets, stack, counters, d, merge)
        reason = enter(pool, views, nodes, sets, stack, counters, d + 1, merge, actions, odds, key)
        if reason != DONE:
            return int(reason)
    return DONE


def room(nodes, sets, stack, counters):  # type: ignore[no-untyped-def]
    """Say what has to grow before a node can be added."""
    width = max(BRANCHING, OUTCOMES, 1)
    if counters[NODES] == len(nodes.parent):
        return NODES_FULL
    if counters[USED] + 1 >= len(sets.first) or counters[USED] * 3 >= len(sets.table) * 2:
        return SETS_FULL
    if counters[SLOTS] + width > len(sets.actions):
        return SLOTS_FULL
    return STACK_FULL if counters[DEPTH] + 2 >= len(stack.node) else DONE


def write_node(nodes, counters, parent, slot, action, same, odds):  # type: ignore[no-untyped-def]
    """Add a node."""
    n = counters[NODES]
    nodes.parent[n], nodes.slot[n], nodes.action[n], nodes.same[n], nodes.odds[n] = parent, slot, action, same, odds
    counters[NODES] = n + 1


def step(pool, nodes, sets, stack, counters, d, merge):  # type: ignore[no-untyped-def]
    """Go from depth `d` to its next child, whose state is then at depth `d` + 1."""
    k, n, width = stack.next[d], stack.node[d], max(BRANCHING, OUTCOMES, 1)
    action, odds = stack.actions[d * width + k], stack.odds[d * width + k]
    stack.next[d] = k + 1
    stack.own[2 * d + 2], stack.own[2 * d + 3] = stack.own[2 * d], stack.own[2 * d + 1]
    same = action
    if nodes.mover[n] == BY_CHANCE:
        if HAS_SAME_CHANCE:
            same = same_chance(pool[d], action)
    else:
        stack.own[2 * d + 2 + np.int64(nodes.mover[n])] = sets.first[nodes.info[n]] + k
    pool[d + 1] = pool[d]
    apply(pool[d + 1], action)
    write_node(nodes, counters, n, k, action, same, odds)


def enter(pool, views, nodes, sets, stack, counters, d, merge, actions, odds, key):  # type: ignore[no-untyped-def]
    """Complete the last node, whose state is at depth `d`, and put it on the stack if the game goes on."""
    n = counters[NODES] - 1
    who = mover(pool[d])
    nodes.info[n], nodes.payoff[n] = NOBODY, 0.0
    if who == TERMINAL:
        nodes.mover[n], nodes.payoff[n] = OVER, payoff(pool[d])
        return DONE
    width = max(BRANCHING, OUTCOMES, 1)
    if HAS_CHANCE and who == CHANCE:
        nodes.mover[n] = BY_CHANCE
        count = outcomes(pool[d], merge, actions, odds)
        if count < 0:
            return ODD_SUM
        for k in range(count):
            stack.odds[d * width + k] = odds[k]
    else:
        nodes.mover[n] = who
        count = legal_actions(pool[d], actions)
        if CHECKED:
            count = some_actions(count, who)
        reason = decide(pool[d], views, nodes, sets, counters, n, who, stack.own[2 * d + who], actions, count, key)
        if reason != DONE:
            return reason
        for k in range(count):
            stack.odds[d * width + k] = 1.0
    for k in range(count):
        stack.actions[d * width + k] = actions[k]
    stack.node[d], stack.many[d], stack.next[d] = n, count, 0
    counters[DEPTH] = d
    return DONE


def outcomes(s, merge, actions, odds):  # type: ignore[no-untyped-def]
    """Write the outcomes of a chance node, equivalent ones as one, and return how many; -1: they do not add up to 1."""
    count = chance(s, actions, odds)
    total = 0.0
    for k in range(count):
        total += odds[k]
    if abs(total - 1.0) > CLOSE:
        return -1
    if not HAS_SAME_CHANCE or not merge:
        return count
    kept = 0
    for k in range(count):
        same, share, place = same_chance(s, actions[k]), odds[k], 0
        while place < kept and actions[place] != same:
            place += 1
        if place < kept:
            odds[place] += share
        else:
            actions[kept], odds[kept] = same, share
            kept += 1
    return kept


def decide(s, views, nodes, sets, counters, n, who, before, actions, count, key):  # type: ignore[no-untyped-def]
    """Find or add the information set of node `n`; its actions and what came before must be what they were."""
    views[0] = views[1]
    observe(s, who, views[0])
    view_leaves(views[0], key)
    key[VIEW_LEAVES] = who
    known = counters[USED]
    h = mixed(key, 0, VIEW_LEAVES + 1)
    info = add(sets, counters, key, h, len(sets.table) - 1, 0, VIEW_LEAVES + 1, VIEW_LEAVES + 1, 0)
    nodes.info[n] = info
    first = sets.first[info]
    if info == known:
        sets.before[info] = before
        for k in range(count):
            sets.actions[first + k] = actions[k]
        sets.first[info + 1] = first + count
        counters[SLOTS] = first + count
        return DONE
    if sets.before[info] != before:
        return FORGETFUL
    if sets.first[info + 1] - first != count:
        return OTHER_ACTIONS
    for k in range(count):
        if sets.actions[first + k] != actions[k]:
            return OTHER_ACTIONS
    return DONE


def enter_table(keys: Ints, table: Ints, words: int, used: int) -> int:
    """Enter all information sets into an empty table; return how many."""
    mask = len(table) - 1
    for i in range(used):
        h = mixed(keys, i * words, words)
        place = h & mask
        while table[place] != 0:
            place = (place + 1) & mask
        table[place] = h >> 32 << 32 | i + 1
    return used
