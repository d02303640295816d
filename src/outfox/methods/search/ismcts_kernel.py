"""The kernel of information-set MCTS: simulations from imagined worlds, over information sets in a hash table.

Each simulation takes a world in which the player has seen what it has seen (`worlds_kernel`) and plays it to its end.
Whoever moves, be it the searching player or the other one, chooses by what it sees itself: by the visits of its own
information set. So there are two trees, one a player, that grow side by side; both lie in one table, found by the hash
of the view, since a view tells the whole way to it (perfect recall).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from outfox.kernel.playout import draw_chance, play_out
from outfox.kernel.random import below
from outfox.kernel.runtime import mix, some_actions, word
from outfox.kernel.slots import (
    CHECKED,
    HAS_CHANCE,
    Floats,
    Ints,
    States,
    Views,
    Words,
    apply,
    legal_actions,
    mover,
    observe,
    view_hash,
)
from outfox.methods.search.worlds_kernel import (
    CUT_OFF,
    LIVE,
    SETS,
    SIMULATIONS,
    SLOTS,
    STEPS,
    WORLD,
    Sight,
    find_world,
    next_world,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL

DONE, FULL, NO_WORLD, ODD_SET = range(4)
"""Why it stopped: all simulations done; no room for another set; no world has this view; actions differ in a set."""

ODD = -2

ATTEMPTS = 20_000
"""So often a first world is looked for."""


class Table(NamedTuple):
    """The information sets that simulations came to.

    Attributes
    ----------
    table : (2**k,) int64
        0, or 1 + the number of a set, at or behind the place that its key has.
    keys, first, many, seen : (sets,) int64
        The key, where the slots begin, how many there are, and how often the set was visited.
    visits : (slots,) int64
    total : (slots,) float64
        Player 0's payoffs, summed.
    """

    table: Ints
    keys: Ints
    first: Ints
    many: Ints
    seen: Ints
    visits: Ints
    total: Floats


class Way(NamedTuple):
    """The decisions of one simulation, (depth,) each: numbers of sets, slots."""

    sets: Ints
    slots: Ints


def simulate(
    pool: States, views: Views, sight: Sight, found: Table, way: Way, random: Words, seeking: Words, weight: Floats,
    counters: Ints, c: float, limit: int, until: int,
) -> int:  # fmt: skip
    """Run simulations until so many are done; return why it stopped.

    Parameters
    ----------
    pool : (STATES_NEEDED,) states
        The first is zeroed.
    views : (2,) views
        The second is zeroed.
    random, seeking
        Of the simulations; and of the search for a first world, which is looked for where there is no trail.
    weight : (1,)
        Of the world at WORLD; 0 at first.
    c
        Exploration constant, in units of payoff.
    limit
        Plies after which a playout is cut.
    """
    if sight.facts[STEPS] == 0 and not find_world(pool, views, sight, seeking, ATTEMPTS):
        return NO_WORLD
    while counters[SIMULATIONS] < until:
        if not room(found, counters, len(sight.out)):
            return FULL
        next_world(pool, views, sight, random, counters, weight)
        pool[LIVE] = pool[WORLD]
        if not descend(pool[LIVE], views, sight, found, way, random, counters, c, limit):
            return ODD_SET
        counters[SIMULATIONS] += 1
    return DONE


def room(found, counters, width):  # type: ignore[no-untyped-def]
    """Say whether one more information set can be added."""
    n = counters[SETS]
    return n < len(found.keys) and counters[SLOTS] + width <= len(found.visits) and 2 * (n + 1) <= len(found.table)


def descend(s, views, sight, found, way, random, counters, c, limit):  # type: ignore[no-untyped-def]
    """Play one game by the table, then at random, and learn from it; return False where actions differ in a set."""
    depth = np.int64(0)
    while depth < len(way.sets):
        who = mover(s)
        if who == TERMINAL:
            break
        if HAS_CHANCE and who == CHANCE:
            apply(s, draw_chance(s, sight.out, sight.odds, random))
            continue
        count = legal_actions(s, sight.out)
        if CHECKED:
            count = some_actions(count, who)
        before = counters[SETS]
        number = place_of(s, who, count, views, found, counters)
        if number == ODD:
            return False
        k = choose(found, number, count, who, random, c)
        way.sets[depth], way.slots[depth] = number, found.first[number] + k
        depth += 1
        apply(s, sight.out[k])
        if counters[SETS] > before:
            break
    value, plies, _choices = play_out(s, random, sight.out, sight.odds, limit)
    counters[CUT_OFF] += 1 if plies >= limit else 0
    for d in range(depth):
        found.seen[way.sets[d]] += 1
        found.visits[way.slots[d]] += 1
        found.total[way.slots[d]] += value
    return True


def place_of(s, who, count, views, found, counters):  # type: ignore[no-untyped-def]
    """Return the number of the mover's information set, a new one included; ODD where it had other actions."""
    views[0] = views[1]
    observe(s, who, views[0])
    key = np.int64(mix(view_hash(views[0]), who) >> word(1))  # 63 bits, apart for the players
    mask = len(found.table) - 1
    place = key & mask
    while found.table[place] != 0:
        number = found.table[place] - 1
        if found.keys[number] == key:
            return number if found.many[number] == count else np.int64(ODD)
        place = (place + 1) & mask
    number = counters[SETS]
    found.table[place] = number + 1
    found.keys[number], found.first[number], found.many[number] = key, counters[SLOTS], count
    found.seen[number] = 0
    for i in range(counters[SLOTS], counters[SLOTS] + count):
        found.visits[i], found.total[i] = 0, 0.0
    counters[SETS] = number + 1
    counters[SLOTS] += count
    return number


def choose(found, number, count, who, random, c):  # type: ignore[no-untyped-def]
    """Return which action is taken: one that was not tried, else that of the highest confidence bound; equals by lot.

    All actions of an information set are legal in each of its worlds, since legality follows from the view; so each was
    available as often as its set was visited.
    """
    first, fresh = found.first[number], np.int64(0)
    for k in range(count):
        fresh += 1 if found.visits[first + k] == 0 else 0
    if fresh > 0:
        left = below(random, fresh) if fresh > 1 else np.int64(0)
        for k in range(count):
            if found.visits[first + k] == 0:
                if left == 0:
                    return np.int64(k)
                left -= 1
    explore, best, most, equal = c * math.sqrt(math.log(float(found.seen[number]))), np.int64(0), -math.inf, np.int64(0)
    for k in range(count):
        visits = float(found.visits[first + k])
        mean = found.total[first + k] / visits
        value = (mean if who == 0 else -mean) + explore / math.sqrt(visits)
        if value > most:
            best, most, equal = np.int64(k), value, np.int64(1)
        elif value == most:
            equal += 1
            best = np.int64(k) if below(random, equal) == 0 else best
    return best


def enter_sets(table: Ints, keys: Ints, used: int) -> int:
    """Enter all sets into an empty table; return how many."""
    mask = len(table) - 1
    for number in range(used):
        place = keys[number] & mask
        while table[place] != 0:
            place = (place + 1) & mask
        table[place] = number + 1
    return used
