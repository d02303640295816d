"""The states that Q-learning knows, in kernels: a graph that is found while it is played on.

A state that is reached for the first time is entered into a hash table with its legal actions. Where an action leads is
noted beside it, so that rules and hash table are asked once for each action of each state.

Where the rules say how players are exchanged, states are kept with player 0 to move, their *frame*, and an edge says
whether it changes the frame. Within a frame players are those of its states.

In games with hidden information states that their mover cannot tell apart, by its View, share the values of their
actions: those of the first of them that was met.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.runtime import mix, some_actions, word
from outfox.kernel.slots import (
    BRANCHING,
    CHECKED,
    HAS_CHANCE,
    HAS_SWAP,
    HAS_VIEW,
    VIEW_LEAVES,
    Bytes,
    Floats,
    Ints,
    Ints32,
    States,
    Views,
    Words,
    apply,
    legal_actions,
    mover,
    observe,
    payoff,
    same_state,
    state_hash,
    swap,
    view_hash,
    view_leaves,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL

CHILD, IMAGE, ZERO, SCRATCH = range(4)
"""Places in the pool of states; the known ones follow, in the order of their numbers."""

UNKNOWN = -1
"""Where an action leads that was never played; no node; no code."""

OVER, BY_CHANCE = 2, 3
"""What stands for TERMINAL and CHANCE where movers are bytes."""

(
    STATES, EPISODES, NODE, FLIP, PLY, LAST0, LAST1, PLIES, CUT, WON0, WON1, ODD, COUNTERS,
) = range(13)  # fmt: skip
"""Places in `counters`: states known, episodes played; of the episode in progress its node, frame and plies, and the
code of each player's last action; plies in all, games cut, games that each player won; states whose number of actions
is another than that of one that their mover cannot tell from them."""

LIMIT, FIRST, RULE, NEGAMAX, AFTER, EXCHANGE, OPTIONS = range(7)
"""Places in `options`: most plies, whether the first of ties is taken, the algorithm, flags."""


class Known(NamedTuple):
    """What is known of a game's states; `N` states and `P` actions have room.

    Attributes
    ----------
    table : (T,) int64
        Open hash table, T a power of two: 32 bits of the hash, and the number of the state plus 1; 0 where free.
    hashes : (N,) uint64
    who : (N,) uint8
        0 or 1: who moves; OVER; BY_CHANCE.
    payoff : (N,) float64
        Where the game is over: player 0's, of the state's frame.
    first : (N + 1,) int64
        The actions of state `n` are numbers ``first[n]`` to ``first[n + 1] - 1``.
    actions : (P,) int32
    child : (P,) int32
        Twice the number of the state that an action leads to, plus 1 where the frame changes; or UNKNOWN.
    values : (P,) or (N,) float64
        Of actions; with afterstates, of states.
    roots : (STARTS,) int32
        The numbers of the starting states, as `child`.
    path : (plies,) int64
        For Monte Carlo: twice the code of each action of an episode, plus its player.
    seen : (T,) int64
        Of games with a View: open hash table of the states that have values of their own, their number plus 1.
    sights : (N,) uint64
        Hash of what the mover sees; compared whole.
    shift : (N,) int64
        How far behind a state's actions the values of these are.
    """

    table: Ints
    hashes: Words
    who: Bytes
    payoff: Floats
    first: Ints
    actions: Ints32
    child: Ints32
    values: Floats
    roots: Ints32
    path: Ints
    seen: Ints
    sights: Words
    shift: Ints


def has_room(known, counters, more):  # type: ignore[no-untyped-def]
    """Say whether so many new states fit. A ply finds two, and with afterstates all that a state's actions lead to."""
    states = counters[STATES] + more
    return states < len(known.who) and known.first[counters[STATES]] + more * BRANCHING <= len(known.actions)


def settle(pool, views, known, counters, options, out):  # type: ignore[no-untyped-def]
    """Return twice the number of the state ``pool[CHILD]``, plus 1 where its frame exchanges the players."""
    who, flip = mover(pool[CHILD]), 0
    if HAS_SWAP and not HAS_CHANCE and options[EXCHANGE] and who == 1:
        pool[IMAGE] = pool[ZERO]
        swap(pool[CHILD], pool[IMAGE])
        pool[CHILD] = pool[IMAGE]
        who, flip = 0, 1
    return np.int64(2 * find(pool, views, known, counters, who, out) + flip)


def find(pool, views, known, counters, who, out):  # type: ignore[no-untyped-def]
    """Return the number of the state ``pool[CHILD]``, which is entered if it is new."""
    h = state_hash(pool[CHILD])
    mask, tag = len(known.table) - 1, np.int64(h >> np.uint64(33))
    place = np.int64(h & np.uint64(mask))
    while known.table[place] != 0:
        slot = known.table[place]
        if slot >> 32 == tag and same_state(pool[SCRATCH + (slot & 0xFFFFFFFF) - 1], pool[CHILD]):
            return (slot & 0xFFFFFFFF) - 1
        place = (place + 1) & mask
    n = counters[STATES]
    known.table[place] = tag << 32 | n + 1
    known.hashes[n] = h
    pool[SCRATCH + n] = pool[CHILD]
    enter(pool[SCRATCH + n], views, known, counters, n, who, out)
    counters[STATES] = n + 1
    return n


def enter(s, views, known, counters, n, who, out):  # type: ignore[no-untyped-def]
    """List the actions of a new state; their values are 0."""
    first, count = known.first[n], 0
    if who == TERMINAL:
        known.who[n] = OVER
        known.payoff[n] = payoff(s)
    elif who == CHANCE:
        known.who[n] = BY_CHANCE
    else:
        known.who[n] = who
        count = legal_actions(s, out)
        if CHECKED:
            count = some_actions(count, who)
        for k in range(count):
            known.actions[first + k] = out[k]
            known.child[first + k] = UNKNOWN
    known.first[n + 1] = first + count
    if HAS_VIEW and who >= 0:
        share(s, views, known, counters, n, who)


def share(s, views, known, counters, n, who):  # type: ignore[no-untyped-def]
    """Let a new state have the values of one that its mover cannot tell from it, or else its own."""
    views[0] = views[1]
    observe(s, who, views[0])
    sight = mix(word(view_hash(views[0])), who)
    known.sights[n], known.shift[n] = sight, 0
    mask = len(known.seen) - 1
    place = np.int64(sight & np.uint64(mask))
    while known.seen[place] != 0:
        other = known.seen[place] - 1
        if known.sights[other] == sight:
            known.shift[n] = known.first[other] - known.first[n]
            counters[ODD] += known.first[other + 1] - known.first[other] != known.first[n + 1] - known.first[n]
            return
        place = (place + 1) & mask
    known.seen[place] = n + 1


def lead(pool, views, known, counters, options, node, k, out):  # type: ignore[no-untyped-def]
    """Note where action number `k`, one of the state `node`, leads, if that is not known."""
    if known.child[k] == UNKNOWN:
        pool[CHILD] = pool[SCRATCH + node]
        apply(pool[CHILD], np.int64(known.actions[k]))  # type: ignore[arg-type]
        known.child[k] = settle(pool, views, known, counters, options, out)


def fill(table: Ints, hashes: Words, states: int) -> int:
    """Enter all states into an empty hash table; return how many."""
    mask = len(table) - 1
    for n in range(states):
        place = np.int64(hashes[n] & np.uint64(mask))
        while table[place] != 0:
            place = (place + 1) & mask
        table[place] = np.int64(hashes[n] >> np.uint64(33)) << 32 | n + 1
    return states


def fill_seen(seen: Ints, sights: Words, who: Bytes, shift: Ints, states: int) -> int:
    """Enter all states that have values of their own into an empty hash table; return how many."""
    mask, count = len(seen) - 1, 0
    for n in range(states):
        if who[n] < OVER and shift[n] == 0:
            place = np.int64(sights[n] & np.uint64(mask))
            while seen[place] != 0:
                place = (place + 1) & mask
            seen[place], count = n + 1, count + 1
    return count


def look(pool: States, views: Views, numbers: Ints, who: Bytes, leaves: Ints) -> int:
    """Write what the movers of some states see: the numbers of their View, and behind them the mover.

    Parameters
    ----------
    numbers : (n,)
        Of the states.
    leaves : (n * (VIEW_LEAVES + 1),)
        Filled.
    """
    leaf, wide = np.empty(VIEW_LEAVES + 1, np.int64), VIEW_LEAVES + 1
    for i in range(len(numbers)):
        n = numbers[i]
        views[0] = views[1]
        observe(pool[SCRATCH + n], np.int64(who[n]), views[0])  # type: ignore[arg-type]
        view_leaves(views[0], leaf)
        leaf[VIEW_LEAVES] = who[n]
        for k in range(wide):
            leaves[i * wide + k] = leaf[k]
    return len(numbers)
