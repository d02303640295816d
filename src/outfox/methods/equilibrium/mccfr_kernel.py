"""The kernels of Monte Carlo counterfactual regret minimisation: regrets from sampled games, in a hash table.

Nothing but the path of the game that is played is kept beside the table, so the tree may be as large as it likes: the
table grows with the information sets that play comes to. What stands for an information set is `information_key` of the
view: its hash, or whatever takes its place when the kernel is linked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.playout import draw_chance
from outfox.kernel.random import uniform
from outfox.kernel.runtime import mix, some_actions, word
from outfox.kernel.slots import (
    BRANCHING,
    CHECKED,
    HAS_CHANCE,
    HAS_SAME_CHANCE,
    OUTCOMES,
    Floats,
    Ints,
    Shorts,
    States,
    Views,
    Words,
    apply,
    information_key,
    legal_actions,
    mover,
    observe,
    payoff,
    same_chance,
    start,
)
from outfox.rules.vocabulary import CHANCE, TERMINAL

DONE, FULL, DEEP, ODD_SET = range(4)
"""Why sampling stopped: all iterations done; the table must grow; the path must; actions differ within a set."""

SETS, SLOTS, SPILLED, NODES, COUNTERS = range(5)
"""Counted: information sets, slots, decisions for which there was no room, decisions in all."""

RESERVE = 4096
"""So many sets there is room for when an iteration begins."""

UNKNOWN = -1


class Regrets(NamedTuple):
    """The table of information sets.

    Attributes
    ----------
    table : (2**k,) int64
        0, or 1 + the number of a set, at or behind the place that its key has.
    keys, first, many : (sets,) int64
        The key, where the slots begin, and how many there are.
    regret, average : (slots,) float64
        Sums over the iterations.
    """

    table: Ints
    keys: Ints
    first: Ints
    many: Ints
    regret: Floats
    average: Floats


class Path(NamedTuple):
    """The decisions along the way, one row a depth, and scratch.

    Attributes
    ----------
    set, next, many : (depth,) int64
        Number of the information set, of the action that is tried, of all actions.
    actions : (depth * BRANCHING,) int64
    odds, values : (depth * BRANCHING,) float64
        The strategy; what each action won.
    before : (3 * depth,) float64
        Of outcome sampling: how likely the player, the other with chance, and the sampling came here.
    out, shares : (most actions or outcomes,)
    """

    set: Ints
    next: Ints
    many: Ints
    actions: Ints
    odds: Floats
    values: Floats
    before: Floats
    out: Ints
    shares: Floats


def external(
    pool: States, views: Views, tables: Shorts, found: Regrets, path: Path, random: Words, counters: Ints, merge: int,
    power: float, exploration: float, done: Ints, until: int,  # noqa: ARG001 - the same arguments as `outcome`
) -> int:  # fmt: skip
    """Run iterations of external sampling until `done` (1,) counts `until`; return why it stopped.

    In each the players take turns: one tries all its actions, the other and chance draw theirs. The strategy of
    iteration t counts t^power times in the average. ``pool[0]`` is zeroed, as is ``views[1]``.
    """
    while done[0] < until:
        if not room(found, counters):
            return FULL
        weight = float(done[0] + 1) ** power
        for player in range(2):
            reason = explore(pool, views, tables, found, path, random, counters, merge, weight, player)
            if reason != DONE:
                return int(reason)
        done[0] += 1
    return DONE


def outcome(
    pool: States, views: Views, tables: Shorts, found: Regrets, path: Path, random: Words, counters: Ints, merge: int,
    power: float, exploration: float, done: Ints, until: int,
) -> int:  # fmt: skip
    """Run iterations of outcome sampling: as `external`, but each player learns from a single game an iteration."""
    while done[0] < until:
        if not room(found, counters):
            return FULL
        weight = float(done[0] + 1) ** power
        for player in range(2):
            reason = play(pool, views, tables, found, path, random, counters, merge, weight, exploration, player)
            if reason != DONE:
                return int(reason)
        done[0] += 1
    return DONE


def room(found, counters):  # type: ignore[no-untyped-def]
    """Say whether an iteration can begin."""
    least = counters[SETS] + RESERVE
    return (
        least <= len(found.keys)
        and least * 3 <= len(found.table) * 2
        and counters[SLOTS] + RESERVE * max(BRANCHING, 1) <= len(found.regret)
    )


def place_of(s, who, count, views, tables, found, counters):  # type: ignore[no-untyped-def]
    """Return the number of the mover's information set, a new one included; UNKNOWN where there is no room."""
    views[0] = views[1]
    observe(s, who, views[0])
    key = key_of(information_key(views[0], tables), who)
    counters[NODES] += 1
    mask = len(found.table) - 1
    place = key & mask
    while found.table[place] != 0:
        number = found.table[place] - 1
        if found.keys[number] == key:
            return number if found.many[number] == count else -2
        place = (place + 1) & mask
    number = counters[SETS]
    if number >= len(found.keys) or counters[SLOTS] + count > len(found.regret) or number * 3 >= len(found.table) * 2:
        counters[SPILLED] += 1
        return UNKNOWN
    found.table[place] = number + 1
    found.keys[number], found.first[number], found.many[number] = key, counters[SLOTS], count
    for i in range(counters[SLOTS], counters[SLOTS] + count):
        found.regret[i], found.average[i] = 0.0, 0.0
    counters[SETS] = number + 1
    counters[SLOTS] += count
    return number


def key_of(key, who):  # type: ignore[no-untyped-def]
    """Return a key that tells the players apart, of 63 bits."""
    return np.int64(mix(word(key), who) >> word(1))


def strategy(found, number, count, odds, at):  # type: ignore[no-untyped-def]
    """Write the strategy that regrets make: in proportion to those above 0."""
    total = 0.0
    if number >= 0:
        first = found.first[number]
        for k in range(count):
            odds[at + k] = max(found.regret[first + k], 0.0)
            total += odds[at + k]
    for k in range(count):
        odds[at + k] = odds[at + k] / total if total > 0.0 else 1.0 / count


def draw(random, odds, at, count):  # type: ignore[no-untyped-def]
    """Return which of `count` actions is drawn."""
    x = uniform(random)
    for k in range(count - 1):
        x -= odds[at + k]
        if x < 0.0:
            return k
    return count - 1


def by_chance(s, path, random, merge):  # type: ignore[no-untyped-def]
    """Let chance move, in place."""
    action = draw_chance(s, path.out, path.shares, random)
    if HAS_SAME_CHANCE and merge:
        action = same_chance(s, action)
    apply(s, action)


def explore(pool, views, tables, found, path, random, counters, merge, weight, player):  # type: ignore[no-untyped-def]
    """Let one player try all that it can do in one game of the other and of chance, and learn from it."""
    width, d = max(BRANCHING, OUTCOMES, 1), 1
    pool[1] = pool[0]
    start(0, pool[1])
    while True:
        who = mover(pool[d])
        if who == TERMINAL:
            value = payoff(pool[d]) if player == 0 else -payoff(pool[d])
            d = back_up(pool, found, path, d, value, width)
            if d == 0:
                return DONE
            continue
        if HAS_CHANCE and who == CHANCE:
            by_chance(pool[d], path, random, merge)
            continue
        count = legal_actions(pool[d], path.out)
        if CHECKED:
            count = some_actions(count, who)
        number = place_of(pool[d], who, count, views, tables, found, counters)
        if number < UNKNOWN:
            return ODD_SET
        if d + 2 >= len(path.set):
            return DEEP
        at = d * width
        strategy(found, number, count, path.odds, at)
        if who != player:
            if number >= 0:
                for k in range(count):
                    found.average[found.first[number] + k] += weight * path.odds[at + k]
            apply(pool[d], path.out[draw(random, path.odds, at, count)])
            continue
        path.set[d], path.next[d], path.many[d] = number, 0, count
        for k in range(count):
            path.actions[at + k] = path.out[k]
        pool[d + 1] = pool[d]
        apply(pool[d + 1], path.actions[at])
        d += 1


def back_up(pool, found, path, d, value, width):  # type: ignore[no-untyped-def]
    """Give a value to the decision above depth `d`; return the depth of the next state to look at, 0 when done."""
    while d > 1:
        d -= 1
        at = d * width
        path.values[at + path.next[d]] = value
        path.next[d] += 1
        if path.next[d] < path.many[d]:
            pool[d + 1] = pool[d]
            apply(pool[d + 1], path.actions[at + path.next[d]])
            return d + 1
        value = 0.0
        for k in range(path.many[d]):
            value += path.odds[at + k] * path.values[at + k]
        if path.set[d] >= 0:
            first = found.first[path.set[d]]
            for k in range(path.many[d]):
                found.regret[first + k] += path.values[at + k] - value
    return 0


def play(pool, views, tables, found, path, random, counters, merge, weight, exploration, player):  # type: ignore[no-untyped-def]
    """Play one game and let one player learn from it."""
    width, d = max(BRANCHING, OUTCOMES, 1), 1
    mine, others, sampled = 1.0, 1.0, 1.0
    pool[1] = pool[0]
    start(0, pool[1])
    while True:
        who = mover(pool[1])
        if who == TERMINAL:
            value = payoff(pool[1]) if player == 0 else -payoff(pool[1])
            learn(found, path, d, value, weight, exploration, width)
            return DONE
        if HAS_CHANCE and who == CHANCE:
            by_chance(pool[1], path, random, merge)
            continue
        count = legal_actions(pool[1], path.out)
        if CHECKED:
            count = some_actions(count, who)
        number = place_of(pool[1], who, count, views, tables, found, counters)
        if number < UNKNOWN:
            return ODD_SET
        if d + 2 >= len(path.set):
            return DEEP
        at = d * width
        strategy(found, number, count, path.odds, at)
        if who != player:
            k = draw(random, path.odds, at, count)
            others *= path.odds[at + k]
            sampled *= path.odds[at + k]
            apply(pool[1], path.out[k])
            continue
        path.set[d], path.many[d] = number, count
        path.before[3 * d], path.before[3 * d + 1], path.before[3 * d + 2] = mine, others, sampled
        k = draw(random, path.odds, at, count)
        if uniform(random) < exploration:
            k = min(np.int64(uniform(random) * count), count - 1)
        path.next[d] = k
        mine *= path.odds[at + k]
        sampled *= exploration / count + (1.0 - exploration) * path.odds[at + k]
        apply(pool[1], path.out[k])
        d += 1


def learn(found, path, d, value, weight, exploration, width):  # type: ignore[no-untyped-def]
    """Estimate what each action along the path would have won, and add to regrets and averages."""
    while d > 1:
        d -= 1
        at, k, count = d * width, path.next[d], path.many[d]
        chosen = value / (exploration / count + (1.0 - exploration) * path.odds[at + k])
        value = path.odds[at + k] * chosen
        if path.set[d] < 0:
            continue
        first = found.first[path.set[d]]
        unlikely = 1.0 / path.before[3 * d + 2]
        for j in range(count):
            instant = (chosen if j == k else 0.0) - value
            found.regret[first + j] += path.before[3 * d + 1] * unlikely * instant
            found.average[first + j] += weight * path.before[3 * d] * unlikely * path.odds[at + j]


def enter_keys(table: Ints, keys: Ints, used: int) -> int:
    """Enter all sets into an empty table; return how many."""
    mask = len(table) - 1
    for number in range(used):
        place = keys[number] & mask
        while table[place] != 0:
            place = (place + 1) & mask
        table[place] = number + 1
    return used


def look_up(table: Ints, keys: Ints, wanted: Ints, numbers: Ints) -> int:
    """Write the number of each wanted key, UNKNOWN where it is not there; return how many are."""
    mask, known = len(table) - 1, 0
    for i in range(len(wanted)):
        place, numbers[i] = wanted[i] & mask, UNKNOWN
        while table[place] != 0 and numbers[i] == UNKNOWN:
            if keys[table[place] - 1] == wanted[i]:
                numbers[i] = table[place] - 1
                known += 1
            place = (place + 1) & mask
    return known


def hash_views(leaves: Ints, words: int, out: Ints) -> int:
    """Write the key of each information set of a tree by its row: the numbers of its View, then its player."""
    for i in range(len(out)):
        h = word(0)
        for w in range(words - 1):
            h = mix(h, leaves[i * words + w])
        out[i] = key_of(np.int64(h >> word(1)), leaves[i * words + words - 1])
    return len(out)


def mix_keys(keys: Ints, players: Ints, out: Ints) -> int:
    """Write the keys of information sets by what `information_key` returned and by their players."""
    for i in range(len(out)):
        out[i] = key_of(keys[i], players[i])
    return len(out)
