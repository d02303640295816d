"""The kernel of Q-learning: episodes of self-play on the graph of `outfox.training.learn.q_states`.

Where every action of a state has been played once, a ply is: compare the values of the actions, which stand one after
the other, choose, follow. Outcomes of chance are drawn by the rules every time. States that their mover cannot tell
apart share the values of their actions.

A *code* is the place of a value, times two, plus 1 where its sign is changed. Values of actions are the mover's. With
afterstates there is a value for each state, player 0's of its frame. `flip` tells whether a frame has the players
exchanged.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.playout import draw_chance
from outfox.kernel.random import below, uniform
from outfox.kernel.slots import (
    BRANCHING,
    ENDLESS,
    HAS_CHANCE,
    HAS_VIEW,
    OUTCOMES,
    STARTS,
    Floats,
    Ints,
    States,
    Views,
    Words,
    apply,
    mover,
    start,
)
from outfox.rules.vocabulary import CHANCE
from outfox.training.learn.q_states import (
    AFTER,
    BY_CHANCE,
    CHILD,
    CUT,
    EPISODES,
    FIRST,
    FLIP,
    LAST0,
    LAST1,
    LIMIT,
    NEGAMAX,
    NODE,
    OVER,
    PLIES,
    PLY,
    RULE,
    SCRATCH,
    UNKNOWN,
    WON0,
    WON1,
    ZERO,
    Known,
    has_room,
    lead,
    settle,
)

DONE, FULL = 0, 1
"""Why `learn` returned: all episodes are played; some array has to grow."""

Q, SARSA, MONTE_CARLO = range(3)

ALPHA, EPSILON, DISCOUNT, ALPHA_ADD, EPSILON_ADD, ALPHA_TIMES, EPSILON_TIMES, RATES = range(8)
"""Places in `rates`: what they are now, and how the first two change from game to game."""


def learn_hidden(
    pool: States, views: Views, known: Known, counters: Ints, options: Ints, rates: Floats, random: Words, stop: int
) -> int:  # fmt: skip
    """Learn a game with a View; ``views[1]`` is zeroed. For the rest see `learn_open`."""
    out, odds = np.empty(max(BRANCHING, OUTCOMES, 1), np.int64), np.empty(max(OUTCOMES, 1), np.float64)
    last = np.empty(2, np.int64)
    return learn(pool, views, known, counters, options, rates, random, stop, last, out, odds)  # type: ignore[no-any-return]


def learn_open(
    pool: States, known: Known, counters: Ints, options: Ints, rates: Floats, random: Words, stop: int
) -> int:  # fmt: skip
    """Play episodes until `stop` are played, and value their actions.

    Parameters
    ----------
    pool
        SCRATCH states, then the known ones.
    counters : (COUNTERS,) int64
        All that is needed to go on, in the middle of a game too.
    options : (OPTIONS,) int64
    rates : (RATES,) float64
    random : (1,) uint64
        Generator state.

    Returns
    -------
    int
        DONE or FULL.
    """
    out, odds = np.empty(max(BRANCHING, OUTCOMES, 1), np.int64), np.empty(max(OUTCOMES, 1), np.float64)
    last = np.empty(2, np.int64)
    return learn(pool, 0, known, counters, options, rates, random, stop, last, out, odds)  # type: ignore[no-any-return]


def learn(pool, views, known, counters, options, rates, random, stop, last, out, odds):  # type: ignore[no-untyped-def]
    """See `learn_open`; `last`, `out` and `odds` are scratch."""
    node, flip, ply = counters[NODE], counters[FLIP], counters[PLY]
    last[0], last[1] = counters[LAST0], counters[LAST1]
    while counters[EPISODES] < stop:
        if not has_room(known, counters, BRANCHING + 2 if options[AFTER] else 2):
            counters[NODE], counters[FLIP], counters[PLY] = node, flip, ply
            counters[LAST0], counters[LAST1] = last[0], last[1]
            return FULL
        if node == UNKNOWN:
            at = begin(pool, views, known, counters, options, random, out)
            node, flip, ply = at >> 1, at & 1, 0
            last[0] = last[1] = UNKNOWN
        who = np.int64(known.who[node])
        if who == OVER or ply >= options[LIMIT]:
            finish(known, counters, options, rates, last, node, flip, ply)
            node = UNKNOWN
            continue
        ply += 1
        if HAS_CHANCE and who == BY_CHANCE:
            if options[RULE] == MONTE_CARLO:
                known.path[ply - 1] = UNKNOWN
            node = drawn(pool, views, known, counters, options, random, node, out, odds)
            continue
        k = turn(pool, views, known, counters, options, rates, random, last, node, flip, ply, out)
        lead(pool, views, known, counters, options, node, k, out)
        at = np.int64(known.child[k])
        node, flip = at >> 1, flip ^ (at & 1)
    counters[NODE] = node
    return DONE


def begin(pool, views, known, counters, options, random, out):  # type: ignore[no-untyped-def]
    """Return where an episode begins, twice its state's number plus its frame."""
    number = np.int64(0)
    if STARTS > 1:
        number = below(random, np.int64(STARTS))
    if known.roots[number] == UNKNOWN:
        pool[CHILD] = pool[ZERO]
        start(number, pool[CHILD])  # type: ignore[arg-type]
        known.roots[number] = settle(pool, views, known, counters, options, out)
    return np.int64(known.roots[number])


def drawn(pool, views, known, counters, options, random, node, out, odds):  # type: ignore[no-untyped-def]
    """Return the state that chance leads to, where somebody moves or the game is over."""
    pool[CHILD] = pool[SCRATCH + node]
    while mover(pool[CHILD]) == CHANCE:
        apply(pool[CHILD], draw_chance(pool[CHILD], out, odds, random))
    return settle(pool, views, known, counters, options, out) >> 1


def code_of(known, options, who, k):  # type: ignore[no-untyped-def]
    """Return the code of the value of action `k` for its player."""
    if options[AFTER]:
        at = np.int64(known.child[k])
        return at ^ who  # the sign of a state's value is that of player 0 in its own frame
    return 2 * k


def value_of(known, code):  # type: ignore[no-untyped-def]
    """Return the value that a code stands for."""
    value = known.values[code >> 1]
    return -value if code & 1 else value


def move_value(known, rates, code, target):  # type: ignore[no-untyped-def]
    """Move a value towards a target."""
    old = value_of(known, code)
    new = old + rates[ALPHA] * (target - old)
    known.values[code >> 1] = -new if code & 1 else new


def best_of(known, options, who, first, end):  # type: ignore[no-untyped-def]
    """Return the largest value of a state's actions and how many have it."""
    best, ties = value_of(known, code_of(known, options, who, first)), 1
    for k in range(first + 1, end):
        value = value_of(known, code_of(known, options, who, k))
        if value > best:
            best, ties = value, 1
        elif value == best:
            ties += 1
    return best, ties


def choose(known, options, rates, random, who, first, end, best, ties):  # type: ignore[no-untyped-def]
    """Return the number of an action: with probability epsilon any, else one of the best."""
    if rates[EPSILON] > 0.0 and uniform(random) < rates[EPSILON]:
        return first + below(random, end - first)
    skip = np.int64(0)
    if ties > 1 and not options[FIRST]:
        skip = below(random, np.int64(ties))
    for k in range(first, end):
        if value_of(known, code_of(known, options, who, k)) == best:
            if skip == 0:
                return k
            skip -= 1
    return end - 1


def turn(pool, views, known, counters, options, rates, random, last, node, flip, ply, out):  # type: ignore[no-untyped-def]
    """Value what was done before, by what can be done now; return the action that is chosen."""
    shift = known.shift[node] if HAS_VIEW else 0  # from the state's actions to the values that they share
    first, end, who = known.first[node] + shift, known.first[node + 1] + shift, np.int64(known.who[node])
    if options[AFTER]:
        for k in range(first, end):
            lead(pool, views, known, counters, options, node, k, out)
    player, rule = who ^ flip, options[RULE]
    best, ties = best_of(known, options, who, first, end)
    if rule == Q:
        place = learn_from(known, options, rates, last, player, best)
        if options[AFTER] or first <= place < end:  # what moved may be one of these
            best, ties = best_of(known, options, who, first, end)
    k = choose(known, options, rates, random, who, first, end, best, ties)
    code = code_of(known, options, who, k)
    if rule == SARSA:
        learn_from(known, options, rates, last, player, value_of(known, code))
    if rule == MONTE_CARLO:
        known.path[ply - 1] = 2 * code + player
    if options[NEGAMAX]:
        last[1 - player] = UNKNOWN
    last[player] = code
    return k - shift


def learn_from(known, options, rates, last, player, future):  # type: ignore[no-untyped-def]
    """Value the last action by the future that `player`, who moves now, expects; return the place of that value."""
    code, sign = last[player], 1.0
    if options[NEGAMAX] and code == UNKNOWN:
        code, sign = last[1 - player], -1.0
    if code != UNKNOWN:
        move_value(known, rates, code, sign * (rates[DISCOUNT] * future))
    return code >> 1


def finish(known, counters, options, rates, last, node, flip, ply):  # type: ignore[no-untyped-def]
    """Value the last actions by the result, count the game, and change the rates for the next one."""
    result = ENDLESS
    if known.who[node] == OVER:
        result = -known.payoff[node] if flip else known.payoff[node]
    else:
        counters[CUT] += 1
    if options[RULE] == MONTE_CARLO:
        look_back(known, options, rates, ply, result)
    else:
        for player in range(2):
            if last[player] != UNKNOWN:
                move_value(known, rates, last[player], result if player == 0 else -result)
    counters[WON0] += result > 0.0
    counters[WON1] += result < 0.0
    counters[PLIES] += ply
    counters[EPISODES] += 1
    rates[ALPHA] = (rates[ALPHA] + rates[ALPHA_ADD]) * rates[ALPHA_TIMES]
    rates[EPSILON] = max((rates[EPSILON] + rates[EPSILON_ADD]) * rates[EPSILON_TIMES], 0.0)


def look_back(known, options, rates, ply, result):  # type: ignore[no-untyped-def]
    """Value every action of an episode by its result, the last one first."""
    first = second = 1.0  # what the future counts for player 0 and for player 1
    for j in range(ply - 1, -1, -1):
        if HAS_CHANCE and known.path[j] == UNKNOWN:
            continue
        player = known.path[j] & 1
        worth = first if player == 0 else second
        move_value(known, rates, known.path[j] >> 1, worth * (result if player == 0 else -result))
        if options[NEGAMAX] or player == 0:
            first *= rates[DISCOUNT]
        if options[NEGAMAX] or player == 1:
            second *= rates[DISCOUNT]
