"""The kernel of alpha-beta: depth first on an explicit stack, in portions, so that it can be stopped and gone on with.

Every value here is player 0's: player 0 takes the largest, player 1 the smallest, whoever moved before. Beside a value
stand four flags, each a claim that holds whatever lies beyond the horizon:

- ``AT_LEAST``, ``AT_MOST``: the true value is at least, at most this; the claim rests on finished games alone;
- ``AT_LEAST_HERE``, ``AT_MOST_HERE``: the same, but it may rest on repetitions of the path that led here.

A value is the best of its children's. One child is enough for the claim that favours the mover; the other needs all.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from outfox.kernel.runtime import some_actions, word
from outfox.kernel.slots import (
    CHECKED,
    ENDLESS,
    HAS_CHANCE,
    HAS_ENDLESS,
    HAS_EVALUATE,
    MERGED,
    Floats,
    Floats2,
    Ints,
    Ints2,
    States,
    Words,
    apply,
    chance,
    evaluate,
    legal_actions,
    mover,
    payoff,
    progress,
    state_hash,
    state_leaves,
    symmetry,
    symmetry_action,
)
from outfox.methods.search.alphabeta_order import FULL, bring, bring_best, learn, place_of, place_of_change
from outfox.methods.search.alphabeta_table import probe, proven, store
from outfox.rules.vocabulary import CHANCE, TERMINAL

DONE, PORTION, DEEPER = 0, 1, 2
"""Why `search` returned: the root is valued; the portion of nodes is used up; the stack is too short."""

PLY, NODES, LIMIT, LEAVES, ENDS, HITS, STORED, OVERSIZED, ODD = range(9)
"""Places in `counters`: ply that the search is at; states visited; the number of them at which it stops; leaves at
the horizon; finished games; values taken from the table; places of the table in use; payoffs above SCALE; estimates
that are no numbers."""

TABLE, ORDERING, EXACT, PRUNE, EVALUATE, GENERATION, ROOM, KEYED, IMAGES, OPTIONS = range(10)
"""Places in `options`: use the table; order actions; value every root action exactly; cut off; use the rules'
`evaluate`; number of this search, which marks its entries in the table; places in use at which the table is full; how
many of a state's numbers say which state it is; how many symmetries there are. And how many places."""

SCALE, MOST = range(2)
"""Places in `constants`: the largest payoff; the largest estimate, which lies below it."""

WHO, COUNT, NEXT, REMAINING, MOVE, ONE, ALL, ORDERED, FIXED, LENGTH, LEVEL, FRESH, CLAIMS, IMAGE, BEGAN, INTS = range(
    16
)
"""Places in `Stack.ints`: mover; number of actions; how many have been played; plies to the horizon; best action so
far; claims of the best child; claims of all children; whether actions are ordered, and how many in front are so
already; length of the line from here; the rules' `progress`, and whether it has just risen, so that play cannot come
back to the path: then no value depends on it; claims that go with LOW and HIGH; the symmetry by which the table knows
the state; `NODES` when it was come to. And how many places."""

ALPHA, BETA, BEST, LOW, HIGH, FLOATS = range(6)
"""Places in `Stack.floats`: what player 0 and player 1 have elsewhere, or the table says; the best value so far; the
bounds from the table. And how many places."""

AT_LEAST, AT_MOST, AT_LEAST_HERE, AT_MOST_HERE = 1, 2, 4, 8
LOWER, UPPER, EVERY = AT_LEAST | AT_LEAST_HERE, AT_MOST | AT_MOST_HERE, 15

NO_MORE, NO_LESS, SEARCHED = 16, 32, 64
"""Of a root action: its value to this depth is at most, at least what was found; it was searched at all."""


class Stack(NamedTuple):
    """The path that is being searched and what is known along it; `P` plies, `B` most actions or outcomes.

    Attributes
    ----------
    ints, floats : (P, INTS) int64 and (P, FLOATS) float64
        See the places above.
    keys : (P,) uint64
        Hashes of the states of the path; of their images that stand for them, where states are merged.
    moves, places : (P, B) int64
        Actions, and where they stand in the history.
    odds : (P, O) float64
        Probabilities of chance outcomes.
    line : (P, P) int64
        The principal variation from each ply.
    history : (2 * PLACES,) int64
        By player and action, what it was good for: see `outfox.methods.search.alphabeta_order`.
    before, after : (leaves,) int64
        Room for the numbers of two states.
    found, known : (B,) float64 and int64
        Of the root's actions, in the order of ``moves[0]``: value and flags.
    """

    ints: Ints2
    floats: Floats2
    keys: Words
    moves: Ints2
    places: Ints2
    odds: Floats2
    line: Ints2
    history: Ints
    before: Ints
    after: Ints
    found: Floats
    known: Ints


def search(
    stack: Stack, pool: States, table: Words, options: Ints, constants: Floats, weights: Floats, counters: Ints,
    budget: int,
) -> int:  # fmt: skip
    """Go on with the search of ``pool[0]`` for at most `budget` states.

    Of the pool the last state is zero, and of the others the last is scratch.

    Returns
    -------
    int
        DONE, PORTION or DEEPER.
    """
    p = counters[PLY]
    nodes = counters[NODES]
    until = min(nodes + budget, counters[LIMIT])
    status = PORTION
    if HAS_ENDLESS and p == 0:
        stack.keys[0] = state_hash(pool[0])
        stack.ints[0, LEVEL] = progress(pool[0])
    while nodes < until:
        f = stack.ints[p]
        if f[NEXT] == f[COUNT]:
            value, flags = finished(stack, p)
            if p == 0:
                status = DONE
                break
            if (
                options[TABLE]
                and f[REMAINING] > 1
                and keep(stack, p, table, options, constants, value, flags, counters, nodes)
            ):
                until = nodes  # the table has to grow before the search goes on
            p -= 1
        else:
            if p + 3 >= len(pool):
                status = DEEPER
                break
            action = pick(stack, p)
            pool[p + 1] = pool[p]
            s = pool[p + 1]
            apply(s, action)
            who = mover(s)
            nodes += 1
            stack.ints[p + 1, LENGTH] = 0
            remaining = f[REMAINING] - 1
            if who == TERMINAL:
                value, flags = payoff(s), EVERY
                counters[ENDS] += 1
                if abs(value) > constants[SCALE]:
                    counters[OVERSIZED] += 1  # claims may be wrong: the caller refuses the game
            else:
                key = word(0)
                if HAS_ENDLESS or (options[TABLE] and remaining > 1):
                    key = state_hash(s)
                level = progress(s) if HAS_ENDLESS else f[LEVEL]
                if HAS_ENDLESS and repeats(stack, p, key):
                    value, flags = ENDLESS, AT_LEAST_HERE | AT_MOST_HERE
                elif remaining == 0:
                    counters[LEAVES] += 1
                    value, flags = estimate(s, weights, options, constants, counters), 0
                else:
                    low, high = window(stack, p, options)
                    least, most, claims, move, key, image = remembered(
                        pool, p + 1, table, key, remaining, level > f[LEVEL], options
                    )
                    if not (least >= high or most <= low or least == most):
                        p += 1
                        narrow(stack, p, low, high, least, most, claims)
                        stack.keys[p] = key
                        stack.ints[p, IMAGE], stack.ints[p, BEGAN] = image, nodes
                        enter(stack, p, pool, who, remaining, move, level, options, constants)
                        continue
                    counters[HITS] += 1
                    value = most if most <= low else least
                    flags = claims if least == most else claims & (UPPER if most <= low else LOWER)
        feed(stack, p, value, flags, options, constants)
    counters[PLY] = p
    counters[NODES] = nodes
    return status


def remembered(pool, p, table, key, remaining, fresh, options):  # type: ignore[no-untyped-def]
    """Return what the table knows of ``pool[p]``, as `probe` does, and by which hash and through which symmetry."""
    image = np.int64(0)
    if not options[TABLE] or remaining <= 1:
        return -math.inf, math.inf, np.int64(0), np.int64(-1), key, image
    if MERGED:
        key, image = representative(pool, p, key, options)
    least, most, claims, move = probe(table, key, remaining, options[GENERATION], not HAS_ENDLESS or fresh)
    return least, most, claims, move, key, image


def representative(pool, p, key, options):  # type: ignore[no-untyped-def]
    """Return the hash of the image that stands for ``pool[p]``, the least, and the symmetry; its own hash is `key`."""
    image = np.int64(0)
    for k in range(1, options[IMAGES]):
        pool[p + 1] = pool[len(pool) - 1]
        symmetry(k, pool[p], pool[p + 1])
        other = state_hash(pool[p + 1])
        if other < key:
            key, image = other, np.int64(k)
    return key, image


def as_kept(action, image):  # type: ignore[no-untyped-def]
    """Return an action as the table keeps it: in the image that stands for the state."""
    if MERGED and action >= 0:
        return symmetry_action(image, action)
    return action


def narrow(stack, p, low, high, least, most, claims):  # type: ignore[no-untyped-def]
    """Set what ply `p` has to be valued for: the window, and the bounds from the table, which it cannot leave."""
    x = stack.floats[p]
    x[ALPHA], x[BETA] = max(low, least), min(high, most)
    x[LOW], x[HIGH] = least, most
    stack.ints[p, CLAIMS] = claims


def enter(stack, p, pool, who, remaining, move, level, options, constants):  # type: ignore[no-untyped-def]
    """Begin with the state at ply `p`; `move` was best before, -1 for none."""
    f = stack.ints[p]
    f[WHO] = who
    f[REMAINING] = remaining
    f[NEXT] = 0
    f[MOVE] = -1
    f[ONE] = 0
    f[ALL] = EVERY
    f[ORDERED] = 0
    f[FIXED] = 0
    f[LEVEL] = level
    f[FRESH] = 1 if level > stack.ints[p - 1, LEVEL] else 0
    stack.floats[p, BEST] = -math.inf if who == 0 else math.inf if who == 1 else 0.0
    if HAS_CHANCE and who == CHANCE:
        f[COUNT] = chance(pool[p], stack.moves[p], stack.odds[p])
        return
    n = legal_actions(pool[p], stack.moves[p])
    if CHECKED:
        n = some_actions(n, who)
    f[COUNT] = n
    if options[ORDERING] and remaining > 1:
        f[ORDERED] = 1
        if remaining < FULL:
            for j in range(n):
                stack.places[p, j] = place_of(who, stack.moves[p, j])
        elif look(stack, p, pool, options, constants):
            return
        for j in range(n):
            if as_kept(stack.moves[p, j], f[IMAGE]) == move:
                bring(stack.moves[p], stack.places[p], j, 0)
                f[FIXED] = 1
                return


def look(stack, p, pool, options, constants):  # type: ignore[no-untyped-def]
    """Play each action of ply `p` to see what it changes; say whether one wins, which then is the only one."""
    f = stack.ints[p]
    who, scale = f[WHO], constants[SCALE]
    state_leaves(pool[p], stack.before)
    for j in range(f[COUNT]):
        action = stack.moves[p, j]
        pool[p + 1] = pool[p]
        s = pool[p + 1]
        apply(s, action)
        if options[PRUNE] and mover(s) == TERMINAL:
            value = payoff(s)
            if (value >= scale) if who == 0 else (value <= -scale):
                stack.moves[p, 0] = action
                f[COUNT], f[ORDERED] = 1, 0
                return True
        state_leaves(s, stack.after)
        stack.places[p, j] = place_of_change(who, action, stack.before, stack.after, options[KEYED])
    return False


def pick(stack, p):  # type: ignore[no-untyped-def]
    """Return the action to be tried next at ply `p`."""
    f = stack.ints[p]
    k = f[NEXT]
    f[NEXT] = k + 1
    if f[ORDERED] and k >= f[FIXED]:
        bring_best(stack.history, stack.moves[p], stack.places[p], k, f[COUNT])
    return stack.moves[p, k]


def repeats(stack, p, key):  # type: ignore[no-untyped-def]
    """Say whether a state with this hash stands on the path up to ply `p`."""
    for j in range(p, -1, -1):
        if stack.keys[j] == key:
            return True
    return False


def estimate(s, weights, options, constants, counters):  # type: ignore[no-untyped-def]
    """Return the value of a leaf at the horizon: the rules' estimate, or 0 for unknown."""
    if HAS_EVALUATE and options[EVALUATE]:
        value = evaluate(s, weights)
        if not math.isfinite(value):
            counters[ODD] += 1
            return 0.0
        # Strictly between the extreme payoffs: what is worth as much as a win has been won.
        return max(-constants[MOST], min(constants[MOST], value))
    return 0.0


def window(stack, p, options):  # type: ignore[no-untyped-def]
    """Return between which values the next child of ply `p` matters."""
    f, x = stack.ints[p], stack.floats[p]
    low, high = x[ALPHA], x[BETA]
    if f[WHO] == 0:
        low = max(low, x[BEST])
    elif f[WHO] == 1:
        high = min(high, x[BEST])
    if (HAS_CHANCE and f[WHO] == CHANCE) or (p == 0 and options[EXACT]):
        low, high = -math.inf, math.inf
    return low, high


def finished(stack, p):  # type: ignore[no-untyped-def]
    """Return value and claims of ply `p`, all of whose children that matter have been searched."""
    f = stack.ints[p]
    flags = f[ALL]
    if f[WHO] == 0:
        flags = (f[ALL] & UPPER) | (f[ONE] & LOWER)
    elif f[WHO] == 1:
        flags = (f[ALL] & LOWER) | (f[ONE] & UPPER)
    x = stack.floats[p]
    if x[BEST] <= x[LOW]:
        flags |= f[CLAIMS] & LOWER
    if x[BEST] >= x[HIGH]:
        flags |= f[CLAIMS] & UPPER
    return x[BEST], flags


def feed(stack, p, value, flags, options, constants):  # type: ignore[no-untyped-def]
    """Take the value of a child of ply `p`; cut off where the rest cannot matter."""
    f, x = stack.ints[p], stack.floats[p]
    who = f[WHO]
    scale = constants[SCALE]
    k = f[NEXT] - 1
    if value >= scale:
        flags |= UPPER  # nothing is worth more
    if value <= -scale:
        flags |= LOWER
    f[ALL] &= flags
    if HAS_CHANCE and who == CHANCE:
        x[BEST] += stack.odds[p, k] * value
        if p == 0:
            stack.found[k] = value
            stack.known[k] = flags | SEARCHED
        return
    better = value > x[BEST] if who == 0 else value < x[BEST]
    if p == 0:
        stack.found[k] = value
        stack.known[k] = flags | SEARCHED
        if not (better or options[EXACT]):
            stack.known[k] |= NO_MORE if who == 0 else NO_LESS
    if better:
        x[BEST] = value
        f[MOVE] = stack.moves[p, k]
        f[ONE] = flags
        if x[ALPHA] < value < x[BETA]:
            lengthen(stack, p)
    elif value == x[BEST]:
        f[ONE] |= flags
    enough = x[BEST] >= min(x[BETA], scale) if who == 0 else x[BEST] <= max(x[ALPHA], -scale)
    if enough and options[PRUNE] and not (p == 0 and options[EXACT]):
        cut(stack, p, k)


def cut(stack, p, k):  # type: ignore[no-untyped-def]
    """Cut off behind action number `k` of ply `p`."""
    f = stack.ints[p]
    if f[NEXT] < f[COUNT]:
        f[NEXT] = f[COUNT]
        f[ALL] = 0  # not all children are known
    if f[ORDERED]:
        learn(stack.history, stack.places[p], k, f[REMAINING])


def lengthen(stack, p):  # type: ignore[no-untyped-def]
    """Put the best action of ply `p` before the line of the next ply."""
    length = stack.ints[p + 1, LENGTH]
    stack.line[p, 0] = stack.ints[p, MOVE]
    for j in range(length):
        stack.line[p, j + 1] = stack.line[p + 1, j]
    stack.ints[p, LENGTH] = length + 1


def keep(stack, p, table, options, constants, value, flags, counters, nodes):  # type: ignore[no-untyped-def]
    """Store what is known of ply `p`; say whether the table is full."""
    f, x = stack.ints[p], stack.floats[p]
    low, high = -math.inf, math.inf
    # With cycles, only claims that rest on finished games hold on every path to the state; with chance, none does.
    free = not HAS_ENDLESS or f[FRESH] == 1
    if free or not HAS_CHANCE:
        if flags & AT_LEAST or (free and (value > x[ALPHA] or value <= x[LOW])) or value <= -constants[SCALE]:
            low = value
        if flags & AT_MOST or (free and (value < x[BETA] or value >= x[HIGH])) or value >= constants[SCALE]:
            high = value
    # What rests on repetitions below a state that play cannot come back from holds on every path to it.
    claims = flags if free else proven(flags)
    move = as_kept(f[MOVE], f[IMAGE]) if f[WHO] >= 0 else np.int64(-1)
    spent = nodes - f[BEGAN]
    new = store(table, stack.keys[p], f[REMAINING], spent, options[GENERATION], low, high, claims, move)
    counters[STORED] += new
    return new and counters[STORED] >= options[ROOM]
