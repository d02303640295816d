"""The kernels of Monte Carlo counterfactual regret minimisation: regrets from sampled games, in a hash table.

Nothing but the path of the game that is played is kept beside the table, so the tree may be as large as it likes: the
table grows with the information sets that play comes to. What stands for an information set is `information_key` of the
view: its hash, or whatever takes its place when the kernel is linked.

Sets may be kept in groups: then the lowest bits of a key are the number of the set in its group, such as the bucket of
a hand, and a group has room for all of them once play comes to one. There are few groups, so that they are found in the
processor's cache, and a decision waits for memory once, not thrice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.playout import draw_chance
from outfox.kernel.prefetch import fetch
from outfox.kernel.random import next_word, uniform
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

GROUPS, USED, SPILLED, NODES, INNER, COUNTERS = range(6)
"""Counted: groups, numbers of `values` in use, decisions for which there was no room, decisions in all; and how many
sets a group has room for."""

RESERVE, LEAST = 4096, 512
"""So many sets, and groups, there is room for when an iteration begins."""

UNKNOWN, ODD, UNASKED = -1, -2, -3

PART = 15
"""Bits of a key that tell which set of a group it is, where a group has several."""

MANY = 17
"""Bits of an entry of the table that tell how many actions a set has; those above tell where its values begin."""


class Regrets(NamedTuple):
    """The table of information sets, in groups of one or more.

    Attributes
    ----------
    table : (2 * 2**k,) int64
        Pairs: the key of a group, and where its values begin with how many actions it has (see MANY), or 0 where there
        is no group; at or behind the place that the key has.
    keys, first, many : (groups,) int64
        The key, where the values begin, and how many actions there are, in the order in which groups were met.
    values : (2 * slots,) float64
        Sums over the iterations: of each set the regrets, then the weights of the average.
    """

    table: Ints
    keys: Ints
    first: Ints
    many: Ints
    values: Floats


class Path(NamedTuple):
    """The decisions along the way, one row a depth, and scratch.

    Attributes
    ----------
    set, next, many, drawn : (depth,) int64
        Where the values of the information set begin, the action that is tried, how many there are, and how often
        chance has moved before.
    actions, ahead : (depth * BRANCHING,) int64
        The actions, and where the values of the sets that they lead to begin; UNASKED where that is not known.
    odds, values : (depth * BRANCHING,) float64
        The strategy; what each action won.
    before : (3 * depth,) float64
        Of outcome sampling: how likely the player, the other with chance, and the sampling came here.
    out, shares : (most actions or outcomes,)
    dice : (1,) uint64
        The random numbers of one move of chance.
    """

    set: Ints
    next: Ints
    many: Ints
    drawn: Ints
    actions: Ints
    ahead: Ints
    odds: Floats
    values: Floats
    before: Floats
    out: Ints
    shares: Floats
    dice: Words


def external(
    pool: States, views: Views, tables: Shorts, found: Regrets, path: Path, random: Words, counters: Ints, merge: int,
    power: float, exploration: float, done: Ints, until: int, step: int,  # noqa: ARG001 - as `outcome`
) -> int:  # fmt: skip
    """Run iterations of external sampling until `done` (1,) counts `until`, each `step`; return why it stopped.

    In each the players take turns: one tries all its actions, the other and chance draw theirs. The strategy of
    iteration t counts t^power times in the average. ``pool[0]`` is zeroed, as is ``views[1]``.

    The k-th move of chance is drawn with the same random numbers after each action that is tried: the actions of a
    player of cards are compared on the same cards. That is right on average, as each is drawn with its probability.
    """
    while done[0] < until:
        if not room(found, counters):
            return FULL
        weight = float(done[0] + 1) ** power
        for player in range(2):
            reason = explore(pool, views, tables, found, path, random, counters, merge, weight, player)
            if reason != DONE:
                return int(reason)
        done[0] += step
    return DONE


def outcome(
    pool: States, views: Views, tables: Shorts, found: Regrets, path: Path, random: Words, counters: Ints, merge: int,
    power: float, exploration: float, done: Ints, until: int, step: int,
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
        done[0] += step
    return DONE


def room(found, counters):  # type: ignore[no-untyped-def]
    """Say whether an iteration can begin."""
    inner = counters[INNER]
    more = max(RESERVE // inner, LEAST)
    least = counters[GROUPS] + more
    return (
        least <= len(found.keys)
        and least * 3 <= len(found.table)
        and counters[USED] + 2 * more * inner * max(BRANCHING, 1) <= len(found.values)
    )


def place_of(s, who, count, views, tables, found, counters):  # type: ignore[no-untyped-def]
    """Return where the values of the mover's information set begin, a new one included.

    UNKNOWN where there is no room, ODD where the set has another number of actions.
    """
    views[0] = views[1]
    observe(s, who, views[0])
    inner = counters[INNER]
    key, part = placed(information_key(views[0], tables), who, inner)
    offset = 2 * part * count
    counters[NODES] += 1
    mask = len(found.table) // 2 - 1
    place = key & mask
    while found.table[2 * place + 1] != 0:
        if found.table[2 * place] == key:
            where = found.table[2 * place + 1]
            return (where >> MANY) + offset if where & ((1 << MANY) - 1) == count else ODD
        place = (place + 1) & mask
    number, begin = counters[GROUPS], counters[USED]
    end = begin + 2 * count * inner
    if number >= len(found.keys) or end > len(found.values) or number * 3 >= len(found.table):
        counters[SPILLED] += 1
        return UNKNOWN
    found.table[2 * place], found.table[2 * place + 1] = key, begin << MANY | count
    found.keys[number], found.first[number], found.many[number] = key, begin, count
    for i in range(begin, end):
        found.values[i] = 0.0
    counters[GROUPS], counters[USED] = number + 1, end
    return begin + offset


def placed(key, who, inner):  # type: ignore[no-untyped-def]
    """Return the key of the group of an information set, and which of the group's it is."""
    if inner == 1:
        return key_of(key, who), 0
    part, rest = key & ((1 << PART) - 1), key >> PART
    if part < inner:
        return key_of(rest, who), part
    return key_of(np.int64(mix(word(rest), part // inner) >> word(1)), who), part % inner


def key_of(key, who):  # type: ignore[no-untyped-def]
    """Return a key that tells the players apart, of 63 bits."""
    return np.int64(mix(word(key), who) >> word(1))


def set_key(group, part, inner):  # type: ignore[no-untyped-def]
    """Return the key of one set of a group, of 63 bits."""
    return group if inner == 1 else np.int64(mix(word(group), part) >> word(1))


def strategy(found, begin, count, odds, at):  # type: ignore[no-untyped-def]
    """Write the strategy that regrets make: in proportion to those above 0."""
    total = 0.0
    if begin >= 0:
        for k in range(count):
            odds[at + k] = max(found.values[begin + k], 0.0)
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
    width, d, drawn, deal, begin = max(BRANCHING, OUTCOMES, 1), 1, 0, next_word(random), UNASKED
    pool[1] = pool[0]
    start(0, pool[1])
    while True:
        who = mover(pool[d])
        if who == TERMINAL:
            value = payoff(pool[d]) if player == 0 else -payoff(pool[d])
            d = back_up(pool, found, path, d, value, width)
            if d == 0:
                return DONE
            drawn, begin = path.drawn[d - 1], path.ahead[(d - 1) * width + path.next[d - 1]]
            continue
        if HAS_CHANCE and who == CHANCE:
            path.dice[0] = mix(deal, drawn)
            by_chance(pool[d], path, path.dice, merge)
            drawn += 1
            continue
        count = legal_actions(pool[d], path.out)
        if CHECKED:
            count = some_actions(count, who)
        if begin == UNASKED:
            begin = place_of(pool[d], who, count, views, tables, found, counters)
        if begin == ODD:
            return ODD_SET
        if d + 2 >= len(path.set):
            return DEEP
        at = d * width
        strategy(found, begin, count, path.odds, at)
        if who != player:
            if begin >= 0:
                for k in range(count):
                    found.values[begin + count + k] += weight * path.odds[at + k]
            apply(pool[d], path.out[draw(random, path.odds, at, count)])
            begin = UNASKED
            continue
        path.set[d], path.next[d], path.many[d], path.drawn[d] = begin, 0, count, drawn
        for k in range(count):
            path.actions[at + k] = path.out[k]
        look_ahead(pool, views, tables, found, path, counters, d, at, count)
        pool[d + 1] = pool[d]
        apply(pool[d + 1], path.actions[at])
        begin = path.ahead[at]
        d += 1


def look_ahead(pool, views, tables, found, path, counters, d, at, count):  # type: ignore[no-untyped-def]
    """Find the sets that the actions at depth `d` lead to, and ask for their numbers all at once.

    Memory answers after the time of some hundred operations, to several questions at a time.
    """
    beyond = len(path.set)
    for k in range(count):
        path.ahead[at + k] = UNASKED
        pool[beyond] = pool[d]
        apply(pool[beyond], path.actions[at + k])
        who = mover(pool[beyond])
        if who >= 0:
            many = legal_actions(pool[beyond], path.out)
            if CHECKED:
                many = some_actions(many, who)
            begin = place_of(pool[beyond], who, many, views, tables, found, counters)
            path.ahead[at + k] = begin
            if begin >= 0:
                fetch(found.values, begin)
                fetch(found.values, begin + 2 * many - 1)


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
        begin = path.set[d]
        if begin >= 0:
            for k in range(path.many[d]):
                found.values[begin + k] += path.values[at + k] - value
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
        begin = place_of(pool[1], who, count, views, tables, found, counters)
        if begin == ODD:
            return ODD_SET
        if d + 2 >= len(path.set):
            return DEEP
        at = d * width
        strategy(found, begin, count, path.odds, at)
        if who != player:
            k = draw(random, path.odds, at, count)
            others *= path.odds[at + k]
            sampled *= path.odds[at + k]
            apply(pool[1], path.out[k])
            continue
        path.set[d], path.many[d] = begin, count
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
        begin = path.set[d]
        if begin < 0:
            continue
        unlikely = 1.0 / path.before[3 * d + 2]
        for j in range(count):
            instant = (chosen if j == k else 0.0) - value
            found.values[begin + j] += path.before[3 * d + 1] * unlikely * instant
            found.values[begin + count + j] += weight * path.before[3 * d] * unlikely * path.odds[at + j]
