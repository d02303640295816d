"""Kernel functions that imagine worlds: whole states in which a player has seen exactly what it has seen.

A player is given its view and its own actions alone, so a world is a history that is played anew from the start. First
one is *found* that leads to the view: of every outcome and every choice of the other player those are taken that make
most numbers of the view what they are to be. From it comes the *trail*: what the player saw on the way, one view after
the other, each as often as it changed. Then any number of worlds are *drawn* along the trail: a chance outcome by its
probability, a choice of the other player as if it chose at random, both only among those that show the player what it
saw; how likely that was is the weight of the world. Nothing but `apply`, `observe` and `sees` says what may be.

Time: one `apply` and one `observe` an outcome that the player saw, for each that could have been; one `apply` where it
saw nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.random import uniform
from outfox.kernel.runtime import some_actions
from outfox.kernel.slots import (
    CHECKED,
    HAS_CHANCE,
    VIEW_LEAVES,
    Floats,
    Ints,
    apply,
    chance,
    legal_actions,
    mover,
    observe,
    sees,
    start,
    view_leaves,
)
from outfox.rules.vocabulary import BOTH, CHANCE, TERMINAL

ZERO, WALK, TRIAL, WORLD, LIVE, STATES_NEEDED = range(6)
"""Places in the pool of states: a zeroed one, the walk, a step tried out, the world that was drawn, one played on."""

DRAWN, LOST, CUT_OFF, SETS, SLOTS, SIMULATIONS, COUNTERS = range(7)
"""Counted: worlds that were tried and those that led nowhere, playouts cut at the limit, information sets, slots,
simulations."""

PLAYER, STEPS, FACTS = range(3)
"""Places in the facts of a sight: whose it is, how many steps its trail has."""

NEVER = -1
"""Where a walk is that shows the player something else than it saw."""

LOOSE = 4
"""Every so many attempts to find a first world, outcomes are taken that seem no better than others."""

TRIES = 64
"""So often a walk that led nowhere is begun anew before the last world is taken again."""


class Sight(NamedTuple):
    """What a player knows, and scratch.

    Attributes
    ----------
    facts : (FACTS,) int64
    own : (n,) int64
        The actions that it has chosen.
    goals : ((n + 1) * VIEW_LEAVES,) int64
        The numbers of its view at each of its decisions, the present one last.
    known : (n + 1,) int64
        Whether these are known; the present one is.
    trail : (steps * VIEW_LEAVES,) int64
        The numbers of the views that it had, one after the other.
    leaf : (VIEW_LEAVES,) int64
    out, other : (most actions or outcomes,) int64
    odds : (most actions or outcomes,) float64
    """

    facts: Ints
    own: Ints
    goals: Ints
    known: Ints
    trail: Ints
    leaf: Ints
    out: Ints
    other: Ints
    odds: Floats


def look(s, player, views, leaf):  # type: ignore[no-untyped-def]
    """Write the numbers of a player's view."""
    views[0] = views[1]
    observe(s, player, views[0])
    view_leaves(views[0], leaf)


def alike(leaf, rows, i):  # type: ignore[no-untyped-def]
    """Return in how many numbers a view agrees with row `i` of others."""
    equal = 0
    for w in range(VIEW_LEAVES):
        equal += 1 if leaf[w] == rows[i * VIEW_LEAVES + w] else 0
    return equal


def is_row(leaf, rows, i):  # type: ignore[no-untyped-def]
    """Say whether a view is row `i` of others."""
    for w in range(VIEW_LEAVES):
        if leaf[w] != rows[i * VIEW_LEAVES + w]:
            return False
    return True


def can_play(s, action, other):  # type: ignore[no-untyped-def]
    """Say whether an action is legal."""
    for k in range(legal_actions(s, other)):
        if other[k] == action:
            return True
    return False


def alternatives(s, who, sight):  # type: ignore[no-untyped-def]
    """Write what may come next, with probabilities, and return how many; a player chooses as if at random."""
    if HAS_CHANCE and who == CHANCE:
        return chance(s, sight.out, sight.odds)
    count = legal_actions(s, sight.out)
    if CHECKED:
        count = some_actions(count, who)
    for k in range(count):
        sight.odds[k] = 1.0 / count
    return count


def pick(random, odds, count, total):  # type: ignore[no-untyped-def]
    """Draw one of `count` by weights that add up to `total`; none of weight 0."""
    x, last = uniform(random) * total, np.int64(0)
    for k in range(count):
        if odds[k] > 0.0:
            x -= odds[k]
            last = np.int64(k)
            if x < 0.0:
                break
    return last


def find_world(pool, views, sight, random, attempts):  # type: ignore[no-untyped-def]
    """Look for a first world, leave it at WORLD and its trail in `sight`; return whether there is one."""
    for attempt in range(attempts):
        if attempt_one(pool, views, sight, random, attempt % LOOSE == LOOSE - 1):
            pool[WORLD] = pool[WALK]
            return True
    return False


def attempt_one(pool, views, sight, random, loose):  # type: ignore[no-untyped-def]
    """Play a history in which the player's view becomes what it is; return whether it did."""
    player, own = sight.facts[PLAYER], np.int64(0)
    pool[WALK] = pool[ZERO]
    start(0, pool[WALK])
    sight.facts[STEPS] = 0
    while remember(pool[WALK], views, sight):
        who = mover(pool[WALK])
        if who == TERMINAL:
            return False
        if who == player:
            if sight.known[own] != 0 and not is_row(sight.leaf, sight.goals, own):
                return False
            if own == len(sight.own):
                return True
            if not can_play(pool[WALK], sight.own[own], sight.other):
                return False
            apply(pool[WALK], sight.own[own])
            own += 1
            continue
        k = likeliest(pool, views, sight, random, who, own, loose)
        if k < 0:
            return False
        apply(pool[WALK], sight.out[k])
    return False


def remember(s, views, sight):  # type: ignore[no-untyped-def]
    """Add the player's view to the trail where it is new; return whether there was room."""
    look(s, sight.facts[PLAYER], views, sight.leaf)
    n = sight.facts[STEPS]
    if n > 0 and is_row(sight.leaf, sight.trail, n - 1):
        return True
    if (n + 1) * VIEW_LEAVES > len(sight.trail):
        return False
    for w in range(VIEW_LEAVES):
        sight.trail[n * VIEW_LEAVES + w] = sight.leaf[w]
    sight.facts[STEPS] = n + 1
    return True


def likeliest(pool, views, sight, random, who, own, loose):  # type: ignore[no-untyped-def]
    """Draw what may come next among what looks best, or if `loose` among all that is possible; below 0: nothing is."""
    count = alternatives(pool[WALK], who, sight)
    best, total = np.int64(0), 0.0
    for k in range(count):
        pool[TRIAL] = pool[WALK]
        apply(pool[TRIAL], sight.out[k])
        worth = promise(pool[TRIAL], views, sight, own)
        if worth > best and not loose:  # all before it are worse
            for j in range(k):
                sight.odds[j] = 0.0
            total = 0.0
        best = max(best, worth)
        if worth == 0 or (worth < best and not loose):
            sight.odds[k] = 0.0
        total += sight.odds[k]
    return pick(random, sight.odds, count, total) if total > 0.0 else np.int64(NEVER)


def promise(s, views, sight, own):  # type: ignore[no-untyped-def]
    """Return how much a state looks like the player's next known view, its own next actions played; 0: it cannot be.

    Each known view that it comes by counts more than the likeness to the next one.
    """
    player, last, passed = sight.facts[PLAYER], len(sight.own), np.int64(0)
    while True:
        who = mover(s)
        if who == TERMINAL:
            return np.int64(0)
        look(s, player, views, sight.leaf)
        if who != player:
            break
        if sight.known[own] != 0 and not is_row(sight.leaf, sight.goals, own):
            return np.int64(0)
        passed += 1 if sight.known[own] != 0 else 0
        if own == last:
            return np.int64(passed * (VIEW_LEAVES + 1))
        if not can_play(s, sight.own[own], sight.other):
            return np.int64(0)
        apply(s, sight.own[own])
        own += 1
    while sight.known[own] == 0:
        own += 1
    return np.int64(1 + passed * (VIEW_LEAVES + 1) + alike(sight.leaf, sight.goals, own))


def draw_world(pool, views, sight, random):  # type: ignore[no-untyped-def]
    """Play a history along the trail, at WALK; return its weight, 0 where it came to nothing."""
    player, weight, at, own = sight.facts[PLAYER], 1.0, np.int64(0), np.int64(0)
    pool[WALK] = pool[ZERO]
    start(0, pool[WALK])
    while True:
        at, own = follow(pool[WALK], views, sight, at, own)
        if at < 0:
            return 0.0
        who = mover(pool[WALK])
        if who == player:
            return weight
        count = alternatives(pool[WALK], who, sight)
        total = 1.0
        if not unseen(pool[WALK], who, player, sight.out, count):
            total = keep_seen(pool, views, sight, count, at, own)
            if total <= 0.0:
                return 0.0
            weight *= total
        apply(pool[WALK], sight.out[pick(random, sight.odds, count, total)])


def unseen(s, who, player, out, count):  # type: ignore[no-untyped-def]
    """Say whether a player learns nothing of what chance decides here."""
    if not HAS_CHANCE or who != CHANCE:
        return False
    for k in range(count):
        if sees(s, out[k]) in (player, BOTH):
            return False
    return True


def keep_seen(pool, views, sight, count, at, own):  # type: ignore[no-untyped-def]
    """Leave probabilities to those alone that show the player what it saw; return how much they are together."""
    total = 0.0
    for k in range(count):
        pool[TRIAL] = pool[WALK]
        apply(pool[TRIAL], sight.out[k])
        there, _own = follow(pool[TRIAL], views, sight, at, own)
        if there < 0:
            sight.odds[k] = 0.0
        total += sight.odds[k]
    return total


def follow(s, views, sight, at, own):  # type: ignore[no-untyped-def]
    """Play the player's own actions where it moves; return the step of the trail and how many it has played.

    The step is NEVER where the player sees something else than it saw, or could not act as it did.
    """
    facts = sight.facts
    while True:
        look(s, facts[PLAYER], views, sight.leaf)
        if not is_row(sight.leaf, sight.trail, at):
            at += 1
            if at >= facts[STEPS] or not is_row(sight.leaf, sight.trail, at):
                return np.int64(NEVER), own
        who = mover(s)
        if who == TERMINAL:
            return np.int64(NEVER), own
        if who != facts[PLAYER]:
            return at, own
        if own == len(sight.own):
            return (at if at == facts[STEPS] - 1 else np.int64(NEVER)), own
        if not can_play(s, sight.own[own], sight.other):
            return np.int64(NEVER), own
        apply(s, sight.own[own])
        own += 1


def next_world(pool, views, sight, random, counters, weight):  # type: ignore[no-untyped-def]
    """Put the next world at WORLD: a new one, or with some chance the last one again where that weighs more.

    Taken so, worlds are drawn in proportion to their weights in the long run, and each by itself where all weigh the
    same: the independence sampler of Metropolis and Hastings.
    """
    new = living_world(pool, views, sight, random, counters)
    if new > 0.0 and (new >= weight[0] or uniform(random) * weight[0] < new):
        pool[WORLD] = pool[WALK]
        weight[0] = new


def living_world(pool, views, sight, random, counters):  # type: ignore[no-untyped-def]
    """Draw worlds until one comes to something, and return its weight; 0 where none of some tries did."""
    for _ in range(TRIES):
        counters[DRAWN] += 1
        new = draw_world(pool, views, sight, random)
        if new > 0.0:
            return new
        counters[LOST] += 1
    return 0.0
